// Tiles in local memory, their size known only at run time: the side of the work-group. The memory is an argument, for both
// tiles one after the other.
#include "product.cl"

kernel void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        local REAL* tiles) {
    const int tile = get_local_size(0);
    // One more column, so that the rows of a tile begin in different banks.
    const int pitch = tile + 1;
    local REAL* tileA = tiles;
    local REAL* tileB = tiles + tile * pitch;
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int i0 = get_group_id(1) * tile;
    const int j0 = get_group_id(0) * tile;
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;
    REAL sum = 0;
    for (int p0 = 0; p0 < k; p0 += tile) {
        // Neighbours in x read neighbours in memory, whichever way the matrix lies.
#if A_TRANSPOSED
        tileA[x * pitch + y] = i0 + x < m && p0 + y < k ? a[A_AT(i0 + x, p0 + y)] : 0;
#else
        tileA[y * pitch + x] = i0 + y < m && p0 + x < k ? a[A_AT(i0 + y, p0 + x)] : 0;
#endif
#if B_TRANSPOSED
        tileB[x * pitch + y] = p0 + x < k && j0 + y < n ? b[B_AT(p0 + x, j0 + y)] : 0;
#else
        tileB[y * pitch + x] = p0 + y < k && j0 + x < n ? b[B_AT(p0 + y, j0 + x)] : 0;
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int p = 0; p < tile; p++) {
            sum += tileA[y * pitch + p] * tileB[p * pitch + x];
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
