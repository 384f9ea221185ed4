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

INLINE void load(Window *v, global const REAL *from) {
#pragma unroll
    for (int i = 0; i < LOADS; i++) {
        v->vector[i] = LOAD(from + i * WIDTH);
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

// The part of the result whose windows lie in the image with all that is loaded: columns from x0 to x1, rows from y0 to y1,
// in strips. nx, ox: columns of image and result; s: the place of the first tap; planes of cells lie behind each other.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void stream(
        global const REAL *restrict in, global REAL *restrict out, long in_plane, long out_plane, int nx, int ox, int sy,
        int sx, int x0, int x1, int y0, int y1, int strip) {
    int x = x0 + get_global_id(0) * COLUMNS;
    int y = y0 + get_global_id(1) * strip;
    int rows = min(strip, y1 - y) + MY - 1;
    if (x >= x1) {
        return;
    }
    global const REAL *from = in + get_global_id(2) * in_plane + ((long)(y + sy) * nx + x + sx - BEFORE);
    global REAL *to = out + get_global_id(2) * out_plane + ((long)y * ox + x);
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
    load(&next, from);
#endif
    for (int t = 0; t < rows; t++) {
#if AHEAD
        v = next;
        from += t + 1 < rows ? nx : 0;
        load(&next, from);
#else
#ifdef PREFETCH
        // The row that is needed some rounds later comes into the second cache meanwhile.
        asm volatile("prefetch.global.L2 [%0];" ::"l"(from + (size_t)min(PREFETCH, rows - 1 - t) * nx));
#endif
        load(&v, from);
        from += nx;
#endif
        add_row(sums, &v);
        if (t >= MY - 1) {
#pragma unroll
            for (int i = 0; i < COLUMNS / WIDTH; i++) {
                STORE(sums[MY - 1].vector[i], to + i * WIDTH);
            }
            to += ox;
        }
    }
}

// A cell of the image, wherever it lies.
REAL cell(global const REAL *image, int y, int x, int ny, int nx, REAL outside) {
    int row = fold(y, ny);
    int column = fold(x, nx);
    return IS_OUTSIDE(row) || IS_OUTSIDE(column) ? outside : image[(size_t)row * nx + column];
}

// The rest of the result, a cell for each work-item: rows above and below the part, then what is left and right of it. The
// products are added in the same order.
kernel void edges(global const REAL *restrict in, global REAL *restrict out, long in_plane, long out_plane, int ny, int nx,
                  int oy, int ox, int sy, int sx, int x0, int x1, int y0, int y1, REAL outside) {
    long i = get_global_id(0);
    long full = (long)(oy - y1 + y0) * ox;
    int y, x;
    if (i < full) {
        y = i / ox;
        x = i - (long)y * ox;
        y += y >= y0 ? y1 - y0 : 0;
    } else {
        int width = ox - x1 + x0;
        if (width == 0 || i - full >= (long)(y1 - y0) * width) {
            return;
        }
        y = (i - full) / width;
        x = i - full - (long)y * width;
        y += y0;
        x += x >= x0 ? x1 - x0 : 0;
    }
    global const REAL *image = in + get_global_id(1) * in_plane;
    REAL sum = 0;
    for (int k = 0; k < MY; k++) {
#if SEPARABLE
        REAL row = 0;
        for (int j = 0; j < MX; j++) {
            row = fma(w[MY + j], cell(image, y + sy + k, x + sx + j, ny, nx, outside), row);
        }
        sum = fma(w[k], row, sum);
#else
        for (int j = 0; j < MX; j++) {
            sum = fma(w[k * MX + j], cell(image, y + sy + k, x + sx + j, ny, nx, outside), sum);
        }
#endif
    }
    out[get_global_id(1) * out_plane + (long)y * ox + x] = sum;
}
