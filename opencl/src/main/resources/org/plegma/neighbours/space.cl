// Points of two or three axes, and what a search keeps. Distances are squared, and computed as plain Java does.
#ifndef REAL
#define REAL float
#define WORD uint
#define SIGNED int
#define EPSILON 1.2e-7f
#define FIRST_NORMAL 0x00800000u
#endif
#ifndef AXES
#define AXES 3
#endif
#define POINTS_JOINED(a, b) a##b
#define POINTS_JOIN(a, b) POINTS_JOINED(a, b)
#define REAL4 POINTS_JOIN(REAL, 4)
#define REAL8 POINTS_JOIN(REAL, 8)
#define WORD4 POINTS_JOIN(WORD, 4)
#define WORD8 POINTS_JOIN(WORD, 8)
#define SIGNED8 POINTS_JOIN(SIGNED, 8)
#define CONVERT_REAL4 POINTS_JOIN(convert_, REAL4)
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

bool all_finite(REAL4 p) { return isfinite(p.x) && isfinite(p.y) && isfinite(p.z); }

// Arranged points are four numbers each, the last with the bits of the index that the point was given at. Where WIDE, all first
// coordinates come first, then all second, all third, all indices.
#ifdef WIDE
#define X(points, n, i) (points)[i]
#define Y(points, n, i) (points)[(n) + (i)]
#define Z(points, n, i) (points)[2 * (n) + (i)]
#define ID(points, n, i) id_in((points)[3 * (n) + (i)])
#else
#define ID(points, n, i) id_in((points)[4 * (long)(i) + 3])
#endif

// The bits of an index are those of a number that is no denormal one, as a processor is slow to compute with these by the way.
int id_in(REAL bits) { return (int)(POINTS_JOIN(as_, WORD)(bits) - FIRST_NORMAL); }

REAL id_bits(int id) { return POINTS_JOIN(as_, REAL)((WORD)(uint)id + FIRST_NORMAL); }

REAL4 arranged_point(global const REAL* points, long n, long i) {
#ifdef WIDE
    return (REAL4)(X(points, n, i), Y(points, n, i), Z(points, n, i), points[3 * n + i]);
#else
    return *(global const REAL4*)(points + 4 * i);
#endif
}

void put(REAL4 p, int id, long i, long n, global REAL* arranged) {
#ifdef WIDE
    X(arranged, n, i) = p.x;
    Y(arranged, n, i) = p.y;
    Z(arranged, n, i) = p.z;
    arranged[3 * n + i] = id_bits(id);
#else
    p.w = id_bits(id);
    *(global REAL4*)(arranged + 4 * i) = p;
#endif
}

// Points in an order of their indices.
kernel void arrange(global const REAL* points, global const int* order, long n, global REAL* arranged) {
    const long i = get_global_id(0);
    if (i < n) {
        put(given(points, order[i]), order[i], i, n, arranged);
    }
}

// Arranged points as they were given.
kernel void give(global const REAL* arranged, long n, global REAL* points) {
    const long i = get_global_id(0);
    if (i < n) {
        const REAL4 p = arranged_point(arranged, n, i);
        const long at = (long)ID(arranged, n, i) * AXES;
        points[at] = p.x;
        points[at + 1] = p.y;
#if AXES == 3
        points[at + 2] = p.z;
#endif
    }
}
