// Flagged values, packed, in one pass by look-back. After warps.cl, where a sum is an int.
#ifndef ROWS
#define ROWS 4
#endif
#ifndef VALUE
#define VALUE int
#endif
#ifndef FLAG
#define FLAG int
#endif
// Flags and values are asked for so many tiles before they are read; values only where one in so many is chosen.
#ifndef FLAGS_AHEAD
#define FLAGS_AHEAD 0
#endif
#ifndef VALUES_AHEAD
#define VALUES_AHEAD 0
#endif
#ifndef MOST_LEFT
#define MOST_LEFT 8
#endif
#define FOUR(type) JOIN(type, 4)
#define ITEMS (4 * ROWS)
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
    // A lane has four neighbours in each row, a bit for each flag, and counts of four rows in one word.
    const uint begin = WARP * (32 * ITEMS) + LANE * 4;
    uint chosen[ROWS];
    uint before_lane[(ROWS + 3) / 4];
    uint in_rows[(ROWS + 3) / 4];
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        const uint i = begin + r * 128;
        FOUR(FLAG) flag = 0;
        if (there == TILE) {
            flag = *(global const FOUR(FLAG)*)(flags + start + i);
        } else {
            flag.x = i < there ? flags[start + i] : (FLAG)0;
            flag.y = i + 1 < there ? flags[start + i + 1] : (FLAG)0;
            flag.z = i + 2 < there ? flags[start + i + 2] : (FLAG)0;
            flag.w = i + 3 < there ? flags[start + i + 3] : (FLAG)0;
        }
        chosen[r] = (flag.x != 0) | (flag.y != 0) << 1 | (flag.z != 0) << 2 | (flag.w != 0) << 3;
    }
#if FLAGS_AHEAD > 0
    const ulong flags_ahead = start + (ulong)FLAGS_AHEAD * TILE;
    bring_all_soon(flags, flags_ahead * sizeof(FLAG), min(flags_ahead + TILE, (ulong)n) * sizeof(FLAG));
#endif
    int count = 0;
#pragma unroll
    for (uint q = 0; q < (ROWS + 3) / 4; q++) {
        uint counts = 0;
#pragma unroll
        for (uint r = 4 * q; r < min(4 * q + 4, (uint)ROWS); r++) {
            counts |= popcount(chosen[r]) << 8 * (r % 4);
        }
        const uint sums = (uint)inclusive_in_warp((int)counts);
        before_lane[q] = sums - counts;
        in_rows[q] = word_of(sums, 31);
        const uint pairs = (in_rows[q] & 0x00ff00ff) + (in_rows[q] >> 8 & 0x00ff00ff);
        count += (pairs & 0xffff) + (pairs >> 16);
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
#if VALUES_AHEAD > 0
    if (all * MOST_LEFT >= TILE) {
        const ulong values_ahead = start + (ulong)VALUES_AHEAD * TILE;
        bring_all_soon(values, values_ahead * sizeof(VALUE), min(values_ahead + TILE, (ulong)n) * sizeof(VALUE));
    }
#endif
    // Tiles behind can go on while this one brings its values.
    if (get_local_id(0) == 0) {
        publish(states, tile, tile == 0 ? 2 * run + 1 : 2 * run, all);
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        const uint i = begin + r * 128;
        uint to = at + (before_lane[r / 4] >> 8 * (r % 4) & 255);
        if (chosen[r] != 0) {
#ifdef PLACES
            const FOUR(VALUE) value = (FOUR(VALUE))(0, 1, 2, 3) + (VALUE)(start + i);
#else
            FOUR(VALUE) value = 0;
            if (there == TILE) {
                value = *(global const FOUR(VALUE)*)(values + start + i);
            } else {
                value.x = values[start + i];
                value.y = i + 1 < there ? values[start + i + 1] : (VALUE)0;
                value.z = i + 2 < there ? values[start + i + 2] : (VALUE)0;
                value.w = i + 3 < there ? values[start + i + 3] : (VALUE)0;
            }
#endif
            if (chosen[r] & 1) staged[to++] = value.x;
            if (chosen[r] & 2) staged[to++] = value.y;
            if (chosen[r] & 4) staged[to++] = value.z;
            if (chosen[r] & 8) staged[to++] = value.w;
        }
        at += in_rows[r / 4] >> 8 * (r % 4) & 255;
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
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < all; i += GROUP) {
        out[before + i] = staged[i];
    }
}
