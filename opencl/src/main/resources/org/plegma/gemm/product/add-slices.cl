// For kernels whose groups of dimension 1 each sum a slice of the terms: they add the slices, too. Warps do so, each with those
// of the other groups that have the same part of the result. All leave their sums but the last to arrive, which adds the
// others' to its own. It may have to wait for them, but not for ever: who has arrived runs, whatever else waits to. A result is
// the same each time, as two numbers have one sum, and more slices are added in their order.
//
// Who includes this says what a lane has: SUMS pairs of sums of type SUM_PAIR, of which SUM_OF(e) is the e-th number.

// In a warp's count, which is 0 before a launch and after it: a counterpart that has left its sums. Below are those that have
// arrived.
#define LEFT 0x10000

// The warp's count, the same for its counterparts, and how many have arrived before and left, in all lanes.
int arrive(global int* count) {
    int state = 0;
    if (get_local_id(0) % 32 == 0) {
        asm volatile("atom.acquire.gpu.global.add.s32 %0, [%1], 1;" : "=r"(state) : "l"(count) : "memory");
    }
    asm volatile("shfl.sync.idx.b32 %0, %0, 0, 0x1f, 0xffffffff;" : "+r"(state)::"memory");
    return state;
}

// To be called when all lanes have stored their sums.
void leave(global int* count) {
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    if (get_local_id(0) % 32 == 0) {
        asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(count), "n"(LEFT) : "memory");
    }
}

// Waits until so many have left, and sets the count back for the next launch.
void await_left(global int* count, int others, int state) {
    if (get_local_id(0) % 32 == 0) {
        while (state / LEFT != others) {
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(state) : "l"(count) : "memory");
        }
        *count = 0;
    }
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

// Adds all slices' sums, or leaves the warp's own to who does, and returns from the kernel. Here are the sums and counts of all
// warps; this one has such a part of the result. All sums of a slice are asked for at once: one by one they would take longer
// than all else here.
#define ADD_SLICES(all, counts, part)                                                                                     \
    do {                                                                                                                  \
        const int slices = get_num_groups(1);                                                                              \
        const int own = get_group_id(1);                                                                                   \
        global SUM_PAIR* const left = (all) + (part)*slices * (SUMS * 32) + get_local_id(0) % 32;                          \
        const int state = arrive((counts) + (part));                                                                       \
        const int adds = state % LEFT == slices - 1;                                                                       \
        if (!adds || slices > 2) {                                                                                         \
            _Pragma("unroll") for (int e = 0; e < SUMS; e++) {                                                             \
                left[(own * SUMS + e) * 32] = (SUM_PAIR)(SUM_OF(2 * e), SUM_OF(2 * e + 1));                                \
            }                                                                                                             \
        }                                                                                                                 \
        if (!adds) {                                                                                                      \
            leave((counts) + (part));                                                                                      \
            return;                                                                                                        \
        }                                                                                                                 \
        await_left((counts) + (part), slices - 1, state);                                                                  \
        if (slices > 2) {                                                                                                  \
            _Pragma("unroll") for (int e = 0; e < 2 * SUMS; e++) { SUM_OF(e) = 0; }                                        \
        }                                                                                                                 \
        const int end = slices > 2 ? slices : 2 - own;                                                                     \
        _Pragma("unroll 1") for (int s = slices > 2 ? 0 : 1 - own; s < end; s++) {                                         \
            _Pragma("unroll") for (int e = 0; e < SUMS; e++) {                                                             \
                const SUM_PAIR more = left[(s * SUMS + e) * 32];                                                           \
                SUM_OF(2 * e) += more.x;                                                                                   \
                SUM_OF(2 * e + 1) += more.y;                                                                               \
            }                                                                                                             \
        }                                                                                                                 \
    } while (0)
