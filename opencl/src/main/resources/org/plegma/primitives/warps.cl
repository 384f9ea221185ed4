// How tiles of one launch learn what those before them add up to, and sums in a warp. After lanes.cl.
//
// SUM is the type that is added, WORDS its size in words of 32 bits.
#ifndef SUM
#define SUM int
#define WORDS 1
#endif
#ifndef GROUP
#define GROUP 256
#endif

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define WARPS (GROUP / 32)
#define WARP ((uint)get_local_id(0) / 32)

// The value of the lane so many below; the own one where there is none.
SUM lane_up(SUM x, uint by) {
#if WORDS == 1
    return JOIN(as_, SUM)(word_up(as_uint(x), by));
#else
    const uint2 words = as_uint2(x);
    return JOIN(as_, SUM)((uint2)(word_up(words.x, by), word_up(words.y, by)));
#endif
}

SUM of_lane(SUM x, uint lane) {
#if WORDS == 1
    return JOIN(as_, SUM)(word_of(as_uint(x), lane));
#else
    const uint2 words = as_uint2(x);
    return JOIN(as_, SUM)((uint2)(word_of(words.x, lane), word_of(words.y, lane)));
#endif
}

// The sum of a lane's value and of all below it.
SUM inclusive_in_warp(SUM x) {
#pragma unroll
    for (uint by = 1; by < 32; by *= 2) {
        const SUM below = lane_up(x, by);
        x += LANE >= by ? below : (SUM)0;
    }
    return x;
}

// The sum of the values of all work-items of the group before this one. By a barrier. Kernels that move keys have it in line, where only
// those add who need it: by this a sort took 3 % longer on an H200.
SUM sum_before(SUM own, local SUM* sums_of_warps) {
    const SUM upto = inclusive_in_warp(own);
    if (LANE == 31) {
        sums_of_warps[WARP] = upto;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    SUM before = upto - own;
    for (uint w = 0; w < WARP; w++) {
        before += sums_of_warps[w];
    }
    return before;
}

// Look-back. A tile has a word of state for each 32 bits of its sum: the sum in the lower half, in the upper what it is. That is
// twice the number of the run, for the sum of the tile alone, and one more for the sum up to and with the tile. So a word of an
// earlier run says nothing, and states need not be cleared. Words are written and read whole, so no fence is needed.

void publish(volatile global ulong* states, uint tile, uint what, SUM sum) {
#if WORDS == 1
    states[tile] = (ulong)what << 32 | as_uint(sum);
#else
    const uint2 words = as_uint2(sum);
    states[2 * (ulong)tile] = (ulong)what << 32 | words.x;
    states[2 * (ulong)tile + 1] = (ulong)what << 32 | words.y;
#endif
}

// What a tile has published, and its sum; something of an earlier run or 0 if nothing yet.
uint published(volatile global const ulong* states, uint tile, SUM* sum) {
#if WORDS == 1
    const ulong word = states[tile];
    *sum = JOIN(as_, SUM)((uint)word);
    return word >> 32;
#else
    const ulong low = states[2 * (ulong)tile];
    const ulong high = states[2 * (ulong)tile + 1];
    *sum = JOIN(as_, SUM)((uint2)((uint)low, (uint)high));
    return low >> 32 == high >> 32 ? low >> 32 : 0;
#endif
}

// Its number is there after a barrier.
void draw_tile(volatile global uint* tickets, uint first, local uint* tile) {
    if (get_local_id(0) == 0) {
        *tile = atomic_inc(tickets) - first;
    }
}

// The number of the next tile: groups that run take them in order, so none waits for one that has not begun.
uint next_tile(volatile global uint* tickets, uint first, local uint* tile) {
    draw_tile(tickets, first, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *tile;
}

// To be called by one warp: publishes a tile's sum, and gives the sum of all tiles before it. A warp looks at 32 tiles at once.
SUM sum_of_tiles_before(volatile global ulong* states, uint tile, uint run, SUM own) {
    if (tile == 0) {
        if (LANE == 0) {
            publish(states, 0, 2 * run + 1, own);
        }
        return 0;
    }
    if (LANE == 0) {
        publish(states, tile, 2 * run, own);
    }
    SUM before = 0;
    int at = (int)tile - 1 - (int)LANE;
    uint complete = 0;
    while (complete == 0) {
        SUM sum = 0;
        uint what = 2 * run + 1;
        if (at >= 0) {
            what = published(states, at, &sum);
        }
        while (ballot(what / 2 != run) != 0) {
            if (what / 2 != run) {
                what = published(states, at, &sum);
            }
        }
        complete = ballot(what % 2);
        const uint last = complete == 0 ? 31 : popcount((complete & -complete) - 1);
        SUM part = LANE <= last ? sum : (SUM)0;
        part = inclusive_in_warp(part);
        before += of_lane(part, 31);
        at -= 32;
    }
    if (LANE == 0) {
        publish(states, tile, 2 * run + 1, before + own);
    }
    return before;
}

// The group asks for memory from one byte to before another, in lines.
void bring_all_soon(global const void* from, ulong begin, ulong end) {
    for (ulong i = begin + get_local_id(0) * 128; i < end; i += GROUP * 128) {
        bring_soon((global const char*)from + i);
    }
}
