// Transforms of lines on a CPU: a work-item takes LANES lines at once, one in each lane of a vector, and does all stages of
// Stockham's algorithm in a scratch buffer of its own, in which re and im of a value follow each other. One program serves
// all lengths: the radices are arguments.
#ifndef REAL
#define REAL float
#endif
#ifndef LANES
#define LANES 8
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define VALUE JOIN(REAL, LANES)
#define PAIRS JOIN(REAL, TWICE)
#ifndef TWICE
#define TWICE 16
#endif
#define LOAD JOIN(vload, TWICE)
#define STORE JOIN(vstore, TWICE)

// The generated short transforms stand here: dft2(r, i), dft3(r, i) ...
//BUTTERFLIES

// One stage with radix R after stages with product s, from x to y.
#define STAGE(R)                                                                                                       \
    void stage##R(global const VALUE *x, global VALUE *y, global const REAL *factors, const int n, const int s) {      \
        const int m = n / R;                                                                                           \
        for (int block = 0; block < m; block += s) {                                                                   \
            for (int k = 0; k < s; k++) {                                                                              \
                VALUE r[R], i[R];                                                                                      \
                r[0] = x[2*(block + k)];                                                                               \
                i[0] = x[2*(block + k) + 1];                                                                           \
                for (int u = 1; u < R; u++) {                                                                          \
                    const VALUE re = x[2*(block + k + u*m)], im = x[2*(block + k + u*m) + 1];                          \
                    const REAL c = s == 1 ? 1 : factors[2*((u - 1)*s + k)];                                            \
                    const REAL d = s == 1 ? 0 : factors[2*((u - 1)*s + k) + 1];                                        \
                    r[u] = re*c - im*d;                                                                                \
                    i[u] = re*d + im*c;                                                                                \
                }                                                                                                      \
                dft##R(r, i);                                                                                          \
                for (int u = 0; u < R; u++) {                                                                          \
                    y[2*(block*R + k + u*s)] = r[u];                                                                   \
                    y[2*(block*R + k + u*s) + 1] = i[u];                                                               \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

//STAGES

long place(const long l, const long inner, const long outer, const long split, const long big, const long small) {
    const long c = l % inner;
    return l/inner*outer + c/split*big + c%split*small;
}

// How a line is read and written; the numbers are those of LinePass.Load and LinePass.Store.
#define COMPLEX 0
#define REALS 1
#define HALF 2
#define HALF_OF_PAIRS 3

void read_lane(
    global const REAL *in, const long from, const long stride, global REAL *x, const int n, const int mode,
    const int inverse, global const REAL *turns) {
    const int re = inverse ? LANES : 0, im = LANES - re;
    for (int k = 0; k < n; k++) {
        REAL a = 0, b = 0;
        if (mode == COMPLEX) {
            a = in[2*(from + k*stride)];
            b = in[2*(from + k*stride) + 1];
        } else if (mode == REALS) {
            a = in[from + k*stride];
        } else if (mode == HALF) {
            const int j = 2*k > n ? n - k : k;
            a = in[2*(from + j*stride)];
            b = in[2*(from + j*stride) + 1];
            b = k == 0 || 2*k == n ? 0 : j == k ? b : -b;
        } else {
            const REAL zx = in[2*(from + k*stride)], yx = in[2*(from + (n - k)*stride)];
            const REAL zy = k == 0 ? 0 : in[2*(from + k*stride) + 1];
            const REAL yy = k == 0 ? 0 : in[2*(from + (n - k)*stride) + 1];
            const REAL dx = zx - yx, dy = zy + yy, ex = turns[2*k], ey = turns[2*k + 1];
            a = zx + yx - (dy*ex - dx*ey);
            b = zy - yy + dx*ex + dy*ey;
        }
        x[2*LANES*k + re] = a;
        x[2*LANES*k + im] = b;
    }
}

void write_lane(
    global REAL *out, const long to, const long stride, global const REAL *x, const int n, const int mode,
    const int inverse, const REAL scale, global const REAL *turns) {
    const int re = inverse ? LANES : 0, im = LANES - re;
    if (mode == COMPLEX || mode == HALF) {
        const int end = mode == HALF ? n/2 + 1 : n;
        for (int k = 0; k < end; k++) {
            out[2*(to + k*stride)] = scale*x[2*LANES*k + re];
            out[2*(to + k*stride) + 1] = scale*x[2*LANES*k + im];
        }
    } else if (mode == REALS) {
        for (int k = 0; k < n; k++) {
            out[to + k*stride] = scale*x[2*LANES*k + re];
        }
    } else {
        for (int k = 0; k <= n; k++) {
            const int j = k == n ? 0 : k, m = k == 0 ? 0 : n - k;
            const REAL sx = x[2*LANES*j] + x[2*LANES*m], sy = x[2*LANES*j + LANES] - x[2*LANES*m + LANES];
            const REAL dx = x[2*LANES*j] - x[2*LANES*m], dy = x[2*LANES*j + LANES] + x[2*LANES*m + LANES];
            const REAL ex = turns[2*k], ey = turns[2*k + 1];
            out[2*(to + k*stride)] = scale/2*(sx + dy*ex + dx*ey);
            out[2*(to + k*stride) + 1] = scale/2*(sy - dx*ex + dy*ey);
        }
    }
}

kernel void transform_lines(
    global const REAL *in, global REAL *out, global const REAL *factors, global const REAL *turns,
    global REAL *scratch, global const int *radices, const int stages, const int n, const long lines, const long inner,
    const long in_outer, const long in_split, const long in_big, const long in_small, const long in_stride,
    const long out_outer, const long out_split, const long out_big, const long out_small, const long out_stride,
    const int load, const int store, const int rotation_low, const long rotation_inner, const int inverse,
    const REAL scale) {
    const long worker = get_global_id(0), workers = get_global_size(0);
    for (long first = worker*LANES; first < lines; first += workers*LANES) {
        global VALUE *x = (global VALUE *)(scratch + worker*4*LANES*n), *y = x + 2*n;
        const int lanes = lines - first < LANES ? (int)(lines - first) : LANES;
        const long c = first%inner;
        // Lines side by side, whole: a vector holds one element of each.
        const int block = lanes == LANES && c + LANES <= inner && c%LANES == 0;
        if (block && load == COMPLEX && in_small == 1 && in_split%LANES == 0) {
            const long from = place(first, inner, in_outer, in_split, in_big, in_small);
            for (int k = 0; k < n; k++) {
                const PAIRS z = LOAD(0, in + 2*(from + k*in_stride));
                x[2*k] = inverse ? z.odd : z.even;
                x[2*k + 1] = inverse ? z.even : z.odd;
            }
        } else {
            for (int lane = 0; lane < lanes; lane++) {
                const long from = place(first + lane, inner, in_outer, in_split, in_big, in_small);
                read_lane(in, from, in_stride, (global REAL *)x + lane, n, load, inverse, turns);
            }
        }
        int product = 1;
        global const REAL *own = factors;
        for (int stage = 0; stage < stages; stage++) {
            const int radix = radices[stage];
            switch (radix) {
//CASES
            }
            own += product == 1 ? 0 : 2*product*(radix - 1);
            product *= radix;
            global VALUE *const done = y;
            y = x;
            x = done;
        }
        if (rotation_low > 0) {
            for (int lane = 0; lane < lanes; lane++) {
                const long i2 = (first + lane)%inner/rotation_inner;
                global REAL *mine = (global REAL *)x + lane;
                for (int k = 0; k < n; k++) {
                    const long a = k*i2;
                    const int low = a%rotation_low, high = rotation_low + (int)(a/rotation_low);
                    const REAL er = turns[2*low]*turns[2*high] - turns[2*low + 1]*turns[2*high + 1];
                    const REAL ei = turns[2*low]*turns[2*high + 1] + turns[2*low + 1]*turns[2*high];
                    const REAL re = mine[2*LANES*k], im = mine[2*LANES*k + LANES];
                    mine[2*LANES*k] = re*er - im*ei;
                    mine[2*LANES*k + LANES] = re*ei + im*er;
                }
            }
        }
        if (block && store == COMPLEX && out_small == 1 && out_split%LANES == 0) {
            const long to = place(first, inner, out_outer, out_split, out_big, out_small);
            for (int k = 0; k < n; k++) {
                PAIRS z;
                z.even = scale*(inverse ? x[2*k + 1] : x[2*k]);
                z.odd = scale*(inverse ? x[2*k] : x[2*k + 1]);
                STORE(z, 0, out + 2*(to + k*out_stride));
            }
        } else {
            for (int lane = 0; lane < lanes; lane++) {
                const long to = place(first + lane, inner, out_outer, out_split, out_big, out_small);
                write_lane(out, to, out_stride, (global REAL *)x + lane, n, store, inverse, scale, turns);
            }
        }
    }
}
