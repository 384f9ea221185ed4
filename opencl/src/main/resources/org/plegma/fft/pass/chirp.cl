// The factors of Bluestein's algorithm, computed in double precision whatever type they have in the end.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef TYPE
#define TYPE double
#endif
#ifndef TYPE2
#define TYPE2 double2
#endif

// exp(-2πi·a/n) for a below n, by an angle of the first octant, so that it is right to the last bit or two.
double2 root(const ulong a, const ulong n) {
    const bool below = 2*a > n;
    const ulong high = below ? n - a : a;
    const bool left = 4*high > n;
    const ulong near = left ? n - 2*high : high, whole = left ? 2*n : n;
    const bool steep = 8*near > whole;
    const double turn = steep ? (double)(whole - 4*near)/(double)(2*whole) : 2*(double)near/(double)whole;
    const double c = cospi(turn), s = sinpi(turn);
    const double x = steep ? s : c, y = steep ? c : s;
    return (double2)(left ? -x : x, below ? y : -y);
}

// exp(-πi·k²/n); k² is reduced exactly.
kernel void chirp(global TYPE2 *out, const long n) {
    const ulong k = get_global_id(0);
    if (k < n) {
        const double2 z = root(k*k % (2*n), 2*n);
        out[k] = (TYPE2)((TYPE)z.x, (TYPE)z.y);
    }
}

// Its conjugate at the places 0 to n-1 of m and, mirrored, at the last ones, over m.
kernel void mirrored_chirp(global double2 *out, const long n, const long m) {
    const long place = get_global_id(0);
    if (place < m) {
        const ulong k = place < n ? place : m - place;
        double2 z = 0;
        if (k < n) {
            z = root(k*k % (2*n), 2*n);
            z.y = -z.y;
        }
        out[place] = z/(double)m;
    }
}

kernel void rounded(global const double2 *in, global TYPE2 *out, const long m) {
    const long place = get_global_id(0);
    if (place < m) {
        out[place] = (TYPE2)((TYPE)in[place].x, (TYPE)in[place].y);
    }
}
