// Operational-intensity sweep in the manner of mixbench: each element is read, run through FMAS multiply-adds, written.
//
// REAL      type of one access
// ELEMENTS  accesses of a work-item, a work-group apart; their chains are independent
// FMAS      multiply-adds an element
#ifndef REAL
#define REAL float4
#endif
#ifndef ELEMENTS
#define ELEMENTS 4
#endif
#ifndef FMAS
#define FMAS 8
#endif

#include "shares.cl"

// With a = b = 1 the result is the input plus FMAS, to FMAS roundings.
kernel void intensity(global const REAL *restrict in, global REAL *restrict out, float a, float b) {
    const size_t first = get_group_id(0) * get_local_size(0) * ELEMENTS + get_local_id(0);
    const size_t stride = get_local_size(0);
    const REAL va = (REAL)(a);
    const REAL vb = (REAL)(b);
    REAL x[ELEMENTS];
#pragma unroll
    for (int k = 0; k < ELEMENTS; ++k) {
        x[k] = in[first + k * stride];
    }
#pragma unroll 32
    for (int step = 0; step < FMAS; ++step) {
#pragma unroll
        for (int k = 0; k < ELEMENTS; ++k) {
            x[k] = fma(x[k], va, vb);
        }
    }
#pragma unroll
    for (int k = 0; k < ELEMENTS; ++k) {
        out[first + k * stride] = x[k];
    }
}

// The largest distance of out from in + fmas, in float's bit order so that an integer maximum can hold it.
kernel void intensity_verify(global const float *restrict in, global const float *restrict out, ulong length,
                             float fmas, global int *restrict worst) {
    float most = 0;
    const ulong end = END(length);
    for (ulong i = FIRST(length); i < end; i += STEP) {
        float error = fabs(out[i] - (in[i] + fmas));
        most = error <= most ? most : error;   // also takes NaN
    }
    atomic_max(worst, as_int(most));
}
