float power_2(const float a) {
    const float a2 = a*a;
    return a2;
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
void stream_inside(global float *o_u, global float *o_v, global const float *f_u, global const float *f_v, global const float *f_mask, const float k0, const float p_F, const int n0, const int n1, const int from, const int to, const int i1) {
    const int s0 = n1;
    int p = from*n1 + i1;
    float4 r_u_m1_0_0 = *(global const float4 *)(f_u + p - s0);
    float4 r_u_0_0_0 = *(global const float4 *)(f_u + p);
    float4 r_v_m1_0_0 = *(global const float4 *)(f_v + p - s0);
    float4 r_v_0_0_0 = *(global const float4 *)(f_v + p);
    #pragma unroll 4
    for (int i0 = from; i0 < to; i0++) {
        const float4 r_u_p1_0_0 = *(global const float4 *)(f_u + p + s0);
        const float4 r_v_p1_0_0 = *(global const float4 *)(f_v + p + s0);
        const float4 r_mask_0_0_0 = *(global const float4 *)(f_mask + p);
        const float r_u_0_0_m1 = i1 >= 1 ? f_u[p - 1] : f_u[p - i1 + fold_reflect(i1 - 1, n1)];
        const float r_u_0_0_p1 = i1 < n1 - 4 ? f_u[p + 4] : f_u[p - i1 + fold_reflect(i1 + 4, n1)];
        const float r_v_0_0_m1 = i1 >= 1 ? f_v[p - 1] : f_v[p - i1 + fold_reflect(i1 - 1, n1)];
        const float r_v_0_0_p1 = i1 < n1 - 4 ? f_v[p + 4] : f_v[p - i1 + fold_reflect(i1 + 4, n1)];
        float4 next_u_0;
        float4 next_v_0;
        {
            const float e0 = power_2(r_v_0_0_0.s0);
            next_u_0.s0 = r_mask_0_0_0.s0*(r_u_0_0_0.s0 + 0.16f*(-4.0f*r_u_0_0_0.s0 + r_u_m1_0_0.s0 + r_u_0_0_m1 + r_u_0_0_0.s1 + r_u_p1_0_0.s0) + p_F*(1.0f - r_u_0_0_0.s0) - r_u_0_0_0.s0*e0);
            next_v_0.s0 = r_mask_0_0_0.s0*(r_v_0_0_0.s0 + 0.08f*(-4.0f*r_v_0_0_0.s0 + r_v_m1_0_0.s0 + r_v_0_0_m1 + r_v_0_0_0.s1 + r_v_p1_0_0.s0) + k0*r_v_0_0_0.s0 + r_u_0_0_0.s0*e0);
        }
        {
            const float e0 = power_2(r_v_0_0_0.s1);
            next_u_0.s1 = r_mask_0_0_0.s1*(r_u_0_0_0.s1 + 0.16f*(-4.0f*r_u_0_0_0.s1 + r_u_m1_0_0.s1 + r_u_0_0_0.s0 + r_u_0_0_0.s2 + r_u_p1_0_0.s1) + p_F*(1.0f - r_u_0_0_0.s1) - r_u_0_0_0.s1*e0);
            next_v_0.s1 = r_mask_0_0_0.s1*(r_v_0_0_0.s1 + 0.08f*(-4.0f*r_v_0_0_0.s1 + r_v_m1_0_0.s1 + r_v_0_0_0.s0 + r_v_0_0_0.s2 + r_v_p1_0_0.s1) + k0*r_v_0_0_0.s1 + r_u_0_0_0.s1*e0);
        }
        {
            const float e0 = power_2(r_v_0_0_0.s2);
            next_u_0.s2 = r_mask_0_0_0.s2*(r_u_0_0_0.s2 + 0.16f*(-4.0f*r_u_0_0_0.s2 + r_u_m1_0_0.s2 + r_u_0_0_0.s1 + r_u_0_0_0.s3 + r_u_p1_0_0.s2) + p_F*(1.0f - r_u_0_0_0.s2) - r_u_0_0_0.s2*e0);
            next_v_0.s2 = r_mask_0_0_0.s2*(r_v_0_0_0.s2 + 0.08f*(-4.0f*r_v_0_0_0.s2 + r_v_m1_0_0.s2 + r_v_0_0_0.s1 + r_v_0_0_0.s3 + r_v_p1_0_0.s2) + k0*r_v_0_0_0.s2 + r_u_0_0_0.s2*e0);
        }
        {
            const float e0 = power_2(r_v_0_0_0.s3);
            next_u_0.s3 = r_mask_0_0_0.s3*(r_u_0_0_0.s3 + 0.16f*(-4.0f*r_u_0_0_0.s3 + r_u_m1_0_0.s3 + r_u_0_0_0.s2 + r_u_0_0_p1 + r_u_p1_0_0.s3) + p_F*(1.0f - r_u_0_0_0.s3) - r_u_0_0_0.s3*e0);
            next_v_0.s3 = r_mask_0_0_0.s3*(r_v_0_0_0.s3 + 0.08f*(-4.0f*r_v_0_0_0.s3 + r_v_m1_0_0.s3 + r_v_0_0_0.s2 + r_v_0_0_p1 + r_v_p1_0_0.s3) + k0*r_v_0_0_0.s3 + r_u_0_0_0.s3*e0);
        }
        *(global float4 *)(o_u + p) = next_u_0;
        *(global float4 *)(o_v + p) = next_v_0;
        r_u_m1_0_0 = r_u_0_0_0;
        r_u_0_0_0 = r_u_p1_0_0;
        r_v_m1_0_0 = r_v_0_0_0;
        r_v_0_0_0 = r_v_p1_0_0;
        p += s0;
    }
}

static __attribute__((always_inline))
void stream_outside(global float *o_u, global float *o_v, global const float *f_u, global const float *f_v, global const float *f_mask, const float k0, const float p_F, const int n0, const int n1, const int from, const int to, const int i1) {
    const int s0 = n1;
    int p = from*n1 + i1;
    const int from_m1 = fold_fixed(from - 1, n0);
    float4 r_u_m1_0_0 = *(global const float4 *)(f_u + from_m1*n1 + i1);
    float4 r_u_0_0_0 = *(global const float4 *)(f_u + from*n1 + i1);
    float4 r_v_m1_0_0 = *(global const float4 *)(f_v + from_m1*n1 + i1);
    float4 r_v_0_0_0 = *(global const float4 *)(f_v + from*n1 + i1);
    #pragma unroll 1
    for (int i0 = from; i0 < to; i0++) {
        const int i0_p1 = fold_fixed(i0 + 1, n0);
        const float4 r_u_p1_0_0 = *(global const float4 *)(f_u + i0_p1*n1 + i1);
        const float4 r_v_p1_0_0 = *(global const float4 *)(f_v + i0_p1*n1 + i1);
        const float4 r_mask_0_0_0 = *(global const float4 *)(f_mask + i0*n1 + i1);
        const float r_u_0_0_m1 = i1 >= 1 ? f_u[i0*n1 + i1 - 1] : f_u[i0*n1 + fold_reflect(i1 - 1, n1)];
        const float r_u_0_0_p1 = i1 < n1 - 4 ? f_u[i0*n1 + i1 + 4] : f_u[i0*n1 + fold_reflect(i1 + 4, n1)];
        const float r_v_0_0_m1 = i1 >= 1 ? f_v[i0*n1 + i1 - 1] : f_v[i0*n1 + fold_reflect(i1 - 1, n1)];
        const float r_v_0_0_p1 = i1 < n1 - 4 ? f_v[i0*n1 + i1 + 4] : f_v[i0*n1 + fold_reflect(i1 + 4, n1)];
        float4 next_u_0;
        float4 next_v_0;
        {
            const float e0 = power_2(r_v_0_0_0.s0);
            next_u_0.s0 = i0 < 1 || i0 >= n0 - 1 ? f_u[p] : (r_mask_0_0_0.s0*(r_u_0_0_0.s0 + 0.16f*(-4.0f*r_u_0_0_0.s0 + r_u_m1_0_0.s0 + r_u_0_0_m1 + r_u_0_0_0.s1 + r_u_p1_0_0.s0) + p_F*(1.0f - r_u_0_0_0.s0) - r_u_0_0_0.s0*e0));
            next_v_0.s0 = i0 < 1 || i0 >= n0 - 1 ? f_v[p] : (r_mask_0_0_0.s0*(r_v_0_0_0.s0 + 0.08f*(-4.0f*r_v_0_0_0.s0 + r_v_m1_0_0.s0 + r_v_0_0_m1 + r_v_0_0_0.s1 + r_v_p1_0_0.s0) + k0*r_v_0_0_0.s0 + r_u_0_0_0.s0*e0));
        }
        {
            const float e0 = power_2(r_v_0_0_0.s1);
            next_u_0.s1 = i0 < 1 || i0 >= n0 - 1 ? f_u[p + 1] : (r_mask_0_0_0.s1*(r_u_0_0_0.s1 + 0.16f*(-4.0f*r_u_0_0_0.s1 + r_u_m1_0_0.s1 + r_u_0_0_0.s0 + r_u_0_0_0.s2 + r_u_p1_0_0.s1) + p_F*(1.0f - r_u_0_0_0.s1) - r_u_0_0_0.s1*e0));
            next_v_0.s1 = i0 < 1 || i0 >= n0 - 1 ? f_v[p + 1] : (r_mask_0_0_0.s1*(r_v_0_0_0.s1 + 0.08f*(-4.0f*r_v_0_0_0.s1 + r_v_m1_0_0.s1 + r_v_0_0_0.s0 + r_v_0_0_0.s2 + r_v_p1_0_0.s1) + k0*r_v_0_0_0.s1 + r_u_0_0_0.s1*e0));
        }
        {
            const float e0 = power_2(r_v_0_0_0.s2);
            next_u_0.s2 = i0 < 1 || i0 >= n0 - 1 ? f_u[p + 2] : (r_mask_0_0_0.s2*(r_u_0_0_0.s2 + 0.16f*(-4.0f*r_u_0_0_0.s2 + r_u_m1_0_0.s2 + r_u_0_0_0.s1 + r_u_0_0_0.s3 + r_u_p1_0_0.s2) + p_F*(1.0f - r_u_0_0_0.s2) - r_u_0_0_0.s2*e0));
            next_v_0.s2 = i0 < 1 || i0 >= n0 - 1 ? f_v[p + 2] : (r_mask_0_0_0.s2*(r_v_0_0_0.s2 + 0.08f*(-4.0f*r_v_0_0_0.s2 + r_v_m1_0_0.s2 + r_v_0_0_0.s1 + r_v_0_0_0.s3 + r_v_p1_0_0.s2) + k0*r_v_0_0_0.s2 + r_u_0_0_0.s2*e0));
        }
        {
            const float e0 = power_2(r_v_0_0_0.s3);
            next_u_0.s3 = i0 < 1 || i0 >= n0 - 1 ? f_u[p + 3] : (r_mask_0_0_0.s3*(r_u_0_0_0.s3 + 0.16f*(-4.0f*r_u_0_0_0.s3 + r_u_m1_0_0.s3 + r_u_0_0_0.s2 + r_u_0_0_p1 + r_u_p1_0_0.s3) + p_F*(1.0f - r_u_0_0_0.s3) - r_u_0_0_0.s3*e0));
            next_v_0.s3 = i0 < 1 || i0 >= n0 - 1 ? f_v[p + 3] : (r_mask_0_0_0.s3*(r_v_0_0_0.s3 + 0.08f*(-4.0f*r_v_0_0_0.s3 + r_v_m1_0_0.s3 + r_v_0_0_0.s2 + r_v_0_0_p1 + r_v_p1_0_0.s3) + k0*r_v_0_0_0.s3 + r_u_0_0_0.s3*e0));
        }
        *(global float4 *)(o_u + p) = next_u_0;
        *(global float4 *)(o_v + p) = next_v_0;
        r_u_m1_0_0 = r_u_0_0_0;
        r_u_0_0_0 = r_u_p1_0_0;
        r_v_m1_0_0 = r_v_0_0_0;
        r_v_0_0_0 = r_v_p1_0_0;
        p += s0;
    }
}

kernel __attribute__((reqd_work_group_size(64, 4, 1)))
void stencil_step(global float *restrict o_u, global float *restrict o_v, global const float *restrict f_u, global const float *restrict f_v, global const float *restrict f_mask, const float k0, const float p_F, const int n0, const int n1) {
    const int i1 = (int)get_global_id(0)*4;
    const int first = (int)get_global_id(1)*4;
    const int end = first < n0 - 4 ? first + 4 : n0;
    if (first < n0 && i1 < n1) {
        if (first >= 1 && end <= n0 - 1) {
            stream_inside(o_u, o_v, f_u, f_v, f_mask, k0, p_F, n0, n1, first, end, i1);
        } else {
            stream_outside(o_u, o_v, f_u, f_v, f_mask, k0, p_F, n0, n1, first, end, i1);
        }
    }
}
