// What LoopGuard puts at the beginning of each round of a loop. A loop has no end if it goes on after PLEGMA_TURNS rounds of its own
// and PLEGMA_ROUNDS of it and the loops within, since it was last begun. With barriers in it the rounds of all work-items of a group
// are counted together, since they go through it in step, and twice, for what a barrier takes. Such a loop is told by a store at an
// address that no array has, and left.
#define PLEGMA_TURNS 4096
static __attribute__((always_inline, unused)) int plegma_round(
        __private uint *turns, __private ulong *begun, __private ulong *rounds, ulong items, ulong place) {
    if (*turns == 0) *begun = *rounds;
    ++*turns;
    ++*rounds;
    if (*turns <= min((ulong)PLEGMA_TURNS, (ulong)PLEGMA_ROUNDS) || (*rounds - *begun) * items <= PLEGMA_ROUNDS) return 0;
    *(volatile __global char *)place = 0;
    return 1;
}
