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

inline void dft16(VALUE *r, VALUE *i) {
    const VALUE a0 = r[0] + r[8], b0 = i[0] + i[8];
    const VALUE a1 = r[0] - r[8], b1 = i[0] - i[8];
    const VALUE a2 = r[4] + r[12], b2 = i[4] + i[12];
    const VALUE a3 = r[4] - r[12], b3 = i[4] - i[12];
    const VALUE a4 = b3, b4 = -a3;
    const VALUE a5 = a0 + a2, b5 = b0 + b2;
    const VALUE a6 = a0 - a2, b6 = b0 - b2;
    const VALUE a7 = a1 + a4, b7 = b1 + b4;
    const VALUE a8 = a1 - a4, b8 = b1 - b4;
    const VALUE a9 = r[1] + r[9], b9 = i[1] + i[9];
    const VALUE a10 = r[1] - r[9], b10 = i[1] - i[9];
    const VALUE a11 = r[5] + r[13], b11 = i[5] + i[13];
    const VALUE a12 = r[5] - r[13], b12 = i[5] - i[13];
    const VALUE a13 = b12, b13 = -a12;
    const VALUE a14 = a9 + a11, b14 = b9 + b11;
    const VALUE a15 = a9 - a11, b15 = b9 - b11;
    const VALUE a16 = a10 + a13, b16 = b10 + b13;
    const VALUE a17 = a10 - a13, b17 = b10 - b13;
    const VALUE a18 = 0.9238795f*a16 + 0.38268343f*b16, b18 = 0.9238795f*b16 - 0.38268343f*a16;
    const VALUE a19 = 0.70710677f*(a15 + b15), b19 = 0.70710677f*(b15 - a15);
    const VALUE a20 = 0.38268343f*a17 + 0.9238795f*b17, b20 = 0.38268343f*b17 - 0.9238795f*a17;
    const VALUE a21 = r[2] + r[10], b21 = i[2] + i[10];
    const VALUE a22 = r[2] - r[10], b22 = i[2] - i[10];
    const VALUE a23 = r[6] + r[14], b23 = i[6] + i[14];
    const VALUE a24 = r[6] - r[14], b24 = i[6] - i[14];
    const VALUE a25 = b24, b25 = -a24;
    const VALUE a26 = a21 + a23, b26 = b21 + b23;
    const VALUE a27 = a21 - a23, b27 = b21 - b23;
    const VALUE a28 = a22 + a25, b28 = b22 + b25;
    const VALUE a29 = a22 - a25, b29 = b22 - b25;
    const VALUE a30 = 0.70710677f*(a28 + b28), b30 = 0.70710677f*(b28 - a28);
    const VALUE a31 = b27, b31 = -a27;
    const VALUE a32 = 0.70710677f*(b29 - a29), b32 = 0.70710677f*(-a29 - b29);
    const VALUE a33 = r[3] + r[11], b33 = i[3] + i[11];
    const VALUE a34 = r[3] - r[11], b34 = i[3] - i[11];
    const VALUE a35 = r[7] + r[15], b35 = i[7] + i[15];
    const VALUE a36 = r[7] - r[15], b36 = i[7] - i[15];
    const VALUE a37 = b36, b37 = -a36;
    const VALUE a38 = a33 + a35, b38 = b33 + b35;
    const VALUE a39 = a33 - a35, b39 = b33 - b35;
    const VALUE a40 = a34 + a37, b40 = b34 + b37;
    const VALUE a41 = a34 - a37, b41 = b34 - b37;
    const VALUE a42 = 0.38268343f*a40 + 0.9238795f*b40, b42 = 0.38268343f*b40 - 0.9238795f*a40;
    const VALUE a43 = 0.70710677f*(b39 - a39), b43 = 0.70710677f*(-a39 - b39);
    const VALUE a44 = (-0.9238795f)*a41 + (-0.38268343f)*b41, b44 = (-0.9238795f)*b41 - (-0.38268343f)*a41;
    const VALUE a45 = a5 + a26, b45 = b5 + b26;
    const VALUE a46 = a5 - a26, b46 = b5 - b26;
    const VALUE a47 = a14 + a38, b47 = b14 + b38;
    const VALUE a48 = a14 - a38, b48 = b14 - b38;
    const VALUE a49 = b48, b49 = -a48;
    const VALUE a50 = a45 + a47, b50 = b45 + b47;
    const VALUE a51 = a45 - a47, b51 = b45 - b47;
    const VALUE a52 = a46 + a49, b52 = b46 + b49;
    const VALUE a53 = a46 - a49, b53 = b46 - b49;
    const VALUE a54 = a7 + a30, b54 = b7 + b30;
    const VALUE a55 = a7 - a30, b55 = b7 - b30;
    const VALUE a56 = a18 + a42, b56 = b18 + b42;
    const VALUE a57 = a18 - a42, b57 = b18 - b42;
    const VALUE a58 = b57, b58 = -a57;
    const VALUE a59 = a54 + a56, b59 = b54 + b56;
    const VALUE a60 = a54 - a56, b60 = b54 - b56;
    const VALUE a61 = a55 + a58, b61 = b55 + b58;
    const VALUE a62 = a55 - a58, b62 = b55 - b58;
    const VALUE a63 = a6 + a31, b63 = b6 + b31;
    const VALUE a64 = a6 - a31, b64 = b6 - b31;
    const VALUE a65 = a19 + a43, b65 = b19 + b43;
    const VALUE a66 = a19 - a43, b66 = b19 - b43;
    const VALUE a67 = b66, b67 = -a66;
    const VALUE a68 = a63 + a65, b68 = b63 + b65;
    const VALUE a69 = a63 - a65, b69 = b63 - b65;
    const VALUE a70 = a64 + a67, b70 = b64 + b67;
    const VALUE a71 = a64 - a67, b71 = b64 - b67;
    const VALUE a72 = a8 + a32, b72 = b8 + b32;
    const VALUE a73 = a8 - a32, b73 = b8 - b32;
    const VALUE a74 = a20 + a44, b74 = b20 + b44;
    const VALUE a75 = a20 - a44, b75 = b20 - b44;
    const VALUE a76 = b75, b76 = -a75;
    const VALUE a77 = a72 + a74, b77 = b72 + b74;
    const VALUE a78 = a72 - a74, b78 = b72 - b74;
    const VALUE a79 = a73 + a76, b79 = b73 + b76;
    const VALUE a80 = a73 - a76, b80 = b73 - b76;
    r[0] = a50;
    i[0] = b50;
    r[1] = a59;
    i[1] = b59;
    r[2] = a68;
    i[2] = b68;
    r[3] = a77;
    i[3] = b77;
    r[4] = a52;
    i[4] = b52;
    r[5] = a61;
    i[5] = b61;
    r[6] = a70;
    i[6] = b70;
    r[7] = a79;
    i[7] = b79;
    r[8] = a51;
    i[8] = b51;
    r[9] = a60;
    i[9] = b60;
    r[10] = a69;
    i[10] = b69;
    r[11] = a78;
    i[11] = b78;
    r[12] = a53;
    i[12] = b53;
    r[13] = a62;
    i[13] = b62;
    r[14] = a71;
    i[14] = b71;
    r[15] = a80;
    i[15] = b80;
}

kernel __attribute__((reqd_work_group_size(4, 128, 1)))
void pass0(global const REAL *in, global REAL *out, global const REAL2 *by,
        global const REAL2 *factors, global const REAL2 *turns) {
    const int t = get_local_id(1), w = get_local_id(0);
    const long l = get_group_id(0)*4L + w;
    const bool on = true;
    const long c = l % 2064L;
    const long from = l / 2064L * 8454144L + c / 8L * 32768L + c % 8L * 1L;
    const long to = l / 2064L * 8454144L + c / 8L * 32768L + c % 8L * 1L;
    const long of = on ? l / 2064L * 0L + c / 4L * 16384L + c % 4L * 1L : 0;
    local REAL2 exchange[17408];
    local REAL2 *mine = exchange + w;
#ifdef PTX
    if (get_local_id(0) + get_local_id(1) == 0) {
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(by + get_group_id(0)*16384L), "r"(131072));
    }
#endif
    REAL r[32], i[32];
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const int x = j + u*256;
            const REAL2 z = on ? ((global const REAL2 *)in)[from + x*8L] : (REAL2)(0);
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    // Radix 16 after 1.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        dft16(r + q*16, i + q*16);
    }
    // Radix 16 after 16.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j*16;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            mine[at + (u*1 + (u*1)/16)*4] = (REAL2)(r[v], i[v]);
        }
    }
    REAL2 held0[8];
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int k = j % 16;
        held0[q*4 + 0] = factors[0 + k];
        held0[q*4 + 1] = factors[16 + k];
        held0[q*4 + 2] = factors[48 + k];
        held0[q*4 + 3] = factors[112 + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const REAL2 z = mine[at + (u*256 + (u*256)/16)*4];
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const REAL2 w1 = held0[q*4 + 0];
        turn(r + q*16 + 1, i + q*16 + 1, w1);
        const REAL2 w2 = held0[q*4 + 1];
        turn(r + q*16 + 2, i + q*16 + 2, w2);
        const REAL2 w3 = times(w2, w1);
        turn(r + q*16 + 3, i + q*16 + 3, w3);
        const REAL2 w4 = held0[q*4 + 2];
        turn(r + q*16 + 4, i + q*16 + 4, w4);
        const REAL2 w5 = times(w4, w1);
        turn(r + q*16 + 5, i + q*16 + 5, w5);
        const REAL2 w6 = times(w4, w2);
        turn(r + q*16 + 6, i + q*16 + 6, w6);
        const REAL2 w7 = times(w4, w3);
        turn(r + q*16 + 7, i + q*16 + 7, w7);
        const REAL2 w8 = held0[q*4 + 3];
        turn(r + q*16 + 8, i + q*16 + 8, w8);
        const REAL2 w9 = times(w8, w1);
        turn(r + q*16 + 9, i + q*16 + 9, w9);
        const REAL2 w10 = times(w8, w2);
        turn(r + q*16 + 10, i + q*16 + 10, w10);
        const REAL2 w11 = times(w8, w3);
        turn(r + q*16 + 11, i + q*16 + 11, w11);
        const REAL2 w12 = times(w8, w4);
        turn(r + q*16 + 12, i + q*16 + 12, w12);
        const REAL2 w13 = times(w12, w1);
        turn(r + q*16 + 13, i + q*16 + 13, w13);
        const REAL2 w14 = times(w12, w2);
        turn(r + q*16 + 14, i + q*16 + 14, w14);
        const REAL2 w15 = times(w12, w3);
        turn(r + q*16 + 15, i + q*16 + 15, w15);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        dft16(r + q*16, i + q*16);
    }
    // Radix 16 after 256.
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j/16*256 + j%16;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            mine[at + (u*16 + (u*16)/16)*4] = (REAL2)(r[v], i[v]);
        }
    }
    REAL2 held240[8];
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int k = j % 256;
        held240[q*4 + 0] = factors[240 + k];
        held240[q*4 + 1] = factors[496 + k];
        held240[q*4 + 2] = factors[1008 + k];
        held240[q*4 + 3] = factors[2032 + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const REAL2 z = mine[at + (u*256 + (u*256)/16)*4];
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const REAL2 w1 = held240[q*4 + 0];
        turn(r + q*16 + 1, i + q*16 + 1, w1);
        const REAL2 w2 = held240[q*4 + 1];
        turn(r + q*16 + 2, i + q*16 + 2, w2);
        const REAL2 w3 = times(w2, w1);
        turn(r + q*16 + 3, i + q*16 + 3, w3);
        const REAL2 w4 = held240[q*4 + 2];
        turn(r + q*16 + 4, i + q*16 + 4, w4);
        const REAL2 w5 = times(w4, w1);
        turn(r + q*16 + 5, i + q*16 + 5, w5);
        const REAL2 w6 = times(w4, w2);
        turn(r + q*16 + 6, i + q*16 + 6, w6);
        const REAL2 w7 = times(w4, w3);
        turn(r + q*16 + 7, i + q*16 + 7, w7);
        const REAL2 w8 = held240[q*4 + 3];
        turn(r + q*16 + 8, i + q*16 + 8, w8);
        const REAL2 w9 = times(w8, w1);
        turn(r + q*16 + 9, i + q*16 + 9, w9);
        const REAL2 w10 = times(w8, w2);
        turn(r + q*16 + 10, i + q*16 + 10, w10);
        const REAL2 w11 = times(w8, w3);
        turn(r + q*16 + 11, i + q*16 + 11, w11);
        const REAL2 w12 = times(w8, w4);
        turn(r + q*16 + 12, i + q*16 + 12, w12);
        const REAL2 w13 = times(w12, w1);
        turn(r + q*16 + 13, i + q*16 + 13, w13);
        const REAL2 w14 = times(w12, w2);
        turn(r + q*16 + 14, i + q*16 + 14, w14);
        const REAL2 w15 = times(w12, w3);
        turn(r + q*16 + 15, i + q*16 + 15, w15);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        dft16(r + q*16, i + q*16);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const int x = j + u*256;
            turn(r + v, i + v, by[of + x*4L]);
        }
    }
    // Radix 16 after 1.
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        dft16(i + q*16, r + q*16);
    }
    // Radix 16 after 16.
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j*16;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            mine[at + (u*1 + (u*1)/16)*4] = (REAL2)(r[v], i[v]);
        }
    }
    REAL2 held4080[8];
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int k = j % 16;
        held4080[q*4 + 0] = factors[4080 + k];
        held4080[q*4 + 1] = factors[4096 + k];
        held4080[q*4 + 2] = factors[4128 + k];
        held4080[q*4 + 3] = factors[4192 + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const REAL2 z = mine[at + (u*256 + (u*256)/16)*4];
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const REAL2 w1 = held4080[q*4 + 0];
        turn(i + q*16 + 1, r + q*16 + 1, w1);
        const REAL2 w2 = held4080[q*4 + 1];
        turn(i + q*16 + 2, r + q*16 + 2, w2);
        const REAL2 w3 = times(w2, w1);
        turn(i + q*16 + 3, r + q*16 + 3, w3);
        const REAL2 w4 = held4080[q*4 + 2];
        turn(i + q*16 + 4, r + q*16 + 4, w4);
        const REAL2 w5 = times(w4, w1);
        turn(i + q*16 + 5, r + q*16 + 5, w5);
        const REAL2 w6 = times(w4, w2);
        turn(i + q*16 + 6, r + q*16 + 6, w6);
        const REAL2 w7 = times(w4, w3);
        turn(i + q*16 + 7, r + q*16 + 7, w7);
        const REAL2 w8 = held4080[q*4 + 3];
        turn(i + q*16 + 8, r + q*16 + 8, w8);
        const REAL2 w9 = times(w8, w1);
        turn(i + q*16 + 9, r + q*16 + 9, w9);
        const REAL2 w10 = times(w8, w2);
        turn(i + q*16 + 10, r + q*16 + 10, w10);
        const REAL2 w11 = times(w8, w3);
        turn(i + q*16 + 11, r + q*16 + 11, w11);
        const REAL2 w12 = times(w8, w4);
        turn(i + q*16 + 12, r + q*16 + 12, w12);
        const REAL2 w13 = times(w12, w1);
        turn(i + q*16 + 13, r + q*16 + 13, w13);
        const REAL2 w14 = times(w12, w2);
        turn(i + q*16 + 14, r + q*16 + 14, w14);
        const REAL2 w15 = times(w12, w3);
        turn(i + q*16 + 15, r + q*16 + 15, w15);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        dft16(i + q*16, r + q*16);
    }
    // Radix 16 after 256.
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j/16*256 + j%16;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            mine[at + (u*16 + (u*16)/16)*4] = (REAL2)(r[v], i[v]);
        }
    }
    REAL2 held4320[8];
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int k = j % 256;
        held4320[q*4 + 0] = factors[4320 + k];
        held4320[q*4 + 1] = factors[4576 + k];
        held4320[q*4 + 2] = factors[5088 + k];
        held4320[q*4 + 3] = factors[6112 + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const int x = j;
        const int at = (x + (x)/16)*4;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const REAL2 z = mine[at + (u*256 + (u*256)/16)*4];
            r[v] = z.x;
            i[v] = z.y;
        }
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        const REAL2 w1 = held4320[q*4 + 0];
        turn(i + q*16 + 1, r + q*16 + 1, w1);
        const REAL2 w2 = held4320[q*4 + 1];
        turn(i + q*16 + 2, r + q*16 + 2, w2);
        const REAL2 w3 = times(w2, w1);
        turn(i + q*16 + 3, r + q*16 + 3, w3);
        const REAL2 w4 = held4320[q*4 + 2];
        turn(i + q*16 + 4, r + q*16 + 4, w4);
        const REAL2 w5 = times(w4, w1);
        turn(i + q*16 + 5, r + q*16 + 5, w5);
        const REAL2 w6 = times(w4, w2);
        turn(i + q*16 + 6, r + q*16 + 6, w6);
        const REAL2 w7 = times(w4, w3);
        turn(i + q*16 + 7, r + q*16 + 7, w7);
        const REAL2 w8 = held4320[q*4 + 3];
        turn(i + q*16 + 8, r + q*16 + 8, w8);
        const REAL2 w9 = times(w8, w1);
        turn(i + q*16 + 9, r + q*16 + 9, w9);
        const REAL2 w10 = times(w8, w2);
        turn(i + q*16 + 10, r + q*16 + 10, w10);
        const REAL2 w11 = times(w8, w3);
        turn(i + q*16 + 11, r + q*16 + 11, w11);
        const REAL2 w12 = times(w8, w4);
        turn(i + q*16 + 12, r + q*16 + 12, w12);
        const REAL2 w13 = times(w12, w1);
        turn(i + q*16 + 13, r + q*16 + 13, w13);
        const REAL2 w14 = times(w12, w2);
        turn(i + q*16 + 14, r + q*16 + 14, w14);
        const REAL2 w15 = times(w12, w3);
        turn(i + q*16 + 15, r + q*16 + 15, w15);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        dft16(i + q*16, r + q*16);
    }
    #pragma unroll
    for (int q = 0; q < 2; q++) {
        const int j = t + q*128;
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            const int v = q*16 + u;
            const int x = j + u*256;
            if (on) {
                ((global REAL2 *)out)[to + x*8L] = (REAL2)(r[v], i[v]);
            }
        }
    }
}

