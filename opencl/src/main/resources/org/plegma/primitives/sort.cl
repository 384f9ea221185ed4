// A radix sort whose passes read and write each key once (Adinets and Merrill, "Onesweep", 2022). After warps.cl, where a sum is
// an int, sort-keys.cl and count-keys.cl.
// By WAYS a kernel does nothing if another way to sort was chosen.
#ifndef ITEMS
#define ITEMS 20
#endif
#ifndef VALUE
#define VALUE int
#endif
#ifdef PLACES
#define VALUES
#endif
#define TILE (GROUP * ITEMS)
// How often each digit of each pass occurs. A count has so many columns, one for a lane or two, so that lanes seldom meet in a bank of
// local memory, whatever the keys are.
#ifndef PASSES
#define PASSES 4
#endif
#ifndef COLUMNS
#define COLUMNS 2
#endif
#ifndef COUNTING
#define COUNTING 256
#endif
#define LAST_PASS (PASSES - 1)

void count_key(BITS key, int from, int lastMask, local int* counts) {
#pragma unroll
    for (int p = 0; p < PASSES; p++) {
        const uint d = digit_of(ordered(key), from + p * RADIX_BITS, p == LAST_PASS ? lastMask : DIGITS - 1);
        atomic_add(&counts[(p * DIGITS + d) * COLUMNS], 1);
    }
}

__attribute__((reqd_work_group_size(COUNTING, 1, 1)))
kernel void count_digits(
    global const KEY* keys, long n, int from, int lastMask, global int* counts
#ifdef WAYS
    , global const int* way, int own_way
#endif
) {
    local int count[PASSES * DIGITS * COLUMNS];
#ifdef WAYS
    if (*way != own_way) {
        return;
    }
#endif
    for (uint i = get_local_id(0); i < PASSES * DIGITS * COLUMNS; i += COUNTING) {
        count[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    count_keys(keys, n, from, lastMask, count + get_local_id(0) % COLUMNS);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < PASSES * DIGITS; i += COUNTING) {
        int sum = 0;
        for (uint c = 0; c < COLUMNS; c++) {
            sum += count[i * COLUMNS + (i + c) % COLUMNS];
        }
        if (sum != 0) {
            atomic_add(&counts[i], sum);
        }
    }
}

// Where the keys of each digit begin, a group for each pass; clears the counts for the next run. The group has a work-item a digit.
__attribute__((reqd_work_group_size(DIGITS, 1, 1)))
kernel void start_digits(global int* counts, global int* starts) {
    local int sums[DIGITS / 32];
    const uint i = get_global_id(0);
    const int count = counts[i];
    counts[i] = 0;
    starts[i] = sum_before(count, sums);
}

// The lanes whose digit is the same.
uint peers(uint digit) {
    uint same = 0xffffffff;
#pragma unroll
    for (uint bit = 0; bit < RADIX_BITS; bit++) {
        const int own = digit & 1 << bit;
        const uint set = ballot(own);
        same &= own ? set : ~set;
    }
    return same;
}

// How many keys of a digit the tiles before a tile have. The sum of the first tile is complete.
int before_tile(volatile global const ulong* states, uint tile, uint digit, uint run) {
    int before = 0;
    int at = (int)tile - 1;
    bool complete = tile == 0;
    while (!complete) {
        int sum;
        const uint what = published(states, at * DIGITS + digit, &sum);
        if (what / 2 == run) {
            before += sum;
            at--;
            complete = what % 2 == 1;
        }
    }
    return before;
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void move_tiles(
    global const KEY* keys, long n, int shift, int mask, int row, global const int* starts, global ulong* states, global uint* tickets,
    int first, uint run, global KEY* sorted
#ifdef WAYS
    , global const int* way, int own_way
#endif
#if defined(PLACES)
    , global int* moved
#elif defined(VALUES)
    , global const VALUE* values, global VALUE* moved
#endif
) {
    local volatile int counts[WARPS * DIGITS];
    local BITS staged[TILE];
#ifdef VALUES
    local VALUE beside[TILE];
#endif
    local int target[DIGITS];
    local int sums[WARPS];
    local uint number;
    const uint id = get_local_id(0);
#ifdef WAYS
    const bool wanted = *way == own_way;
#endif
    draw_tile(tickets, first, &number);
#ifdef WAYS
    if (!wanted) {
        return;
    }
#endif
    for (uint i = id; i < WARPS * DIGITS; i += GROUP) {
        counts[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = number;
    const ulong start = (ulong)tile * TILE;
    const uint there = (uint)min((ulong)TILE, n - start);
    const uint begin = WARP * (32 * ITEMS) + LANE;

    // Past the end are the largest keys, which stay behind all others of the tile.
    BITS own[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = begin + k * 32;
        own[k] = ~(BITS)0;
        if (i < there) {
            own[k] = ordered(AS_BITS(keys)[start + i]);
        }
    }

    // How many keys of each digit each warp has. This is told before keys have ranks, so that tiles behind seldom wait for it.
    local volatile int* const mine = counts + WARP * DIGITS;
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        atomic_add(&mine[digit_of(own[k], shift, mask)], 1);
    }
#if defined(VALUES) && !defined(PLACES)
    VALUE value[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        if (begin + k * 32 < there) {
            value[k] = values[start + begin + k * 32];
        }
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);

    // A work-item for each digit: where its keys begin in the tile, and those of each warp.
    int of_warp[WARPS];
    int count = 0;
    if (id < DIGITS) {
#pragma unroll
        for (uint w = 0; w < WARPS; w++) {
            of_warp[w] = counts[w * DIGITS + id];
            count += of_warp[w];
        }
        count -= id == mask ? (int)(TILE - there) : 0;
        publish(states, tile * DIGITS + id, tile == 0 ? 2 * run + 1 : 2 * run, count);
    }
    const int sum = inclusive_in_warp(count);
    if (LANE == 31) {
        sums[WARP] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int in_tile = sum - count;
    if (id < DIGITS) {
        for (uint w = 0; w < WARP; w++) {
            in_tile += sums[w];
        }
        int next = in_tile;
#pragma unroll
        for (uint w = 0; w < WARPS; w++) {
            counts[w * DIGITS + id] = next;
            next += of_warp[w];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Keys go through local memory, so that those of a digit are written side by side. The last lane of a digit keeps the next place.
    const uint lower = lanes_below();
    const uint higher = lanes_above();
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint d = digit_of(own[k], shift, mask);
        const uint same = peers(d);
        const uint at = mine[d] + popcount(same & lower);
        warp_barrier();
        if ((same & higher) == 0) {
            mine[d] = at + 1;
        }
        warp_barrier();
        staged[at] = own[k];
#ifdef PLACES
        beside[at] = (int)(start + begin + k * 32);
#elif defined(VALUES)
        beside[at] = value[k];
#endif
    }
    if (id < DIGITS) {
        const int before = before_tile(states, tile, id, run);
        if (tile > 0) {
            publish(states, tile * DIGITS + id, 2 * run + 1, before + count);
        }
        target[id] = starts[row + id] + before - in_tile;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = id + k * GROUP;
        if (i < there) {
            const BITS key = staged[i];
            const uint at = target[digit_of(key, shift, mask)] + i;
            AS_BITS(sorted)[at] = as_given(key);
#ifdef VALUES
            moved[at] = beside[i];
#endif
        }
    }
}
