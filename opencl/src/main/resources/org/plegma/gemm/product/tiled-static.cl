// Tiles in local memory, their size known to the compiler: a work-group brings a tile of A and one of B into local memory,
// each element once, and every work-item reads them TILE times there. The loop over a tile is unrolled.
#ifndef TILE
#define TILE 16
#endif
#include "product.cl"

kernel void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias) {
    // One more column, so that the rows of a tile begin in different banks.
    local REAL tileA[TILE][TILE + 1];
    local REAL tileB[TILE][TILE + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int i0 = get_group_id(1) * TILE;
    const int j0 = get_group_id(0) * TILE;
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;
    REAL sum = 0;
    for (int p0 = 0; p0 < k; p0 += TILE) {
        // Neighbours in x read neighbours in memory, whichever way the matrix lies.
#if A_TRANSPOSED
        tileA[x][y] = i0 + x < m && p0 + y < k ? a[A_AT(i0 + x, p0 + y)] : 0;
#else
        tileA[y][x] = i0 + y < m && p0 + x < k ? a[A_AT(i0 + y, p0 + x)] : 0;
#endif
#if B_TRANSPOSED
        tileB[x][y] = p0 + x < k && j0 + y < n ? b[B_AT(p0 + x, j0 + y)] : 0;
#else
        tileB[y][x] = p0 + y < k && j0 + x < n ? b[B_AT(p0 + y, j0 + x)] : 0;
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int p = 0; p < TILE; p++) {
            sum += tileA[y][p] * tileB[p][x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int i = i0 + y;
    const int j = j0 + x;
    if (i < m && j < n) {
        c += offsetC + batch * stepC;
        d += offsetD + batch * stepD;
        d[(long)i * ldd + j] = finish(sum, i, j, alpha, beta, c, ldc, bias);
    }
}
