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
void stream_inside(global float *o_u, global const float *f_u, const int n0, const int n1, const int from, const int to, const int i1) {
    const int s0 = n1;
    int p = from*n1 + i1;
    float4 r_u_m1_0_0 = *(global const float4 *)(f_u + p - s0);
    float4 r_u_0_0_0 = *(global const float4 *)(f_u + p);
    float r_u_m1_0_m1 = i1 >= 1 ? f_u[p - s0 - 1] : f_u[p - s0 - i1 + fold_reflect(i1 - 1, n1)];
    float r_u_0_0_m1 = i1 >= 1 ? f_u[p - 1] : f_u[p - i1 + fold_reflect(i1 - 1, n1)];
    float r_u_m1_0_p1 = i1 < n1 - 4 ? f_u[p - s0 + 4] : f_u[p - s0 - i1 + fold_reflect(i1 + 4, n1)];
    float r_u_0_0_p1 = i1 < n1 - 4 ? f_u[p + 4] : f_u[p - i1 + fold_reflect(i1 + 4, n1)];
    #pragma unroll 4
    for (int i0 = from; i0 < to; i0++) {
        const float4 r_u_p1_0_0 = *(global const float4 *)(f_u + p + s0);
        const float r_u_p1_0_m1 = i1 >= 1 ? f_u[p + s0 - 1] : f_u[p + s0 - i1 + fold_reflect(i1 - 1, n1)];
        const float r_u_p1_0_p1 = i1 < n1 - 4 ? f_u[p + s0 + 4] : f_u[p + s0 - i1 + fold_reflect(i1 + 4, n1)];
        float4 next_u_0;
        {
            const float e0 = r_u_m1_0_0.s0 + r_u_0_0_m1 + r_u_0_0_0.s1 + r_u_p1_0_0.s0 + r_u_m1_0_m1 + r_u_m1_0_0.s1 + r_u_p1_0_m1 + r_u_p1_0_0.s1;
            next_u_0.s0 = e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s0 == 1.0f ? 1.0f : 0.0f;
        }
        {
            const float e0 = r_u_m1_0_0.s1 + r_u_0_0_0.s0 + r_u_0_0_0.s2 + r_u_p1_0_0.s1 + r_u_m1_0_0.s0 + r_u_m1_0_0.s2 + r_u_p1_0_0.s0 + r_u_p1_0_0.s2;
            next_u_0.s1 = e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s1 == 1.0f ? 1.0f : 0.0f;
        }
        {
            const float e0 = r_u_m1_0_0.s2 + r_u_0_0_0.s1 + r_u_0_0_0.s3 + r_u_p1_0_0.s2 + r_u_m1_0_0.s1 + r_u_m1_0_0.s3 + r_u_p1_0_0.s1 + r_u_p1_0_0.s3;
            next_u_0.s2 = e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s2 == 1.0f ? 1.0f : 0.0f;
        }
        {
            const float e0 = r_u_m1_0_0.s3 + r_u_0_0_0.s2 + r_u_0_0_p1 + r_u_p1_0_0.s3 + r_u_m1_0_0.s2 + r_u_m1_0_p1 + r_u_p1_0_0.s2 + r_u_p1_0_p1;
            next_u_0.s3 = e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s3 == 1.0f ? 1.0f : 0.0f;
        }
        *(global float4 *)(o_u + p) = next_u_0;
        r_u_m1_0_0 = r_u_0_0_0;
        r_u_0_0_0 = r_u_p1_0_0;
        r_u_m1_0_m1 = r_u_0_0_m1;
        r_u_0_0_m1 = r_u_p1_0_m1;
        r_u_m1_0_p1 = r_u_0_0_p1;
        r_u_0_0_p1 = r_u_p1_0_p1;
        p += s0;
    }
}

static __attribute__((always_inline))
void stream_outside(global float *o_u, global const float *f_u, const int n0, const int n1, const int from, const int to, const int i1) {
    const int s0 = n1;
    int p = from*n1 + i1;
    const int from_m1 = fold_fixed(from - 1, n0);
    float4 r_u_m1_0_0 = *(global const float4 *)(f_u + from_m1*n1 + i1);
    float4 r_u_0_0_0 = *(global const float4 *)(f_u + from*n1 + i1);
    float r_u_m1_0_m1 = i1 >= 1 ? f_u[from_m1*n1 + i1 - 1] : f_u[from_m1*n1 + fold_reflect(i1 - 1, n1)];
    float r_u_0_0_m1 = i1 >= 1 ? f_u[from*n1 + i1 - 1] : f_u[from*n1 + fold_reflect(i1 - 1, n1)];
    float r_u_m1_0_p1 = i1 < n1 - 4 ? f_u[from_m1*n1 + i1 + 4] : f_u[from_m1*n1 + fold_reflect(i1 + 4, n1)];
    float r_u_0_0_p1 = i1 < n1 - 4 ? f_u[from*n1 + i1 + 4] : f_u[from*n1 + fold_reflect(i1 + 4, n1)];
    #pragma unroll 1
    for (int i0 = from; i0 < to; i0++) {
        const int i0_p1 = fold_fixed(i0 + 1, n0);
        const float4 r_u_p1_0_0 = *(global const float4 *)(f_u + i0_p1*n1 + i1);
        const float r_u_p1_0_m1 = i1 >= 1 ? f_u[i0_p1*n1 + i1 - 1] : f_u[i0_p1*n1 + fold_reflect(i1 - 1, n1)];
        const float r_u_p1_0_p1 = i1 < n1 - 4 ? f_u[i0_p1*n1 + i1 + 4] : f_u[i0_p1*n1 + fold_reflect(i1 + 4, n1)];
        float4 next_u_0;
        {
            const float e0 = r_u_m1_0_0.s0 + r_u_0_0_m1 + r_u_0_0_0.s1 + r_u_p1_0_0.s0 + r_u_m1_0_m1 + r_u_m1_0_0.s1 + r_u_p1_0_m1 + r_u_p1_0_0.s1;
            next_u_0.s0 = i0 < 1 || i0 >= n0 - 1 ? f_u[p] : (e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s0 == 1.0f ? 1.0f : 0.0f);
        }
        {
            const float e0 = r_u_m1_0_0.s1 + r_u_0_0_0.s0 + r_u_0_0_0.s2 + r_u_p1_0_0.s1 + r_u_m1_0_0.s0 + r_u_m1_0_0.s2 + r_u_p1_0_0.s0 + r_u_p1_0_0.s2;
            next_u_0.s1 = i0 < 1 || i0 >= n0 - 1 ? f_u[p + 1] : (e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s1 == 1.0f ? 1.0f : 0.0f);
        }
        {
            const float e0 = r_u_m1_0_0.s2 + r_u_0_0_0.s1 + r_u_0_0_0.s3 + r_u_p1_0_0.s2 + r_u_m1_0_0.s1 + r_u_m1_0_0.s3 + r_u_p1_0_0.s1 + r_u_p1_0_0.s3;
            next_u_0.s2 = i0 < 1 || i0 >= n0 - 1 ? f_u[p + 2] : (e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s2 == 1.0f ? 1.0f : 0.0f);
        }
        {
            const float e0 = r_u_m1_0_0.s3 + r_u_0_0_0.s2 + r_u_0_0_p1 + r_u_p1_0_0.s3 + r_u_m1_0_0.s2 + r_u_m1_0_p1 + r_u_p1_0_0.s2 + r_u_p1_0_p1;
            next_u_0.s3 = i0 < 1 || i0 >= n0 - 1 ? f_u[p + 3] : (e0 == 3.0f || e0 == 2.0f && r_u_0_0_0.s3 == 1.0f ? 1.0f : 0.0f);
        }
        *(global float4 *)(o_u + p) = next_u_0;
        r_u_m1_0_0 = r_u_0_0_0;
        r_u_0_0_0 = r_u_p1_0_0;
        r_u_m1_0_m1 = r_u_0_0_m1;
        r_u_0_0_m1 = r_u_p1_0_m1;
        r_u_m1_0_p1 = r_u_0_0_p1;
        r_u_0_0_p1 = r_u_p1_0_p1;
        p += s0;
    }
}

kernel __attribute__((reqd_work_group_size(64, 4, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1) {
    const int i1 = (int)get_global_id(0)*4;
    const int first = (int)get_global_id(1)*4;
    const int end = first < n0 - 4 ? first + 4 : n0;
    if (first < n0 && i1 < n1) {
        if (first >= 1 && end <= n0 - 1) {
            stream_inside(o_u, f_u, n0, n1, first, end, i1);
        } else {
            stream_outside(o_u, f_u, n0, n1, first, end, i1);
        }
    }
}
