#ifndef REAL
#define REAL float
#endif

// The largest |a - b| of each work-item's share of `count` elements from `first` on, infinity where it is no number. A share is
// made of blocks of `chunk` elements: 1 lets the reads of GPUs coalesce, a whole share suits CPUs.
kernel void largest_change(
        global const REAL *a, global const REAL *b, global REAL *parts, const long first, const long count,
        const long chunk) {
    a += first;
    b += first;
    const long stride = (long)get_global_size(0)*chunk;
    REAL largest = 0;
    for (long start = (long)get_global_id(0)*chunk; start < count; start += stride) {
        const long end = start < count - chunk ? start + chunk : count;
        for (long i = start; i < end; i++) {
            const REAL change = fabs(a[i] - b[i]);
            largest = isnan(change) ? (REAL)INFINITY : fmax(largest, change);
        }
    }
    parts[get_global_id(0)] = largest;
}

// Random values by `kind`: 0 from -1 to 1, 1 zeros and ones, 2 from 0.25 to 0.5. Each work-item fills every so many cells.
kernel void fill_noise(global REAL *out, const long count, const uint seed, const int kind) {
    for (long i = get_global_id(0); i < count; i += get_global_size(0)) {
        uint h = (uint)i*0x9e3779b9u ^ seed;
        h = (h ^ h >> 16)*0x7feb352du;
        h = (h ^ h >> 15)*0x846ca68bu;
        h ^= h >> 16;
        const REAL part = (REAL)(h >> 8)*(REAL)0x1p-24f;
        out[i] = kind == 1 ? (REAL)(h & 1) : kind == 0 ? 2*part - 1 : (1 + part)/4;
    }
}
