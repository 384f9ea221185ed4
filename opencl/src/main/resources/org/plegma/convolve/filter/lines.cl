// Filters along the last axis. A group has SPAN results of one row; it copies what they need to local memory, from where
// each work-item reads a run of values once for each block of taps. Every run has one more element than it needs, so that
// the work-items read from different banks.
#include "fold.cl"
#ifndef ITEMS
#define ITEMS 64
#endif
// Taps that are worked on at once.
#ifndef CHUNK
#define CHUNK 512
#endif
#define SPAN (ITEMS * RUN)
#define SKEWED(i) ((i) + (i) / RUN)
#include "run.cl"
#if KNOWN_TAPS > 0
#define STAGED (SPAN + KNOWN_TAPS - 1)
#else
#define STAGED (SPAN + CHUNK - 1)
#endif

// n, o: the lengths of the rows of image and result; m taps, the first of which lies s before or after the result.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void lines(
        global const REAL *restrict in, global REAL *restrict out, TAPS_SPACE const REAL *restrict taps, int n, int o,
        int m, int s, REAL outside) {
    local REAL staged[SKEWED(STAGED) + 1];
    int item = get_local_id(0);
    int first = get_group_id(0) * SPAN;
    global const REAL *row = in + (size_t)get_global_id(1) * n;
    REAL sums[RUN];
#pragma unroll
    for (int r = 0; r < RUN; r++) {
        sums[r] = 0;
    }
    for (int j = 0; j < m; j += CHUNK) {
        int now = min(CHUNK, m - j);
        int start = first + s + j;
        int needed = min(SPAN, o - first) + now - 1;
        if (j > 0) {
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (start >= 0 && start + needed <= n) {
            for (int i = item; i < needed; i += ITEMS) {
                staged[SKEWED(i)] = row[start + i];
            }
        } else {
            for (int i = item; i < needed; i += ITEMS) {
                int at = fold(start + i, n);
                staged[SKEWED(i)] = IS_OUTSIDE(at) ? outside : row[at];
            }
        }
        // Beyond the end of the result: no matter what, but something.
        for (int i = needed + item; i < SPAN + now - 1; i += ITEMS) {
            staged[SKEWED(i)] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        add_run(sums, staged + item * (RUN + 1), taps + j, now);
    }
    // Through local memory again, as neighbouring items shall write neighbouring cells.
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < RUN; r++) {
        staged[item * (RUN + 1) + r] = sums[r];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    global REAL *to = out + (size_t)get_global_id(1) * o + first;
    for (int i = item; i < min(SPAN, o - first); i += ITEMS) {
        to[i] = staged[SKEWED(i)];
    }
}
