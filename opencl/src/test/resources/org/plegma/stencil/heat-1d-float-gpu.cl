int fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

void interior(global float *restrict o_u, global const float *restrict f_u, const int n0, const int i0) {
    const int p = i0;
    o_u[p] = 0.5f*f_u[p] + 0.25f*(f_u[p - 1] + f_u[p + 1]);
}

void edge(global float *restrict o_u, global const float *restrict f_u, const int n0, const int i0) {
    const int p = i0;
    const int i0_m1 = fold_fixed(i0 - 1, n0);
    const int i0_p1 = fold_fixed(i0 + 1, n0);
    const float r_u_0 = f_u[i0];
    const float r_u_m1 = f_u[i0_m1];
    const float r_u_p1 = f_u[i0_p1];
    o_u[p] = i0 < 1 || i0 >= n0 - 1 ? f_u[p] : (0.5f*r_u_0 + 0.25f*(r_u_m1 + r_u_p1));
}

kernel void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0) {
    const int i0 = get_global_id(0);
    if (i0 < n0) {
        if (i0 >= 1 && i0 < n0 - 1) {
            interior(o_u, f_u, n0, i0);
        } else {
            edge(o_u, f_u, n0, i0);
        }
    }
}
