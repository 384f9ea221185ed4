// Filters along y whose taps are constants in unrolled code. Columns lie in local memory as rows do, so that a work-item reads
// vectors of its column: one for RUN results times as many taps as the vector has values.
#include "fold.cl"
// Elements of a vector.
#ifndef WIDTH
#define WIDTH 4
#endif
// Results of a work-item at once.
#ifndef RUN
#define RUN 8
#endif
// Work-items along y.
#ifndef ITEMS
#define ITEMS 8
#endif
// Runs of a work-item.
#ifndef REPEAT
#define REPEAT 2
#endif
#ifndef MY
#define MY 3
#endif
#ifndef TAPS
#define TAPS 1, 2, 1
#endif
// 1 if sums are added to what the result has.
#ifndef ADDS
#define ADDS 0
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define VECTOR JOIN(REAL, WIDTH)
// A called function would keep its arrays in memory.
#define INLINE __attribute__((always_inline))
#define ACROSS 32
#define SPAN (ITEMS * RUN * REPEAT)
// Vectors of a run and of a column; those of a column are odd, so that neighbouring columns begin in different banks.
#define LOADS ((RUN + MY - 1 + WIDTH - 1) / WIDTH)
#define HELD ((SPAN - RUN) / WIDTH + LOADS | 1)

constant REAL w[] = {TAPS};

// A run of results of one column, of which the first tap reads the first value.
INLINE void filter_run(REAL *sums, local const VECTOR *from) {
#pragma unroll
    for (int i = 0; i < LOADS; i++) {
        REAL v[WIDTH];
        JOIN(vstore, WIDTH)(from[i], 0, v);
#pragma unroll
        for (int j = 0; j < WIDTH; j++) {
#pragma unroll
            for (int r = 0; r < RUN; r++) {
                const int tap = i * WIDTH + j - r;
                if (tap >= 0 && tap < MY) {
                    sums[r] = fma(w[tap], v[j], sums[r]);
                }
            }
        }
    }
}

// n, o: the rows of image and result; nx: columns of both; the first tap lies s before or after the result.
kernel __attribute__((reqd_work_group_size(ACROSS, ITEMS, 1))) void turned_columns(
        global const REAL *restrict in, global REAL *restrict out, int n, int o, int nx, int s, REAL outside) {
    local VECTOR staged[ACROSS * HELD];
    int item = get_local_id(1);
    int x = get_global_id(0);
    int first = get_group_id(1) * SPAN;
    int start = first + s;
    global const REAL *from = in + (size_t)get_global_id(2) * n * nx + min(x, nx - 1);
    local VECTOR *mine = staged + get_local_id(0) * HELD;
    if (start >= 0 && start + HELD * WIDTH <= n) {
        from += (size_t)start * nx;
#pragma unroll 4
        for (int i = item; i < HELD; i += ITEMS) {
            REAL v[WIDTH];
#pragma unroll
            for (int j = 0; j < WIDTH; j++) {
                v[j] = from[(size_t)(i * WIDTH + j) * nx];
            }
            mine[i] = JOIN(vload, WIDTH)(0, v);
        }
    } else {
        for (int i = item; i < HELD * WIDTH; i += ITEMS) {
            int at = fold(start + i, n);
            ((local REAL *)mine)[i] = IS_OUTSIDE(at) ? outside : from[(size_t)at * nx];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int k = item; k < ITEMS * REPEAT && first + k * RUN < o; k += ITEMS) {
        int y = first + k * RUN;
        global REAL *to = out + ((size_t)get_global_id(2) * o + y) * nx + x;
        REAL sums[RUN];
#pragma unroll
        for (int r = 0; r < RUN; r++) {
            sums[r] = ADDS && x < nx && y + r < o ? to[(size_t)r * nx] : 0;
        }
        filter_run(sums, mine + k * (RUN / WIDTH));
#pragma unroll
        for (int r = 0; r < RUN; r++) {
            if (x < nx && y + r < o) {
                to[(size_t)r * nx] = sums[r];
            }
        }
    }
}
