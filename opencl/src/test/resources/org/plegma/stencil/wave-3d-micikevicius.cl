// param c = 0.3, dt
// u[t+1,x,y,z] = 2*u[t,x,y,z] - u[t-1,x,y,z] + (c*dt)^2*lap(u, order=4)
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
float read(global const float *f, const int i0, const int i1, const int i2, const int n0, const int n1, const int n2) {
    const int j0 = fold_fixed(i0, n0);
    const int j1 = fold_reflect(i1, n1);
    const int j2 = fold_constant(i2, n2);
    return j2 < 0 ? 2.0f : f[(j0*n1 + j1)*n2 + j2];
}

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2) {
    local float plane_f_u[432];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int i2 = get_global_id(0);
    const int i1 = get_global_id(1);
    const int first = (int)get_global_id(2)*64;
    const int end = first < n0 - 64 ? first + 64 : n0;
    // The queues: what is read of the column, but for its farthest cell.
    float q_f_u_m2 = read(f_u, first - 2, i1, i2, n0, n1, n2);
    float q_f_u_m1 = read(f_u, first - 1, i1, i2, n0, n1, n2);
    float q_f_u_0 = read(f_u, first, i1, i2, n0, n1, n2);
    float q_f_u_p1 = read(f_u, first + 1, i1, i2, n0, n1, n2);
    for (int i0 = first; i0 < end; i0++) {
        const float q_f1_u_0 = read(f1_u, i0, i1, i2, n0, n1, n2);
        const float q_f_u_p2 = read(f_u, i0 + 2, i1, i2, n0, n1, n2);
        // All have done with the plane before; the new one comes from the queues, its rim from memory.
        barrier(CLK_LOCAL_MEM_FENCE);
        plane_f_u[(ty + 2)*36 + tx + 2] = q_f_u_0;
        for (int j = ty; j < 4; j += 8) {
            const int row = j < 2 ? j : j + 8;
            plane_f_u[row*36 + tx + 2] = read(f_u, i0, i1 - ty + row - 2, i2, n0, n1, n2);
        }
        for (int j = tx; j < 4; j += 32) {
            const int column = j < 2 ? j : j + 32;
            plane_f_u[(ty + 2)*36 + column] = read(f_u, i0, i1, i2 - tx + column - 2, n0, n1, n2);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i1 < n1 && i2 < n2) {
            const int p = (i0*n1 + i1)*n2 + i2;
            o_u[p] = i0 < 2 || i0 >= n0 - 2 ? f_u[p] : (k0*q_f_u_0 + k1*(q_f_u_m1 + plane_f_u[(ty + 1)*36 + tx + 2] + plane_f_u[(ty + 2)*36 + tx + 1] + plane_f_u[(ty + 2)*36 + tx + 3] + plane_f_u[(ty + 3)*36 + tx + 2] + q_f_u_p1) + k2*(q_f_u_m2 + plane_f_u[(ty + 0)*36 + tx + 2] + plane_f_u[(ty + 2)*36 + tx + 0] + plane_f_u[(ty + 2)*36 + tx + 4] + plane_f_u[(ty + 4)*36 + tx + 2] + q_f_u_p2) - q_f1_u_0);
        }
        q_f_u_m2 = q_f_u_m1;
        q_f_u_m1 = q_f_u_0;
        q_f_u_0 = q_f_u_p1;
        q_f_u_p1 = q_f_u_p2;
    }
}
