#ifndef REAL
#define REAL float
#endif

// The largest |a - b| of each work-item's share, infinity where it is no number. A share is made of blocks of `chunk`
// elements: 1 lets the reads of GPUs coalesce, a whole share suits CPUs.
kernel void largest_change(
        global const REAL *a, global const REAL *b, global REAL *parts, const long count, const long chunk) {
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
