// Judges some elements of D = A*B, spread over the matrix and its edges, each by a sum of its own in twice the precision of
// double (Ogita, Rump, Oishi, Dot2): the error relative to the sum of the magnitudes.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#include "product.cl"

kernel void sample(
        int m, int n, int k,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        global const REAL* d, long offsetD, int ldd, long stepD,
        global double* errors) {
    const uint id = get_global_id(0);
    const long batch = get_global_id(1);
    // Corners first, then places that fill the matrix evenly: multiples of 1/g and 1/g^2, where g is to two dimensions what the
    // golden ratio is to one (g^3 = g + 1). Of eight places one is moved to the last row and one to the last column, where
    // tiles are cut off.
    const int spreadI = (ulong)(id * 3242174889u) * (uint)m >> 32;
    const int spreadJ = (ulong)(id * 2447445413u) * (uint)n >> 32;
    const int i = id < 4 ? (id & 1) * (m - 1) : id % 8 == 0 ? m - 1 : spreadI;
    const int j = id < 4 ? (id >> 1) * (n - 1) : id % 8 == 1 ? n - 1 : spreadJ;
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;
    double sum = 0;
    double lost = 0;
    double magnitude = 0;
    for (int p = 0; p < k; p++) {
        const double x = a[A_AT(i, p)];
        const double y = b[B_AT(p, j)];
        const double product = x * y;
        const double total = sum + product;
        const double part = total - sum;
        lost += ((sum - (total - part)) + (product - part)) + fma(x, y, -product);
        sum = total;
        magnitude += fabs(product);
    }
    const double found = d[offsetD + batch * stepD + (long)i * ldd + j];
    const double difference = fabs(found - (sum + lost));
    errors[batch * get_global_size(0) + id] = difference == 0 ? 0 : difference / magnitude;
}
