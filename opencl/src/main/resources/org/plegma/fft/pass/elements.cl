// What is done to single values between the transforms of lines. A complex value is a pair of reals.
#ifndef REAL
#define REAL float
#endif
#ifndef REAL2
#define REAL2 float2
#endif

REAL2 times(const REAL2 a, const REAL2 b) {
    return (REAL2)(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x);
}

long place(const long l, const long inner, const long outer, const long split, const long big, const long small) {
    const long c = l % inner;
    return l/inner*outer + c/split*big + c%split*small;
}

// Bluestein: lines of n values, turned by the chirp exp(-πi·k²/n), into lines of m values, zeros behind.
kernel void chirp_in(
    global const REAL2 *in, global REAL2 *out, global const REAL2 *chirp, const int n, const int m, const long lines,
    const long inner, const long outer, const long split, const long big, const long small, const long stride,
    const int inverse) {
    const long p = get_global_id(0);
    const long l = p/m;
    const int k = (int)(p - l*m);
    if (l < lines) {
        REAL2 z = 0;
        if (k < n) {
            z = in[place(l, inner, outer, split, big, small) + k*stride];
            z = times(inverse ? z.yx : z, chirp[k]);
        }
        out[p] = z;
    }
}

// Bluestein: the first n of m values, turned by the chirp and scaled.
kernel void chirp_out(
    global const REAL2 *in, global REAL2 *out, global const REAL2 *chirp, const int n, const int m, const long lines,
    const long inner, const long outer, const long split, const long big, const long small, const long stride,
    const int inverse, const REAL scale) {
    const long p = get_global_id(0);
    const long l = p/n;
    const int k = (int)(p - l*n);
    if (l < lines) {
        const REAL2 z = scale*times(in[l*m + k], chirp[k]);
        out[place(l, inner, outer, split, big, small) + k*stride] = inverse ? z.yx : z;
    }
}

// Each m values times the same m values.
kernel void multiply(
    global const REAL2 *in, global REAL2 *out, global const REAL2 *by, const long m, const long count) {
    const long p = get_global_id(0);
    if (p < count) {
        out[p] = times(in[p], by[p%m]);
    }
}

// Reals with imaginary parts of 0.
kernel void widen(global const REAL *in, global REAL2 *out, const long count) {
    const long p = get_global_id(0);
    if (p < count) {
        out[p] = (REAL2)(in[p], 0);
    }
}

// Real parts.
kernel void narrow(global const REAL2 *in, global REAL *out, const long count) {
    const long p = get_global_id(0);
    if (p < count) {
        out[p] = in[p].x;
    }
}

// The first n/2+1 values of lines of n, pitch values from one line to the next.
kernel void halve(global const REAL2 *in, global REAL2 *out, const int n, const int pitch, const long lines) {
    const int kept = n/2 + 1;
    const long p = get_global_id(0), l = p/kept;
    if (l < lines) {
        out[l*pitch + (p - l*kept)] = in[l*n + (p - l*kept)];
    }
}

// Whole lines of n values from their first n/2+1: the spectrum of reals mirrors itself.
kernel void unhalve(global const REAL2 *in, global REAL2 *out, const int n, const int pitch, const long lines) {
    const long p = get_global_id(0), l = p/n;
    if (l < lines) {
        const int k = (int)(p - l*n), j = 2*k > n ? n - k : k;
        const REAL2 z = in[l*pitch + j];
        out[p] = (REAL2)(z.x, k == 0 || 2*k == n ? 0 : j == k ? z.y : -z.y);
    }
}

// exp(-2πi·a/n) from its two tables.
REAL2 root(global const REAL2 *roots, const int low, const int a) {
    return times(roots[a%low], roots[low + a/low]);
}

// From transforms of m pairs of reals to the first m+1 values of the spectra of the 2m reals, rows at pitches of their own.
// A work-item makes values k and m-k, of which it alone reads what they were, so that both may be in the same array.
kernel void split_pairs(
    global const REAL2 *in, global REAL2 *out, global const REAL2 *roots, const int m, const int in_pitch,
    const int out_pitch, const long rows, const int low) {
    const long p = get_global_id(0), row = p/(m/2 + 1);
    if (row < rows) {
        const int k = (int)(p - row*(m/2 + 1));
        const REAL2 a = in[row*in_pitch + k], b = in[row*in_pitch + (k == 0 ? 0 : m - k)], e = root(roots, low, k);
        const REAL2 s = (REAL2)(a.x + b.x, a.y - b.y), d = (REAL2)(a.x - b.x, a.y + b.y);
        const REAL t = d.y*e.x + d.x*e.y, q = d.y*e.y - d.x*e.x;
        out[row*out_pitch + k] = (REAL2)(s.x + t, k == 0 ? 0 : q + s.y)/2;
        out[row*out_pitch + (m - k)] = (REAL2)(s.x - t, k == 0 ? 0 : q - s.y)/2;
    }
}

// Back to twice the transforms of the pairs.
kernel void join_pairs(
    global const REAL2 *in, global REAL2 *out, global const REAL2 *roots, const int m, const int in_pitch,
    const int out_pitch, const long rows, const int low) {
    const long p = get_global_id(0), row = p/(m/2 + 1);
    if (row < rows) {
        const int k = (int)(p - row*(m/2 + 1));
        REAL2 a = in[row*in_pitch + k], b = in[row*in_pitch + (m - k)];
        const REAL2 e = root(roots, low, k);
        if (k == 0) {
            a.y = b.y = 0;
        }
        const REAL2 s = (REAL2)(a.x + b.x, a.y - b.y), d = (REAL2)(a.x - b.x, a.y + b.y);
        const REAL t = d.y*e.x - d.x*e.y, q = d.x*e.x + d.y*e.y;
        out[row*out_pitch + k] = (REAL2)(s.x - t, q + s.y);
        if (k > 0) {
            out[row*out_pitch + (m - k)] = (REAL2)(s.x + t, q - s.y);
        }
    }
}

// Rows of width values, filled up by zeros to pitch values, in strips of so many columns, one after the other.
kernel void space_rows(
    global const REAL2 *in, global REAL2 *out, const int rows, const int width, const int pitch, const int strip) {
    const long p = get_global_id(0), row = p/strip%rows, column = p/strip/rows*strip + p%strip;
    if (p < (long)rows*pitch) {
        out[p] = column < width ? in[row*width + column] : (REAL2)(0);
    }
}
