int fold_constant(const int i, const int n) {
    return i < 0 || i >= n ? -1 : i;
}

void set_up(local ulong *come, const uint warps) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"((uint)(size_t)come), "r"(warps) : "memory");
}

// Tells that the copies of this warp have come.
void tell(local ulong *come, const uint lane) {
    asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 0; bar.warp.sync 0xffffffff;"
                 " @p mbarrier.arrive.shared.b64 _, [%0]; }"
                 : : "r"((uint)(size_t)come), "r"(lane) : "memory");
}

// Until all warps have told.
void await_all(local ulong *come, const uint turn) {
    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra AGAIN; }"
                 : : "r"((uint)(size_t)come), "r"(turn) : "memory");
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
    asm volatile("cp.async.wait_group 5;" : : : "memory");
}

// Stores what of a plane lies outside the grid.
__attribute__((noinline)) void bring_outside(local float4 *to, global const float *from, const int x0, const int y0, const int item, const int plane,
        const int n0, const int n1, const int n2) {
    for (int at = item; at < 960; at += 256) {
        const int gx = x0 + (at % 20 - 2)*4;
        const int row = fold_constant(y0 + at/20 - 8, n1);
        const int in = gx >= 0 && gx < n2;
        if (!(plane >= 0 && row >= 0 && in)) {
            to[at] = plane < 0 ? (float4)(0.0f) : row < 0 ? (float4)(1.0f) : in ? *(global const float4 *)(from + (plane*n1 + row)*n2 + gx) : (float4)(2.0f);
        }
    }
}

kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1, const int n2) {
    local float4 plane_f_u[11][960] __attribute__((aligned(128)));
    local ulong come[11];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x0 = (int)get_group_id(0)*64;
    const int y0 = (int)get_group_id(1)*32;
    const int x = x0 + tx*4;
    const int y = y0 + ty*2;
    const int first = (int)get_group_id(2)*64;
    const int end = first < n0 - 64 ? first + 64 : n0;
    local float4 *const ring_f_u = plane_f_u[0];
    const int item = ty*16 + tx;
    // Which vectors of a plane this work-item copies, and whether it has to store some besides.
    int outside = 0;
    const int at0 = item;
    const int gx0 = x0 + (at0 % 20 - 2)*4;
    const int row0 = fold_constant(y0 + at0/20 - 8, n1);
    const int in0 = gx0 >= 0 && gx0 < n2 && row0 >= 0;
    outside |= !in0;
    const int place0 = in0 && ((uint)(at0 % 20 - 2) < 16u || (uint)(at0/20 - 8) < 32u) ? row0*n2 + gx0 : -1;
    const int at1 = item + 256;
    const int gx1 = x0 + (at1 % 20 - 2)*4;
    const int row1 = fold_constant(y0 + at1/20 - 8, n1);
    const int in1 = gx1 >= 0 && gx1 < n2 && row1 >= 0;
    outside |= !in1;
    const int place1 = in1 && ((uint)(at1 % 20 - 2) < 16u || (uint)(at1/20 - 8) < 32u) ? row1*n2 + gx1 : -1;
    const int at2 = item + 512;
    const int gx2 = x0 + (at2 % 20 - 2)*4;
    const int row2 = fold_constant(y0 + at2/20 - 8, n1);
    const int in2 = gx2 >= 0 && gx2 < n2 && row2 >= 0;
    outside |= !in2;
    const int place2 = in2 && ((uint)(at2 % 20 - 2) < 16u || (uint)(at2/20 - 8) < 32u) ? row2*n2 + gx2 : -1;
    const int at3 = item + 768;
    const int gx3 = x0 + (at3 % 20 - 2)*4;
    const int row3 = fold_constant(y0 + at3/20 - 8, n1);
    const int in3 = gx3 >= 0 && gx3 < n2 && row3 >= 0;
    outside |= at3 < 960 && !in3;
    const int place3 = in3 && at3 < 960 && ((uint)(at3 % 20 - 2) < 16u || (uint)(at3/20 - 8) < 32u) ? row3*n2 + gx3 : -1;
    // From here on the places outside hold what they shall.
    const int settled = max(first - 8, 0) + 11;
    for (int plane = 0; plane < 8; plane++) {
        const int next = fold_constant(first - 8 + plane, n0);
        if (next >= 0) {
            const int from = next*n1*n2;
            copy_async(ring_f_u + plane*960 + at0, f_u, from, place0);
            copy_async(ring_f_u + plane*960 + at1, f_u, from, place1);
            copy_async(ring_f_u + plane*960 + at2, f_u, from, place2);
            copy_async(ring_f_u + plane*960 + at3, f_u, from, place3);
        }
        if (outside || next < 0) {
            bring_outside(ring_f_u + plane*960, f_u, x0, y0, item, next, n0, n1, n2);
        }
        end_of_plane();
    }
    const uint lane = item % 32;
    if (item < 11) {
        set_up(&come[item], 8);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    await_copies();
    for (int plane = 0; plane < 2; plane++) {
        tell(&come[plane], lane);
    }
    // The parity of the turns round the ring.
    uint turn = 0;
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
    float4 sum_u_1_0 = 0.0f;
    float4 sum_u_1_1 = 0.0f;
    float4 sum_u_1_2 = 0.0f;
    float4 sum_u_1_3 = 0.0f;
    float4 sum_u_1_4 = 0.0f;
    float4 sum_u_1_5 = 0.0f;
    float4 sum_u_1_6 = 0.0f;
    float4 sum_u_1_7 = 0.0f;
    float4 sum_u_1_8 = 0.0f;
    float4 sum_u_1_9 = 0.0f;
    float4 sum_u_1_10 = 0.0f;
    float4 sum_u_1_11 = 0.0f;
    float4 sum_u_1_12 = 0.0f;
    float4 sum_u_1_13 = 0.0f;
    float4 sum_u_1_14 = 0.0f;
    float4 sum_u_1_15 = 0.0f;
    int now = 0;
    #pragma unroll 1
    for (int z = first - 8; z < end + 8; z++) {
        await_copies();
        tell(&come[now < 9 ? now + 2 : now - 9], lane);
        await_all(&come[now], turn);
        if (z + 8 < end + 8) {
            const int free = now > 2 ? now - 3 : now + 8;
            const int next = fold_constant(z + 8, n0);
            if (next >= 0) {
                const int from = next*n1*n2;
                copy_async(ring_f_u + free*960 + at0, f_u, from, place0);
                copy_async(ring_f_u + free*960 + at1, f_u, from, place1);
                copy_async(ring_f_u + free*960 + at2, f_u, from, place2);
                copy_async(ring_f_u + free*960 + at3, f_u, from, place3);
            }
            if (outside && z + 8 < settled || next < 0) {
                bring_outside(ring_f_u + free*960, f_u, x0, y0, item, next, n0, n1, n2);
            }
        }
        end_of_plane();
        local const float4 *near_f_u = ring_f_u + now*960 + (ty*40 + tx);
        const float4 v_f_u_0_0 = near_f_u[162];
        const float4 v_f_u_p1_0 = near_f_u[182];
        float4 sum_u_0_16 = 0.0f;
        float4 sum_u_1_16 = 0.0f;
        if (z >= first && z < end) {
            const float4 v_f_u_m8_0 = near_f_u[2];
            sum_u_0_8 += 0.08f*v_f_u_m8_0;
            const float4 v_f_u_m7_0 = near_f_u[22];
            sum_u_0_8 += 0.07f*v_f_u_m7_0;
            sum_u_1_8 += 0.08f*v_f_u_m7_0;
            const float4 v_f_u_m6_0 = near_f_u[42];
            sum_u_0_8 += 0.06f*v_f_u_m6_0;
            sum_u_1_8 += 0.07f*v_f_u_m6_0;
            const float4 v_f_u_m5_0 = near_f_u[62];
            sum_u_0_8 += 0.05f*v_f_u_m5_0;
            sum_u_1_8 += 0.06f*v_f_u_m5_0;
            const float4 v_f_u_m4_0 = near_f_u[82];
            sum_u_0_8 += 0.04f*v_f_u_m4_0;
            sum_u_1_8 += 0.05f*v_f_u_m4_0;
            const float4 v_f_u_m3_0 = near_f_u[102];
            sum_u_0_8 += 0.03f*v_f_u_m3_0;
            sum_u_1_8 += 0.04f*v_f_u_m3_0;
            const float4 v_f_u_m2_0 = near_f_u[122];
            sum_u_0_8 += 0.02f*v_f_u_m2_0;
            sum_u_1_8 += 0.03f*v_f_u_m2_0;
            const float4 v_f_u_m1_0 = near_f_u[142];
            sum_u_0_8 += 0.01f*v_f_u_m1_0;
            sum_u_1_8 += 0.02f*v_f_u_m1_0;
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
            sum_u_1_8 += 0.01f*v_f_u_0_0;
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
            const float4 v_f_u_p1_m2 = near_f_u[180];
            sum_u_1_8.s0 += 0.05f*v_f_u_p1_m2.s3;
            sum_u_1_8.s0 += 0.06f*v_f_u_p1_m2.s2;
            sum_u_1_8.s1 += 0.06f*v_f_u_p1_m2.s3;
            sum_u_1_8.s0 += 0.07f*v_f_u_p1_m2.s1;
            sum_u_1_8.s1 += 0.07f*v_f_u_p1_m2.s2;
            sum_u_1_8.s2 += 0.07f*v_f_u_p1_m2.s3;
            sum_u_1_8 += 0.08f*v_f_u_p1_m2;
            const float4 v_f_u_p1_m1 = near_f_u[181];
            sum_u_1_8.s0 += 0.01f*v_f_u_p1_m1.s3;
            sum_u_1_8.s0 += 0.02f*v_f_u_p1_m1.s2;
            sum_u_1_8.s1 += 0.02f*v_f_u_p1_m1.s3;
            sum_u_1_8.s0 += 0.03f*v_f_u_p1_m1.s1;
            sum_u_1_8.s1 += 0.03f*v_f_u_p1_m1.s2;
            sum_u_1_8.s2 += 0.03f*v_f_u_p1_m1.s3;
            sum_u_1_8 += 0.04f*v_f_u_p1_m1;
            sum_u_1_8.s1 += 0.05f*v_f_u_p1_m1.s0;
            sum_u_1_8.s2 += 0.05f*v_f_u_p1_m1.s1;
            sum_u_1_8.s3 += 0.05f*v_f_u_p1_m1.s2;
            sum_u_1_8.s2 += 0.06f*v_f_u_p1_m1.s0;
            sum_u_1_8.s3 += 0.06f*v_f_u_p1_m1.s1;
            sum_u_1_8.s3 += 0.07f*v_f_u_p1_m1.s0;
            sum_u_1_8.s1 += 0.01f*v_f_u_p1_0.s0;
            sum_u_1_8.s2 += 0.01f*v_f_u_p1_0.s1;
            sum_u_1_8.s3 += 0.01f*v_f_u_p1_0.s2;
            sum_u_1_8.s0 += 0.01f*v_f_u_p1_0.s1;
            sum_u_1_8.s1 += 0.01f*v_f_u_p1_0.s2;
            sum_u_1_8.s2 += 0.01f*v_f_u_p1_0.s3;
            sum_u_0_8 += 0.01f*v_f_u_p1_0;
            sum_u_1_8.s2 += 0.02f*v_f_u_p1_0.s0;
            sum_u_1_8.s3 += 0.02f*v_f_u_p1_0.s1;
            sum_u_1_8.s0 += 0.02f*v_f_u_p1_0.s2;
            sum_u_1_8.s1 += 0.02f*v_f_u_p1_0.s3;
            sum_u_1_8.s3 += 0.03f*v_f_u_p1_0.s0;
            sum_u_1_8.s0 += 0.03f*v_f_u_p1_0.s3;
            const float4 v_f_u_p1_p1 = near_f_u[183];
            sum_u_1_8.s3 += 0.01f*v_f_u_p1_p1.s0;
            sum_u_1_8.s2 += 0.02f*v_f_u_p1_p1.s0;
            sum_u_1_8.s3 += 0.02f*v_f_u_p1_p1.s1;
            sum_u_1_8.s1 += 0.03f*v_f_u_p1_p1.s0;
            sum_u_1_8.s2 += 0.03f*v_f_u_p1_p1.s1;
            sum_u_1_8.s3 += 0.03f*v_f_u_p1_p1.s2;
            sum_u_1_8 += 0.04f*v_f_u_p1_p1;
            sum_u_1_8.s0 += 0.05f*v_f_u_p1_p1.s1;
            sum_u_1_8.s1 += 0.05f*v_f_u_p1_p1.s2;
            sum_u_1_8.s2 += 0.05f*v_f_u_p1_p1.s3;
            sum_u_1_8.s0 += 0.06f*v_f_u_p1_p1.s2;
            sum_u_1_8.s1 += 0.06f*v_f_u_p1_p1.s3;
            sum_u_1_8.s0 += 0.07f*v_f_u_p1_p1.s3;
            const float4 v_f_u_p1_p2 = near_f_u[184];
            sum_u_1_8.s3 += 0.05f*v_f_u_p1_p2.s0;
            sum_u_1_8.s2 += 0.06f*v_f_u_p1_p2.s0;
            sum_u_1_8.s3 += 0.06f*v_f_u_p1_p2.s1;
            sum_u_1_8.s1 += 0.07f*v_f_u_p1_p2.s0;
            sum_u_1_8.s2 += 0.07f*v_f_u_p1_p2.s1;
            sum_u_1_8.s3 += 0.07f*v_f_u_p1_p2.s2;
            sum_u_1_8 += 0.08f*v_f_u_p1_p2;
            const float4 v_f_u_p2_0 = near_f_u[202];
            sum_u_1_8 += 0.01f*v_f_u_p2_0;
            sum_u_0_8 += 0.02f*v_f_u_p2_0;
            const float4 v_f_u_p3_0 = near_f_u[222];
            sum_u_1_8 += 0.02f*v_f_u_p3_0;
            sum_u_0_8 += 0.03f*v_f_u_p3_0;
            const float4 v_f_u_p4_0 = near_f_u[242];
            sum_u_1_8 += 0.03f*v_f_u_p4_0;
            sum_u_0_8 += 0.04f*v_f_u_p4_0;
            const float4 v_f_u_p5_0 = near_f_u[262];
            sum_u_1_8 += 0.04f*v_f_u_p5_0;
            sum_u_0_8 += 0.05f*v_f_u_p5_0;
            const float4 v_f_u_p6_0 = near_f_u[282];
            sum_u_1_8 += 0.05f*v_f_u_p6_0;
            sum_u_0_8 += 0.06f*v_f_u_p6_0;
            const float4 v_f_u_p7_0 = near_f_u[302];
            sum_u_1_8 += 0.06f*v_f_u_p7_0;
            sum_u_0_8 += 0.07f*v_f_u_p7_0;
            const float4 v_f_u_p8_0 = near_f_u[322];
            sum_u_1_8 += 0.07f*v_f_u_p8_0;
            sum_u_0_8 += 0.08f*v_f_u_p8_0;
            const float4 v_f_u_p9_0 = near_f_u[342];
            sum_u_1_8 += 0.08f*v_f_u_p9_0;
        }
        const int i0 = z - 8;
        if (i0 >= first && x < n2) {
            if (y < n1) {
                const int p = (i0*n1 + y)*n2 + x;
                sum_u_0_0 = sum_u_0_0 + 0.08f*v_f_u_0_0;
                *(global float4 *)(o_u + p) = sum_u_0_0;
            }
            if (y + 1 < n1) {
                const int p = (i0*n1 + (y + 1))*n2 + x;
                sum_u_1_0 = sum_u_1_0 + 0.08f*v_f_u_p1_0;
                *(global float4 *)(o_u + p) = sum_u_1_0;
            }
        }
        sum_u_0_0 = sum_u_0_1 + 0.07f*v_f_u_0_0;
        sum_u_1_0 = sum_u_1_1 + 0.07f*v_f_u_p1_0;
        sum_u_0_1 = sum_u_0_2 + 0.06f*v_f_u_0_0;
        sum_u_1_1 = sum_u_1_2 + 0.06f*v_f_u_p1_0;
        sum_u_0_2 = sum_u_0_3 + 0.05f*v_f_u_0_0;
        sum_u_1_2 = sum_u_1_3 + 0.05f*v_f_u_p1_0;
        sum_u_0_3 = sum_u_0_4 + 0.04f*v_f_u_0_0;
        sum_u_1_3 = sum_u_1_4 + 0.04f*v_f_u_p1_0;
        sum_u_0_4 = sum_u_0_5 + 0.03f*v_f_u_0_0;
        sum_u_1_4 = sum_u_1_5 + 0.03f*v_f_u_p1_0;
        sum_u_0_5 = sum_u_0_6 + 0.02f*v_f_u_0_0;
        sum_u_1_5 = sum_u_1_6 + 0.02f*v_f_u_p1_0;
        sum_u_0_6 = sum_u_0_7 + 0.01f*v_f_u_0_0;
        sum_u_1_6 = sum_u_1_7 + 0.01f*v_f_u_p1_0;
        sum_u_0_7 = sum_u_0_8 + 0.1f*v_f_u_0_0;
        sum_u_1_7 = sum_u_1_8 + 0.1f*v_f_u_p1_0;
        sum_u_0_8 = sum_u_0_9 + 0.01f*v_f_u_0_0;
        sum_u_1_8 = sum_u_1_9 + 0.01f*v_f_u_p1_0;
        sum_u_0_9 = sum_u_0_10 + 0.02f*v_f_u_0_0;
        sum_u_1_9 = sum_u_1_10 + 0.02f*v_f_u_p1_0;
        sum_u_0_10 = sum_u_0_11 + 0.03f*v_f_u_0_0;
        sum_u_1_10 = sum_u_1_11 + 0.03f*v_f_u_p1_0;
        sum_u_0_11 = sum_u_0_12 + 0.04f*v_f_u_0_0;
        sum_u_1_11 = sum_u_1_12 + 0.04f*v_f_u_p1_0;
        sum_u_0_12 = sum_u_0_13 + 0.05f*v_f_u_0_0;
        sum_u_1_12 = sum_u_1_13 + 0.05f*v_f_u_p1_0;
        sum_u_0_13 = sum_u_0_14 + 0.06f*v_f_u_0_0;
        sum_u_1_13 = sum_u_1_14 + 0.06f*v_f_u_p1_0;
        sum_u_0_14 = sum_u_0_15 + 0.07f*v_f_u_0_0;
        sum_u_1_14 = sum_u_1_15 + 0.07f*v_f_u_p1_0;
        sum_u_0_15 = sum_u_0_16 + 0.08f*v_f_u_0_0;
        sum_u_1_15 = sum_u_1_16 + 0.08f*v_f_u_p1_0;
        now = now == 10 ? 0 : now + 1;
        turn ^= now == 0;
    }
}
