// Points of two or three axes, and what a search keeps. Distances are squared, and computed as plain Java does.
#ifndef REAL
#define REAL float
#define EPSILON 1.2e-7f
#endif
#ifndef AXES
#define AXES 3
#endif
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define REAL4 JOIN(REAL, 4)
#define REAL8 JOIN(REAL, 8)
#pragma OPENCL FP_CONTRACT OFF

// A point as it was given, the third coordinate 0 where there are two axes.
REAL4 given(global const REAL* points, long i) {
#if AXES == 3
    return (REAL4)(points[3 * i], points[3 * i + 1], points[3 * i + 2], 0);
#else
    return (REAL4)(points[2 * i], points[2 * i + 1], 0, 0);
#endif
}

REAL squared(REAL x, REAL y, REAL z) { return x * x + y * y + z * z; }

// Arranged points are four numbers each; where WIDE, all first coordinates, then all second, then all third.
#ifdef WIDE
#define X(points, n, i) (points)[i]
#define Y(points, n, i) (points)[(n) + (i)]
#define Z(points, n, i) (points)[2 * (n) + (i)]
#endif

kernel void arrange(global const REAL* points, global const int* ids, long n, global REAL* arranged) {
    const long i = get_global_id(0);
    if (i >= n) {
        return;
    }
    const REAL4 p = given(points, ids[i]);
#ifdef WIDE
    X(arranged, n, i) = p.x;
    Y(arranged, n, i) = p.y;
    Z(arranged, n, i) = p.z;
#else
    vstore4(p, i, arranged);
#endif
}
