// u[x] = u + 0.25*(u[x-1] - 2*u + u[x+1])
int fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0) {
    const int i0 = (int)get_global_id(0)*4;
    if (i0 < n0) {
        const int p = i0;
        const float4 r_u_0_0_0 = *(global const float4 *)(f_u + p);
        const float r_u_0_0_m1 = i0 >= 1 ? f_u[p - 1] : f_u[p - i0 + fold_fixed(i0 - 1, n0)];
        const float r_u_0_0_p1 = i0 < n0 - 4 ? f_u[p + 4] : f_u[p - i0 + fold_fixed(i0 + 4, n0)];
        float4 next_u_0;
        next_u_0.s0 = i0 < 1 || i0 >= n0 - 1 ? f_u[p] : (0.5f*r_u_0_0_0.s0 + 0.25f*(r_u_0_0_m1 + r_u_0_0_0.s1));
        next_u_0.s1 = i0 + 1 < 1 || i0 + 1 >= n0 - 1 ? f_u[p + 1] : (0.5f*r_u_0_0_0.s1 + 0.25f*(r_u_0_0_0.s0 + r_u_0_0_0.s2));
        next_u_0.s2 = i0 + 2 < 1 || i0 + 2 >= n0 - 1 ? f_u[p + 2] : (0.5f*r_u_0_0_0.s2 + 0.25f*(r_u_0_0_0.s1 + r_u_0_0_0.s3));
        next_u_0.s3 = i0 + 3 < 1 || i0 + 3 >= n0 - 1 ? f_u[p + 3] : (0.5f*r_u_0_0_0.s3 + 0.25f*(r_u_0_0_0.s2 + r_u_0_0_p1));
        *(global float4 *)(o_u + p) = next_u_0;
    }
}
