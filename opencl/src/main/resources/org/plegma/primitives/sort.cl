// A radix sort whose passes read and write each key once (Adinets and Merrill, "Onesweep", 2022). After warps.cl, where a sum is
// an int, and sort-keys.cl.
#ifndef ITEMS
#define ITEMS 16
#endif
#ifndef VALUE
#define VALUE int
#define VALUE_BYTES 4
#endif
#define TILE (GROUP * ITEMS)
#if (defined(VALUES) && VALUE_BYTES > KEY_BYTES)
#define STAGED_BYTES (TILE * VALUE_BYTES)
#else
#define STAGED_BYTES (TILE * KEY_BYTES)
#endif

// How often each digit of each pass occurs. A work-item counts equal neighbours itself, as keys are often in order.
#ifndef PASSES
#define PASSES 4
#endif
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void count_digits(global const KEY* keys, long n, int from, int lastMask, global int* counts) {
    local int count[PASSES * DIGITS];
    for (uint i = get_local_id(0); i < PASSES * DIGITS; i += GROUP) {
        count[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint digit[PASSES];
    int times[PASSES];
#pragma unroll
    for (uint p = 0; p < PASSES; p++) {
        digit[p] = 0;
        times[p] = 0;
    }
    for (ulong first = get_global_id(0); first < n; first += (ulong)get_global_size(0) * 4) {
        KEY key[4];
#pragma unroll
        for (uint k = 0; k < 4; k++) {
            const ulong i = first + k * get_global_size(0);
            if (i < n) {
                key[k] = keys[i];
            }
        }
#pragma unroll
        for (uint k = 0; k < 4; k++) {
            if (first + k * get_global_size(0) < n) {
#pragma unroll
                for (uint p = 0; p < PASSES; p++) {
                    const uint d = digit_of(key[k], from + p * RADIX_BITS, p == PASSES - 1 ? lastMask : DIGITS - 1);
                    if (d != digit[p]) {
                        atomic_add(&count[p * DIGITS + digit[p]], times[p]);
                        digit[p] = d;
                        times[p] = 0;
                    }
                    times[p]++;
                }
            }
        }
    }
#pragma unroll
    for (uint p = 0; p < PASSES; p++) {
        if (times[p] != 0) {
            atomic_add(&count[p * DIGITS + digit[p]], times[p]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < PASSES * DIGITS; i += GROUP) {
        if (count[i] != 0) {
            atomic_add(&counts[i], count[i]);
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
    const int sum = inclusive_in_warp(count);
    if (LANE == 31) {
        sums[WARP] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = sum - count;
    for (uint w = 0; w < WARP; w++) {
        before += sums[w];
    }
    starts[i] = before;
}

// The lanes whose digit is the same.
uint peers(uint digit) {
    uint same = 0xffffffff;
#pragma unroll
    for (uint bit = 0; bit < RADIX_BITS; bit++) {
        const int own = digit >> bit & 1;
        const uint set = ballot(own);
        same &= own ? set : ~set;
    }
    return same;
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void move_tiles(
    global const KEY* keys, long n, int shift, int mask, int row, global const int* starts, global ulong* states, global uint* tickets,
    int first, uint run, global KEY* sorted
#if defined(VALUES)
    , global const VALUE* values, global VALUE* moved
#elif defined(PLACES)
    , global int* moved
#endif
) {
    local volatile int counts[WARPS * DIGITS];
    local ulong staging[STAGED_BYTES / 8];
    local int tileStart[DIGITS];
    local int target[DIGITS];
    local int sums[DIGITS / 32];
    local uint number;
    const uint id = get_local_id(0);
    for (uint i = id; i < WARPS * DIGITS; i += GROUP) {
        counts[i] = 0;
    }
    const uint tile = next_tile(tickets, first, &number);
    const ulong start = (ulong)tile * TILE;
    const uint there = (uint)min((ulong)TILE, n - start);
    const uint begin = WARP * (32 * ITEMS) + LANE;

    KEY own[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = begin + k * 32;
        if (i < there) {
            own[k] = keys[start + i];
        }
    }

    // The rank of each key among those of its digit in its warp. Places past the end have the last digit, and are last.
    local volatile int* const mine = counts + WARP * DIGITS;
    uint rank[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint d = begin + k * 32 < there ? digit_of(own[k], shift, mask) : DIGITS - 1;
        const uint same = peers(d);
        const uint leader = popcount((same & -same) - 1);
        int earlier = 0;
        if (LANE == leader) {
            earlier = mine[d];
            mine[d] = earlier + popcount(same);
        }
        warp_barrier();
        rank[k] = word_of(earlier, leader) + popcount(same & ((1u << LANE) - 1));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // A work-item for each digit: where its keys begin in the tile, and where they go.
    int count = 0;
    if (id < DIGITS) {
#pragma unroll
        for (uint w = 0; w < WARPS; w++) {
            const int one = counts[w * DIGITS + id];
            counts[w * DIGITS + id] = count;
            count += one;
        }
        if (id == DIGITS - 1) {
            count -= TILE - there;
        }
        publish(states, tile * DIGITS + id, tile == 0 ? 2 * run + 1 : 2 * run, count);
        const int sum = inclusive_in_warp(count);
        if (LANE == 31) {
            sums[WARP] = sum;
        }
        tileStart[id] = sum - count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < DIGITS) {
        int left = tileStart[id];
        for (uint w = 0; w < WARP; w++) {
            left += sums[w];
        }
        tileStart[id] = left;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Keys go through local memory, so that those of a digit are written side by side.
    local KEY* const staged = (local KEY*)staging;
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        if (begin + k * 32 < there) {
            const uint d = digit_of(own[k], shift, mask);
            rank[k] += tileStart[d] + mine[d];
            staged[rank[k]] = own[k];
        }
    }
    // The tiles before have had some time by now.
    if (id < DIGITS) {
        int before = 0;
        for (int at = (int)tile - 1; at >= 0; at--) {
            int sum = 0;
            uint what = published(states, at * DIGITS + id, &sum);
            while (what / 2 != run) {
                what = published(states, at * DIGITS + id, &sum);
            }
            before += sum;
            if (what % 2 == 1) {
                break;
            }
        }
        if (tile > 0) {
            publish(states, tile * DIGITS + id, 2 * run + 1, before + count);
        }
        target[id] = starts[row + id] + before - tileStart[id];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#if defined(VALUES) || defined(PLACES)
    uint to[ITEMS];
#endif
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = id + k * GROUP;
        if (i < there) {
            const KEY key = staged[i];
            const uint at = target[digit_of(key, shift, mask)] + i;
            sorted[at] = key;
#if defined(VALUES) || defined(PLACES)
            to[k] = at;
#endif
        }
    }
#if defined(VALUES) || defined(PLACES)
#if defined(VALUES)
    local VALUE* const beside = (local VALUE*)staging;
#else
    local int* const beside = (local int*)staging;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = begin + k * 32;
        if (i < there) {
#if defined(VALUES)
            beside[rank[k]] = values[start + i];
#else
            beside[rank[k]] = (int)(start + i);
#endif
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = id + k * GROUP;
        if (i < there) {
            moved[to[k]] = beside[i];
        }
    }
#endif
}
