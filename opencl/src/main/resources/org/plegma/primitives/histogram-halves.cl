// Histograms by groups whose local memory has half a word for each bin. After bins.cl. Where the bins are too many even so, neighbouring groups
// read the same keys, and each counts those of its part of the bins.
#ifndef GROUP
#define GROUP 1024
#endif
#ifndef OWN_BINS
#define OWN_BINS 65536
#endif
#ifndef PARTS
#define PARTS 1
#endif
#define WORDS ((OWN_BINS + 1) / 2)
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define KEY4 JOIN(KEY, 4)
// Vectors of four keys that a work-item has at once. Between two barriers no bin gets 32,768.
#ifndef AT_ONCE
#define AT_ONCE 4
#endif
#define MANY 0x8000u
// Of a sample of one key a work-item, so many that are equal to the first one of their 32 make a crowd.
#ifndef CROWD
#define CROWD 16
#endif

// What a work-item has added before is there for all groups.
void groups_see() {
#ifdef __NV_CL_C_VERSION
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
    mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
}

// A bin is the lower or upper half of a word. Whoever brings it to that many adds them to the totals.
void add_half(local uint* count, int bin, global int* totals) {
    const bool is_upper = bin >= WORDS;
    local uint* const word = &count[is_upper ? bin - WORDS : bin];
    const uint one = is_upper ? 1 << 16 : 1;
    const uint many = is_upper ? MANY << 16 : MANY;
    const uint old = atomic_add(word, one);
    if (((old ^ (old + one)) & many) != 0) {
        atomic_sub(word, many);
        atomic_add(&totals[bin], (int)MANY);
    }
}

void add_four(local uint* count, bool halves, int own, int4 bin, global int* totals) {
    const int bins[] = {bin.x, bin.y, bin.z, bin.w};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if ((uint)bins[k] < (uint)own) {
            if (halves) {
                add_half(count, bins[k], totals);
            } else {
                atomic_inc(&count[bins[k]]);
            }
        }
    }
}

int4 bins_of(KEY4 key, int begin, int bins, KEY low, KEY high, KEY scale) {
    return (int4)(
        bin_of(key.x, bins, low, high, scale), bin_of(key.y, bins, low, high, scale), bin_of(key.z, bins, low, high, scale),
        bin_of(key.w, bins, low, high, scale)) - begin;
}

// Whether many keys side by side have the same bin. Halves of a word would be slow then: NVIDIA adds up ones for a word on their way, but only if
// nobody wants to know what was there. All groups look at the same keys, from all over the array.
bool are_crowded(
    global const KEY4* fours, int whole, int bins, KEY low, KEY high, KEY scale, local uint* rows, local uint* equal
) {
    const int id = get_local_id(0);
    const long row = id / 32;
    const int at = (int)(row * whole * 32 / GROUP) + id % 32;
    int bin = -1 - id;
    if (at < whole) {
        const int4 four = bins_of(fours[at], 0, bins, low, high, scale);
        bin = row % 4 == 0 ? four.x : row % 4 == 1 ? four.y : row % 4 == 2 ? four.z : four.w;
    }
    rows[id] = (uint)bin;
    if (id == 0) {
        *equal = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id % 32 != 0 && rows[id / 32 * 32] == (uint)bin) {
        atomic_inc(equal);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return *equal > CROWD * GROUP / 1024;
}

// A work-item's next keys are on their way while these are counted. If keys are crowded, two groups share them, and a bin has a whole word. Groups
// add up in totals, of which the last one makes the histogram, and all are 0 again, after the bins the number of groups that have ended.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void count_keys(
    global const KEY* keys, long n, int bins, KEY low, KEY high, KEY scale, global int* histogram, global int* totals
) {
    local uint count[WORDS > GROUP ? WORDS : GROUP];
    local uint equal;
    local int last;
    const int id = get_local_id(0);
    global const KEY4* const fours = (global const KEY4*)keys;
    const int whole = (int)(n / 4);
    const bool halves = !are_crowded(fours, whole, bins, low, high, scale, count, &equal);
    const int sharers = halves ? PARTS : 2 * PARTS;
    const int most = halves ? OWN_BINS : WORDS;
    const int begin = (int)get_group_id(0) % sharers * most;
    const int own = max(0, min(most, bins - begin));
    for (int w = id; w < WORDS; w += GROUP) {
        count[w] = 0;
    }
    const int stride = (int)get_num_groups(0) / sharers * GROUP;
    const int first = (int)get_group_id(0) / sharers * GROUP;
    KEY4 next[AT_ONCE];
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) {
        if (first + id + k * stride < whole) {
            next[k] = fours[first + id + k * stride];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int at = first; at < whole; at += stride * AT_ONCE) {
        int4 bin[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            bin[k] = at + id + k * stride < whole ? bins_of(next[k], begin, bins, low, high, scale) : -1;
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const int i = at + id + (k + AT_ONCE) * stride;
            if (i < whole) {
                next[k] = fours[i];
            }
        }
        if (halves) {
#pragma unroll
            for (int k = 0; k < AT_ONCE; k++) {
                add_four(count, true, own, bin[k], &totals[begin]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        } else {
#pragma unroll
            for (int k = 0; k < AT_ONCE; k++) {
                add_four(count, false, own, bin[k], &totals[begin]);
            }
        }
    }
    if (first + id < n % 4) {
        const int bin = bin_of(keys[4 * (long)whole + first + id], bins, low, high, scale) - begin;
        add_four(count, halves, own, (int4)(bin, -1, -1, -1), &totals[begin]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Groups begin with other bins.
    const int ahead = (int)((long)get_group_id(0) * GROUP % WORDS);
    for (int w = id; w < WORDS; w += GROUP) {
        const int word = w + ahead < WORDS ? w + ahead : w + ahead - WORDS;
        const uint lower = halves ? count[word] & 0xffff : count[word];
        const uint upper = halves ? count[word] >> 16 : 0;
        if (lower != 0) {
            atomic_add(&totals[begin + word], (int)lower);
        }
        if (upper != 0) {
            atomic_add(&totals[begin + WORDS + word], (int)upper);
        }
    }
    groups_see();
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        last = atomic_inc(&totals[bins]) == (int)get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (last == 0) {
        return;
    }
    groups_see();
    for (int b = id; b < bins; b += 8 * GROUP) {
        int total[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            if (b + k * GROUP < bins) {
                total[k] = atomic_xchg(&totals[b + k * GROUP], 0);
            }
        }
#pragma unroll
        for (int k = 0; k < 8; k++) {
            if (b + k * GROUP < bins) {
                histogram[b + k * GROUP] = total[k];
            }
        }
    }
    if (id == 0) {
        atomic_xchg(&totals[bins], 0);
    }
}
