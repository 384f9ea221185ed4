// A curve that fills space: after space.cl. Hilbert's curve runs through about the ranks of the coordinates: a table has every so many
// coordinates of a sample in order, and what lies between two of them is measured out evenly. So clusters of any width spread out,
// and equal coordinates stay equal.
// One less than a power of two.
#ifndef SAMPLES
#define SAMPLES 1023
#endif
// A sample has so many for each one of the table, lest its steps be uneven by chance; four, or a multiple of it.
#ifndef FOR_EACH
#define FOR_EACH 4
#endif
#ifndef RANK_BITS
#define RANK_BITS 16
#endif
#ifndef GROUP
#define GROUP 1
#endif

// A key is the place on the curve, or what is left of it without so many bits; then the first bits of a rank are enough.
#ifndef CURVE_KEY
#define CURVE_KEY ulong
#define FINER 0
#endif
#define FIRST_BITS (RANK_BITS - FINER / 3)

#define TAKEN (SAMPLES * FOR_EACH)

// Every so manieth point, axis by axis.
kernel void take_sample(global const REAL* points, long n, global REAL* sample) {
    const int i = get_global_id(0);
    if (i < TAKEN) {
        const REAL4 p = given(points, i * n / TAKEN);
        sample[i] = p.x;
        sample[TAKEN + i] = p.y;
        sample[2 * TAKEN + i] = p.z;
    }
}

// Each coordinate's place is how many others are before it; every so manieth in order is kept.
kernel void order_sample(global const REAL* sample, global REAL* table) {
    const int i = get_global_id(0);
    if (i >= 3 * TAKEN) {
        return;
    }
    const int axis = i / TAKEN;
    const int own_place = i - axis * TAKEN;
    global const REAL4* const all = (global const REAL4*)(sample + axis * TAKEN);
    const REAL own = sample[i];
    int place = 0;
#pragma unroll 8
    for (int k = 0; k < TAKEN / 4; k++) {
        const REAL4 other = all[k];
        const int before = own_place - 4 * k;
        place += other.x < own || (other.x == own && 0 < before) ? 1 : 0;
        place += other.y < own || (other.y == own && 1 < before) ? 1 : 0;
        place += other.z < own || (other.z == own && 2 < before) ? 1 : 0;
        place += other.w < own || (other.w == own && 3 < before) ? 1 : 0;
    }
    if (place % FOR_EACH == FOR_EACH / 2) {
        table[axis * SAMPLES + place / FOR_EACH] = own;
    }
}

// Spreads 21 bits so that two free bits follow each.
ulong spread(ulong x) {
    x = (x | x << 32) & 0x001f00000000fffful;
    x = (x | x << 16) & 0x001f0000ff0000fful;
    x = (x | x << 8) & 0x100f00f00f00f00ful;
    x = (x | x << 4) & 0x10c30c30c30c30c3ul;
    return (x | x << 2) & 0x1249249249249249ul;
}

// About the rank of a coordinate: how many of the table are not above it, and so many bits more of what is between.
uint rank_on(local const REAL* table, REAL x, int bits) {
    int from = 0;
#pragma unroll
    for (int step = (SAMPLES + 1) / 2; step > 0; step /= 2) {
        from += table[from + step - 1] <= x ? step : 0;
    }
    const int parts = 1 << bits;
    int part = 0;
    if (from > 0 && from < SAMPLES) {
        const REAL begin = table[from - 1];
        part = clamp((int)((x - begin) / (table[from] - begin) * parts), 0, parts - 1);
    }
    return from * parts + part;
}

// How far along the curve a place is: J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004.
ulong along_curve(uint* x) {
#pragma unroll
    for (uint q = 1u << (FIRST_BITS - 1); q > 1; q >>= 1) {
#pragma unroll
        for (int axis = 0; axis < AXES; axis++) {
            // Turned or swapped with the first axis.
            const bool turned = (x[axis] & q) != 0;
            const uint change = turned ? q - 1 : (x[0] ^ x[axis]) & (q - 1);
            x[0] ^= change;
            x[axis] ^= turned ? 0 : change;
        }
    }
#pragma unroll
    for (int axis = 1; axis < AXES; axis++) {
        x[axis] ^= x[axis - 1];
    }
    // Whether the number of bits above each bit is odd.
    uint odd = x[AXES - 1] >> 1;
    odd ^= odd >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 4;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    ulong along = 0;
#pragma unroll
    for (int axis = 0; axis < AXES; axis++) {
        along |= spread(x[axis] ^ odd) << (AXES - 1 - axis);
    }
    return along;
}

// A flag tells of coordinates that are not finite.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void curve_keys(global const REAL* points, long n, global const REAL* table, int bits, global CURVE_KEY* keys, global int* wrong) {
    local REAL near[3 * SAMPLES];
    for (int i = get_local_id(0); i < 3 * SAMPLES; i += GROUP) {
        near[i] = table[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (long i = get_global_id(0); i < n; i += get_global_size(0)) {
        const REAL4 p = given(points, i);
        if (!all_finite(p)) {
            *wrong = 1;
        }
        uint x[3] = {rank_on(near, p.x, bits), rank_on(near + SAMPLES, p.y, bits), 0};
#if AXES == 3
        x[2] = rank_on(near + 2 * SAMPLES, p.z, bits);
#endif
#pragma unroll
        for (int axis = 0; axis < 3; axis++) {
            x[axis] >>= RANK_BITS - FIRST_BITS;
        }
        keys[i] = (CURVE_KEY)(along_curve(x) >> FINER % 3);
    }
}
