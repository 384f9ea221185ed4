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

kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1, const int n2) {
    local float4 plane_f_u[2][480];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x0 = (int)get_group_id(0)*64;
    const int y0 = (int)get_group_id(1)*8;
    const int x = x0 + tx*4;
    const int y = y0 + ty;
    const int first = (int)get_group_id(2)*64;
    const int end = first < n0 - 64 ? first + 64 : n0;
    const int plane = fold_fixed(first - 8, n0);
    // Which vectors of a plane, neighbours of the group included, this work-item brings to local memory.
    const int at0 = ty*16 + tx;
    const int gx0 = x0 + (at0 % 20 - 2)*4;
    const int row0 = fold_reflect(y0 + at0/20 - 8, n1);
    const int in0 = gx0 >= 0 && gx0 < n2;
    float4 next0_f_u = in0 ? *(global const float4 *)(f_u + (plane*n1 + row0)*n2 + gx0) : (float4)(2.0f);
    const int at1 = ty*16 + tx + 128;
    const int gx1 = x0 + (at1 % 20 - 2)*4;
    const int row1 = fold_reflect(y0 + at1/20 - 8, n1);
    const int in1 = gx1 >= 0 && gx1 < n2;
    float4 next1_f_u = in1 ? *(global const float4 *)(f_u + (plane*n1 + row1)*n2 + gx1) : (float4)(2.0f);
    const int at2 = ty*16 + tx + 256;
    const int gx2 = x0 + (at2 % 20 - 2)*4;
    const int row2 = fold_reflect(y0 + at2/20 - 8, n1);
    const int in2 = gx2 >= 0 && gx2 < n2;
    float4 next2_f_u = in2 ? *(global const float4 *)(f_u + (plane*n1 + row2)*n2 + gx2) : (float4)(2.0f);
    const int at3 = ty*16 + tx + 384;
    const int gx3 = x0 + (at3 % 20 - 2)*4;
    const int row3 = fold_reflect(y0 + at3/20 - 8, n1);
    const int in3 = gx3 >= 0 && gx3 < n2;
    float4 next3_f_u = in3 ? *(global const float4 *)(f_u + (plane*n1 + row3)*n2 + gx3) : (float4)(2.0f);
    // The sums of the planes that are not complete.
    float4 sum_u_0_0 = 0.0f;
    float4 sum_u_0_1 = 0.0f;
    float4 sum_u_0_2 = 0.0f;
    float4 sum_u_0_3 = 0.0f;
    float4 sum_u_0_4 = 0.0f;
    float4 sum_u_0_5 = 0.0f;
    float4 sum_u_0_6 = 0.0f;
    float4 sum_u_0_7 = 0.0f;
    float4 sum_u_0_8 = 0.0f;
    float4 sum_u_0_9 = 0.0f;
    float4 sum_u_0_10 = 0.0f;
    float4 sum_u_0_11 = 0.0f;
    float4 sum_u_0_12 = 0.0f;
    float4 sum_u_0_13 = 0.0f;
    float4 sum_u_0_14 = 0.0f;
    float4 sum_u_0_15 = 0.0f;
    int now = 0;
    #pragma unroll 1
    for (int z = first - 8; z < end + 8; z++) {
        plane_f_u[now][at0] = next0_f_u;
        plane_f_u[now][at1] = next1_f_u;
        plane_f_u[now][at2] = next2_f_u;
        if (at3 < 480) plane_f_u[now][at3] = next3_f_u;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (z + 1 < end + 8) {
            const int next = fold_fixed(z + 1, n0);
            next0_f_u = in0 ? *(global const float4 *)(f_u + (next*n1 + row0)*n2 + gx0) : (float4)(2.0f);
            next1_f_u = in1 ? *(global const float4 *)(f_u + (next*n1 + row1)*n2 + gx1) : (float4)(2.0f);
            next2_f_u = in2 ? *(global const float4 *)(f_u + (next*n1 + row2)*n2 + gx2) : (float4)(2.0f);
            next3_f_u = in3 ? *(global const float4 *)(f_u + (next*n1 + row3)*n2 + gx3) : (float4)(2.0f);
        }
        local const float4 *near_f_u = plane_f_u[now] + (ty*20 + tx);
        const float4 v_f_u_0_0 = near_f_u[162];
        float4 sum_u_0_16 = 0.0f;
        if (z >= first && z < end) {
            const float4 v_f_u_m8_0 = near_f_u[2];
            sum_u_0_8 += 0.08f*v_f_u_m8_0;
            const float4 v_f_u_m7_0 = near_f_u[22];
            sum_u_0_8 += 0.07f*v_f_u_m7_0;
            const float4 v_f_u_m6_0 = near_f_u[42];
            sum_u_0_8 += 0.06f*v_f_u_m6_0;
            const float4 v_f_u_m5_0 = near_f_u[62];
            sum_u_0_8 += 0.05f*v_f_u_m5_0;
            const float4 v_f_u_m4_0 = near_f_u[82];
            sum_u_0_8 += 0.04f*v_f_u_m4_0;
            const float4 v_f_u_m3_0 = near_f_u[102];
            sum_u_0_8 += 0.03f*v_f_u_m3_0;
            const float4 v_f_u_m2_0 = near_f_u[122];
            sum_u_0_8 += 0.02f*v_f_u_m2_0;
            const float4 v_f_u_m1_0 = near_f_u[142];
            sum_u_0_8 += 0.01f*v_f_u_m1_0;
            const float4 v_f_u_0_m2 = near_f_u[160];
            sum_u_0_8.s0 += 0.05f*v_f_u_0_m2.s3;
            sum_u_0_8.s0 += 0.06f*v_f_u_0_m2.s2;
            sum_u_0_8.s1 += 0.06f*v_f_u_0_m2.s3;
            sum_u_0_8.s0 += 0.07f*v_f_u_0_m2.s1;
            sum_u_0_8.s1 += 0.07f*v_f_u_0_m2.s2;
            sum_u_0_8.s2 += 0.07f*v_f_u_0_m2.s3;
            sum_u_0_8 += 0.08f*v_f_u_0_m2;
            const float4 v_f_u_0_m1 = near_f_u[161];
            sum_u_0_8.s0 += 0.01f*v_f_u_0_m1.s3;
            sum_u_0_8.s0 += 0.02f*v_f_u_0_m1.s2;
            sum_u_0_8.s1 += 0.02f*v_f_u_0_m1.s3;
            sum_u_0_8.s0 += 0.03f*v_f_u_0_m1.s1;
            sum_u_0_8.s1 += 0.03f*v_f_u_0_m1.s2;
            sum_u_0_8.s2 += 0.03f*v_f_u_0_m1.s3;
            sum_u_0_8 += 0.04f*v_f_u_0_m1;
            sum_u_0_8.s1 += 0.05f*v_f_u_0_m1.s0;
            sum_u_0_8.s2 += 0.05f*v_f_u_0_m1.s1;
            sum_u_0_8.s3 += 0.05f*v_f_u_0_m1.s2;
            sum_u_0_8.s2 += 0.06f*v_f_u_0_m1.s0;
            sum_u_0_8.s3 += 0.06f*v_f_u_0_m1.s1;
            sum_u_0_8.s3 += 0.07f*v_f_u_0_m1.s0;
            sum_u_0_8.s1 += 0.01f*v_f_u_0_0.s0;
            sum_u_0_8.s2 += 0.01f*v_f_u_0_0.s1;
            sum_u_0_8.s3 += 0.01f*v_f_u_0_0.s2;
            sum_u_0_8.s0 += 0.01f*v_f_u_0_0.s1;
            sum_u_0_8.s1 += 0.01f*v_f_u_0_0.s2;
            sum_u_0_8.s2 += 0.01f*v_f_u_0_0.s3;
            sum_u_0_8.s2 += 0.02f*v_f_u_0_0.s0;
            sum_u_0_8.s3 += 0.02f*v_f_u_0_0.s1;
            sum_u_0_8.s0 += 0.02f*v_f_u_0_0.s2;
            sum_u_0_8.s1 += 0.02f*v_f_u_0_0.s3;
            sum_u_0_8.s3 += 0.03f*v_f_u_0_0.s0;
            sum_u_0_8.s0 += 0.03f*v_f_u_0_0.s3;
            const float4 v_f_u_0_p1 = near_f_u[163];
            sum_u_0_8.s3 += 0.01f*v_f_u_0_p1.s0;
            sum_u_0_8.s2 += 0.02f*v_f_u_0_p1.s0;
            sum_u_0_8.s3 += 0.02f*v_f_u_0_p1.s1;
            sum_u_0_8.s1 += 0.03f*v_f_u_0_p1.s0;
            sum_u_0_8.s2 += 0.03f*v_f_u_0_p1.s1;
            sum_u_0_8.s3 += 0.03f*v_f_u_0_p1.s2;
            sum_u_0_8 += 0.04f*v_f_u_0_p1;
            sum_u_0_8.s0 += 0.05f*v_f_u_0_p1.s1;
            sum_u_0_8.s1 += 0.05f*v_f_u_0_p1.s2;
            sum_u_0_8.s2 += 0.05f*v_f_u_0_p1.s3;
            sum_u_0_8.s0 += 0.06f*v_f_u_0_p1.s2;
            sum_u_0_8.s1 += 0.06f*v_f_u_0_p1.s3;
            sum_u_0_8.s0 += 0.07f*v_f_u_0_p1.s3;
            const float4 v_f_u_0_p2 = near_f_u[164];
            sum_u_0_8.s3 += 0.05f*v_f_u_0_p2.s0;
            sum_u_0_8.s2 += 0.06f*v_f_u_0_p2.s0;
            sum_u_0_8.s3 += 0.06f*v_f_u_0_p2.s1;
            sum_u_0_8.s1 += 0.07f*v_f_u_0_p2.s0;
            sum_u_0_8.s2 += 0.07f*v_f_u_0_p2.s1;
            sum_u_0_8.s3 += 0.07f*v_f_u_0_p2.s2;
            sum_u_0_8 += 0.08f*v_f_u_0_p2;
            const float4 v_f_u_p1_0 = near_f_u[182];
            sum_u_0_8 += 0.01f*v_f_u_p1_0;
            const float4 v_f_u_p2_0 = near_f_u[202];
            sum_u_0_8 += 0.02f*v_f_u_p2_0;
            const float4 v_f_u_p3_0 = near_f_u[222];
            sum_u_0_8 += 0.03f*v_f_u_p3_0;
            const float4 v_f_u_p4_0 = near_f_u[242];
            sum_u_0_8 += 0.04f*v_f_u_p4_0;
            const float4 v_f_u_p5_0 = near_f_u[262];
            sum_u_0_8 += 0.05f*v_f_u_p5_0;
            const float4 v_f_u_p6_0 = near_f_u[282];
            sum_u_0_8 += 0.06f*v_f_u_p6_0;
            const float4 v_f_u_p7_0 = near_f_u[302];
            sum_u_0_8 += 0.07f*v_f_u_p7_0;
            const float4 v_f_u_p8_0 = near_f_u[322];
            sum_u_0_8 += 0.08f*v_f_u_p8_0;
        }
        const int i0 = z - 8;
        if (i0 >= first && x < n2) {
            if (y < n1) {
                const int p = (i0*n1 + y)*n2 + x;
                sum_u_0_0 = sum_u_0_0 + 0.08f*v_f_u_0_0;
                sum_u_0_0.s0 = i0 < 8 || i0 >= n0 - 8 ? f_u[p] : sum_u_0_0.s0;
                sum_u_0_0.s1 = i0 < 8 || i0 >= n0 - 8 ? f_u[p + 1] : sum_u_0_0.s1;
                sum_u_0_0.s2 = i0 < 8 || i0 >= n0 - 8 ? f_u[p + 2] : sum_u_0_0.s2;
                sum_u_0_0.s3 = i0 < 8 || i0 >= n0 - 8 ? f_u[p + 3] : sum_u_0_0.s3;
                *(global float4 *)(o_u + p) = sum_u_0_0;
            }
        }
        sum_u_0_0 = sum_u_0_1 + 0.07f*v_f_u_0_0;
        sum_u_0_1 = sum_u_0_2 + 0.06f*v_f_u_0_0;
        sum_u_0_2 = sum_u_0_3 + 0.05f*v_f_u_0_0;
        sum_u_0_3 = sum_u_0_4 + 0.04f*v_f_u_0_0;
        sum_u_0_4 = sum_u_0_5 + 0.03f*v_f_u_0_0;
        sum_u_0_5 = sum_u_0_6 + 0.02f*v_f_u_0_0;
        sum_u_0_6 = sum_u_0_7 + 0.01f*v_f_u_0_0;
        sum_u_0_7 = sum_u_0_8 + 0.1f*v_f_u_0_0;
        sum_u_0_8 = sum_u_0_9 + 0.01f*v_f_u_0_0;
        sum_u_0_9 = sum_u_0_10 + 0.02f*v_f_u_0_0;
        sum_u_0_10 = sum_u_0_11 + 0.03f*v_f_u_0_0;
        sum_u_0_11 = sum_u_0_12 + 0.04f*v_f_u_0_0;
        sum_u_0_12 = sum_u_0_13 + 0.05f*v_f_u_0_0;
        sum_u_0_13 = sum_u_0_14 + 0.06f*v_f_u_0_0;
        sum_u_0_14 = sum_u_0_15 + 0.07f*v_f_u_0_0;
        sum_u_0_15 = sum_u_0_16 + 0.08f*v_f_u_0_0;
        now ^= 1;
    }
}
