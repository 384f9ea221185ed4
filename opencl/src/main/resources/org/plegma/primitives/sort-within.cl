// The end of a sort whose passes began with the two uppermost digits: keys are in order by these, and each group sorts some of them by what
// is left. After warps.cl, where a sum is an int, sort-keys.cl and networks.cl.
//
// A group has the keys from the first border at or after a place of its own, up to that of the next group. A border is where the upper bits
// of keys change. A group moves keys between its borders only, so upper bits stay where others look for borders.
// Without VALUES any array does.
#ifndef VALUE
#define VALUE KEY
#endif
// Places of groups are so far apart.
#ifndef SPAN
#define SPAN 3072
#endif
// The most keys of a group.
#ifndef ROOM
#define ROOM 6144
#endif
#ifndef BINS
#define BINS 4096
#endif
// More keys of a bin are too many.
#ifndef CROWD
#define CROWD 64
#endif
#define FOURS (BINS / GROUP / 4)
#define NO_BORDER (~(ulong)0)
#define ALL_BITS (8 * KEY_BYTES)

// What groups tell: the way that is chosen, how many groups have looked at their keys, and how often these have each digit. All but the first
// are 0 between runs.
#define LOOKED 1
#define DIGIT_COUNTS 2

// A sample, a key a work-item, tells how many keys there are on average beside a key, in its bucket of two upper digits, if these do not depend
// on each other. If a group would have too many, all digits are sorted by, the lowest first. The last group decides.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void choose(global const KEY* keys, long n, int below, global int* told) {
    local int squares[2];
    local int most;
    local int last;
    const uint id = get_local_id(0);
    const ulong many = get_global_size(0);
    if (id == 0) {
        squares[0] = 0;
        squares[1] = 0;
        most = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const BITS upper = ordered(AS_BITS(keys)[get_global_id(0) * (ulong)n / many]) >> below;
    const int lower_count = atomic_inc(&told[DIGIT_COUNTS + (uint)(upper & (DIGITS - 1))]);
    const int upper_count = atomic_inc(&told[DIGIT_COUNTS + DIGITS + (uint)(upper >> RADIX_BITS)]);
    // Who has the answers knows that the counts are in memory.
    atomic_max(&most, max(lower_count, upper_count));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        last = atomic_inc(&told[LOOKED]) == (int)get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (last == 0) {
        return;
    }
    for (uint i = id; i < 2 * DIGITS; i += GROUP) {
        const int count = atomic_xchg(&told[DIGIT_COUNTS + i], 0);
        atomic_add(&squares[i / DIGITS], count * count);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        const float share = (float)squares[0] / many / many * squares[1] / many / many;
        told[0] = share * n > 0.9f * ROOM ? 1 : 0;
        told[LOOKED] = 0;
    }
}

// The first key at or after a place whose upper bits are not those of the key before the place.
ulong border(global const BITS* keys, ulong n, ulong at, int below) {
    const bool inner = at > 0 && at < n;
    const BITS upper = inner ? ordered(keys[at - 1]) >> below : 0;
    bool lost = false;
#pragma unroll
    for (uint step = 1024; step > 0; step /= 32) {
        const ulong i = at + (LANE + 1) * step - 1;
        const uint beyond = ballot(i >= n || ordered(keys[i]) >> below != upper);
        lost = lost || beyond == 0;
        at += inner ? (popcount((beyond & -beyond) - 1) * step) : 0;
    }
    return inner && lost ? NO_BORDER : at;
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void sort_within(global KEY* given_keys, long n, int below, global int* lowestFirst, global VALUE* values) {
    local int bins[BINS] __attribute__((aligned(16)));
    local BITS staged[ROOM + 16] __attribute__((aligned(32)));
#ifdef VALUES
    local VALUE beside[ROOM];
#endif
    local int sums[WARPS];
    local uint mosts[WARPS];
    local ulong borders[2];
    local int given_up;
    const uint id = get_local_id(0);
    if (id == 0) {
        given_up = *lowestFirst;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (given_up != 0) {
        return;
    }
    global BITS* keys = (global BITS*)given_keys;
    const ulong place = min(((ulong)get_group_id(0) + WARP % 2) * SPAN, (ulong)n);
    const ulong found = border(keys, n, place, below);
    if (LANE == 0 && WARP < 2) {
        borders[WARP] = found;
    }
    for (uint i = id; i < BINS / 4; i += GROUP) {
        ((local int4*)bins)[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong begin = borders[0];
    const bool too_many = begin == NO_BORDER || borders[1] == NO_BORDER || borders[1] - begin > ROOM;
    const uint many = too_many ? 0 : (uint)(borders[1] - begin);
    if (many == 0) {
        if (too_many && id == 0) {
            *lowestFirst = 1;
        }
        return;
    }
    keys += begin;
    const BITS first = ordered(keys[0]) >> below;
    const BITS least = first << below;
    const BITS widest = ((ordered(keys[many - 1]) >> below) - first) << below | (((BITS)1 << below) - 1);
    const int bits = ALL_BITS - (int)clz(widest);
    const int shift = max(0, bits - (int)(31 - clz((uint)BINS)));
#ifdef VALUES
    // A word has a key and behind it the place of its value, so that equal keys stay in order.
    values += begin;
    const int place_bits = 32 - clz((many - 1) | 1);
    if (bits + place_bits > ALL_BITS) {
        if (id == 0) {
            *lowestFirst = 1;
        }
        return;
    }
#else
    const int place_bits = 0;
#endif

    // Each bin counts its keys.
#pragma unroll 4
    for (uint i = id; i < many; i += GROUP) {
        atomic_add(&bins[(ordered(keys[i]) - least) >> shift], 1);
#ifdef VALUES
        beside[i] = values[i];
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    local int4* const fours = (local int4*)bins + id * FOURS;
    int4 own[FOURS];
    int4 columns = 0;
    int4 largest = 0;
#pragma unroll
    for (uint i = 0; i < FOURS; i++) {
        own[i] = fours[i];
        largest = max(largest, own[i]);
        columns += own[i];
    }
    const int sum = columns.x + columns.y + columns.z + columns.w;
    const int upto = inclusive_in_warp(sum);
    const uint most_of_warp = most_word(max(max(largest.x, largest.y), max(largest.z, largest.w)));
    if (LANE == 31) {
        sums[WARP] = upto;
        mosts[WARP] = most_of_warp;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = upto - sum;
    uint most = 0;
    for (uint w = 0; w < WARPS; w++) {
        next += w < WARP ? sums[w] : 0;
        most = max(most, mosts[w]);
    }
    if (most > CROWD) {
        if (id == 0) {
            *lowestFirst = 1;
        }
        return;
    }
#pragma unroll
    for (uint i = 0; i < FOURS; i++) {
        fours[i] = (int4)(next, next + own[i].x, next + own[i].x + own[i].y, next + own[i].x + own[i].y + own[i].z);
        next += own[i].x + own[i].y + own[i].z + own[i].w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Keys go to their bins, in any order.
#pragma unroll 4
    for (uint i = id; i < many; i += GROUP) {
        const BITS key = ordered(keys[i]) - least;
        const int at = atomic_add(&bins[key >> shift], 1);
#ifdef VALUES
        staged[at] = key << place_bits | i;
#else
        staged[at] = key;
#endif
    }
    if (id < 16) {
        staged[many + id] = ~(BITS)0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Bins are in order, the keys of one are not.
    sort_runs(staged, many, most);
    for (uint i = id; i < many; i += GROUP) {
        const BITS word = staged[i];
        keys[i] = as_given((word >> place_bits) + least);
#ifdef VALUES
        values[i] = beside[word & (((BITS)1 << place_bits) - 1)];
#endif
    }
}
