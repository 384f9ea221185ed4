// Memory bandwidth in the manner of STREAM and BabelStream: copy, scale, add, triad.
//
// REAL      type of one access; a vector type, so that each access is 16 bytes or more
// ELEMENTS  accesses of one work-item, a work-group apart, so that a GPU's neighbours read neighbours. A work-group of
//           one item (CPU) walks a contiguous block.
// PAST_CACHES  defined if stores go past the caches; a processor reads what it stores to first otherwise, a third more traffic.
#ifndef REAL
#define REAL float4
#endif
#ifndef ELEMENTS
#define ELEMENTS 1
#endif

#include "shares.cl"

#ifdef PAST_CACHES
#define STORE(value, place) __builtin_nontemporal_store(value, &(place))
#else
#define STORE(value, place) place = value
#endif

// Exact for every type: the products are by 2 and each result rounds once.
#define SCALAR 2

#define FOR_EACH(i)                                                                                         \
    size_t i = get_group_id(0) * get_local_size(0) * ELEMENTS + get_local_id(0);                            \
    for (int element = 0; element < ELEMENTS; ++element, i += get_local_size(0))

kernel void stream_copy(global const REAL *restrict a, global const REAL *restrict b, global REAL *restrict out) {
    FOR_EACH(i) {
        STORE(a[i], out[i]);
    }
}

kernel void stream_scale(global const REAL *restrict a, global const REAL *restrict b, global REAL *restrict out) {
    FOR_EACH(i) {
        STORE(SCALAR * a[i], out[i]);
    }
}

kernel void stream_add(global const REAL *restrict a, global const REAL *restrict b, global REAL *restrict out) {
    FOR_EACH(i) {
        STORE(a[i] + b[i], out[i]);
    }
}

kernel void stream_triad(global const REAL *restrict a, global const REAL *restrict b, global REAL *restrict out) {
    FOR_EACH(i) {
        STORE(a[i] + SCALAR * b[i], out[i]);
    }
}

// Counts the elements of out that differ from fromA * a + fromB * b.
kernel void stream_verify(global const float *restrict a, global const float *restrict b,
                          global const float *restrict out, ulong length, float fromA, float fromB,
                          global int *restrict wrong) {
    int count = 0;
    const ulong end = END(length);
    for (ulong i = FIRST(length); i < end; i += STEP) {
        float expected = (fromA == 0 ? 0 : fromA * a[i]) + (fromB == 0 ? 0 : fromB * b[i]);
        count += out[i] != expected;
    }
    if (count != 0) {
        atomic_add(wrong, count);
    }
}
