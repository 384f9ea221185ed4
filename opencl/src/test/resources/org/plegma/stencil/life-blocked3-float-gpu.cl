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

kernel __attribute__((reqd_work_group_size(512, 1, 1)))
void stencil_window(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1, const int low0, const int low1, const int high0, const int high1, const int planes) {
    local float room[3079];
    const int me = 1 + (int)get_local_id(1)*512 + (int)get_local_id(0);
    const int i1 = low1 - 3 + (int)get_group_id(0)*506 + (int)get_local_id(0);
    const bool mine = get_local_id(0) >= 3 && get_local_id(0) < 509 && i1 < high1;
    const int start = low0 + (int)get_group_id(1)*planes;
    const int stop = start < high0 - planes ? start + planes : high0;
    float h0_u_0_a1 = 0;
    float h0_u_0_a2 = 0;
    float h0_u_0_a3 = 0;
    float h0_u_m1_a2 = 0;
    float h0_u_m1_a3 = 0;
    float h0_u_p1_a2 = 0;
    float h0_u_p1_a3 = 0;
    float h1_u_0_a1 = 0;
    float h1_u_0_a2 = 0;
    float h1_u_0_a3 = 0;
    float h1_u_m1_a2 = 0;
    float h1_u_m1_a3 = 0;
    float h1_u_p1_a2 = 0;
    float h1_u_p1_a3 = 0;
    float h2_u_0_a1 = 0;
    float h2_u_0_a2 = 0;
    float h2_u_0_a3 = 0;
    float h2_u_m1_a2 = 0;
    float h2_u_m1_a3 = 0;
    float h2_u_p1_a2 = 0;
    float h2_u_p1_a3 = 0;
    float next_u = f_u[clamp(start - 3, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)];
    int at0 = 0;
    int at1 = 513;
    for (int z = start - 3; z < stop + 6; z++) {
        const int p = clamp(z + 1, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1);
        const float v0_u = next_u;
        next_u = f_u[p];
        const float h0_u_m1_a1 = room[me + at1 + -1];
        const float h0_u_p1_a1 = room[me + at1 + 1];
        const float h1_u_m1_a1 = room[me + at1 + 1025];
        const float h1_u_p1_a1 = room[me + at1 + 1027];
        const float h2_u_m1_a1 = room[me + at1 + 2051];
        const float h2_u_p1_a1 = room[me + at1 + 2053];
        float v1_u;
        {
            const float e0 = h0_u_0_a3 + h0_u_m1_a2 + h0_u_p1_a2 + h0_u_0_a1 + h0_u_m1_a3 + h0_u_p1_a3 + h0_u_m1_a1 + h0_u_p1_a1;
            v1_u = e0 == 3.0f || e0 == 2.0f && h0_u_0_a2 == 1.0f ? 1.0f : 0.0f;
        }
        float v2_u;
        {
            const float e0 = h1_u_0_a3 + h1_u_m1_a2 + h1_u_p1_a2 + h1_u_0_a1 + h1_u_m1_a3 + h1_u_p1_a3 + h1_u_m1_a1 + h1_u_p1_a1;
            v2_u = e0 == 3.0f || e0 == 2.0f && h1_u_0_a2 == 1.0f ? 1.0f : 0.0f;
        }
        float v3_u;
        {
            const float e0 = h2_u_0_a3 + h2_u_m1_a2 + h2_u_p1_a2 + h2_u_0_a1 + h2_u_m1_a3 + h2_u_p1_a3 + h2_u_m1_a1 + h2_u_p1_a1;
            v3_u = e0 == 3.0f || e0 == 2.0f && h2_u_0_a2 == 1.0f ? 1.0f : 0.0f;
        }
        if (mine && z - 6 >= start && z - 6 < stop) {
            o_u[(z - 6)*n1 + i1] = v3_u;
        }
        room[me + at0 + 0] = v0_u;
        room[me + at0 + 1026] = v1_u;
        room[me + at0 + 2052] = v2_u;
        barrier(CLK_LOCAL_MEM_FENCE);
        h0_u_0_a3 = h0_u_0_a2;
        h0_u_0_a2 = h0_u_0_a1;
        h0_u_0_a1 = v0_u;
        h0_u_m1_a3 = h0_u_m1_a2;
        h0_u_m1_a2 = h0_u_m1_a1;
        h0_u_p1_a3 = h0_u_p1_a2;
        h0_u_p1_a2 = h0_u_p1_a1;
        h1_u_0_a3 = h1_u_0_a2;
        h1_u_0_a2 = h1_u_0_a1;
        h1_u_0_a1 = v1_u;
        h1_u_m1_a3 = h1_u_m1_a2;
        h1_u_m1_a2 = h1_u_m1_a1;
        h1_u_p1_a3 = h1_u_p1_a2;
        h1_u_p1_a2 = h1_u_p1_a1;
        h2_u_0_a3 = h2_u_0_a2;
        h2_u_0_a2 = h2_u_0_a1;
        h2_u_0_a1 = v2_u;
        h2_u_m1_a3 = h2_u_m1_a2;
        h2_u_m1_a2 = h2_u_m1_a1;
        h2_u_p1_a3 = h2_u_p1_a2;
        h2_u_p1_a2 = h2_u_p1_a1;
        const int oldest = at1;
        at1 = at0;
        at0 = oldest;
    }
}

int rim_fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

int rim_fold_reflect(const int i, const int n) {
    int folded = i;
    while (folded < 0 || folded >= n) {
        folded = folded < 0 ? -1 - folded : n - 1 - (folded - n);
    }
    return folded;
}

void rim_inside(local float *restrict w_u, local const float *restrict t_u, const int n0, const int n1, const int c0, const int c1, const int w0, const int w1, const int i0, const int i1) {
    const int q = (i0 - c0)*w1 + (i1 - c1);
    const int q0 = w1;
    const float e0 = t_u[q - q0] + t_u[q - 1] + t_u[q + 1] + t_u[q + q0] + t_u[q - q0 - 1] + t_u[q - q0 + 1] + t_u[q + q0 - 1] + t_u[q + q0 + 1];
    const float v_u = e0 == 3.0f || e0 == 2.0f && t_u[q] == 1.0f ? 1.0f : 0.0f;
    w_u[q] = v_u;
}

void rim_edge(local float *restrict w_u, local const float *restrict t_u, const int n0, const int n1, const int c0, const int c1, const int w0, const int w1, const int i0, const int i1) {
    const int q = (i0 - c0)*w1 + (i1 - c1);
    const int i0_m1 = rim_fold_fixed(i0 - 1, n0);
    const int i0_p1 = rim_fold_fixed(i0 + 1, n0);
    const int i1_m1 = rim_fold_reflect(i1 - 1, n1);
    const int i1_p1 = rim_fold_reflect(i1 + 1, n1);
    const float r_u_0_0 = t_u[(i0 - c0)*w1 + (i1 - c1)];
    const float r_u_0_m1 = t_u[(i0 - c0)*w1 + (i1_m1 - c1)];
    const float r_u_0_p1 = t_u[(i0 - c0)*w1 + (i1_p1 - c1)];
    const float r_u_m1_0 = t_u[(i0_m1 - c0)*w1 + (i1 - c1)];
    const float r_u_m1_m1 = t_u[(i0_m1 - c0)*w1 + (i1_m1 - c1)];
    const float r_u_m1_p1 = t_u[(i0_m1 - c0)*w1 + (i1_p1 - c1)];
    const float r_u_p1_0 = t_u[(i0_p1 - c0)*w1 + (i1 - c1)];
    const float r_u_p1_m1 = t_u[(i0_p1 - c0)*w1 + (i1_m1 - c1)];
    const float r_u_p1_p1 = t_u[(i0_p1 - c0)*w1 + (i1_p1 - c1)];
    const float e0 = r_u_m1_0 + r_u_0_m1 + r_u_0_p1 + r_u_p1_0 + r_u_m1_m1 + r_u_m1_p1 + r_u_p1_m1 + r_u_p1_p1;
    const float v_u = i0 < 1 || i0 >= n0 - 1 ? t_u[q] : (e0 == 3.0f || e0 == 2.0f && r_u_0_0 == 1.0f ? 1.0f : 0.0f);
    w_u[q] = v_u;
}

kernel void stencil_rim_tiles(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1, const int first0, const int first1, const int end0, const int end1, const int other0, const int other1, const int tile0, const int tile1, const int size, local float *room, const int from) {
    const int tiles0 = (end0 - first0 + tile0 - 1)/tile0;
    const int tiles1 = (end1 - first1 + tile1 - 1)/tile1;
    const int sides = other0 + other1 != 0 ? 2 : 1;
    const int tile = from + get_group_id(0);
    const int side = tile % sides;
    int rest = tile/sides;
    const int a1 = first1 + rest%tiles1*tile1 + side*other1;
    const int b1 = min(a1 + tile1, end1 + side*other1);
    const int c1 = max(a1 - 3, 0);
    const int d1 = min(b1 + 3, n1);
    const int w1 = d1 - c1;
    rest /= tiles1;
    const int a0 = first0 + rest%tiles0*tile0 + side*other0;
    const int b0 = min(a0 + tile0, end0 + side*other0);
    const int c0 = max(a0 - 3, 0);
    const int d0 = min(b0 + 3, n0);
    const int w0 = d0 - c0;
    local float *w_u = room + 0*size;
    local float *t_u = room + 1*size;
    for (int i0 = c0 + (int)get_local_id(1); i0 < d0; i0 += get_local_size(1)) {
        for (int i1 = c1 + (int)get_local_id(0); i1 < d1; i1 += get_local_size(0)) {
            const int q = (i0 - c0)*w1 + (i1 - c1);
            const int p = i0*n1 + i1;
            t_u[q] = f_u[p];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int left = 2; left >= 0; left--) {
        const int x0 = max(a0 - left*1, 0);
        const int y0 = min(b0 + left*1, n0);
        const int x1 = max(a1 - left*1, 0);
        const int y1 = min(b1 + left*1, n1);
        for (int i0 = x0 + (int)get_local_id(1); i0 < y0; i0 += get_local_size(1)) {
            for (int i1 = x1 + (int)get_local_id(0); i1 < y1; i1 += get_local_size(0)) {
                if (i0 >= 1 && i0 < n0 - 1 && i1 >= 1 && i1 < n1 - 1) {
                    rim_inside(w_u, t_u, n0, n1, c0, c1, w0, w1, i0, i1);
                } else {
                    rim_edge(w_u, t_u, n0, n1, c0, c1, w0, w1, i0, i1);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        local float *written_u = w_u;
        w_u = t_u;
        t_u = written_u;
    }
    for (int i0 = a0 + (int)get_local_id(1); i0 < b0; i0 += get_local_size(1)) {
        for (int i1 = a1 + (int)get_local_id(0); i1 < b1; i1 += get_local_size(0)) {
            const int q = (i0 - c0)*w1 + (i1 - c1);
            const int p = i0*n1 + i1;
            o_u[p] = t_u[q];
        }
    }
}
