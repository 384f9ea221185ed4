// Keys alone to buckets by two upper digits, the uppermost first. Equal keys are the same, so keys of a bucket may be in any order: each has
// its place by one atomic addition, and no tile waits for another. After warps.cl, where a sum is an int, sort-keys.cl and
// count-keys.cl.
#define BUCKETS (DIGITS * DIGITS)
#define OWN_BUCKETS (BUCKETS / STARTING / 4)
#define TILE (GROUP * ITEMS)

void count_key(BITS key, int from, int mask, local int* counts) { atomic_add(&counts[digit_of(ordered(key), from, mask)], 1); }

// How many keys each bucket will have. Counts are 0 between runs.
void count_all(global const KEY* keys, long n, int below, global int* counts, local int* count) {
    for (uint i = get_local_id(0); i < BUCKETS; i += COUNTING) {
        count[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    count_keys(keys, n, below, BUCKETS - 1, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    // Groups begin with other buckets.
    for (uint k = 0; k < BUCKETS; k += COUNTING) {
        const uint i = (k + get_local_id(0) + (uint)get_group_id(0) * COUNTING) % BUCKETS;
        if (count[i] != 0) {
            atomic_add(&counts[i], count[i]);
        }
    }
}

__attribute__((reqd_work_group_size(COUNTING, 1, 1)))
kernel void count_buckets(global const KEY* keys, long n, int below, global int* counts) {
    local int count[BUCKETS];
    count_all(keys, n, below, counts, count);
}

// Nothing is counted if a sample has chosen the other way.
__attribute__((reqd_work_group_size(COUNTING, 1, 1)))
kernel void count_if_spread(global const KEY* keys, long n, int below, global int* counts, global const int* lowestFirst) {
    local int count[BUCKETS];
    if (*lowestFirst != 0) {
        return;
    }
    count_all(keys, n, below, counts, count);
}

// For passes that keep keys in order, before start_buckets: where the keys of each lower digit begin, by the first group, then those of each
// uppermost one. All buckets of a work-item have the same such digit.
__attribute__((reqd_work_group_size(STARTING, 1, 1)))
kernel void start_passes(global const int* counts, global int* starts) {
    local int sums[STARTING / 32];
    local int of_digit[DIGITS];
    const uint id = get_local_id(0);
    const bool is_lower = get_group_id(0) == 0;
    if (id < DIGITS) {
        of_digit[id] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (uint k = 0; k < BUCKETS / STARTING; k++) {
        sum += counts[is_lower ? k * STARTING + id : id * (BUCKETS / STARTING) + k];
    }
    atomic_add(&of_digit[is_lower ? id % DIGITS : id * (BUCKETS / STARTING) / DIGITS], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = sum_before(id < DIGITS ? of_digit[id] : 0, sums);
    if (id < DIGITS) {
        starts[get_group_id(0) * DIGITS + id] = first;
    }
}

// Where the keys of each bucket begin, the end behind, and of each uppermost digit; clears the counts for the next run. If a bucket has more keys
// than a group has room for, or none were counted, the other way is chosen, and there are no tiles. Parts are where the keys of each uppermost
// digit begin, and the end; the first tile of each, and the end; then the same of all keys as one part.
__attribute__((reqd_work_group_size(STARTING, 1, 1)))
kernel void start_buckets(
    global int4* counts, global int4* places, global int* upper_places, global int* parts, int room, global int* lowestFirst
) {
    local int sums[STARTING / 32];
    local int begins[DIGITS + 1];
    local int most;
    const uint id = get_local_id(0);
    if (id == 0) {
        most = 0;
    }
    int4 own[OWN_BUCKETS];
    int sum = 0;
    int largest = 0;
#pragma unroll
    for (uint i = 0; i < OWN_BUCKETS; i++) {
        own[i] = counts[id * OWN_BUCKETS + i];
        counts[id * OWN_BUCKETS + i] = 0;
        sum += own[i].x + own[i].y + own[i].z + own[i].w;
        largest = max(largest, max(max(own[i].x, own[i].y), max(own[i].z, own[i].w)));
    }
    int next = sum_before(sum, sums);
    atomic_max(&most, largest);
    if (id == STARTING - 1) {
        begins[DIGITS] = next + sum;
        ((global int*)places)[BUCKETS] = next + sum;
    }
#pragma unroll
    for (uint i = 0; i < OWN_BUCKETS; i++) {
        const uint bucket = 4 * (id * OWN_BUCKETS + i);
        if (bucket % DIGITS == 0) {
            begins[bucket / DIGITS] = next;
        }
        places[id * OWN_BUCKETS + i] = (int4)(next, next + own[i].x, next + own[i].x + own[i].y, next + own[i].x + own[i].y + own[i].z);
        next += own[i].x + own[i].y + own[i].z + own[i].w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool spread = most <= room && begins[DIGITS] > 0;
    int tiles = 0;
    if (id < DIGITS) {
        tiles = spread ? (begins[id + 1] - begins[id] + TILE - 1) / TILE : 0;
        upper_places[id] = begins[id];
        parts[id] = begins[id];
    }
    const int first = sum_before(tiles, sums);
    if (id < DIGITS) {
        parts[DIGITS + 1 + id] = first;
        if (id == DIGITS - 1) {
            const int n = begins[DIGITS];
            parts[DIGITS] = n;
            parts[2 * DIGITS + 1] = first + tiles;
            parts[2 * DIGITS + 2] = 0;
            parts[2 * DIGITS + 3] = n;
            parts[2 * DIGITS + 4] = 0;
            parts[2 * DIGITS + 5] = spread ? (n + TILE - 1) / TILE : 0;
            *lowestFirst = spread ? 0 : 1;
        }
    }
}

// Tiles of each part go to its buckets by a digit. A place tells where the next key of a bucket goes, in the end where it ends.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void spread_keys(
    global const KEY* keys, int part_count, global const int* all_parts, int skipped, int shift, global int* places, global KEY* spread
) {
    local int counts[DIGITS];
    local int target[DIGITS];
    local int sums[WARPS];
    local BITS staged[TILE];
    local int part;
    local int begin;
    local int end;
    global const int* const parts = all_parts + skipped;
    const uint id = get_local_id(0);
    const int tile = get_group_id(0);
    if (tile >= parts[2 * part_count + 1]) {
        return;
    }
    for (uint i = id; i < DIGITS; i += GROUP) {
        counts[i] = 0;
    }
    for (int p = id; p < part_count; p += GROUP) {
        const int first = parts[part_count + 1 + p];
        if (first <= tile && tile < parts[part_count + 2 + p]) {
            part = p;
            begin = parts[p] + (tile - first) * TILE;
            end = parts[p + 1];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint there = min(TILE, end - begin);
    global const BITS* const from = AS_BITS(keys) + begin;
    BITS own[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = id + k * GROUP;
        if (i < there) {
            own[k] = ordered(from[i]);
        }
    }
    // How many keys of its digit came before a key, two in a word.
    uint ranks[(ITEMS + 1) / 2];
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        uint rank = 0;
        if (id + k * GROUP < there) {
            rank = atomic_add(&counts[digit_of(own[k], shift, DIGITS - 1)], 1);
        }
        ranks[k / 2] = k % 2 == 0 ? rank : ranks[k / 2] | rank << 16;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int count = 0;
    int reserved = 0;
    if (id < DIGITS) {
        count = counts[id];
        reserved = atomic_add(&places[part * DIGITS + id], count);
    }
    const int upto = inclusive_in_warp(count);
    if (LANE == 31) {
        sums[WARP] = upto;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int in_tile = upto - count;
    if (id < DIGITS) {
        for (uint w = 0; w < WARP; w++) {
            in_tile += sums[w];
        }
        counts[id] = in_tile;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        if (id + k * GROUP < there) {
            const uint rank = ranks[k / 2] >> k % 2 * 16 & 0xffff;
            staged[counts[digit_of(own[k], shift, DIGITS - 1)] + rank] = own[k];
        }
    }
    if (id < DIGITS) {
        target[id] = reserved - in_tile;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = id + k * GROUP;
        if (i < there) {
            const BITS key = staged[i];
            AS_BITS(spread)[(uint)(target[digit_of(key, shift, DIGITS - 1)] + i)] = as_given(key);
        }
    }
}
