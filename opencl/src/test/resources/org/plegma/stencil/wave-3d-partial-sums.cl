// param c = 0.3, dt
// u[t+1,x,y,z] = 2*u[t,x,y,z] - u[t-1,x,y,z] + (c*dt)^2*lap(u, order=4)
int fold_constant(const int i, const int n) {
    return i < 0 || i >= n ? -1 : i;
}

int fold_reflect(const int i, const int n) {
    int folded = i;
    while (folded < 0 || folded >= n) {
        folded = folded < 0 ? -1 - folded : n - 1 - (folded - n);
    }
    return folded;
}

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2) {
    local float plane_f1_u[2][432];
    local float plane_f_u[2][432];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x0 = (int)get_group_id(0)*32;
    const int y0 = (int)get_group_id(1)*8;
    const int x = x0 + tx;
    const int y = y0 + ty;
    const int first = (int)get_group_id(2)*64;
    const int end = first < n0 - 64 ? first + 64 : n0;
    const int plane = fold_constant(first - 2, n0);
    // Which vectors of a plane, neighbours of the group included, this work-item brings to local memory.
    const int at0 = ty*32 + tx;
    const int gx0 = x0 + (at0 % 36 - 2);
    const int row0 = fold_reflect(y0 + at0/36 - 2, n1);
    const int column0 = fold_constant(gx0, n2);
    float next0_f1_u = plane < 0 ? (float)(0.0f) : column0 < 0 ? (float)(2.0f) : f1_u[(plane*n1 + row0)*n2 + column0];
    float next0_f_u = plane < 0 ? (float)(0.0f) : column0 < 0 ? (float)(2.0f) : f_u[(plane*n1 + row0)*n2 + column0];
    const int at1 = ty*32 + tx + 256;
    const int gx1 = x0 + (at1 % 36 - 2);
    const int row1 = fold_reflect(y0 + at1/36 - 2, n1);
    const int column1 = fold_constant(gx1, n2);
    float next1_f1_u = plane < 0 ? (float)(0.0f) : column1 < 0 ? (float)(2.0f) : f1_u[(plane*n1 + row1)*n2 + column1];
    float next1_f_u = plane < 0 ? (float)(0.0f) : column1 < 0 ? (float)(2.0f) : f_u[(plane*n1 + row1)*n2 + column1];
    // A bit for each of this work-item's cells that is computed; others keep their values.
    uint computed_u = 0;
    for (int row = 0; row < 1; row++) {
        for (int cell = 0; cell < 1; cell++) {
            const uint is = y + row >= 0 && y + row < n1 - 0 && x + cell >= 0 && x + cell < n2 - 0;
            computed_u |= is << (row*1 + cell);
        }
    }
    // The sums of the planes that are not complete.
    float sum_u_0_0 = 0.0f;
    float sum_u_0_1 = 0.0f;
    float sum_u_0_2 = 0.0f;
    float sum_u_0_3 = 0.0f;
    int now = 0;
    #pragma unroll 1
    for (int z = first - 2; z < end + 2; z++) {
        plane_f1_u[now][at0] = next0_f1_u;
        plane_f_u[now][at0] = next0_f_u;
        if (at1 < 432) plane_f1_u[now][at1] = next1_f1_u;
        if (at1 < 432) plane_f_u[now][at1] = next1_f_u;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (z + 1 < end + 2) {
            const int next = fold_constant(z + 1, n0);
            next0_f1_u = next < 0 ? (float)(0.0f) : column0 < 0 ? (float)(2.0f) : f1_u[(next*n1 + row0)*n2 + column0];
            next0_f_u = next < 0 ? (float)(0.0f) : column0 < 0 ? (float)(2.0f) : f_u[(next*n1 + row0)*n2 + column0];
            next1_f1_u = next < 0 ? (float)(0.0f) : column1 < 0 ? (float)(2.0f) : f1_u[(next*n1 + row1)*n2 + column1];
            next1_f_u = next < 0 ? (float)(0.0f) : column1 < 0 ? (float)(2.0f) : f_u[(next*n1 + row1)*n2 + column1];
        }
        local const float *near_f1_u = plane_f1_u[now] + (ty*36 + tx);
        local const float *near_f_u = plane_f_u[now] + (ty*36 + tx);
        const float v_f1_u_0_0 = near_f1_u[74];
        const float v_f_u_0_0 = near_f_u[74];
        float sum_u_0_4 = 0.0f;
        if (z >= first && z < end) {
            const float v_f_u_m2_0 = near_f_u[2];
            sum_u_0_2 += k2*v_f_u_m2_0;
            const float v_f_u_m1_0 = near_f_u[38];
            sum_u_0_2 += k1*v_f_u_m1_0;
            const float v_f_u_0_m2 = near_f_u[72];
            sum_u_0_2 += k2*v_f_u_0_m2;
            const float v_f_u_0_m1 = near_f_u[73];
            sum_u_0_2 += k1*v_f_u_0_m1;
            sum_u_0_2 += k0*v_f_u_0_0;
            const float v_f_u_0_p1 = near_f_u[75];
            sum_u_0_2 += k1*v_f_u_0_p1;
            const float v_f_u_0_p2 = near_f_u[76];
            sum_u_0_2 += k2*v_f_u_0_p2;
            const float v_f_u_p1_0 = near_f_u[110];
            sum_u_0_2 += k1*v_f_u_p1_0;
            const float v_f_u_p2_0 = near_f_u[146];
            sum_u_0_2 += k2*v_f_u_p2_0;
        }
        if (z >= first && z < end && x < n2 && (z < 2 || z >= n0 - 2)) {
            const int i0 = z;
            if (y < n1) {
                const int p = (i0*n1 + y)*n2 + x;
                *(global float *)(o_u + p) = near_f_u[74];
            }
        }
        const int i0 = z - 2;
        if (i0 >= first && x < n2) {
            if (y < n1) {
                const int p = (i0*n1 + y)*n2 + x;
                sum_u_0_0 = sum_u_0_0 + k2*v_f_u_0_0;
                if (i0 >= 2 && i0 < n0 - 2) {
                    if ((computed_u & 0x1u) != 0) {
                        *(global float *)(o_u + p) = sum_u_0_0;
                    }
                }
            }
        }
        sum_u_0_0 = sum_u_0_1 + k1*v_f_u_0_0;
        sum_u_0_1 = sum_u_0_2 + -1.0f*v_f1_u_0_0;
        sum_u_0_2 = sum_u_0_3 + k1*v_f_u_0_0;
        sum_u_0_3 = sum_u_0_4 + k2*v_f_u_0_0;
        now ^= 1;
    }
}
