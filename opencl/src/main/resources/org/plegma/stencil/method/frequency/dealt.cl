// Steps in frequency where each of several devices has a part of the frequencies: all of the first axis, some of the second from first on,
// all of the third. Behind frequency.cl.

// The factor of a read at distance o, above or below 0, in parts of a turn.
double turn_of(const int o, const long f, const int n) {
    return (double)(((o%n + n)*f)%n)/n;
}

// The power of each frequency's matrix, all first elements before all second ones. A tap has three distances, and the element that its weight
// belongs to.
kernel void build_part(
    global REAL2 *powers, global int *problem, global const int *distances, global const int *elements,
    global const double *weights, const int taps, const int n0, const int n1, const int n2, const int first, const int count1,
    const int count2, const long frequencies, const int steps, const REAL most) {
    const long p = get_global_id(0);
    if (p >= frequencies) {
        return;
    }
    const long f2 = p%count2;
    const long f1 = p/count2%count1 + first;
    const long f0 = p/count2/count1;
    double2 base[MATRIX];
    for (int i = 0; i < MATRIX; i++) {
        base[i] = 0;
    }
    for (int t = 0; t < taps; t++) {
        const double turn = 2*(turn_of(distances[3*t], f0, n0) + turn_of(distances[3*t + 1], f1, n1)
            + turn_of(distances[3*t + 2], f2, n2));
        base[elements[t]] += weights[t]*(double2)(cospi(turn), sinpi(turn));
    }
    keep_power(base, steps, powers, problem, frequencies, p, most);
}

// The spectra of up to three levels after the steps; gained is what the sums of all cells gain, at the first frequency of all.
kernel void multiply_part(
    global REAL2 *spectrum0, global REAL2 *spectrum1, global REAL2 *spectrum2, global const REAL2 *powers,
    global const REAL *gained, global int *problem, const long frequencies, const REAL most) {
    const long p = get_global_id(0);
    if (p >= frequencies) {
        return;
    }
    global REAL2 *spectra[3] = {spectrum0, spectrum1, spectrum2};
#define PART_VALUE(i) spectra[i][p]
    MULTIPLY(PART_VALUE);
}
