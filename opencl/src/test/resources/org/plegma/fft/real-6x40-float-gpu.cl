#define REAL float
#define REAL2 float2
#define VALUE REAL

// (r + i·sqrt(-1)) times z
inline void turn(REAL *r, REAL *i, const REAL2 z) {
    const REAL re = *r*z.x - *i*z.y;
    *i = *r*z.y + *i*z.x;
    *r = re;
}

inline void dft2(VALUE *r, VALUE *i) {
    const VALUE a0 = r[0] + r[1], b0 = i[0] + i[1];
    const VALUE a1 = r[0] - r[1], b1 = i[0] - i[1];
    r[0] = a0;
    i[0] = b0;
    r[1] = a1;
    i[1] = b1;
}

inline void dft3(VALUE *r, VALUE *i) {
    const VALUE a0 = r[1] + r[2], b0 = i[1] + i[2];
    const VALUE a1 = r[1] - r[2], b1 = i[1] - i[2];
    const VALUE a2 = r[0] + a0, b2 = i[0] + b0;
    const VALUE a3 = r[0] + (-0.5f)*a0, b3 = i[0] + (-0.5f)*b0;
    const VALUE a4 = 0.8660254f*a1, b4 = 0.8660254f*b1;
    const VALUE a5 = a3 + b4, b5 = b3 - a4;
    const VALUE a6 = a3 - b4, b6 = b3 + a4;
    r[0] = a2;
    i[0] = b2;
    r[1] = a5;
    i[1] = b5;
    r[2] = a6;
    i[2] = b6;
}

inline void dft4(VALUE *r, VALUE *i) {
    const VALUE a0 = r[0] + r[2], b0 = i[0] + i[2];
    const VALUE a1 = r[0] - r[2], b1 = i[0] - i[2];
    const VALUE a2 = r[1] + r[3], b2 = i[1] + i[3];
    const VALUE a3 = r[1] - r[3], b3 = i[1] - i[3];
    const VALUE a4 = b3, b4 = -a3;
    const VALUE a5 = a0 + a2, b5 = b0 + b2;
    const VALUE a6 = a0 - a2, b6 = b0 - b2;
    const VALUE a7 = a1 + a4, b7 = b1 + b4;
    const VALUE a8 = a1 - a4, b8 = b1 - b4;
    r[0] = a5;
    i[0] = b5;
    r[1] = a7;
    i[1] = b7;
    r[2] = a6;
    i[2] = b6;
    r[3] = a8;
    i[3] = b8;
}

inline void dft5(VALUE *r, VALUE *i) {
    const VALUE a0 = r[1] + r[4], b0 = i[1] + i[4];
    const VALUE a1 = r[1] - r[4], b1 = i[1] - i[4];
    const VALUE a2 = r[2] + r[3], b2 = i[2] + i[3];
    const VALUE a3 = r[2] - r[3], b3 = i[2] - i[3];
    const VALUE a4 = r[0] + a0 + a2, b4 = i[0] + b0 + b2;
    const VALUE a5 = r[0] + 0.309017f*a0 + (-0.809017f)*a2, b5 = i[0] + 0.309017f*b0 + (-0.809017f)*b2;
    const VALUE a6 = 0.95105654f*a1 + 0.58778524f*a3, b6 = 0.95105654f*b1 + 0.58778524f*b3;
    const VALUE a7 = a5 + b6, b7 = b5 - a6;
    const VALUE a8 = a5 - b6, b8 = b5 + a6;
    const VALUE a9 = r[0] + (-0.809017f)*a0 + 0.309017f*a2, b9 = i[0] + (-0.809017f)*b0 + 0.309017f*b2;
    const VALUE a10 = 0.58778524f*a1 + (-0.95105654f)*a3, b10 = 0.58778524f*b1 + (-0.95105654f)*b3;
    const VALUE a11 = a9 + b10, b11 = b9 - a10;
    const VALUE a12 = a9 - b10, b12 = b9 + a10;
    r[0] = a4;
    i[0] = b4;
    r[1] = a7;
    i[1] = b7;
    r[2] = a11;
    i[2] = b11;
    r[3] = a12;
    i[3] = b12;
    r[4] = a8;
    i[4] = b8;
}

kernel __attribute__((reqd_work_group_size(4, 6, 1)))
void pass0(global const REAL *in, global REAL *out, global const REAL2 *factors,
        global const REAL2 *turns) {
    const int t = get_local_id(0), w = get_local_id(1);
    const long l = get_group_id(0)*6L + w;
    const bool on = l < 6L;
    const long c = l % 1L;
    const long from = l / 1L * 20L + c / 1L * 0L + c % 1L * 1L;
    const long to = l / 1L * 21L + c / 1L * 0L + c % 1L * 1L;
    local REAL exchange[240];
    local REAL *mine = exchange + w*20;
    local REAL *mine_i = mine + 120;
    REAL r[8], i[8];
    // Radix 4 after 1.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*4;
        if (j < 5) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                const int v = q*4 + u;
                const int x = j + u*5;
                const REAL2 z = on ? ((global const REAL2 *)in)[from + x*1L] : (REAL2)(0);
                r[v] = z.x;
                i[v] = z.y;
            }
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*4;
        if (j < 5) {
            dft4(r + q*4, i + q*4);
        }
    }
    // Radix 5 after 4.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*4;
        if (j < 5) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                const int v = q*4 + u;
                mine[j*4 + u] = r[v];
                mine_i[j*4 + u] = i[v];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*4;
        #pragma unroll
        for (int u = 0; u < 5; u++) {
            const int v = q*5 + u;
            r[v] = mine[j + u*4];
            i[v] = mine_i[j + u*4];
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*4;
        #pragma unroll
        for (int u = 1; u < 5; u++) {
            turn(r + q*5 + u, i + q*5 + u, factors[0 + j%4*4 + u - 1]);
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*4;
        dft5(r + q*5, i + q*5);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*4;
        #pragma unroll
        for (int u = 0; u < 5; u++) {
            const int v = q*5 + u;
            mine[j/4*20 + j%4 + u*4] = r[v];
            mine_i[j/4*20 + j%4 + u*4] = i[v];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int x = t; on && x <= 20; x += 4) {
        const int k = x == 20 ? 0 : x, m = x == 0 ? 0 : 20 - x;
        const REAL2 s = (REAL2)(mine[k] + mine[m], mine_i[k] - mine_i[m]);
        const REAL2 d = (REAL2)(mine[k] - mine[m], mine_i[k] + mine_i[m]), e = turns[x];
        ((global REAL2 *)out)[to + x*1L] =
            (REAL)0.5*(REAL2)(s.x + d.y*e.x + d.x*e.y, s.y - d.x*e.x + d.y*e.y);
    }
}

kernel __attribute__((reqd_work_group_size(21, 2, 1)))
void pass1(global const REAL *in, global REAL *out, global const REAL2 *factors,
        global const REAL2 *turns) {
    const int t = get_local_id(1), w = get_local_id(0);
    const long l = get_group_id(0)*21L + w;
    const bool on = l < 21L;
    const long c = l % 21L;
    const long from = l / 21L * 126L + c / 21L * 0L + c % 21L * 1L;
    const long to = l / 21L * 126L + c / 21L * 0L + c % 21L * 1L;
    local REAL exchange[252];
    local REAL *mine = exchange + w*6;
    local REAL *mine_i = mine + 126;
    REAL r[4], i[4];
    // Radix 2 after 1.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*2;
        if (j < 3) {
            #pragma unroll
            for (int u = 0; u < 2; u++) {
                const int v = q*2 + u;
                const int x = j + u*3;
                const REAL2 z = on ? ((global const REAL2 *)in)[from + x*21L] : (REAL2)(0);
                r[v] = z.x;
                i[v] = z.y;
            }
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*2;
        if (j < 3) {
            dft2(r + q*2, i + q*2);
        }
    }
    // Radix 3 after 2.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*2;
        if (j < 3) {
            #pragma unroll
            for (int u = 0; u < 2; u++) {
                const int v = q*2 + u;
                mine[j*2 + u] = r[v];
                mine_i[j*2 + u] = i[v];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*2;
        #pragma unroll
        for (int u = 0; u < 3; u++) {
            const int v = q*3 + u;
            r[v] = mine[j + u*2];
            i[v] = mine_i[j + u*2];
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*2;
        #pragma unroll
        for (int u = 1; u < 3; u++) {
            turn(r + q*3 + u, i + q*3 + u, factors[0 + j%2*2 + u - 1]);
        }
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*2;
        dft3(r + q*3, i + q*3);
    }
    #pragma unroll
    for (int q = 0; q < 1; q++) {
        const int j = t + q*2;
        #pragma unroll
        for (int u = 0; u < 3; u++) {
            const int v = q*3 + u;
            const int x = j/2*6 + j%2 + u*2;
            if (on) {
                ((global REAL2 *)out)[to + x*21L] = (REAL2)(r[v], i[v]);
            }
        }
    }
}

