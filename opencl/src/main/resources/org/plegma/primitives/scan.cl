// Prefix sums by tiles, one a group. After warps.cl. A lane has ROWS vectors of 16 bytes, a warp's rows follow each other.
#ifndef ROWS
#define ROWS 4
#endif
#if WORDS == 1
#define WIDTH 4
#else
#define WIDTH 2
#endif
#define VECTOR JOIN(SUM, WIDTH)
#define OWN (ROWS * WIDTH)
#define TILE (GROUP * OWN)

// Elements past the end are 0.
void read_tile(global const SUM* in, ulong n, ulong start, SUM* own) {
    const ulong first = start + WARP * (32 * OWN) + LANE * WIDTH;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        const ulong at = first + r * 32 * WIDTH;
        if (start + TILE <= n) {
            *(VECTOR*)(own + r * WIDTH) = *(global const VECTOR*)(in + at);
        } else {
#pragma unroll
            for (uint i = 0; i < WIDTH; i++) {
                own[r * WIDTH + i] = at + i < n ? in[at + i] : (SUM)0;
            }
        }
    }
}

void write_tile(global SUM* out, ulong n, ulong start, const SUM* own, SUM before) {
    const ulong first = start + WARP * (32 * OWN) + LANE * WIDTH;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        const ulong at = first + r * 32 * WIDTH;
        if (start + TILE <= n) {
            *(global VECTOR*)(out + at) = *(const VECTOR*)(own + r * WIDTH) + before;
        } else {
#pragma unroll
            for (uint i = 0; i < WIDTH; i++) {
                if (at + i < n) {
                    out[at + i] = own[r * WIDTH + i] + before;
                }
            }
        }
    }
}

// Replaces a tile's values by their prefix sums within the tile, and gives the sum of all.
SUM scan_in_tile(SUM* own, local SUM* sums) {
    SUM rows = 0;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        SUM sum = 0;
#pragma unroll
        for (uint i = 0; i < WIDTH; i++) {
            const SUM value = own[r * WIDTH + i];
#ifdef INCLUSIVE
            sum += value;
            own[r * WIDTH + i] = sum;
#else
            own[r * WIDTH + i] = sum;
            sum += value;
#endif
        }
        sum = inclusive_in_warp(sum);
        const SUM lower = lane_up(sum, 1);
        const SUM left = rows + (LANE == 0 ? (SUM)0 : lower);
#pragma unroll
        for (uint i = 0; i < WIDTH; i++) {
            own[r * WIDTH + i] += left;
        }
        rows += of_lane(sum, 31);
    }
    if (LANE == 0) {
        sums[WARP] = rows;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    SUM left = 0;
    SUM all = 0;
#pragma unroll
    for (uint w = 0; w < WARPS; w++) {
        left += w < WARP ? sums[w] : (SUM)0;
        all += sums[w];
    }
#pragma unroll
    for (uint i = 0; i < OWN; i++) {
        own[i] += left;
    }
    return all;
}

#ifndef AHEAD
#define AHEAD 0
#endif

#ifdef LOOK_BACK
// One pass, by Merrill and Garland's look-back.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void scan_once(global const SUM* in, global SUM* out, long n, global ulong* states, global uint* tickets, int first, int run) {
    local SUM sums[WARPS];
    local SUM before;
    local uint number;
    const uint tile = next_tile(tickets, first, &number);
    const ulong start = (ulong)tile * TILE;
    VECTOR rows[ROWS];
    SUM* const own = (SUM*)rows;
    read_tile(in, n, start, own);
#if AHEAD > 0
    // What the groups read next comes while they wait for tiles before them.
    const ulong ahead = start + (ulong)AHEAD * TILE;
    bring_all_soon(in, ahead * sizeof(SUM), min(ahead + TILE, (ulong)n) * sizeof(SUM));
#endif
    const SUM all = scan_in_tile(own, sums);
    if (WARP == 0) {
        const SUM earlier = sum_of_tiles_before(states, tile, run, all);
        if (LANE == 0) {
            before = earlier;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    write_tile(out, n, start, own, before);
}
#else
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void sum_tiles(global const SUM* in, long n, global SUM* tiles) {
    local SUM sums[WARPS];
    VECTOR rows[ROWS];
    SUM* const own = (SUM*)rows;
    read_tile(in, n, (ulong)get_group_id(0) * TILE, own);
    const SUM all = scan_in_tile(own, sums);
    if (get_local_id(0) == 0) {
        tiles[get_group_id(0)] = all;
    }
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void scan_tiles(global const SUM* in, long n, global const SUM* before, global SUM* out) {
    local SUM sums[WARPS];
    const ulong start = (ulong)get_group_id(0) * TILE;
    VECTOR rows[ROWS];
    SUM* const own = (SUM*)rows;
    read_tile(in, n, start, own);
    scan_in_tile(own, sums);
    write_tile(out, n, start, own, get_num_groups(0) == 1 ? (SUM)0 : before[get_group_id(0)]);
}
#endif
