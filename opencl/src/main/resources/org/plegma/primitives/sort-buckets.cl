// The end of a sort of keys alone, by a group for each bucket. After warps.cl, where a sum is an int, sort-keys.cl and networks.cl.
//
// A key is counted by its bin with one atomic addition, which tells its place there, and stays in a register until the bins have places.
#define OWN ((ROOM + GROUP - 1) / GROUP)
#define BIN_WORDS (BINS / 2)
#define OWN_WORDS (BIN_WORDS / GROUP)
// More keys of a bin are too many.
#ifndef CROWD
#define CROWD 64
#endif

uint bin_of(BITS lower, int shift) { return (uint)(lower >> shift); }

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void sort_buckets(global KEY* given_keys, int below, global int* lowestFirst, global const int* ends) {
    // Two bins in a word.
    local uint bins[BIN_WORDS];
    local BITS staged[ROOM + 16] __attribute__((aligned(32)));
    local int sums[WARPS];
    local uint mosts[WARPS];
    local int begin;
    local int length;
    const uint id = get_local_id(0);
    if (id == 0) {
        const uint bucket = get_group_id(0);
        begin = bucket == 0 ? 0 : ends[bucket - 1];
        length = *lowestFirst != 0 ? 0 : ends[bucket] - begin;
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
        }
    }
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
            staged[first + (ranks[k / 4] >> k % 4 * 8 & 0xff)] = own[k];
        }
    }
    if (id < 16) {
        staged[many + id] = ~(BITS)0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Bins are in order, the keys of one are not.
    sort_runs(staged, many, most);
    for (uint i = id; i < many; i += GROUP) {
        keys[i] = as_given(staged[i]);
    }
}
