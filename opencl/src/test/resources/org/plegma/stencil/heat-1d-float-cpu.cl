int fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

static __attribute__((always_inline))
int inside(global float *o_u, global const float *f_u, const int n0, const int from, const int safe) {
    int i0 = from;
    for (; i0 <= safe; i0 += 16) {
        const int p = i0;
        const float16 r_u_0 = vload16(0, f_u + p);
        const float16 r_u_m1 = vload16(0, f_u + p - 1);
        const float16 r_u_p1 = vload16(0, f_u + p + 1);
        const float16 next_u = (float16)(0.5f*r_u_0 + 0.25f*(r_u_m1 + r_u_p1));
        vstore16(next_u, 0, o_u + p);
    }
    return i0;
}

static __attribute__((always_inline))
int outside(global float *o_u, global const float *f_u, const int n0, const int from, const int safe) {
    int i0 = from;
    for (; i0 <= safe; i0 += 16) {
        const int p = i0;
        const float16 r_u_0 = vload16(0, f_u + i0);
        const float16 r_u_m1 = vload16(0, f_u + i0 - 1);
        const float16 r_u_p1 = vload16(0, f_u + i0 + 1);
        const float16 next_u = (float16)(0.5f*r_u_0 + 0.25f*(r_u_m1 + r_u_p1));
        vstore16(next_u, 0, o_u + p);
    }
    return i0;
}

static __attribute__((always_inline))
void beside(global float *o_u, global const float *f_u, const int n0, const int i0) {
    float row_u[18];
    vstore16(vload16(0, f_u + i0), 0, row_u + 1);
    for (int k = 0; k < 2; k++) {
        const int i = k < 1 ? k - 1 : k + 15;
        const int at = fold_fixed(i0 + i, n0);
        row_u[i + 1] = f_u[at];
    }
    const int p = i0;
    const float16 r_u_0 = vload16(0, f_u + i0);
    const float16 r_u_m1 = vload16(0, row_u + 0);
    const float16 r_u_p1 = vload16(0, row_u + 2);
    const float16 next_u = select((float16)(0.5f*r_u_0 + 0.25f*(r_u_m1 + r_u_p1)), vload16(0, f_u + p), ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + i0) < 1 || ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + i0) >= n0 - 1);
    vstore16(next_u, 0, o_u + p);
}

kernel void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0, const int segment) {
    const int start = (int)get_global_id(0)*segment;
    const int end = start <= n0 - 2*segment ? start + segment : n0;
    int i0 = start;
    for (; i0 < end && i0 < 1; i0 += 16) {
        beside(o_u, f_u, n0, min(i0, n0 - 16));
    }
    const int safe = min(end - 16, n0 - 17);
    if (i0 <= safe) {
        if (1) {
            i0 = inside(o_u, f_u, n0, i0, safe);
        } else {
            i0 = outside(o_u, f_u, n0, i0, safe);
        }
    }
    for (; i0 < end; i0 += 16) {
        beside(o_u, f_u, n0, min(i0, n0 - 16));
    }
}
