// How a group learns what the tiles before its own add up to. After warps.cl, before the kernel's file, which defines sum_of_tile.
//
// Groups take the tiles of their own numbers. NVIDIA's devices begin groups in order, but OpenCL does not promise it. So a warp that has asked
// PATIENCE times in vain adds up the tile itself.
#ifndef PATIENCE
#define PATIENCE 20000
#endif

// The sum of a tile by the lanes of a warp, all of which get it. What it is made of may be written over meanwhile.
SUM sum_of_tile(global const void* in, ulong n, uint tile);

// To be called by one warp: publishes a tile's sum, and gives the sum of all tiles before it. A warp looks at 32 tiles at once.
SUM sum_of_tiles_before(volatile global ulong* states, uint tile, uint run, SUM own, global const void* in, ulong n) {
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
        uint asked = 0;
        uint missing = ballot(what / 2 != run);
        while (missing != 0) {
            if (++asked == PATIENCE) {
                asked = 0;
                const uint lane = popcount((missing & -missing) - 1);
                const SUM found = sum_of_tile(in, n, (uint)at + LANE - lane);
                // Its group has not written over the tile, unless it has published since.
                if (LANE == lane && published(states, at, &sum) / 2 != run) {
                    publish(states, at, 2 * run, found);
                }
            }
            if (what / 2 != run) {
                what = published(states, at, &sum);
            }
            missing = ballot(what / 2 != run);
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
