// What the work-items of a warp tell each other on NVIDIA. All 32 of them must call these functions together.
#define LANES 32
#define LANE ((uint)get_local_id(0) % LANES)
#define ALL_LANES "0xffffffff"

// The lanes that choose, a bit for each.
uint ballot(int choice) {
    uint lanes;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, " ALL_LANES "; }"
                 : "=r"(lanes)
                 : "r"(choice));
    return lanes;
}

// The lanes below this one, and those above, a bit for each.
uint lanes_below() {
    uint lanes;
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes));
    return lanes;
}

uint lanes_above() {
    uint lanes;
    asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(lanes));
    return lanes;
}

void warp_barrier() { asm volatile("bar.warp.sync " ALL_LANES ";" ::: "memory"); }

uint word_up(uint x, uint by) {
    uint y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, " ALL_LANES ";" : "=r"(y) : "r"(x), "r"(by));
    return y;
}

uint word_of(uint x, uint lane) {
    uint y;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, " ALL_LANES ";" : "=r"(y) : "r"(x), "r"(lane));
    return y;
}

// The word of the lane whose number differs by this bit.
uint word_across(uint x, uint by) {
    uint y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, " ALL_LANES ";" : "=r"(y) : "r"(x), "r"(by));
    return y;
}

// The least word of all lanes, and the largest.
uint least_word(uint x) {
#ifdef WARPS_REDUCE
    uint least;
    asm volatile("redux.sync.min.u32 %0, %1, " ALL_LANES ";" : "=r"(least) : "r"(x));
    return least;
#else
#pragma unroll
    for (uint by = 1; by < LANES; by *= 2) {
        x = min(x, word_across(x, by));
    }
    return x;
#endif
}

uint most_word(uint x) {
#ifdef WARPS_REDUCE
    uint most;
    asm volatile("redux.sync.max.u32 %0, %1, " ALL_LANES ";" : "=r"(most) : "r"(x));
    return most;
#else
    return ~least_word(~x);
#endif
}

// Asks for memory that is read soon.
void bring_soon(global const void* from) { asm volatile("prefetch.global.L2 [%0];" : : "l"(from)); }
