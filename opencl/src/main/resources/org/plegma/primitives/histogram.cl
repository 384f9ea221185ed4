// Histograms by groups, whose counts are in local memory if they fit there. After bins.cl.
#ifndef GROUP
#define GROUP 256
#endif
#ifndef LOCAL_BINS
#define LOCAL_BINS 256
#endif
#if LOCAL_BINS > 0
#define MEMORY local
#else
#define MEMORY global
#endif
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define KEY4 JOIN(KEY, 4)
#define AT_ONCE 4

typedef struct {
    int bin;
    int times;
} Row;

// Counts a key in a bin. In local memory one is added for each key: NVIDIA adds up the ones of a warp for a bin itself, but not other
// numbers. In global memory a work-item counts equal keys in a row first, as all would wait for one bin.
void count_key(MEMORY int* count, int bin, Row* row) {
#if LOCAL_BINS > 0
    if (bin >= 0) {
        atomic_add(&count[bin], 1);
    }
#else
    if (bin != row->bin) {
        if (row->bin >= 0) {
            atomic_add(&count[row->bin], row->times);
        }
        row->bin = bin;
        row->times = 0;
    }
    row->times++;
#endif
}

// A work-item has several vectors of four keys on their way. With TOTALS groups add up there, the last one writes the histogram, and all
// totals are 0 again, after the bins the number of groups that have ended. Else the histogram was cleared before.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void count_keys(
    global const KEY* keys, long n, int bins, KEY low, KEY high, KEY scale, global int* histogram, global int* totals
) {
#if LOCAL_BINS > 0
    local int count[LOCAL_BINS];
    for (int b = get_local_id(0); b < bins; b += GROUP) {
        count[b] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    global int* const count = histogram;
#endif
    global const KEY4* const fours = (global const KEY4*)keys;
    const long whole = n / 4;
    const long stride = get_global_size(0);
    const long id = get_global_id(0);
    Row row = {-1, 0};
    for (long first = id; first < whole; first += stride * AT_ONCE) {
        KEY4 key[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const long i = first + k * stride;
            if (i < whole) {
                key[k] = fours[i];
            }
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            if (first + k * stride < whole) {
                count_key(count, bin_of(key[k].x, bins, low, high, scale), &row);
                count_key(count, bin_of(key[k].y, bins, low, high, scale), &row);
                count_key(count, bin_of(key[k].z, bins, low, high, scale), &row);
                count_key(count, bin_of(key[k].w, bins, low, high, scale), &row);
            }
        }
    }
    if (id < n % 4) {
        count_key(count, bin_of(keys[4 * whole + id], bins, low, high, scale), &row);
    }
#if LOCAL_BINS > 0
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef TOTALS
    local int last;
    if (get_local_id(0) == 0) {
        last = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Who has the answers knows that the sums are in memory.
    int answer = 0;
    for (int b = get_local_id(0); b < bins; b += GROUP) {
        if (count[b] != 0) {
            answer |= atomic_add(&totals[b], count[b]);
        }
    }
    atomic_and(&last, answer);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        last = atomic_inc(&totals[bins]) == (int)get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (last != 0) {
        for (int b = get_local_id(0); b < bins; b += GROUP) {
            histogram[b] = atomic_xchg(&totals[b], 0);
        }
        if (get_local_id(0) == 0) {
            totals[bins] = 0;
        }
    }
#else
    for (int b = get_local_id(0); b < bins; b += GROUP) {
        if (count[b] != 0) {
            atomic_add(&histogram[b], count[b]);
        }
    }
#endif
#else
    if (row.bin >= 0) {
        atomic_add(&histogram[row.bin], row.times);
    }
#endif
}
