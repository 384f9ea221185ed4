// The end of a sort by buckets, a group for each. After warps.cl, where a sum is an int, sort-keys.cl and networks.cl.
//
// With VALUES keys of a bucket are in order of their places, and borders are where buckets begin, else where they end.
// A key is counted by its bin with one atomic addition, which tells its place there, and stays in a register until the bins have places.
#define OWN ((ROOM + GROUP - 1) / GROUP)
#define BIN_WORDS (BINS / 2)
#define OWN_WORDS (BIN_WORDS / GROUP)
// More keys of a bin are too many.
#ifndef CROWD
#define CROWD 64
#endif

// Without VALUES any array does.
#ifndef VALUE
#define VALUE KEY
#endif

uint bin_of(BITS lower, int shift) { return (uint)(lower >> shift); }

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void sort_buckets(
    global KEY* given_keys, int below, global int* lowestFirst, global const int* borders, global VALUE* values
) {
    // Two bins in a word.
    local uint bins[BIN_WORDS];
    local BITS staged[ROOM + 16] __attribute__((aligned(32)));
#ifdef VALUES
    local VALUE beside[ROOM];
#endif
    local int sums[WARPS];
    local uint mosts[WARPS];
    local int begin;
    local int length;
    const uint id = get_local_id(0);
    if (id == 0) {
        const uint bucket = get_group_id(0);
#ifdef VALUES
        begin = borders[bucket];
        length = *lowestFirst != 0 ? 0 : borders[bucket + 1] - begin;
#else
        begin = bucket == 0 ? 0 : borders[bucket - 1];
        length = *lowestFirst != 0 ? 0 : borders[bucket] - begin;
#endif
    }
    for (uint i = id; i < BIN_WORDS; i += GROUP) {
        bins[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    global BITS* const keys = (global BITS*)given_keys + begin;
    const uint many = length;
    if (many == 0) {
        return;
    }
    const BITS lower = ((BITS)1 << below) - 1;
    const int shift = max(0, below - (int)(31 - clz((uint)BINS)));
    BITS own[OWN];
#pragma unroll
    for (uint k = 0; k < OWN; k++) {
        const uint i = id + k * GROUP;
        if (i < many) {
            own[k] = ordered(keys[i]);
#ifdef VALUES
            beside[i] = values[begin + i];
#endif
        }
    }
#ifdef VALUES
    // A word has what is left of a key and behind it the place of its value, so that equal keys stay in order.
    const int place_bits = 32 - clz((many - 1) | 1);
    if (below + place_bits > 8 * KEY_BYTES) {
        if (id == 0) {
            *lowestFirst = 1;
        }
        return;
    }
#endif
    // How many keys of its bin came before a key, four in a word.
    uint ranks[(OWN + 3) / 4];
#pragma unroll
    for (uint k = 0; k < OWN; k++) {
        uint rank = 0;
        if (id + k * GROUP < many) {
            const uint bin = bin_of(own[k] & lower, shift);
            const uint half_word = bin % 2 * 16;
            rank = atomic_add(&bins[bin / 2], 1u << half_word) >> half_word & 0xff;
        }
        ranks[k / 4] = k % 4 == 0 ? rank : ranks[k / 4] | rank << k % 4 * 8;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint words[OWN_WORDS];
    uint sum = 0;
    uint largest = 0;
#pragma unroll
    for (uint i = 0; i < OWN_WORDS; i++) {
        words[i] = bins[id * OWN_WORDS + i];
        largest = max(largest, max(words[i] & 0xffff, words[i] >> 16));
        sum += (words[i] & 0xffff) + (words[i] >> 16);
    }
    const uint upto = (uint)inclusive_in_warp((int)sum);
    const uint most_of_warp = most_word(largest);
    if (LANE == 31) {
        sums[WARP] = (int)upto;
        mosts[WARP] = most_of_warp;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint next = upto - sum;
    uint most = 0;
#pragma unroll
    for (uint w = 0; w < WARPS; w++) {
        next += w < WARP ? (uint)sums[w] : 0;
        most = max(most, mosts[w]);
    }
    if (most > CROWD) {
        if (id == 0) {
            *lowestFirst = 1;
        }
        return;
    }
#pragma unroll
    for (uint i = 0; i < OWN_WORDS; i++) {
        bins[id * OWN_WORDS + i] = next | (next + (words[i] & 0xffff)) << 16;
        next += (words[i] & 0xffff) + (words[i] >> 16);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < OWN; k++) {
        if (id + k * GROUP < many) {
            const uint bin = bin_of(own[k] & lower, shift);
            const uint first = bins[bin / 2] >> bin % 2 * 16 & 0xffff;
            const uint at = first + (ranks[k / 4] >> k % 4 * 8 & 0xff);
#ifdef VALUES
            staged[at] = (own[k] & lower) << place_bits | (id + k * GROUP);
#else
            staged[at] = own[k];
#endif
        }
    }
    if (id < 16) {
        staged[many + id] = ~(BITS)0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Bins are in order, the keys of one are not.
    sort_runs(staged, many, most);
    for (uint i = id; i < many; i += GROUP) {
#ifdef VALUES
        const BITS word = staged[i];
        keys[i] = as_given((BITS)get_group_id(0) << below | word >> place_bits);
        values[begin + i] = beside[(uint)word & ((1u << place_bits) - 1)];
#else
        keys[i] = as_given(staged[i]);
#endif
    }
}
