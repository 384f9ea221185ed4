// Filters of a plane of moderate size: a work-item goes down a strip of COLUMNS columns and keeps, for each row of the filter
// but the last, the sums of the results that it has begun. Reading one row of the image, it adds to all of them, and one more
// is complete. Rows come through local memory, where neighbours share them.
#include "fold.cl"
#ifndef MY
#define MY 3
#endif
#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef ITEMS
#define ITEMS 128
#endif
// Rows that come to local memory at once, and how many such batches it holds.
#ifndef BATCH
#define BATCH 8
#endif
#ifndef STAGES
#define STAGES 2
#endif
// 1 if rows of the result are whole vectors.
#ifndef ALIGNED_RESULT
#define ALIGNED_RESULT 0
#endif
// 1 if the filter is the product of a column and a row: then MY taps are those of the column and MX behind them the row's.
#ifndef SEPARABLE
#define SEPARABLE 0
#endif
#ifndef TAPS
#define TAPS 1, 2, 1, 2, 4, 2, 1, 2, 1
#endif
#define ACROSS (ITEMS * COLUMNS)
// cp.async copies by sectors of 32 bytes, and what does not begin at the same place of one in both memories is fetched twice
// (decision 021): so rows are whole sectors apart, and begin where they do in the image.
#define PITCH ((HELD + WIDTH + 2 * WIDTH - 1) / (2 * WIDTH) * (2 * WIDTH))
#include "staging.cl"
#define LOADS ((BEFORE + COLUMNS + MX - 1 + WIDTH - 1) / WIDTH)

typedef union {
    VECTOR vector[LOADS];
    REAL at[LOADS * WIDTH];
} Window;

// Neighbouring results of a work-item.
typedef union {
    VECTOR vector[COLUMNS / WIDTH];
    REAL at[COLUMNS];
} Cells;

constant REAL w[] = {TAPS};

// sums[k] becomes what the result that is MY - 1 - k rows from complete has so far.
INLINE void add_row(Cells *sums, local const REAL *row) {
    Window v;
#pragma unroll
    for (int i = 0; i < LOADS; i++) {
        v.vector[i] = ((local const VECTOR *)row)[i];
    }
#if SEPARABLE
    REAL along[COLUMNS];
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        along[c] = 0;
#pragma unroll
        for (int j = 0; j < MX; j++) {
            along[c] = fma(w[MY + j], v.at[BEFORE + c + j], along[c]);
        }
    }
#endif
#pragma unroll
    for (int k = MY - 1; k >= 0; k--) {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            REAL sum = k == 0 ? 0 : sums[k - 1].at[c];
#if SEPARABLE
            sum = fma(w[k], along[c], sum);
#else
#pragma unroll
            for (int j = 0; j < MX; j++) {
                sum = fma(w[k * MX + j], v.at[BEFORE + c + j], sum);
            }
#endif
            sums[k].at[c] = sum;
        }
    }
}

// Results from column x on.
INLINE void put(global REAL *row, int x, const Cells *cells) {
#if ALIGNED_RESULT
#pragma unroll
    for (int i = 0; i < COLUMNS / WIDTH; i++) {
        ((global VECTOR *)(row + x))[i] = cells->vector[i];
    }
#else
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        row[x + c] = cells->at[c];
    }
#endif
}

// Those of them that lie in the row.
INLINE void put_part(global REAL *row, int x, int ox, const Cells *cells) {
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        if (x + c < ox) {
            row[x + c] = cells->at[c];
        }
    }
}

// n, o: the sizes of image and result; s: the place of the first tap; planes of cells lie behind each other; strip: rows of
// the result for a group.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void sweep(
        global const REAL *restrict in, global REAL *restrict out, long in_plane, long out_plane, int ny, int nx, int oy,
        int ox, int sy, int sx, int strip, REAL outside) {
    local REAL room[STAGES * BATCH * PITCH] __attribute__((aligned(128)));
    int left = get_group_id(0) * ACROSS;
    int x = left + get_local_id(0) * COLUMNS;
    bool whole = left + ACROSS <= ox;
    int y = get_group_id(1) * strip;
    int rows = min(strip, oy - y) + MY - 1;
    Image image = {in + get_global_id(2) * in_plane, ny, nx, outside};
    global REAL *to = out + get_global_id(2) * out_plane + (long)y * ox;
    left += sx - BEFORE;
    local REAL *staged = room + (left & WIDTH);
    int top = y + sy;
    Cells sums[MY];
#pragma unroll
    for (int k = 0; k < MY; k++) {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            sums[k].at[c] = 0;
        }
    }
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s * BATCH < rows) {
            stage(staged + s * BATCH * PITCH, image, top + s * BATCH, left);
        }
        CLOSE_BATCH();
    }
    int fill = (STAGES - 1) * BATCH * PITCH;
    int use = 0;
    for (int t0 = 0; t0 < rows; t0 += BATCH) {
        AWAIT_BATCH(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t0 + (STAGES - 1) * BATCH < rows) {
            stage(staged + fill, image, top + t0 + (STAGES - 1) * BATCH, left);
        }
        CLOSE_BATCH();
        fill = fill == (STAGES - 1) * BATCH * PITCH ? 0 : fill + BATCH * PITCH;
        local const REAL *mine = staged + use + get_local_id(0) * COLUMNS;
        if (t0 >= MY - 1 && t0 + BATCH <= rows && whole) {
            // The common case, without questions.
            for (int r = 0; r < BATCH; r++) {
                add_row(sums, mine + r * PITCH);
                put(to, x, &sums[MY - 1]);
                to += ox;
            }
        } else {
            for (int r = 0; r < BATCH; r++) {
                add_row(sums, mine + r * PITCH);
                int t = t0 + r;
                if (t >= MY - 1 && t < rows) {
                    put_part(to, x, ox, &sums[MY - 1]);
                    to += ox;
                }
            }
        }
        use = use == (STAGES - 1) * BATCH * PITCH ? 0 : use + BATCH * PITCH;
    }
}
