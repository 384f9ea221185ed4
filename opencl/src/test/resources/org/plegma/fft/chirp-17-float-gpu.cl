#define REAL float
#define REAL2 float2
#define VALUE REAL

// (r + i·sqrt(-1)) times z
inline void turn(REAL *r, REAL *i, const REAL2 z) {
    const REAL re = *r*z.x - *i*z.y;
    *i = *r*z.y + *i*z.x;
    *r = re;
}

// From the transform of pairs of reals, a at k and b at n-k, to twice the spectrum of the reals; z is exp(-πi·k/n).
inline void split(REAL *ar, REAL *ai, REAL *br, REAL *bi, const REAL2 z) {
    const REAL sr = *ar + *br, si = *ai - *bi, dr = *ar - *br, di = *ai + *bi;
    const REAL p = di*z.x + dr*z.y, q = di*z.y - dr*z.x;
    *ar = sr + p;
    *ai = q + si;
    *br = sr - p;
    *bi = q - si;
}

// From the spectrum of reals, a at k and b at n-k, to twice the transform of their pairs.
inline void join(REAL *ar, REAL *ai, REAL *br, REAL *bi, const REAL2 z) {
    const REAL sr = *ar + *br, si = *ai - *bi, dr = *ar - *br, di = *ai + *bi;
    const REAL p = di*z.x - dr*z.y, q = dr*z.x + di*z.y;
    *ar = sr - p;
    *ai = q + si;
    *br = sr + p;
    *bi = q - si;
}

inline REAL2 times(const REAL2 a, const REAL2 b) {
    return (REAL2)(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x);
}

inline void dft6(VALUE *r, VALUE *i) {
    const VALUE a0 = r[0] + r[3], b0 = i[0] + i[3];
    const VALUE a1 = r[0] - r[3], b1 = i[0] - i[3];
    const VALUE a2 = r[1] + r[4], b2 = i[1] + i[4];
    const VALUE a3 = r[1] - r[4], b3 = i[1] - i[4];
    const VALUE a4 = 0.5f*a3 + 0.8660254f*b3, b4 = 0.5f*b3 - 0.8660254f*a3;
    const VALUE a5 = r[2] + r[5], b5 = i[2] + i[5];
    const VALUE a6 = r[2] - r[5], b6 = i[2] - i[5];
    const VALUE a7 = (-0.5f)*a6 + 0.8660254f*b6, b7 = (-0.5f)*b6 - 0.8660254f*a6;
    const VALUE a8 = a2 + a5, b8 = b2 + b5;
    const VALUE a9 = a2 - a5, b9 = b2 - b5;
    const VALUE a10 = a0 + a8, b10 = b0 + b8;
    const VALUE a11 = a0 + (-0.5f)*a8, b11 = b0 + (-0.5f)*b8;
    const VALUE a12 = 0.8660254f*a9, b12 = 0.8660254f*b9;
    const VALUE a13 = a11 + b12, b13 = b11 - a12;
    const VALUE a14 = a11 - b12, b14 = b11 + a12;
    const VALUE a15 = a4 + a7, b15 = b4 + b7;
    const VALUE a16 = a4 - a7, b16 = b4 - b7;
    const VALUE a17 = a1 + a15, b17 = b1 + b15;
    const VALUE a18 = a1 + (-0.5f)*a15, b18 = b1 + (-0.5f)*b15;
    const VALUE a19 = 0.8660254f*a16, b19 = 0.8660254f*b16;
    const VALUE a20 = a18 + b19, b20 = b18 - a19;
    const VALUE a21 = a18 - b19, b21 = b18 + a19;
    r[0] = a10;
    i[0] = b10;
    r[1] = a17;
    i[1] = b17;
    r[2] = a13;
    i[2] = b13;
    r[3] = a20;
    i[3] = b20;
    r[4] = a14;
    i[4] = b14;
    r[5] = a21;
    i[5] = b21;
}

kernel __attribute__((reqd_work_group_size(6, 1, 1)))
void pass0(global const REAL *in, global REAL *out, global const REAL2 *by,
        global const REAL2 *factors, global const REAL2 *turns, global const REAL2 *chirp) {
    const int t = get_local_id(0), w = get_local_id(1);
    const long l = get_group_id(0)*1L + w;
    const bool on = l < 1L;
    const long c = l % 1L;
    const long from = l / 1L * 17L + c / 1L * 0L + c % 1L * 1L;
    const long to = l / 1L * 17L + c / 1L * 0L + c % 1L * 1L;
    const long of = on ? l / 1L * 0L + c / 1L * 0L + c % 1L * 0L : 0;
    local REAL exchange[74];
    local REAL *mine = exchange + w*37;
    local REAL *mine_i = mine + 37;
    REAL r[6], i[6];
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            const int x = j + u*6;
            const int p = x;
            const bool has = on && p < 17;
            const REAL2 z = has ? ((global const REAL2 *)in)[from + x*1L] : (REAL2)(0);
            r[v] = z.x;
            i[v] = z.y;
            turn(r + v, i + v, has ? chirp[p] : (REAL2)(0));
        }
    }
    // Radix 6 after 1.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        dft6(r + q*6, i + q*6);
    }
    // Radix 6 after 6.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            mine[(j*6 + u*1 + (j*6 + u*1)/32)] = r[v];
            mine_i[(j*6 + u*1 + (j*6 + u*1)/32)] = i[v];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            r[v] = mine[(j + u*6 + (j + u*6)/32)];
            i[v] = mine_i[(j + u*6 + (j + u*6)/32)];
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        const int k = j % 6;
        const REAL2 w1 = factors[0 + k];
        turn(r + q*6 + 1, i + q*6 + 1, w1);
        const REAL2 w2 = factors[6 + k];
        turn(r + q*6 + 2, i + q*6 + 2, w2);
        const REAL2 w3 = times(w2, w1);
        turn(r + q*6 + 3, i + q*6 + 3, w3);
        const REAL2 w4 = factors[18 + k];
        turn(r + q*6 + 4, i + q*6 + 4, w4);
        const REAL2 w5 = times(w4, w1);
        turn(r + q*6 + 5, i + q*6 + 5, w5);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        dft6(r + q*6, i + q*6);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            const int x = j + u*6;
            turn(r + v, i + v, by[of + x*1L]);
        }
    }
    // Radix 6 after 1.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        dft6(i + q*6, r + q*6);
    }
    // Radix 6 after 6.
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            mine[(j*6 + u*1 + (j*6 + u*1)/32)] = r[v];
            mine_i[(j*6 + u*1 + (j*6 + u*1)/32)] = i[v];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            r[v] = mine[(j + u*6 + (j + u*6)/32)];
            i[v] = mine_i[(j + u*6 + (j + u*6)/32)];
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        const int k = j % 6;
        const REAL2 w1 = factors[30 + k];
        turn(i + q*6 + 1, r + q*6 + 1, w1);
        const REAL2 w2 = factors[36 + k];
        turn(i + q*6 + 2, r + q*6 + 2, w2);
        const REAL2 w3 = times(w2, w1);
        turn(i + q*6 + 3, r + q*6 + 3, w3);
        const REAL2 w4 = factors[48 + k];
        turn(i + q*6 + 4, r + q*6 + 4, w4);
        const REAL2 w5 = times(w4, w1);
        turn(i + q*6 + 5, r + q*6 + 5, w5);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        dft6(i + q*6, r + q*6);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*6;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            const int x = j + u*6;
            const int p = x;
            if (on && p < 17) {
                turn(r + v, i + v, chirp[p]);
                ((global REAL2 *)out)[to + x*1L] = (REAL2)(r[v], i[v]);
            }
        }
    }
}

