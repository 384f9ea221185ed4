typedef float16 cells __attribute__((aligned(4)));
#define AT(place) (*(global const cells *)(place))
#ifdef __x86_64__
#define PREFETCH(place) __builtin_prefetch((const void *)(size_t)(place))
#else
#define PREFETCH(place)
#endif

int fold_constant(const int i, const int n) {
    return i < 0 || i >= n ? -1 : i;
}

int fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

int fold_reflect(const int i, const int n) {
    int folded = i;
    while (folded < 0 || folded >= n) {
        folded = folded < 0 ? -1 - folded : n - 1 - (folded - n);
    }
    return folded;
}

static __attribute__((always_inline))
void together(global float *o_u, global const float *f_u, global const float *f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int i0, const int i1, const int ahead, const int start, const int end) {
    const int s1 = n2;
    const int s0 = n1*n2;
    int p = (i0*n1 + i1)*n2 + start;
    float16 before_r_u_0_0_0 = start > 0 ? AT(f_u + p - 16) : (float16)(2.0f);
    float16 r_u_0_0_0 = AT(f_u + p);
    float16 before_r_u_p1_0_0 = start > 0 ? AT(f_u + p + s0 - 16) : (float16)(2.0f);
    float16 r_u_p1_0_0 = AT(f_u + p + s0);
    for (int i2 = start; i2 < end; i2 += 16, p += 16) {
        PREFETCH(f_u + p + ahead + 2*s0);
        PREFETCH(f_u + p + ahead + 3*s0);
        PREFETCH(f1_u + p + ahead);
        PREFETCH(f1_u + p + ahead + s0);
        const float16 after_r_u_0_0_0 = i2 < n2 - 16 ? AT(f_u + p + 16) : (float16)(2.0f);
        const float16 r_u_m1_0_0 = AT(f_u + p - s0);
        const float16 r_u_0_m1_0 = AT(f_u + p - s1);
        const float16 r_u_0_p1_0 = AT(f_u + p + s1);
        const float16 after_r_u_p1_0_0 = i2 < n2 - 16 ? AT(f_u + p + s0 + 16) : (float16)(2.0f);
        const float16 r_u_m2_0_0 = AT(f_u + p - 2*s0);
        const float16 r_u_0_m2_0 = AT(f_u + p - 2*s1);
        const float16 r_u_0_p2_0 = AT(f_u + p + 2*s1);
        const float16 r_u_p2_0_0 = AT(f_u + p + 2*s0);
        const float16 r1_u_0_0_0 = AT(f1_u + p);
        const float16 r_u_p1_m1_0 = AT(f_u + p + s0 - s1);
        const float16 r_u_p1_p1_0 = AT(f_u + p + s0 + s1);
        const float16 r_u_p1_m2_0 = AT(f_u + p + s0 - 2*s1);
        const float16 r_u_p1_p2_0 = AT(f_u + p + s0 + 2*s1);
        const float16 r_u_p3_0_0 = AT(f_u + p + 3*s0);
        const float16 r1_u_p1_0_0 = AT(f1_u + p + s0);
        const float16 r_u_0_0_m2 = __builtin_shufflevector(before_r_u_0_0_0, r_u_0_0_0, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
        const float16 r_u_0_0_m1 = __builtin_shufflevector(before_r_u_0_0_0, r_u_0_0_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_0_0_p1 = __builtin_shufflevector(r_u_0_0_0, after_r_u_0_0_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_0_0_p2 = __builtin_shufflevector(r_u_0_0_0, after_r_u_0_0_0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
        const float16 r_u_p1_0_m2 = __builtin_shufflevector(before_r_u_p1_0_0, r_u_p1_0_0, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
        const float16 r_u_p1_0_m1 = __builtin_shufflevector(before_r_u_p1_0_0, r_u_p1_0_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_p1_0_p1 = __builtin_shufflevector(r_u_p1_0_0, after_r_u_p1_0_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_p1_0_p2 = __builtin_shufflevector(r_u_p1_0_0, after_r_u_p1_0_0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
        {
            const float16 next_u = (float16)(k0*r_u_0_0_0 + k1*(r_u_m1_0_0 + r_u_0_m1_0 + r_u_0_0_m1 + r_u_0_0_p1 + r_u_0_p1_0 + r_u_p1_0_0) + k2*(r_u_m2_0_0 + r_u_0_m2_0 + r_u_0_0_m2 + r_u_0_0_p2 + r_u_0_p2_0 + r_u_p2_0_0) - r1_u_0_0_0);
            __builtin_nontemporal_store(next_u, (global float16 *)(o_u + p));
        }
        {
            const float16 next_u = (float16)(k0*r_u_p1_0_0 + k1*(r_u_0_0_0 + r_u_p1_m1_0 + r_u_p1_0_m1 + r_u_p1_0_p1 + r_u_p1_p1_0 + r_u_p2_0_0) + k2*(r_u_m1_0_0 + r_u_p1_m2_0 + r_u_p1_0_m2 + r_u_p1_0_p2 + r_u_p1_p2_0 + r_u_p3_0_0) - r1_u_p1_0_0);
            __builtin_nontemporal_store(next_u, (global float16 *)(o_u + p + s0));
        }
        before_r_u_0_0_0 = r_u_0_0_0;
        r_u_0_0_0 = after_r_u_0_0_0;
        before_r_u_p1_0_0 = r_u_p1_0_0;
        r_u_p1_0_0 = after_r_u_p1_0_0;
    }
}

static __attribute__((always_inline))
int outside(global float *o_u, global const float *f_u, global const float *f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int i0, const int i1, const int from, const int safe) {
    const int i0_m2 = fold_fixed(i0 - 2, n0);
    const int i0_m1 = fold_fixed(i0 - 1, n0);
    const int i0_p1 = fold_fixed(i0 + 1, n0);
    const int i0_p2 = fold_fixed(i0 + 2, n0);
    const int i1_m2 = fold_reflect(i1 - 2, n1);
    const int i1_m1 = fold_reflect(i1 - 1, n1);
    const int i1_p1 = fold_reflect(i1 + 1, n1);
    const int i1_p2 = fold_reflect(i1 + 2, n1);
    int i2 = from;
    for (; i2 <= safe; i2 += 16) {
        const int p = (i0*n1 + i1)*n2 + i2;
        const float16 r_u_0_0_0 = AT(f_u + (i0*n1 + i1)*n2 + i2);
        const float16 r_u_m1_0_0 = AT(f_u + (i0_m1*n1 + i1)*n2 + i2);
        const float16 r_u_0_m1_0 = AT(f_u + (i0*n1 + i1_m1)*n2 + i2);
        const float16 r_u_0_0_m1 = AT(f_u + (i0*n1 + i1)*n2 + i2 - 1);
        const float16 r_u_0_0_p1 = AT(f_u + (i0*n1 + i1)*n2 + i2 + 1);
        const float16 r_u_0_p1_0 = AT(f_u + (i0*n1 + i1_p1)*n2 + i2);
        const float16 r_u_p1_0_0 = AT(f_u + (i0_p1*n1 + i1)*n2 + i2);
        const float16 r_u_m2_0_0 = AT(f_u + (i0_m2*n1 + i1)*n2 + i2);
        const float16 r_u_0_m2_0 = AT(f_u + (i0*n1 + i1_m2)*n2 + i2);
        const float16 r_u_0_0_m2 = AT(f_u + (i0*n1 + i1)*n2 + i2 - 2);
        const float16 r_u_0_0_p2 = AT(f_u + (i0*n1 + i1)*n2 + i2 + 2);
        const float16 r_u_0_p2_0 = AT(f_u + (i0*n1 + i1_p2)*n2 + i2);
        const float16 r_u_p2_0_0 = AT(f_u + (i0_p2*n1 + i1)*n2 + i2);
        const float16 r1_u_0_0_0 = AT(f1_u + (i0*n1 + i1)*n2 + i2);
        const float16 next_u = i0 < 2 || i0 >= n0 - 2 ? AT(f_u + p) : (float16)(k0*r_u_0_0_0 + k1*(r_u_m1_0_0 + r_u_0_m1_0 + r_u_0_0_m1 + r_u_0_0_p1 + r_u_0_p1_0 + r_u_p1_0_0) + k2*(r_u_m2_0_0 + r_u_0_m2_0 + r_u_0_0_m2 + r_u_0_0_p2 + r_u_0_p2_0 + r_u_p2_0_0) - r1_u_0_0_0);
        __builtin_nontemporal_store(next_u, (global float16 *)(o_u + p));
    }
    return i2;
}

static __attribute__((always_inline))
void beside(global float *o_u, global const float *f_u, global const float *f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int i0, const int i1, const int i2) {
    const int i0_m2 = fold_fixed(i0 - 2, n0);
    const int i0_m1 = fold_fixed(i0 - 1, n0);
    const int i0_p1 = fold_fixed(i0 + 1, n0);
    const int i0_p2 = fold_fixed(i0 + 2, n0);
    const int i1_m2 = fold_reflect(i1 - 2, n1);
    const int i1_m1 = fold_reflect(i1 - 1, n1);
    const int i1_p1 = fold_reflect(i1 + 1, n1);
    const int i1_p2 = fold_reflect(i1 + 2, n1);
    float row_u_0_0[20];
    vstore16(AT(f_u + (i0*n1 + i1)*n2 + i2), 0, row_u_0_0 + 2);
    for (int k = 0; k < 4; k++) {
        const int i = k < 2 ? k - 2 : k + 14;
        const int at = fold_constant(i2 + i, n2);
        row_u_0_0[i + 2] = at < 0 ? 2.0f : f_u[(i0*n1 + i1)*n2 + at];
    }
    const int p = (i0*n1 + i1)*n2 + i2;
    const float16 r_u_0_0_0 = AT(f_u + (i0*n1 + i1)*n2 + i2);
    const float16 r_u_m1_0_0 = AT(f_u + (i0_m1*n1 + i1)*n2 + i2);
    const float16 r_u_0_m1_0 = AT(f_u + (i0*n1 + i1_m1)*n2 + i2);
    const float16 r_u_0_0_m1 = vload16(0, row_u_0_0 + 1);
    const float16 r_u_0_0_p1 = vload16(0, row_u_0_0 + 3);
    const float16 r_u_0_p1_0 = AT(f_u + (i0*n1 + i1_p1)*n2 + i2);
    const float16 r_u_p1_0_0 = AT(f_u + (i0_p1*n1 + i1)*n2 + i2);
    const float16 r_u_m2_0_0 = AT(f_u + (i0_m2*n1 + i1)*n2 + i2);
    const float16 r_u_0_m2_0 = AT(f_u + (i0*n1 + i1_m2)*n2 + i2);
    const float16 r_u_0_0_m2 = vload16(0, row_u_0_0 + 0);
    const float16 r_u_0_0_p2 = vload16(0, row_u_0_0 + 4);
    const float16 r_u_0_p2_0 = AT(f_u + (i0*n1 + i1_p2)*n2 + i2);
    const float16 r_u_p2_0_0 = AT(f_u + (i0_p2*n1 + i1)*n2 + i2);
    const float16 r1_u_0_0_0 = AT(f1_u + (i0*n1 + i1)*n2 + i2);
    const float16 next_u = i0 < 2 || i0 >= n0 - 2 ? AT(f_u + p) : (float16)(k0*r_u_0_0_0 + k1*(r_u_m1_0_0 + r_u_0_m1_0 + r_u_0_0_m1 + r_u_0_0_p1 + r_u_0_p1_0 + r_u_p1_0_0) + k2*(r_u_m2_0_0 + r_u_0_m2_0 + r_u_0_0_m2 + r_u_0_0_p2 + r_u_0_p2_0 + r_u_p2_0_0) - r1_u_0_0_0);
    __builtin_nontemporal_store(next_u, (global float16 *)(o_u + p));
}

kernel void stencil_step(global float *restrict o_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int planes, const int rows, const int segment) {
    const int low0 = (int)get_global_id(2)*planes;
    const int high0 = low0 < n0 - planes ? low0 + planes : n0;
    const int low1 = (int)get_global_id(1)*rows;
    const int high1 = low1 < n1 - rows ? low1 + rows : n1;
    const int start = (int)get_global_id(0)*segment;
    const int end = start <= n2 - 2*segment ? start + segment : n2;
    for (int i0 = low0; i0 < high0; i0++) {
        const int first = min(i0, min(high0, n0 - 2) - 2);
        const int several = first >= max(low0, 2) && i0 < first + 2;
        const int through = several ? first + 1 : i0;
        for (int i1 = low1; i1 < high1; i1++) {
            if (several && i1 >= 2 && i1 < n1 - 2) {
                together(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, first, i1, i1 < high1 - 1 ? n2 : (2*n1 - i1 + low1)*n2, start, end);
                continue;
            }
            for (int plane = several ? first : i0; plane <= through; plane++) {
                const int safe = min(end - 16, n2 - 18);
                for (int i2 = start; i2 < end;) {
                    if (i2 >= 2 && i2 <= safe) {
                        i2 = outside(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, plane, i1, i2, safe);
                    } else {
                        beside(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, plane, i1, min(i2, n2 - 16));
                        i2 += 16;
                    }
                }
            }
        }
        i0 = through;
    }
}
