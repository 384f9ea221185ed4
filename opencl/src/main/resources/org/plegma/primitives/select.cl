// Flagged values, packed, in one pass by look-back. After warps.cl, where a sum is an int.
#ifndef ITEMS
#define ITEMS 16
#endif
#ifndef VALUE
#define VALUE int
#endif
#ifndef FLAG
#define FLAG int
#endif
#define TILE (GROUP * ITEMS)

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void select_once(
    global const FLAG* flags, long n, global ulong* states, global uint* tickets, int first, uint run, global VALUE* out,
    global int* total
#ifndef PLACES
    , global const VALUE* values
#endif
) {
    local VALUE staged[TILE];
    local int sums[WARPS];
    local int before;
    local uint number;
    const uint tile = next_tile(tickets, first, &number);
    const ulong start = (ulong)tile * TILE;
    const uint there = (uint)min((ulong)TILE, n - start);
    const uint begin = WARP * (32 * ITEMS) + LANE;
    uint chosen[ITEMS];
    int count = 0;
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = begin + k * 32;
        chosen[k] = ballot(i < there && flags[start + i] != 0);
        count += popcount(chosen[k]);
    }
    if (LANE == 0) {
        sums[WARP] = count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = 0;
    int all = 0;
#pragma unroll
    for (uint w = 0; w < WARPS; w++) {
        at += w < WARP ? sums[w] : 0;
        all += sums[w];
    }
    if (WARP == 0) {
        const int earlier = sum_of_tiles_before(states, tile, run, all);
        if (LANE == 0) {
            before = earlier;
            if (start + there == n) {
                *total = earlier + all;
            }
        }
    }
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        if (chosen[k] >> LANE & 1) {
            const ulong i = start + begin + k * 32;
#ifdef PLACES
            const VALUE value = (VALUE)i;
#else
            const VALUE value = values[i];
#endif
            staged[at + popcount(chosen[k] & ((1u << LANE) - 1))] = value;
        }
        at += popcount(chosen[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < all; i += GROUP) {
        out[before + i] = staged[i];
    }
}
