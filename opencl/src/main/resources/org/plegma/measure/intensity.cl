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

// The elements of one work-item: a block on a processor (BLOCKS is 1), whose caches hold neighbours, and every
// get_global_size(0)-th on a GPU, where neighbours are read by neighbours.
#ifndef BLOCKS
#define BLOCKS 0
#endif
#if BLOCKS
#define BLOCK(length) (((length) + get_global_size(0) - 1) / get_global_size(0))
#define FIRST(length) (get_global_id(0) * BLOCK(length))
#define END(length) min((ulong)(FIRST(length) + BLOCK(length)), length)
#define STEP 1
#else
#define FIRST(length) get_global_id(0)
#define END(length) length
#define STEP get_global_size(0)
#endif

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
