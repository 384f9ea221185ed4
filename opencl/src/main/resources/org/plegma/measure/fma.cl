// Arithmetic rate in the manner of clpeak: independent chains of multiply-adds that stay in registers.
//
// SCALAR   float, double or int
// WIDTH    vector width of REAL
// REAL     SCALAR or a vector of it
// CHAINS   independent chains of a work-item; latency times throughput of the device's unit, or more
// MAD      the operation
#ifndef SCALAR
#define SCALAR float
#endif
#ifndef REAL
#define REAL SCALAR
#endif
#ifndef CHAINS
#define CHAINS 8
#endif
#ifndef MAD
#define MAD(x, a, b) fma(x, a, b)
#endif

#define UNROLL 16

// With a = b = 1 every step adds one, exactly: the result counts the steps. The compiler cannot know a and b.
kernel void fma_chains(global REAL *restrict out, SCALAR a, SCALAR b, int rounds) {
    REAL x[CHAINS];
    const REAL va = (REAL)(a);
    const REAL vb = (REAL)(b);
#pragma unroll
    for (int k = 0; k < CHAINS; ++k) {
        x[k] = (REAL)((SCALAR)((get_global_id(0) & 15) + k));
    }
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < UNROLL; ++step) {
#pragma unroll
            for (int k = 0; k < CHAINS; ++k) {
                x[k] = MAD(x[k], va, vb);
            }
        }
    }
    REAL sum = x[0];
#pragma unroll
    for (int k = 1; k < CHAINS; ++k) {
        sum += x[k];
    }
    out[get_global_id(0)] = sum;
}
