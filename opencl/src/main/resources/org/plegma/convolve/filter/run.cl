// A run of RUN results in registers. SKEWED(u) is where value u of it lies in local memory.
#ifndef REAL
#define REAL float
#endif
#ifndef RUN
#define RUN 8
#endif
#ifndef TAPS_SPACE
#define TAPS_SPACE constant
#endif
// The number of taps if they are known, else 0; then TAPS are their values, and all loops are unrolled.
#ifndef KNOWN_TAPS
#define KNOWN_TAPS 0
#endif
#ifndef SKEWED
#define SKEWED(u) (u)
#endif

#if KNOWN_TAPS > 0
constant REAL w[] = {TAPS};
#endif

// RUN results from as many staged values as it takes: value u of the item counts for result r with tap u - r.
__attribute__((always_inline)) void add_run(REAL *sums, local const REAL *mine, TAPS_SPACE const REAL *taps, int m) {
#if KNOWN_TAPS > 0
#pragma unroll
    for (int u = 0; u < KNOWN_TAPS + RUN - 1; u++) {
        REAL v = mine[SKEWED(u)];
#pragma unroll
        for (int r = 0; r < RUN; r++) {
            if (u - r >= 0 && u - r < KNOWN_TAPS) {
                sums[r] = fma(w[u - r], v, sums[r]);
            }
        }
    }
#else
    int u0 = 0;
    for (; u0 < min(RUN - 1, m + RUN - 1); u0++) {
        REAL v = mine[SKEWED(u0)];
#pragma unroll
        for (int r = 0; r < RUN; r++) {
            if (u0 - r >= 0 && u0 - r < m) {
                sums[r] = fma(taps[u0 - r], v, sums[r]);
            }
        }
    }
    for (; u0 + RUN <= m; u0 += RUN) {
        REAL w[2 * RUN - 1];
#pragma unroll
        for (int j = 0; j < 2 * RUN - 1; j++) {
            w[j] = taps[u0 + j - RUN + 1];
        }
#pragma unroll
        for (int u = 0; u < RUN; u++) {
            REAL v = mine[SKEWED(u0 + u)];
#pragma unroll
            for (int r = 0; r < RUN; r++) {
                sums[r] = fma(w[u - r + RUN - 1], v, sums[r]);
            }
        }
    }
    for (int u = u0; u < m + RUN - 1; u++) {
        REAL v = mine[SKEWED(u)];
#pragma unroll
        for (int r = 0; r < RUN; r++) {
            if (u - r < m) {
                sums[r] = fma(taps[u - r], v, sums[r]);
            }
        }
    }
#endif
}
