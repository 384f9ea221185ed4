// Copies both factors, the matrices of batches one after the other, in the order of pack-blocks.cl.
#define PACK_TERMS 64
#include "pack-blocks.cl"

// The first groups copy A, the others B.
kernel __attribute__((reqd_work_group_size(PACKERS, 1, 1))) void pack(
        int terms, int groupsA,
        int linesA, global const float* a, long offsetA, int leadingA, long stepA, global float* toA,
        int linesB, global const float* b, long offsetB, int leadingB, long stepB, global float* toB) {
    local float tile[PACK_TILE];
    const int group = get_group_id(0);
    if (group < groupsA) {
        PACK(tile, true, TURNED_A, ALIGNED_A, group, linesA, terms, a + offsetA, leadingA, stepA, toA);
    } else {
        PACK(tile, false, TURNED_B, ALIGNED_B, group - groupsA, linesB, terms, b + offsetB, leadingB, stepB, toB);
    }
}
