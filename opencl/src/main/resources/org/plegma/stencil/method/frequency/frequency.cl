// Steps of a linear stencil in frequency. A step multiplies the spectra of all levels, a vector of COMPONENTS values at each
// frequency, by a matrix; k steps by its k-th power. Only the half of the frequencies that real values need is there.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef REAL
#define REAL float
#define REAL2 float2
#define COMPONENTS 2
#endif
#define MATRIX (COMPONENTS*COMPONENTS)

double2 times(const double2 a, const double2 b) {
    return (double2)(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x);
}

void product(const double2 *a, const double2 *b, double2 *out) {
    double2 sums[MATRIX];
    for (int i = 0; i < MATRIX; i++) {
        sums[i] = 0;
        for (int j = 0; j < COMPONENTS; j++) {
            sums[i] += times(a[i/COMPONENTS*COMPONENTS + j], b[j*COMPONENTS + i%COMPONENTS]);
        }
    }
    for (int i = 0; i < MATRIX; i++) {
        out[i] = sums[i];
    }
}

// A frequency's matrix, which is lost, to the power of steps; problem becomes 1 if a value is above most, or none.
void keep_power(
    double2 *base, const int steps, global REAL2 *powers, global int *problem, const long frequencies, const long p,
    const REAL most) {
    double2 power[MATRIX];
    for (int i = 0; i < MATRIX; i++) {
        power[i] = (double2)(i%(COMPONENTS + 1) == 0 ? 1 : 0, 0);
    }
    for (int left = steps; left > 0; left >>= 1) {
        if (left & 1) {
            product(base, power, power);
        }
        if (left > 1) {
            product(base, base, base);
        }
    }
    for (int i = 0; i < MATRIX; i++) {
        if (!(fabs(power[i].x) <= most && fabs(power[i].y) <= most)) {
            atomic_or(problem, 1);
        }
        powers[i*frequencies + p] = (REAL2)((REAL)power[i].x, (REAL)power[i].y);
    }
}

// The values of all levels at frequency p after the steps, VALUE(i) that of level i; gained is added at the first of all frequencies. problem
// becomes 1 if a value is above most, or none, as where the grid has a NaN. No function, as that took up to 6 % longer on an H200.
#define MULTIPLY(VALUE)                                                                                                   \
    REAL2 before[COMPONENTS];                                                                                             \
    for (int i = 0; i < COMPONENTS; i++) {                                                                                \
        before[i] = VALUE(i);                                                                                             \
    }                                                                                                                     \
    for (int i = 0; i < COMPONENTS; i++) {                                                                                \
        REAL2 sum = (REAL2)(p == 0 ? gained[i] : 0, 0);                                                                   \
        for (int j = 0; j < COMPONENTS; j++) {                                                                            \
            const REAL2 a = powers[(i*COMPONENTS + j)*frequencies + p];                                                   \
            const REAL2 b = before[j];                                                                                    \
            sum += (REAL2)(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x);                                                         \
        }                                                                                                                 \
        if (!(fabs(sum.x) <= most && fabs(sum.y) <= most)) {                                                              \
            atomic_or(problem, 1);                                                                                        \
        }                                                                                                                 \
        VALUE(i) = sum;                                                                                                   \
    }

kernel void clear_problem(global int *problem) {
    problem[0] = 0;
}

// exp(2πi·f/n) for all frequencies f of an axis.
kernel void compute_roots(global double2 *roots, const int n) {
    const int f = get_global_id(0);
    if (f < n) {
        const double turn = 2.0*f/n;
        roots[f] = (double2)(cospi(turn), sinpi(turn));
    }
}

// exp(2πi·o·f/n), the factor of a read at distance o, which is below n.
double2 root_of(global const double2 *roots, const uint o, const uint f, const uint n) {
    return roots[n < 65536 ? o*f%n : (uint)((ulong)o*f%n)];
}

// The transform of taps along one axis, at the first frequencies of it: out[row][f][inner], each the sum over the terms of the
// row of its factor times from[source][inner]. The terms of a row begin at firsts[row] and end before firsts[row + 1].
kernel void transform_axis(
    global const double2 *from, global double2 *out, global const double2 *roots, global const int *firsts,
    global const int *distances, global const int *sources, const int n, const int frequencies, const int inner,
    const long count) {
    const long p = get_global_id(0);
    if (p >= count) {
        return;
    }
    const int i = p%inner;
    const int f = p/inner%frequencies;
    const int row = p/inner/frequencies;
    double2 sum = 0;
    for (int t = firsts[row]; t < firsts[row + 1]; t++) {
        sum += times(root_of(roots, distances[t], f, n), from[(long)sources[t]*inner + i]);
    }
    out[p] = sum;
}

// The power of each frequency's matrix, all first elements before all second ones. An element of the matrix is the transform of
// its row of terms along the first of n0 by inner frequencies.
kernel void build_powers(
    global REAL2 *powers, global int *problem, global const double2 *from, global const double2 *roots,
    global const int *firsts, global const int *distances, global const int *sources, const int n0, const long inner,
    const int steps, const REAL most) {
    const long frequencies = n0*inner;
    const long p = get_global_id(0);
    if (p >= frequencies) {
        return;
    }
    double2 base[MATRIX];
    // Each element by a number that the compiler knows, so that the matrix stays in registers.
    #pragma unroll
    for (int i = 0; i < MATRIX; i++) {
        base[i] = 0;
        for (int t = firsts[i]; t < firsts[i + 1]; t++) {
            base[i] += times(root_of(roots, distances[t], (int)(p/inner), n0), from[sources[t]*inner + p%inner]);
        }
    }
    keep_power(base, steps, powers, problem, frequencies, p, most);
}

// The spectra, stride values apart, after the steps; gained is what the sums of all cells gain.
kernel void multiply_powers(
    global REAL2 *spectra, global const REAL2 *powers, global const REAL *gained, global int *problem,
    const long frequencies, const long stride, const REAL most) {
    const long p = get_global_id(0);
    if (p >= frequencies) {
        return;
    }
#define SPECTRUM_VALUE(i) spectra[i*stride + p]
    MULTIPLY(SPECTRUM_VALUE);
}

// Some planes across an axis of one array into another: extent of them, each of inner values and once for each of outer ones.
kernel void copy_planes(
    global const REAL *from, global REAL *to, const long inner, const int extent, const long outer, const int fromSize,
    const int toSize, const int fromFirst, const int toFirst) {
    const long p = get_global_id(0);
    const long line = p/inner;
    if (line < outer*extent) {
        const long plane = line%extent;
        const long row = line/extent;
        to[((row*toSize) + toFirst + plane)*inner + p%inner] = from[((row*fromSize) + fromFirst + plane)*inner + p%inner];
    }
}

// The cell of n that a cell of n and its mirror image stands for. The image of all of them repeats both ends, in a size of 2n;
// without, in 2n - 2, neither.
int cell_of(const int i, const int n, const int size) {
    return i < n ? i : size == 2*n ? size - 1 - i : size - i;
}

// A grid of n0 by n1 by n2 cells with mirror images behind it along the axes along which the sizes are larger.
kernel void add_images(
    global const REAL *from, global REAL *to, const int n0, const int n1, const int n2, const int size0, const int size1,
    const int size2) {
    const long p = get_global_id(0);
    const long row = p/size2;
    if (row < (long)size0*size1) {
        const int a = cell_of((int)(row/size1), n0, size0);
        const int b = cell_of((int)(row%size1), n1, size1);
        to[p] = from[((long)a*n1 + b)*n2 + cell_of((int)(p%size2), n2, size2)];
    }
}

// And without them.
kernel void leave_images(
    global const REAL *from, global REAL *to, const int n0, const int n1, const int n2, const int size0, const int size1,
    const int size2) {
    const long p = get_global_id(0);
    const long row = p/n2;
    if (row < (long)n0*n1) {
        to[p] = from[(row/n1*size1 + row%n1)*size2 + p%n2];
    }
}
