// Adds the sums of slices of the terms, which lie one after the other, and finishes the product.
#include "product.cl"

kernel void sum_slices(
        int m, int n, int slices, global const REAL* sums, REAL alpha, REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias) {
    const int j = get_global_id(0);
    const int i = get_global_id(1);
    const long batch = get_global_id(2);
    if (j >= n) {
        return;
    }
    const long all = (long)m * n * get_global_size(2);
    sums += (batch * m + i) * n + j;
    REAL sum = 0;
    for (int s = 0; s < slices; s++) {
        sum += sums[s * all];
    }
    c += offsetC + batch * stepC;
    d += offsetD + batch * stepD;
    d[(long)i * ldd + j] = finish(sum, i, j, alpha, beta, c, ldc, bias);
}
