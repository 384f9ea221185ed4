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

kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void stencil_window(global float *restrict o_u, global float *restrict o_v, global const float *restrict f_u, global const float *restrict f_v, global const float *restrict f_mask, const float k0, const float p_F, const int n0, const int n1, const int low0, const int low1, const int high0, const int high1, const int planes) {
    local float room[1549];
    const int me = 1 + (int)get_local_id(1)*128 + (int)get_local_id(0);
    const int i1 = low1 - 2 + (int)get_group_id(0)*124 + (int)get_local_id(0);
    const bool mine = get_local_id(0) >= 2 && get_local_id(0) < 126 && i1 < high1;
    const int start = low0 + (int)get_group_id(1)*planes;
    const int stop = start < high0 - planes ? start + planes : high0;
    float h0_u_0_a1 = 0;
    float h0_u_0_a2 = 0;
    float h0_u_0_a3 = 0;
    float h0_v_0_a1 = 0;
    float h0_v_0_a2 = 0;
    float h0_v_0_a3 = 0;
    float h1_u_0_a1 = 0;
    float h1_u_0_a2 = 0;
    float h1_u_0_a3 = 0;
    float h1_v_0_a1 = 0;
    float h1_v_0_a2 = 0;
    float h1_v_0_a3 = 0;
    float next_u = f_u[clamp(start - 2, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)];
    float next_v = f_v[clamp(start - 2, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)];
    int at0 = 0;
    int at1 = 129;
    int at2 = 258;
    for (int z = start - 2; z < stop + 4; z++) {
        const int p = clamp(z + 1, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1);
        const float v0_u = next_u;
        next_u = f_u[p];
        const float v0_v = next_v;
        next_v = f_v[p];
        const float h0_u_m1_a2 = room[me + at2 + -1];
        const float h0_u_p1_a2 = room[me + at2 + 1];
        const float h0_v_m1_a2 = room[me + at2 + 386];
        const float h0_v_p1_a2 = room[me + at2 + 388];
        const float h1_u_m1_a2 = room[me + at2 + 773];
        const float h1_u_p1_a2 = room[me + at2 + 775];
        const float h1_v_m1_a2 = room[me + at2 + 1160];
        const float h1_v_p1_a2 = room[me + at2 + 1162];
        float v1_u;
        float v1_v;
        {
            const float e0 = power_2(h0_v_0_a2);
            v1_u = f_mask[clamp(z - 2, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)]*(h0_u_0_a2 + 0.16f*(-4.0f*h0_u_0_a2 + h0_u_0_a3 + h0_u_m1_a2 + h0_u_p1_a2 + h0_u_0_a1) + p_F*(1.0f - h0_u_0_a2) - h0_u_0_a2*e0);
            v1_v = f_mask[clamp(z - 2, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)]*(h0_v_0_a2 + 0.08f*(-4.0f*h0_v_0_a2 + h0_v_0_a3 + h0_v_m1_a2 + h0_v_p1_a2 + h0_v_0_a1) + k0*h0_v_0_a2 + h0_u_0_a2*e0);
        }
        float v2_u;
        float v2_v;
        {
            const float e0 = power_2(h1_v_0_a2);
            v2_u = f_mask[clamp(z - 4, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)]*(h1_u_0_a2 + 0.16f*(-4.0f*h1_u_0_a2 + h1_u_0_a3 + h1_u_m1_a2 + h1_u_p1_a2 + h1_u_0_a1) + p_F*(1.0f - h1_u_0_a2) - h1_u_0_a2*e0);
            v2_v = f_mask[clamp(z - 4, 0, n0 - 1)*n1 + clamp(i1, 0, n1 - 1)]*(h1_v_0_a2 + 0.08f*(-4.0f*h1_v_0_a2 + h1_v_0_a3 + h1_v_m1_a2 + h1_v_p1_a2 + h1_v_0_a1) + k0*h1_v_0_a2 + h1_u_0_a2*e0);
        }
        if (mine && z - 4 >= start && z - 4 < stop) {
            o_u[(z - 4)*n1 + i1] = v2_u;
            o_v[(z - 4)*n1 + i1] = v2_v;
        }
        room[me + at0 + 0] = v0_u;
        room[me + at0 + 387] = v0_v;
        room[me + at0 + 774] = v1_u;
        room[me + at0 + 1161] = v1_v;
        barrier(CLK_LOCAL_MEM_FENCE);
        h0_u_0_a3 = h0_u_0_a2;
        h0_u_0_a2 = h0_u_0_a1;
        h0_u_0_a1 = v0_u;
        h0_v_0_a3 = h0_v_0_a2;
        h0_v_0_a2 = h0_v_0_a1;
        h0_v_0_a1 = v0_v;
        h1_u_0_a3 = h1_u_0_a2;
        h1_u_0_a2 = h1_u_0_a1;
        h1_u_0_a1 = v1_u;
        h1_v_0_a3 = h1_v_0_a2;
        h1_v_0_a2 = h1_v_0_a1;
        h1_v_0_a1 = v1_v;
        const int oldest = at2;
        at2 = at1;
        at1 = at0;
        at0 = oldest;
    }
}

float rim_power_2(const float a) {
    const float a2 = a*a;
    return a2;
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

void rim_inside(local float *restrict w_u, local const float *restrict t_u, local float *restrict w_v, local const float *restrict t_v, global const float *restrict f_mask, const float rim_0, const float p_F, const int n0, const int n1, const int c0, const int c1, const int w0, const int w1, const int i0, const int i1) {
    const int q = (i0 - c0)*w1 + (i1 - c1);
    const int q0 = w1;
    const int p = i0*n1 + i1;
    const int s0 = n1;
    const float e0 = rim_power_2(t_v[q]);
    const float v_u = f_mask[p]*(t_u[q] + 0.16f*(-4.0f*t_u[q] + t_u[q - q0] + t_u[q - 1] + t_u[q + 1] + t_u[q + q0]) + p_F*(1.0f - t_u[q]) - t_u[q]*e0);
    const float v_v = f_mask[p]*(t_v[q] + 0.08f*(-4.0f*t_v[q] + t_v[q - q0] + t_v[q - 1] + t_v[q + 1] + t_v[q + q0]) + rim_0*t_v[q] + t_u[q]*e0);
    w_u[q] = v_u;
    w_v[q] = v_v;
}

void rim_edge(local float *restrict w_u, local const float *restrict t_u, local float *restrict w_v, local const float *restrict t_v, global const float *restrict f_mask, const float rim_0, const float p_F, const int n0, const int n1, const int c0, const int c1, const int w0, const int w1, const int i0, const int i1) {
    const int q = (i0 - c0)*w1 + (i1 - c1);
    const int i0_m1 = rim_fold_fixed(i0 - 1, n0);
    const int i0_p1 = rim_fold_fixed(i0 + 1, n0);
    const int i1_m1 = rim_fold_reflect(i1 - 1, n1);
    const int i1_p1 = rim_fold_reflect(i1 + 1, n1);
    const float r_mask_0_0 = f_mask[i0*n1 + i1];
    const float r_u_0_0 = t_u[(i0 - c0)*w1 + (i1 - c1)];
    const float r_u_0_m1 = t_u[(i0 - c0)*w1 + (i1_m1 - c1)];
    const float r_u_0_p1 = t_u[(i0 - c0)*w1 + (i1_p1 - c1)];
    const float r_u_m1_0 = t_u[(i0_m1 - c0)*w1 + (i1 - c1)];
    const float r_u_p1_0 = t_u[(i0_p1 - c0)*w1 + (i1 - c1)];
    const float r_v_0_0 = t_v[(i0 - c0)*w1 + (i1 - c1)];
    const float r_v_0_m1 = t_v[(i0 - c0)*w1 + (i1_m1 - c1)];
    const float r_v_0_p1 = t_v[(i0 - c0)*w1 + (i1_p1 - c1)];
    const float r_v_m1_0 = t_v[(i0_m1 - c0)*w1 + (i1 - c1)];
    const float r_v_p1_0 = t_v[(i0_p1 - c0)*w1 + (i1 - c1)];
    const float e0 = rim_power_2(r_v_0_0);
    const float v_u = i0 < 1 || i0 >= n0 - 1 ? t_u[q] : (r_mask_0_0*(r_u_0_0 + 0.16f*(-4.0f*r_u_0_0 + r_u_m1_0 + r_u_0_m1 + r_u_0_p1 + r_u_p1_0) + p_F*(1.0f - r_u_0_0) - r_u_0_0*e0));
    const float v_v = i0 < 1 || i0 >= n0 - 1 ? t_v[q] : (r_mask_0_0*(r_v_0_0 + 0.08f*(-4.0f*r_v_0_0 + r_v_m1_0 + r_v_0_m1 + r_v_0_p1 + r_v_p1_0) + rim_0*r_v_0_0 + r_u_0_0*e0));
    w_u[q] = v_u;
    w_v[q] = v_v;
}

kernel void stencil_rim_tiles(global float *restrict o_u, global float *restrict o_v, global const float *restrict f_u, global const float *restrict f_v, global const float *restrict f_mask, const float rim_0, const float p_F, const int n0, const int n1, const int first0, const int first1, const int end0, const int end1, const int other0, const int other1, const int tile0, const int tile1, const int size, local float *room, const int from) {
    const int tiles0 = (end0 - first0 + tile0 - 1)/tile0;
    const int tiles1 = (end1 - first1 + tile1 - 1)/tile1;
    const int sides = other0 + other1 != 0 ? 2 : 1;
    const int tile = from + get_group_id(0);
    const int side = tile % sides;
    int rest = tile/sides;
    const int a1 = first1 + rest%tiles1*tile1 + side*other1;
    const int b1 = min(a1 + tile1, end1 + side*other1);
    const int c1 = max(a1 - 2, 0);
    const int d1 = min(b1 + 2, n1);
    const int w1 = d1 - c1;
    rest /= tiles1;
    const int a0 = first0 + rest%tiles0*tile0 + side*other0;
    const int b0 = min(a0 + tile0, end0 + side*other0);
    const int c0 = max(a0 - 2, 0);
    const int d0 = min(b0 + 2, n0);
    const int w0 = d0 - c0;
    local float *w_u = room + 0*size;
    local float *t_u = room + 1*size;
    local float *w_v = room + 2*size;
    local float *t_v = room + 3*size;
    for (int i0 = c0 + (int)get_local_id(1); i0 < d0; i0 += get_local_size(1)) {
        for (int i1 = c1 + (int)get_local_id(0); i1 < d1; i1 += get_local_size(0)) {
            const int q = (i0 - c0)*w1 + (i1 - c1);
            const int p = i0*n1 + i1;
            t_u[q] = f_u[p];
            t_v[q] = f_v[p];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int left = 1; left >= 0; left--) {
        const int x0 = max(a0 - left*1, 0);
        const int y0 = min(b0 + left*1, n0);
        const int x1 = max(a1 - left*1, 0);
        const int y1 = min(b1 + left*1, n1);
        for (int i0 = x0 + (int)get_local_id(1); i0 < y0; i0 += get_local_size(1)) {
            for (int i1 = x1 + (int)get_local_id(0); i1 < y1; i1 += get_local_size(0)) {
                if (i0 >= 1 && i0 < n0 - 1 && i1 >= 1 && i1 < n1 - 1) {
                    rim_inside(w_u, t_u, w_v, t_v, f_mask, rim_0, p_F, n0, n1, c0, c1, w0, w1, i0, i1);
                } else {
                    rim_edge(w_u, t_u, w_v, t_v, f_mask, rim_0, p_F, n0, n1, c0, c1, w0, w1, i0, i1);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        local float *written_u = w_u;
        w_u = t_u;
        t_u = written_u;
        local float *written_v = w_v;
        w_v = t_v;
        t_v = written_v;
    }
    for (int i0 = a0 + (int)get_local_id(1); i0 < b0; i0 += get_local_size(1)) {
        for (int i1 = a1 + (int)get_local_id(0); i1 < b1; i1 += get_local_size(0)) {
            const int q = (i0 - c0)*w1 + (i1 - c1);
            const int p = i0*n1 + i1;
            o_u[p] = t_u[q];
            o_v[p] = t_v[q];
        }
    }
}
