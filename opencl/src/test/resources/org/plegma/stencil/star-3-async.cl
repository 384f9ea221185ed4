// u[x,y,z] = 0.1*u + sum(i=1..3, 0.01*i*(u[x-i,y,z] + u[x+i,y,z] + u[x,y-i,z] + u[x,y+i,z] + u[x,y,z-i] + u[x,y,z+i]))
int fold_constant(const int i, const int n) {
    return i < 0 || i >= n ? -1 : i;
}

// Copies the vector at a place of a plane, if that is not negative, while the work-item goes on.
void copy_async(local float4 *to, global const float *from, const int plane, const int place) {
    asm volatile("{ .reg .pred p; setp.ge.s32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16; }"
                 : : "r"((uint)(size_t)to), "l"(from + (plane + place)), "r"(place) : "memory");
}

void end_of_plane() {
    asm volatile("cp.async.commit_group;" : : : "memory");
}

// Until all but the newest planes of this work-item have come.
void await_copies() {
    asm volatile("cp.async.wait_group 1;" : : : "memory");
}

// Stores what of a plane lies outside the grid.
__attribute__((noinline)) void bring_outside(local float4 *to, global const float *from, const int x0, const int y0, const int item, const int plane,
        const int n0, const int n1, const int n2) {
    for (int at = item; at < 252; at += 128) {
        const int gx = x0 + (at % 18 - 1)*4;
        const int row = fold_constant(y0 + at/18 - 3, n1);
        const int in = gx >= 0 && gx < n2;
        if (!(plane >= 0 && row >= 0 && in)) {
            to[at] = plane < 0 ? (float4)(0.0f) : row < 0 ? (float4)(1.0f) : in ? *(global const float4 *)(from + (plane*n1 + row)*n2 + gx) : (float4)(2.0f);
        }
    }
}

kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1, const int n2) {
    local float4 plane_f_u[3][252];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x0 = (int)get_group_id(0)*64;
    const int y0 = (int)get_group_id(1)*8;
    const int x = x0 + tx*4;
    const int y = y0 + ty;
    const int first = (int)get_group_id(2)*64;
    const int end = first < n0 - 64 ? first + 64 : n0;
    const int item = ty*16 + tx;
    // Which vectors of a plane this work-item copies, and whether it has to store some besides.
    int outside = 0;
    const int at0 = item;
    const int gx0 = x0 + (at0 % 18 - 1)*4;
    const int row0 = fold_constant(y0 + at0/18 - 3, n1);
    const int in0 = gx0 >= 0 && gx0 < n2 && row0 >= 0;
    outside |= !in0;
    const int place0 = in0 && ((uint)(at0 % 18 - 1) < 16u || (uint)(at0/18 - 3) < 8u) ? row0*n2 + gx0 : -1;
    const int at1 = item + 128;
    const int gx1 = x0 + (at1 % 18 - 1)*4;
    const int row1 = fold_constant(y0 + at1/18 - 3, n1);
    const int in1 = gx1 >= 0 && gx1 < n2 && row1 >= 0;
    outside |= at1 < 252 && !in1;
    const int place1 = in1 && at1 < 252 && ((uint)(at1 % 18 - 1) < 16u || (uint)(at1/18 - 3) < 8u) ? row1*n2 + gx1 : -1;
    // From here on the places outside hold what they shall.
    const int settled = max(first - 3, 0) + 3;
    for (int plane = 0; plane < 2; plane++) {
        const int next = fold_constant(first - 3 + plane, n0);
        if (next >= 0) {
            const int from = next*n1*n2;
            copy_async(plane_f_u[plane] + at0, f_u, from, place0);
            copy_async(plane_f_u[plane] + at1, f_u, from, place1);
        }
        if (outside || next < 0) {
            bring_outside(plane_f_u[plane], f_u, x0, y0, item, next, n0, n1, n2);
        }
        end_of_plane();
    }
    // The sums of the planes that are not complete.
    float4 sum_u_0_0 = 0.0f;
    float4 sum_u_0_1 = 0.0f;
    float4 sum_u_0_2 = 0.0f;
    float4 sum_u_0_3 = 0.0f;
    float4 sum_u_0_4 = 0.0f;
    float4 sum_u_0_5 = 0.0f;
    int now = 0;
    #pragma unroll 1
    for (int z = first - 3; z < end + 3; z++) {
        await_copies();
        barrier(CLK_LOCAL_MEM_FENCE);
        if (z + 2 < end + 3) {
            const int free = now == 0 ? 2 : now - 1;
            const int next = fold_constant(z + 2, n0);
            if (next >= 0) {
                const int from = next*n1*n2;
                copy_async(plane_f_u[free] + at0, f_u, from, place0);
                copy_async(plane_f_u[free] + at1, f_u, from, place1);
            }
            if ((outside && z + 2 < settled) || next < 0) {
                bring_outside(plane_f_u[free], f_u, x0, y0, item, next, n0, n1, n2);
            }
        }
        end_of_plane();
        local const float4 *near_f_u = plane_f_u[now] + (ty*18 + tx);
        const float4 v_f_u_0_0 = near_f_u[55];
        float4 sum_u_0_6 = 0.0f;
        if (z >= first && z < end) {
            const float4 v_f_u_m3_0 = near_f_u[1];
            sum_u_0_3 += 0.03f*v_f_u_m3_0;
            const float4 v_f_u_m2_0 = near_f_u[19];
            sum_u_0_3 += 0.02f*v_f_u_m2_0;
            const float4 v_f_u_m1_0 = near_f_u[37];
            sum_u_0_3 += 0.01f*v_f_u_m1_0;
            const float4 v_f_u_0_m1 = near_f_u[54];
            sum_u_0_3.s0 += 0.01f*v_f_u_0_m1.s3;
            sum_u_0_3.s0 += 0.02f*v_f_u_0_m1.s2;
            sum_u_0_3.s1 += 0.02f*v_f_u_0_m1.s3;
            sum_u_0_3.s0 += 0.03f*v_f_u_0_m1.s1;
            sum_u_0_3.s1 += 0.03f*v_f_u_0_m1.s2;
            sum_u_0_3.s2 += 0.03f*v_f_u_0_m1.s3;
            sum_u_0_3.s1 += 0.01f*v_f_u_0_0.s0;
            sum_u_0_3.s2 += 0.01f*v_f_u_0_0.s1;
            sum_u_0_3.s3 += 0.01f*v_f_u_0_0.s2;
            sum_u_0_3.s0 += 0.01f*v_f_u_0_0.s1;
            sum_u_0_3.s1 += 0.01f*v_f_u_0_0.s2;
            sum_u_0_3.s2 += 0.01f*v_f_u_0_0.s3;
            sum_u_0_3.s2 += 0.02f*v_f_u_0_0.s0;
            sum_u_0_3.s3 += 0.02f*v_f_u_0_0.s1;
            sum_u_0_3.s0 += 0.02f*v_f_u_0_0.s2;
            sum_u_0_3.s1 += 0.02f*v_f_u_0_0.s3;
            sum_u_0_3.s3 += 0.03f*v_f_u_0_0.s0;
            sum_u_0_3.s0 += 0.03f*v_f_u_0_0.s3;
            const float4 v_f_u_0_p1 = near_f_u[56];
            sum_u_0_3.s3 += 0.01f*v_f_u_0_p1.s0;
            sum_u_0_3.s2 += 0.02f*v_f_u_0_p1.s0;
            sum_u_0_3.s3 += 0.02f*v_f_u_0_p1.s1;
            sum_u_0_3.s1 += 0.03f*v_f_u_0_p1.s0;
            sum_u_0_3.s2 += 0.03f*v_f_u_0_p1.s1;
            sum_u_0_3.s3 += 0.03f*v_f_u_0_p1.s2;
            const float4 v_f_u_p1_0 = near_f_u[73];
            sum_u_0_3 += 0.01f*v_f_u_p1_0;
            const float4 v_f_u_p2_0 = near_f_u[91];
            sum_u_0_3 += 0.02f*v_f_u_p2_0;
            const float4 v_f_u_p3_0 = near_f_u[109];
            sum_u_0_3 += 0.03f*v_f_u_p3_0;
        }
        const int i0 = z - 3;
        if (i0 >= first && x < n2) {
            if (y < n1) {
                const int p = (i0*n1 + y)*n2 + x;
                sum_u_0_0 = sum_u_0_0 + 0.03f*v_f_u_0_0;
                *(global float4 *)(o_u + p) = sum_u_0_0;
            }
        }
        sum_u_0_0 = sum_u_0_1 + 0.02f*v_f_u_0_0;
        sum_u_0_1 = sum_u_0_2 + 0.01f*v_f_u_0_0;
        sum_u_0_2 = sum_u_0_3 + 0.1f*v_f_u_0_0;
        sum_u_0_3 = sum_u_0_4 + 0.01f*v_f_u_0_0;
        sum_u_0_4 = sum_u_0_5 + 0.02f*v_f_u_0_0;
        sum_u_0_5 = sum_u_0_6 + 0.03f*v_f_u_0_0;
        now = now == 2 ? 0 : now + 1;
    }
}
