// The definition: one work-item sums one element of D. Work-items along a row read A at the same place and B side by side.
#include "product.cl"

kernel void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias) {
    const int j = get_global_id(0);
    const int i = get_global_id(1);
    const long batch = get_global_id(2);
    if (i >= m || j >= n) {
        return;
    }
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;
    c += offsetC + batch * stepC;
    d += offsetD + batch * stepD;
    REAL sum = 0;
    for (int p = 0; p < k; p++) {
        sum += a[A_AT(i, p)] * b[B_AT(p, j)];
    }
    d[(long)i * ldd + j] = finish(sum, i, j, alpha, beta, c, ldc, bias);
}
