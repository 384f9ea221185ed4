// Histograms by groups, whose counts are in local memory if they fit there. After bins.cl.
#ifndef GROUP
#define GROUP 256
#endif
#ifndef LOCAL_BINS
#define LOCAL_BINS 256
#endif

// A work-item counts equal keys in a row itself: all of a group would wait for one bin.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void count_keys(global const KEY* keys, long n, int bins, KEY low, KEY high, KEY scale, global int* histogram) {
#if LOCAL_BINS > 0
    local int count[LOCAL_BINS];
    for (int b = get_local_id(0); b < bins; b += GROUP) {
        count[b] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    global int* const count = histogram;
#endif
    int last = -1;
    int times = 0;
    for (long first = get_global_id(0); first < n; first += (long)get_global_size(0) * 4) {
        KEY key[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const long i = first + k * (long)get_global_size(0);
            if (i < n) {
                key[k] = keys[i];
            }
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if (first + k * (long)get_global_size(0) < n) {
                const int bin = bin_of(key[k], bins, low, high, scale);
                if (bin != last) {
                    if (last >= 0) {
                        atomic_add(&count[last], times);
                    }
                    last = bin;
                    times = 0;
                }
                times++;
            }
        }
    }
    if (last >= 0) {
        atomic_add(&count[last], times);
    }
#if LOCAL_BINS > 0
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = get_local_id(0); b < bins; b += GROUP) {
        if (count[b] != 0) {
            atomic_add(&histogram[b], count[b]);
        }
    }
#endif
}
