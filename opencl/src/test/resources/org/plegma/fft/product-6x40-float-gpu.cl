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

inline void dft2(VALUE *r, VALUE *i) {
    const VALUE a0 = r[0] + r[1], b0 = i[0] + i[1];
    const VALUE a1 = r[0] - r[1], b1 = i[0] - i[1];
    r[0] = a0;
    i[0] = b0;
    r[1] = a1;
    i[1] = b1;
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

inline void dft10(VALUE *r, VALUE *i) {
    const VALUE a0 = r[0] + r[5], b0 = i[0] + i[5];
    const VALUE a1 = r[0] - r[5], b1 = i[0] - i[5];
    const VALUE a2 = r[1] + r[6], b2 = i[1] + i[6];
    const VALUE a3 = r[1] - r[6], b3 = i[1] - i[6];
    const VALUE a4 = 0.809017f*a3 + 0.58778524f*b3, b4 = 0.809017f*b3 - 0.58778524f*a3;
    const VALUE a5 = r[2] + r[7], b5 = i[2] + i[7];
    const VALUE a6 = r[2] - r[7], b6 = i[2] - i[7];
    const VALUE a7 = 0.309017f*a6 + 0.95105654f*b6, b7 = 0.309017f*b6 - 0.95105654f*a6;
    const VALUE a8 = r[3] + r[8], b8 = i[3] + i[8];
    const VALUE a9 = r[3] - r[8], b9 = i[3] - i[8];
    const VALUE a10 = (-0.309017f)*a9 + 0.95105654f*b9, b10 = (-0.309017f)*b9 - 0.95105654f*a9;
    const VALUE a11 = r[4] + r[9], b11 = i[4] + i[9];
    const VALUE a12 = r[4] - r[9], b12 = i[4] - i[9];
    const VALUE a13 = (-0.809017f)*a12 + 0.58778524f*b12, b13 = (-0.809017f)*b12 - 0.58778524f*a12;
    const VALUE a14 = a2 + a11, b14 = b2 + b11;
    const VALUE a15 = a2 - a11, b15 = b2 - b11;
    const VALUE a16 = a5 + a8, b16 = b5 + b8;
    const VALUE a17 = a5 - a8, b17 = b5 - b8;
    const VALUE a18 = a0 + a14 + a16, b18 = b0 + b14 + b16;
    const VALUE a19 = a0 + 0.309017f*a14 + (-0.809017f)*a16, b19 = b0 + 0.309017f*b14 + (-0.809017f)*b16;
    const VALUE a20 = 0.95105654f*a15 + 0.58778524f*a17, b20 = 0.95105654f*b15 + 0.58778524f*b17;
    const VALUE a21 = a19 + b20, b21 = b19 - a20;
    const VALUE a22 = a19 - b20, b22 = b19 + a20;
    const VALUE a23 = a0 + (-0.809017f)*a14 + 0.309017f*a16, b23 = b0 + (-0.809017f)*b14 + 0.309017f*b16;
    const VALUE a24 = 0.58778524f*a15 + (-0.95105654f)*a17, b24 = 0.58778524f*b15 + (-0.95105654f)*b17;
    const VALUE a25 = a23 + b24, b25 = b23 - a24;
    const VALUE a26 = a23 - b24, b26 = b23 + a24;
    const VALUE a27 = a4 + a13, b27 = b4 + b13;
    const VALUE a28 = a4 - a13, b28 = b4 - b13;
    const VALUE a29 = a7 + a10, b29 = b7 + b10;
    const VALUE a30 = a7 - a10, b30 = b7 - b10;
    const VALUE a31 = a1 + a27 + a29, b31 = b1 + b27 + b29;
    const VALUE a32 = a1 + 0.309017f*a27 + (-0.809017f)*a29, b32 = b1 + 0.309017f*b27 + (-0.809017f)*b29;
    const VALUE a33 = 0.95105654f*a28 + 0.58778524f*a30, b33 = 0.95105654f*b28 + 0.58778524f*b30;
    const VALUE a34 = a32 + b33, b34 = b32 - a33;
    const VALUE a35 = a32 - b33, b35 = b32 + a33;
    const VALUE a36 = a1 + (-0.809017f)*a27 + 0.309017f*a29, b36 = b1 + (-0.809017f)*b27 + 0.309017f*b29;
    const VALUE a37 = 0.58778524f*a28 + (-0.95105654f)*a30, b37 = 0.58778524f*b28 + (-0.95105654f)*b30;
    const VALUE a38 = a36 + b37, b38 = b36 - a37;
    const VALUE a39 = a36 - b37, b39 = b36 + a37;
    r[0] = a18;
    i[0] = b18;
    r[1] = a31;
    i[1] = b31;
    r[2] = a21;
    i[2] = b21;
    r[3] = a34;
    i[3] = b34;
    r[4] = a25;
    i[4] = b25;
    r[5] = a38;
    i[5] = b38;
    r[6] = a26;
    i[6] = b26;
    r[7] = a39;
    i[7] = b39;
    r[8] = a22;
    i[8] = b22;
    r[9] = a35;
    i[9] = b35;
}

kernel __attribute__((reqd_work_group_size(5, 6, 1)))
void pass0(global const REAL *in, global REAL *out,
        global const REAL2 *factors, global const REAL2 *turns) {
    const int t = get_local_id(0), w = get_local_id(1);
    const long l = get_group_id(0)*6L + w;
    const bool on = l < 6L;
    const long c = l % 1L;
    const long from = l / 1L * 20L + c / 1L * 0L + c % 1L * 1L;
    const long to = l / 1L * 24L + c / 1L * 0L + c % 1L * 1L;
    local REAL exchange[240];
    local REAL *mine = exchange + w*20;
    local REAL *mine_i = mine + 120;
    REAL r[10], i[10];
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            #pragma unroll
            for (int u = 0; u < 10; u++) {
                const int v = q*10 + u;
                const int x = j + u*2;
                const REAL2 z = on ? ((global const REAL2 *)in)[from + x*1L] : (REAL2)(0);
                r[v] = z.x;
                i[v] = z.y;
            }
        }
    }
    // Radix 10 after 1.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            dft10(r + q*10, i + q*10);
        }
    }
    // Radix 2 after 10.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            const int x = j*10;
            const int at = (x + (x)/32);
            #pragma unroll
            for (int u = 0; u < 10; u++) {
                const int v = q*10 + u;
                mine[at + (u*1 + (u*1)/32)] = r[v];
                mine_i[at + (u*1 + (u*1)/32)] = i[v];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        const int x = j;
        const int at = (x + (x)/32);
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            const int v = q*2 + u;
            r[v] = mine[at + (u*10 + (u*10)/32)];
            i[v] = mine_i[at + (u*10 + (u*10)/32)];
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        const int k = j % 10;
        const REAL2 w1 = factors[0 + k];
        turn(r + q*2 + 1, i + q*2 + 1, w1);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        dft2(r + q*2, i + q*2);
    }
    REAL2 edge[2];
    #pragma unroll
    for (int u = 0; u < 2; u++) {
        edge[u] = turns[t > 0 ? t + u*10 : u < 1 ? (u + 1)*10 : 5 + (u - 1)*10];
    }
    if (t == 0) {
        if (on) {
            ((global REAL2 *)out)[to + 20*1L] = (REAL2)((r[0] - i[0])*(REAL)1.0, 0);
        }
        r[0] = 2*(r[0] + i[0]);
        i[0] = 0;
        #pragma unroll
        for (int u = 1; u <= 1; u++) {
            split(r + u, i + u, r + 2 - u, i + 2 - u, edge[u - 1]);
        }
        #pragma unroll
        for (int u = 0; u < 1; u++) {
            split(r + 2 + u, i + 2 + u, r + 3 - u, i + 3 - u, edge[1 + u]);
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            split(r + u, i + u, r + 3 - u, i + 3 - u, edge[u]);
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            const int v = q*2 + u;
            const int x = j + u*10;
            if (on) {
                ((global REAL2 *)out)[to + x*1L] = (REAL)0.5*(REAL2)(r[v], i[v]);
            }
        }
    }
}

kernel __attribute__((reqd_work_group_size(24, 1, 1)))
void pass1(global const REAL *in, global REAL *out, global const REAL2 *by,
        global const REAL2 *factors, global const REAL2 *turns) {
    const int t = get_local_id(1), w = get_local_id(0);
    const long l = get_group_id(0)*24L + w;
    const bool on = l < 24L;
    const long c = l % 24L;
    const long from = l / 24L * 144L + c / 24L * 0L + c % 24L * 1L;
    const long to = l / 24L * 144L + c / 24L * 0L + c % 24L * 1L;
    const long of = on ? l / 24L * 0L + c / 24L * 0L + c % 24L * 1L : 0;
    REAL r[6], i[6];
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*1;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            const int x = j + u*1;
            const REAL2 z = on ? ((global const REAL2 *)in)[from + x*24L] : (REAL2)(0);
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    // Radix 6 after 1.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*1;
        dft6(r + q*6, i + q*6);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*1;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            const int x = j + u*1;
            turn(r + v, i + v, by[of + x*24L]);
        }
    }
    // Radix 6 after 1.
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*1;
        dft6(i + q*6, r + q*6);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*1;
        #pragma unroll
        for (int u = 0; u < 6; u++) {
            const int v = q*6 + u;
            const int x = j + u*1;
            if (on) {
                ((global REAL2 *)out)[to + x*24L] = (REAL2)(r[v], i[v]);
            }
        }
    }
}

kernel __attribute__((reqd_work_group_size(5, 6, 1)))
void pass2(global const REAL *in, global REAL *out,
        global const REAL2 *factors, global const REAL2 *turns) {
    const int t = get_local_id(0), w = get_local_id(1);
    const long l = get_group_id(0)*6L + w;
    const bool on = l < 6L;
    const long c = l % 1L;
    const long from = l / 1L * 24L + c / 1L * 0L + c % 1L * 1L;
    const long to = l / 1L * 20L + c / 1L * 0L + c % 1L * 1L;
    local REAL exchange[240];
    local REAL *mine = exchange + w*20;
    local REAL *mine_i = mine + 120;
    REAL r[10], i[10];
    REAL2 edge[2];
    #pragma unroll
    for (int u = 0; u < 2; u++) {
        edge[u] = turns[t > 0 ? t + u*10 : u < 1 ? (u + 1)*10 : 5 + (u - 1)*10];
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            const int v = q*2 + u;
            const int x = j + u*10;
            const REAL2 z = on ? ((global const REAL2 *)in)[from + x*1L] : (REAL2)(0);
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    if (t == 0) {
        const REAL z = on ? ((global const REAL2 *)in)[from + 20*1L].x : 0;
        i[0] = r[0] - z;
        r[0] += z;
        #pragma unroll
        for (int u = 1; u <= 1; u++) {
            join(r + u, i + u, r + 2 - u, i + 2 - u, edge[u - 1]);
        }
        #pragma unroll
        for (int u = 0; u < 1; u++) {
            join(r + 2 + u, i + 2 + u, r + 3 - u, i + 3 - u, edge[1 + u]);
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            join(r + u, i + u, r + 3 - u, i + 3 - u, edge[u]);
        }
    }
    // Radix 2 after 1.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        dft2(i + q*2, r + q*2);
    }
    // Radix 10 after 2.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = q == 0 ? t : t == 0 ? 5 : 10 - t;
        const int x = j*2;
        const int at = (x + (x)/32);
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            const int v = q*2 + u;
            mine[at + (u*1 + (u*1)/32)] = r[v];
            mine_i[at + (u*1 + (u*1)/32)] = i[v];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            const int x = j;
            const int at = (x + (x)/32);
            #pragma unroll
            for (int u = 0; u < 10; u++) {
                const int v = q*10 + u;
                r[v] = mine[at + (u*2 + (u*2)/32)];
                i[v] = mine_i[at + (u*2 + (u*2)/32)];
            }
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            const int k = j % 2;
            const REAL2 w1 = factors[0 + k];
            turn(i + q*10 + 1, r + q*10 + 1, w1);
            const REAL2 w2 = factors[2 + k];
            turn(i + q*10 + 2, r + q*10 + 2, w2);
            const REAL2 w3 = times(w2, w1);
            turn(i + q*10 + 3, r + q*10 + 3, w3);
            const REAL2 w4 = factors[6 + k];
            turn(i + q*10 + 4, r + q*10 + 4, w4);
            const REAL2 w5 = times(w4, w1);
            turn(i + q*10 + 5, r + q*10 + 5, w5);
            const REAL2 w6 = times(w4, w2);
            turn(i + q*10 + 6, r + q*10 + 6, w6);
            const REAL2 w7 = times(w4, w3);
            turn(i + q*10 + 7, r + q*10 + 7, w7);
            const REAL2 w8 = factors[14 + k];
            turn(i + q*10 + 8, r + q*10 + 8, w8);
            const REAL2 w9 = times(w8, w1);
            turn(i + q*10 + 9, r + q*10 + 9, w9);
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            dft10(i + q*10, r + q*10);
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*5;
        if (j < 2) {
            #pragma unroll
            for (int u = 0; u < 10; u++) {
                const int v = q*10 + u;
                const int x = j + u*2;
                if (on) {
                    ((global REAL2 *)out)[to + x*1L] = (REAL2)(r[v]*(REAL)0.004166666666666667, i[v]*(REAL)0.004166666666666667);
                }
            }
        }
    }
}

