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

void interior(global float *restrict o_u, global float *restrict o_v, global const float *restrict f_u, global const float *restrict f_v, global const float *restrict f_mask, const float k0, const float p_F, const int n0, const int n1, const int i0, const int i1) {
    const int p = i0*n1 + i1;
    const int s0 = n1;
    const float e0 = power_2(f_v[p]);
    o_u[p] = f_mask[p]*(f_u[p] + 0.16f*(-4.0f*f_u[p] + f_u[p - s0] + f_u[p - 1] + f_u[p + 1] + f_u[p + s0]) + p_F*(1.0f - f_u[p]) - f_u[p]*e0);
    o_v[p] = f_mask[p]*(f_v[p] + 0.08f*(-4.0f*f_v[p] + f_v[p - s0] + f_v[p - 1] + f_v[p + 1] + f_v[p + s0]) + k0*f_v[p] + f_u[p]*e0);
}

void edge(global float *restrict o_u, global float *restrict o_v, global const float *restrict f_u, global const float *restrict f_v, global const float *restrict f_mask, const float k0, const float p_F, const int n0, const int n1, const int i0, const int i1) {
    const int p = i0*n1 + i1;
    const int i0_m1 = fold_fixed(i0 - 1, n0);
    const int i0_p1 = fold_fixed(i0 + 1, n0);
    const int i1_m1 = fold_reflect(i1 - 1, n1);
    const int i1_p1 = fold_reflect(i1 + 1, n1);
    const float r_mask_0_0 = f_mask[i0*n1 + i1];
    const float r_u_0_0 = f_u[i0*n1 + i1];
    const float r_u_0_m1 = f_u[i0*n1 + i1_m1];
    const float r_u_0_p1 = f_u[i0*n1 + i1_p1];
    const float r_u_m1_0 = f_u[i0_m1*n1 + i1];
    const float r_u_p1_0 = f_u[i0_p1*n1 + i1];
    const float r_v_0_0 = f_v[i0*n1 + i1];
    const float r_v_0_m1 = f_v[i0*n1 + i1_m1];
    const float r_v_0_p1 = f_v[i0*n1 + i1_p1];
    const float r_v_m1_0 = f_v[i0_m1*n1 + i1];
    const float r_v_p1_0 = f_v[i0_p1*n1 + i1];
    const float e0 = power_2(r_v_0_0);
    o_u[p] = i0 < 1 || i0 >= n0 - 1 ? f_u[p] : (r_mask_0_0*(r_u_0_0 + 0.16f*(-4.0f*r_u_0_0 + r_u_m1_0 + r_u_0_m1 + r_u_0_p1 + r_u_p1_0) + p_F*(1.0f - r_u_0_0) - r_u_0_0*e0));
    o_v[p] = i0 < 1 || i0 >= n0 - 1 ? f_v[p] : (r_mask_0_0*(r_v_0_0 + 0.08f*(-4.0f*r_v_0_0 + r_v_m1_0 + r_v_0_m1 + r_v_0_p1 + r_v_p1_0) + k0*r_v_0_0 + r_u_0_0*e0));
}

kernel void stencil_step(global float *restrict o_u, global float *restrict o_v, global const float *restrict f_u, global const float *restrict f_v, global const float *restrict f_mask, const float k0, const float p_F, const int n0, const int n1, const int planes) {
    const int i1 = get_global_id(0);
    const int first = (int)get_global_id(1)*planes;
    const int end = first < n0 - planes ? first + planes : n0;
    if (i1 < n1) {
        for (int i0 = first; i0 < end; i0++) {
            if (i0 >= 1 && i0 < n0 - 1 && i1 >= 1 && i1 < n1 - 1) {
                interior(o_u, o_v, f_u, f_v, f_mask, k0, p_F, n0, n1, i0, i1);
            } else {
                edge(o_u, o_v, f_u, f_v, f_mask, k0, p_F, n0, n1, i0, i1);
            }
        }
    }
}
