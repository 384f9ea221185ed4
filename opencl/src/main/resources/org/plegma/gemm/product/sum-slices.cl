// Adds the sums of slices of the terms, which lie one after the other, and finishes the product. A work-item has EACH elements
// a group apart, so that it waits once for the reads of all of them.
#include "product.cl"
#define EACH 4

kernel void sum_slices(
        int m, int n, int slices, global const REAL* sums, REAL alpha, REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias) {
    const long batch = get_global_id(1);
    const long size = (long)m * n;
    const long all = size * get_global_size(1);
    const long first = (long)get_group_id(0) * get_local_size(0) * EACH + get_local_id(0);
    sums += batch * size;
    c += offsetC + batch * stepC;
    d += offsetD + batch * stepD;
    REAL sum[EACH] = {0};
    for (int s = 0; s < slices; s++) {
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            sum[e] += sums[s * all + min(first + e * (long)get_local_size(0), size - 1)];
        }
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const long at = first + e * (long)get_local_size(0);
        if (at < size) {
            const int i = at / n, j = at - (long)i * n;
            d[(long)i * ldd + j] = finish(sum[e], i, j, alpha, beta, c, ldc, bias);
        }
    }
}
