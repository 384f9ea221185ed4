// Separable filters of a plane in one launch: a group goes down a strip of the image. For each batch of rows it filters along
// x, work-items having runs of results in registers, and then along y, where each has a column and keeps the sums of the MY - 1
// results that it has begun. What comes in and what lies between goes through local memory.
#include "fold.cl"
#ifndef MY
#define MY 3
#endif
// Results of a work-item in a row.
#ifndef RUN
#define RUN 8
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
// MY taps of the column and behind them MX of the row.
#ifndef TAPS
#define TAPS 1, 2, 1, 1, 2, 1
#endif
// 1 if the results are added to what is there, for rows alone.
#ifndef ADDS
#define ADDS 0
#endif
#define ACROSS ITEMS
// Each work-item has one run of it.
#define BATCH RUN
// Rows along y that are unrolled.
#define UNROLL 4
#include "staging.cl"
#define PITCH_BETWEEN PITCHED(ACROSS)
#define LOADS ((BEFORE + RUN + MX - 1 + WIDTH - 1) / WIDTH)

constant REAL w[] = {TAPS};

// A run of results along x.
INLINE void filter_row(local const REAL *from, local REAL *to) {
    REAL sums[RUN];
#pragma unroll
    for (int r = 0; r < RUN; r++) {
        sums[r] = 0;
    }
#pragma unroll
    for (int i = 0; i < LOADS; i++) {
        REAL v[WIDTH];
        JOIN(vstore, WIDTH)(((local const VECTOR *)from)[i], 0, v);
#pragma unroll
        for (int j = 0; j < WIDTH; j++) {
#pragma unroll
            for (int r = 0; r < RUN; r++) {
                const int tap = i * WIDTH + j - BEFORE - r;
                if (tap >= 0 && tap < MX) {
                    sums[r] = fma(w[MY + tap], v[j], sums[r]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < RUN / WIDTH; i++) {
        ((local VECTOR *)to)[i] = JOIN(vload, WIDTH)(i, sums);
    }
}

// One row on along y: sums[k] becomes what the result that is MY - 1 - k rows from complete has so far.
INLINE void add_row(REAL *sums, REAL v) {
#pragma unroll
    for (int k = MY - 1; k >= 0; k--) {
        sums[k] = fma(w[k], v, k == 0 ? 0 : sums[k - 1]);
    }
}

// n, o: the sizes of image and result; s: the place of the first tap; planes of cells lie behind each other; strip: rows of
// the result for a group.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void sweep_separable(
        global const REAL *restrict in, global REAL *restrict out, long in_plane, long out_plane, int ny, int nx, int oy,
        int ox, int sy, int sx, int strip, REAL outside) {
    local REAL staged[BATCH * PITCH] __attribute__((aligned(16)));
    local REAL between[BATCH * PITCH_BETWEEN] __attribute__((aligned(16)));
    int item = get_local_id(0);
    int left = get_group_id(0) * ACROSS;
    int x = left + item;
    bool whole = left + ACROSS <= ox;
    int y = get_group_id(1) * strip;
    int rows = min(strip, oy - y) + MY - 1;
    Image image = {in + get_global_id(2) * in_plane, ny, nx, outside};
    global REAL *to = out + get_global_id(2) * out_plane + (long)y * ox + x;
    left += sx - BEFORE;
    int top = y + sy;
    int line = item % BATCH;
    int run = item / BATCH * RUN;
    REAL sums[MY];
#pragma unroll
    for (int k = 0; k < MY; k++) {
        sums[k] = 0;
    }
    stage(staged, image, top, left);
    CLOSE_BATCH();
    for (int t0 = 0; t0 < rows; t0 += BATCH) {
        AWAIT_BATCH(0);
        barrier(CLK_LOCAL_MEM_FENCE);
#if ADDS
        // Read before they are needed.
        REAL results[BATCH];
#pragma unroll
        for (int r = 0; r < BATCH; r++) {
            results[r] = x < ox && t0 + r < rows ? to[(size_t)r * ox] : 0;
        }
#endif
        filter_row(staged + line * PITCH + run, between + line * PITCH_BETWEEN + run);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t0 + BATCH < rows) {
            stage(staged, image, top + t0 + BATCH, left);
        }
        CLOSE_BATCH();
        local const REAL *v = between + item;
#if ADDS
#pragma unroll
        for (int r = 0; r < BATCH; r++) {
            if (x < ox && t0 + r < rows) {
                *to = fma(w[0], v[r * PITCH_BETWEEN], results[r]);
            }
            to += ox;
        }
#else
        if (t0 >= MY - 1 && t0 + BATCH <= rows && whole) {
            // The common case, without questions.
#pragma unroll UNROLL
            for (int r = 0; r < BATCH; r++) {
                add_row(sums, v[r * PITCH_BETWEEN]);
                *to = sums[MY - 1];
                to += ox;
            }
        } else {
            for (int r = 0; r < BATCH; r++) {
                add_row(sums, v[r * PITCH_BETWEEN]);
                int t = t0 + r;
                if (t >= MY - 1 && t < rows) {
                    if (x < ox) {
                        *to = sums[MY - 1];
                    }
                    to += ox;
                }
            }
        }
#endif
    }
}
