// Filters of a plane of moderate size, without local memory: a work-item goes down a strip of COLUMNS columns and keeps, for
// each row of the filter but the last, the sums of the results that it has begun. Reading one row of the image, it adds to
// all of them, and one more is complete. Neighbours read what they share through the cache.
#include "fold.cl"
#ifndef MY
#define MY 3
#endif
#ifndef MX
#define MX 3
#endif
// Elements of a vector in memory.
#ifndef WIDTH
#define WIDTH 4
#endif
#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef ITEMS
#define ITEMS 128
#endif
// 1 if a row is loaded while the one before is worked on.
#ifndef AHEAD
#define AHEAD 1
#endif
// 1 if rows of the image are whole vectors; what the first tap reads then lies BEFORE elements after the start of one.
#ifndef ALIGNED
#define ALIGNED 0
#endif
#ifndef BEFORE
#define BEFORE 0
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
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define VECTOR JOIN(REAL, WIDTH)
#define LOADS ((BEFORE + COLUMNS + MX - 1 + WIDTH - 1) / WIDTH)
#if ALIGNED
#define LOAD(p) (*(global const VECTOR *)(p))
#else
#define LOAD(p) JOIN(vload, WIDTH)(0, p)
#endif
#if ALIGNED_RESULT
#define STORE(v, p) (*(global VECTOR *)(p) = (v))
#else
#define STORE(v, p) JOIN(vstore, WIDTH)(v, 0, p)
#endif

// A called function would keep its arrays in memory.
#define INLINE __attribute__((always_inline))

typedef union {
    VECTOR vector[LOADS];
    REAL at[LOADS * WIDTH];
} Window;

typedef union {
    VECTOR vector[COLUMNS / WIDTH];
    REAL at[COLUMNS];
} Cells;

INLINE void load_inside(Window *v, global const REAL *from) {
#pragma unroll
    for (int i = 0; i < LOADS; i++) {
        v->vector[i] = LOAD(from + i * WIDTH);
    }
}

// The row y of the image from column x on, wherever it lies.
INLINE void load_anywhere(Window *v, global const REAL *in, int y, int x, int ny, int nx, REAL outside) {
    int row = fold(y, ny);
    global const REAL *from = in + (size_t)(IS_OUTSIDE(row) ? 0 : row) * nx;
#pragma unroll
    for (int i = 0; i < LOADS * WIDTH; i++) {
        int column = fold(x + i, nx);
        v->at[i] = IS_OUTSIDE(row) || IS_OUTSIDE(column) ? outside : from[column];
    }
}

constant REAL w[] = {TAPS};

// sums[k] becomes what the result that is MY - 1 - k rows from complete has so far.
INLINE void add_row(Cells *sums, const Window *v) {
#if SEPARABLE
    Cells sum;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        sum.at[c] = 0;
#pragma unroll
        for (int j = 0; j < MX; j++) {
            sum.at[c] = fma(w[MY + j], v->at[BEFORE + c + j], sum.at[c]);
        }
    }
#pragma unroll
    for (int k = MY - 1; k >= 0; k--) {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            sums[k].at[c] = fma(w[k], sum.at[c], k == 0 ? 0 : sums[k - 1].at[c]);
        }
    }
#else
#pragma unroll
    for (int k = MY - 1; k >= 0; k--) {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            REAL sum = k == 0 ? 0 : sums[k - 1].at[c];
#pragma unroll
            for (int j = 0; j < MX; j++) {
                sum = fma(w[k * MX + j], v->at[BEFORE + c + j], sum);
            }
            sums[k].at[c] = sum;
        }
    }
#endif
}

// The sizes of image (n) and result (o) and the place of the first tap (s), along y and x; rows of a strip; several
// planes lie behind each other.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void stream(
        global const REAL *restrict in, global REAL *restrict out, int ny, int nx, int oy, int ox, int sy, int sx,
        int strip, REAL outside) {
    int x = get_global_id(0) * COLUMNS;
    int y0 = get_global_id(1) * strip;
    int rows = min(strip, oy - y0) + MY - 1;
    // The same for the whole group.
    int first = get_group_id(0) * ITEMS * COLUMNS + sx - BEFORE;
    bool inside = first >= 0 && first + (ITEMS - 1) * COLUMNS + LOADS * WIDTH <= nx && y0 + sy >= 0
            && y0 + sy + rows <= ny;
    global const REAL *image = in + (size_t)get_global_id(2) * ny * nx;
    global const REAL *from = image + ((long)(y0 + sy) * nx + x + sx - BEFORE);
    global REAL *to = out + ((size_t)get_global_id(2) * oy + y0) * ox + x;
    if (x >= ox) {
        return;
    }
    Cells sums[MY];
#pragma unroll
    for (int k = 0; k < MY; k++) {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            sums[k].at[c] = 0;
        }
    }
    Window v;
#if AHEAD
    Window next;
    if (inside) {
        load_inside(&next, from);
    }
#endif
    for (int t = 0; t < rows; t++) {
        if (!inside) {
            load_anywhere(&v, image, y0 + t + sy, x + sx - BEFORE, ny, nx, outside);
        } else {
#if AHEAD
            v = next;
            from += t + 1 < rows ? nx : 0;
            load_inside(&next, from);
#else
#ifdef PREFETCH
            // The row that is needed some rounds later comes into the second cache meanwhile.
            asm volatile("prefetch.global.L2 [%0];" ::"l"(from + (size_t)min(PREFETCH, rows - 1 - t) * nx));
#endif
            load_inside(&v, from);
            from += nx;
#endif
        }
        add_row(sums, &v);
        if (t >= MY - 1) {
            if (x + COLUMNS <= ox) {
#pragma unroll
                for (int i = 0; i < COLUMNS / WIDTH; i++) {
                    STORE(sums[MY - 1].vector[i], to + i * WIDTH);
                }
            } else {
#pragma unroll
                for (int c = 0; c < COLUMNS; c++) {
                    if (x + c < ox) {
                        to[c] = sums[MY - 1].at[c];
                    }
                }
            }
            to += ox;
        }
    }
}
