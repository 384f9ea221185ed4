// Histograms by groups, whose counts are in local memory if they fit there. After bins.cl. Where the bins are too many, neighbouring
// groups read the same keys, and each counts those of its part of the bins.
#ifndef GROUP
#define GROUP 256
#endif
#ifndef LOCAL_BINS
#define LOCAL_BINS 256
#endif
#define AT_ONCE 8

// A work-item counts equal keys in a row itself: all of a group would wait for one bin.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void count_keys(
    global const KEY* keys, long n, int bins, int parts, KEY low, KEY high, KEY scale, global int* histogram
) {
#if LOCAL_BINS > 0
    local int count[LOCAL_BINS];
    const int begin = get_group_id(0) % parts * LOCAL_BINS;
    const int own = min(LOCAL_BINS, bins - begin);
    for (int b = get_local_id(0); b < own; b += GROUP) {
        count[b] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    global int* const count = histogram;
    const int begin = 0;
    const int own = bins;
#endif
    const long stride = (long)(get_num_groups(0) / parts) * GROUP;
    int last = -1;
    int times = 0;
    for (long first = (long)(get_group_id(0) / parts) * GROUP + get_local_id(0); first < n; first += stride * AT_ONCE) {
        KEY key[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const long i = first + k * stride;
            if (i < n) {
                key[k] = keys[i];
            }
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            if (first + k * stride < n) {
                const int bin = bin_of(key[k], bins, low, high, scale) - begin;
                if (bin != last) {
                    if (last >= 0 && last < own) {
                        atomic_add(&count[last], times);
                    }
                    last = bin;
                    times = 0;
                }
                times++;
            }
        }
    }
    if (last >= 0 && last < own && times > 0) {
        atomic_add(&count[last], times);
    }
#if LOCAL_BINS > 0
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = get_local_id(0); b < own; b += GROUP) {
        if (count[b] != 0) {
            atomic_add(&histogram[begin + b], count[b]);
        }
    }
#endif
}
