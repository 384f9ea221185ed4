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

void interior(global float *restrict o_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int i0, const int i1, const int i2) {
    const int p = (i0*n1 + i1)*n2 + i2;
    const int s0 = n1*n2;
    const int s1 = n2;
    o_u[p] = k0*f_u[p] + k1*(f_u[p - s0] + f_u[p - s1] + f_u[p - 1] + f_u[p + 1] + f_u[p + s1] + f_u[p + s0]) + k2*(f_u[p - 2*s0] + f_u[p - 2*s1] + f_u[p - 2] + f_u[p + 2] + f_u[p + 2*s1] + f_u[p + 2*s0]) - f1_u[p];
}

void edge(global float *restrict o_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int i0, const int i1, const int i2) {
    const int p = (i0*n1 + i1)*n2 + i2;
    const int i0_m2 = fold_fixed(i0 - 2, n0);
    const int i0_m1 = fold_fixed(i0 - 1, n0);
    const int i0_p1 = fold_fixed(i0 + 1, n0);
    const int i0_p2 = fold_fixed(i0 + 2, n0);
    const int i1_m2 = fold_reflect(i1 - 2, n1);
    const int i1_m1 = fold_reflect(i1 - 1, n1);
    const int i1_p1 = fold_reflect(i1 + 1, n1);
    const int i1_p2 = fold_reflect(i1 + 2, n1);
    const int i2_m2 = fold_constant(i2 - 2, n2);
    const int i2_m1 = fold_constant(i2 - 1, n2);
    const int i2_p1 = fold_constant(i2 + 1, n2);
    const int i2_p2 = fold_constant(i2 + 2, n2);
    const float r1_u_0_0_0 = f1_u[(i0*n1 + i1)*n2 + i2];
    const float r_u_0_0_0 = f_u[(i0*n1 + i1)*n2 + i2];
    const float r_u_0_0_m1 = i2_m1 < 0 ? 2.0f : f_u[(i0*n1 + i1)*n2 + i2_m1];
    const float r_u_0_0_m2 = i2_m2 < 0 ? 2.0f : f_u[(i0*n1 + i1)*n2 + i2_m2];
    const float r_u_0_0_p1 = i2_p1 < 0 ? 2.0f : f_u[(i0*n1 + i1)*n2 + i2_p1];
    const float r_u_0_0_p2 = i2_p2 < 0 ? 2.0f : f_u[(i0*n1 + i1)*n2 + i2_p2];
    const float r_u_0_m1_0 = f_u[(i0*n1 + i1_m1)*n2 + i2];
    const float r_u_0_m2_0 = f_u[(i0*n1 + i1_m2)*n2 + i2];
    const float r_u_0_p1_0 = f_u[(i0*n1 + i1_p1)*n2 + i2];
    const float r_u_0_p2_0 = f_u[(i0*n1 + i1_p2)*n2 + i2];
    const float r_u_m1_0_0 = f_u[(i0_m1*n1 + i1)*n2 + i2];
    const float r_u_m2_0_0 = f_u[(i0_m2*n1 + i1)*n2 + i2];
    const float r_u_p1_0_0 = f_u[(i0_p1*n1 + i1)*n2 + i2];
    const float r_u_p2_0_0 = f_u[(i0_p2*n1 + i1)*n2 + i2];
    o_u[p] = i0 < 2 || i0 >= n0 - 2 ? f_u[p] : (k0*r_u_0_0_0 + k1*(r_u_m1_0_0 + r_u_0_m1_0 + r_u_0_0_m1 + r_u_0_0_p1 + r_u_0_p1_0 + r_u_p1_0_0) + k2*(r_u_m2_0_0 + r_u_0_m2_0 + r_u_0_0_m2 + r_u_0_0_p2 + r_u_0_p2_0 + r_u_p2_0_0) - r1_u_0_0_0);
}

kernel void stencil_step(global float *restrict o_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int segment, const int rows) {
    const int start = (int)get_global_id(0)*segment;
    const int end = start < n2 - segment ? start + segment : n2;
    const int first = (int)get_global_id(1)*rows;
    const int count = (int)n0*n1;
    const int stop = first < count - rows ? first + rows : count;
    for (int row = first; row < stop; row++) {
        const int i0 = row/n1;
        const int i1 = row - (int)i0*n1;
        // Cells from low to high have all that they read in the grid.
        const int inside = i0 >= 2 && i0 < n0 - 2 && i1 >= 2 && i1 < n1 - 2;
        const int low = inside ? clamp(2, start, end) : end;
        const int high = inside ? clamp(n2 - 2, low, end) : end;
        for (int i2 = start < low ? start : high; i2 < end; i2 = i2 + 1 == low ? high : i2 + 1) {
            edge(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, i0, i1, i2);
        }
        for (int i2 = low; i2 < high; i2++) {
            interior(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, i0, i1, i2);
        }
    }
}
