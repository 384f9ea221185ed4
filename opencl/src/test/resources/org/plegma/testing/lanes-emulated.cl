// lanes.cl for any device with OpenCL 2.0: lanes leave words in global memory and meet. All work-items of a group must call these
// functions together, which is more than lanes.cl asks.
#define LANES 32
#define LANE ((uint)get_local_id(0) % LANES)
global uint exchanged[1 << 18];

#define MEET barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)

uint word_of(uint x, uint lane) {
    const uint me = get_global_id(0) % (1 << 18);
    exchanged[me] = x;
    MEET;
    const uint y = exchanged[me - LANE + lane % LANES];
    MEET;
    return y;
}

uint ballot(int choice) {
    const uint me = get_global_id(0) % (1 << 18);
    exchanged[me] = choice != 0;
    MEET;
    uint lanes = 0;
    for (uint lane = 0; lane < LANES; lane++) {
        lanes |= exchanged[me - LANE + lane] << lane;
    }
    MEET;
    return lanes;
}

uint lanes_below() { return (1u << LANE) - 1; }

uint lanes_above() { return 0xfffffffe << LANE; }

void warp_barrier() { MEET; }

uint word_up(uint x, uint by) { return word_of(x, LANE >= by ? LANE - by : LANE); }

uint word_across(uint x, uint by) { return word_of(x, LANE ^ by); }

uint least_word(uint x) {
    for (uint by = 1; by < LANES; by *= 2) {
        x = min(x, word_across(x, by));
    }
    return x;
}

uint most_word(uint x) { return ~least_word(~x); }

void bring_soon(global const void* from) {}
