// Local-memory bandwidth: each work-item adds up what it reads from a tile, UNROLL reads a round.
//
// REAL    type of one read
// GROUP   work-items of a work-group
// STEP    distance of a work-item's reads, in REAL
// WINDOW  positions at which a round may start; a power of two
#ifndef REAL
#define REAL float
#endif
#ifndef GROUP
#define GROUP 64
#endif
#ifndef WINDOW
#define WINDOW 1024
#endif

#define UNROLL 16
#define TILE (WINDOW + UNROLL * GROUP)

// The tile holds its own indices modulo 64, so the sum is exact and the host can predict it.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void local_read(global REAL *restrict out, int rounds) {
    local REAL tile[TILE];
    const int item = get_local_id(0);
    for (int i = item; i < TILE; i += GROUP) {
        tile[i] = (REAL)((float)(i & 63));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL sum[4] = {(REAL)(0), (REAL)(0), (REAL)(0), (REAL)(0)};
    int start = item & (WINDOW - 1);
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < UNROLL; ++k) {
            sum[k & 3] += tile[start + k * GROUP];
        }
        start = (start + GROUP) & (WINDOW - 1);
    }
    out[get_global_id(0)] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
