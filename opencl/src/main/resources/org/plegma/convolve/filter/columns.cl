// Filters along y, through local memory as those along x: a group has SPAN rows of ACROSS columns, and copies what they need for
// PART taps at once.
#include "fold.cl"
#ifndef ITEMS
#define ITEMS 4
#endif
#ifndef PART
#define PART 64
#endif
#define ACROSS 32
#define SPAN (ITEMS * RUN)
#define STAGED (SPAN + PART - 1)
#define SKEWED(u) ((u) * ACROSS)
#include "run.cl"

#if KNOWN_TAPS > 0
#define ALL_TAPS KNOWN_TAPS
#else
#define ALL_TAPS m
#endif

// n, o: the rows of image and result; nx: columns of both; m taps, the first of which lies s before or after the result.
kernel __attribute__((reqd_work_group_size(ACROSS, ITEMS, 1))) void columns(
        global const REAL *restrict in, global REAL *restrict out, TAPS_SPACE const REAL *restrict taps, int n, int o,
        int nx, int m, int s, REAL outside) {
    local REAL staged[STAGED * ACROSS];
    int lane = get_local_id(0);
    int item = get_local_id(1);
    int x = get_global_id(0);
    int first = get_group_id(1) * SPAN;
    global const REAL *from = in + (size_t)get_global_id(2) * n * nx + min(x, nx - 1);
    REAL sums[RUN];
#pragma unroll
    for (int r = 0; r < RUN; r++) {
        sums[r] = 0;
    }
    for (int j = 0; j < ALL_TAPS; j += PART) {
        int now = min(PART, ALL_TAPS - j);
        int start = first + s + j;
        int needed = min(SPAN, o - first) + now - 1;
        if (j > 0) {
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (start >= 0 && start + needed <= n) {
            for (int i = item; i < needed; i += ITEMS) {
                staged[i * ACROSS + lane] = from[(size_t)(start + i) * nx];
            }
        } else {
            for (int i = item; i < needed; i += ITEMS) {
                int at = fold(start + i, n);
                staged[i * ACROSS + lane] = IS_OUTSIDE(at) ? outside : from[(size_t)at * nx];
            }
        }
        // Beyond the end of the result: no matter what, but something.
        for (int i = needed + item; i < SPAN + now - 1; i += ITEMS) {
            staged[i * ACROSS + lane] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        add_run(sums, staged + item * RUN * ACROSS + lane, taps + j, now);
    }
    global REAL *to = out + ((size_t)get_global_id(2) * o + first + item * RUN) * nx + x;
#pragma unroll
    for (int r = 0; r < RUN; r++) {
        if (x < nx && first + item * RUN + r < o) {
            to[(size_t)r * nx] = sums[r];
        }
    }
}
