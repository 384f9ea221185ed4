// u[x] = u + 0.25*(u[x-1] - 2*u + u[x+1])
int fold_nearest(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0) {
    const int i0 = (int)get_global_id(0)*4;
    if (i0 < n0) {
        const int p = i0;
        const float4 r_u_0_0_0 = *(global const float4 *)(f_u + p);
        const float4 r_u_0_0_m1 = i0 >= 4 ? *(global const float4 *)(f_u + p - 4) : (float4)(f_u[p - i0 + fold_nearest(i0 - 4, n0)], f_u[p - i0 + fold_nearest(i0 - 3, n0)], f_u[p - i0 + fold_nearest(i0 - 2, n0)], f_u[p - i0 + fold_nearest(i0 - 1, n0)]);
        const float4 r_u_0_0_p1 = i0 < n0 - 4 ? *(global const float4 *)(f_u + p + 4) : (float4)(f_u[p - i0 + fold_nearest(i0 + 4, n0)], f_u[p - i0 + fold_nearest(i0 + 5, n0)], f_u[p - i0 + fold_nearest(i0 + 6, n0)], f_u[p - i0 + fold_nearest(i0 + 7, n0)]);
        float4 next_u_0;
        next_u_0.s0 = 0.375f*r_u_0_0_0.s0 + 0.25f*(r_u_0_0_m1.s3 + r_u_0_0_0.s1) + 0.0625f*(r_u_0_0_m1.s2 + r_u_0_0_0.s2);
        next_u_0.s1 = 0.375f*r_u_0_0_0.s1 + 0.25f*(r_u_0_0_0.s0 + r_u_0_0_0.s2) + 0.0625f*(r_u_0_0_m1.s3 + r_u_0_0_0.s3);
        next_u_0.s2 = 0.375f*r_u_0_0_0.s2 + 0.25f*(r_u_0_0_0.s1 + r_u_0_0_0.s3) + 0.0625f*(r_u_0_0_0.s0 + r_u_0_0_p1.s0);
        next_u_0.s3 = 0.375f*r_u_0_0_0.s3 + 0.25f*(r_u_0_0_0.s2 + r_u_0_0_p1.s0) + 0.0625f*(r_u_0_0_0.s1 + r_u_0_0_p1.s1);
        *(global float4 *)(o_u + p) = next_u_0;
    }
}

int rim_fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

void rim_inside(global float *restrict w_u, global const float *restrict t_u, const int n0, const int c0, const int w0, const int i0) {
    const int q = i0 - c0;
    const float v_u = 0.5f*t_u[q] + 0.25f*(t_u[q - 1] + t_u[q + 1]);
    w_u[q] = v_u;
}

void rim_edge(global float *restrict w_u, global const float *restrict t_u, const int n0, const int c0, const int w0, const int i0) {
    const int q = i0 - c0;
    const int i0_m1 = rim_fold_fixed(i0 - 1, n0);
    const int i0_p1 = rim_fold_fixed(i0 + 1, n0);
    const float r_u_0 = t_u[i0 - c0];
    const float r_u_m1 = t_u[i0_m1 - c0];
    const float r_u_p1 = t_u[i0_p1 - c0];
    const float v_u = i0 < 1 || i0 >= n0 - 1 ? t_u[q] : (0.5f*r_u_0 + 0.25f*(r_u_m1 + r_u_p1));
    w_u[q] = v_u;
}

kernel void stencil_rim_tiles(global float *restrict o_u, global const float *restrict f_u, const int n0, const int first0, const int end0, const int other0, const int tile0, const int size, global float *room, const int from) {
    const int tiles0 = (end0 - first0 + tile0 - 1)/tile0;
    const int sides = other0 != 0 ? 2 : 1;
    room += (size_t)get_group_id(0)*2*size;
    const int tile = from + get_group_id(0);
    const int side = tile % sides;
    int rest = tile/sides;
    const int a0 = first0 + rest%tiles0*tile0 + side*other0;
    const int b0 = min(a0 + tile0, end0 + side*other0);
    const int c0 = max(a0 - 2, 0);
    const int d0 = min(b0 + 2, n0);
    const int w0 = d0 - c0;
    global float *w_u = room + 0*size;
    global float *t_u = room + 1*size;
    for (int i0 = c0 + (int)get_local_id(0); i0 < d0; i0 += get_local_size(0)) {
        const int q = i0 - c0;
        const int p = i0;
        t_u[q] = f_u[p];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int left = 1; left >= 0; left--) {
        const int x0 = max(a0 - left*1, 0);
        const int y0 = min(b0 + left*1, n0);
        for (int i0 = x0 + (int)get_local_id(0); i0 < y0; i0 += get_local_size(0)) {
            if (i0 >= 1 && i0 < n0 - 1) {
                rim_inside(w_u, t_u, n0, c0, w0, i0);
            } else {
                rim_edge(w_u, t_u, n0, c0, w0, i0);
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        global float *written_u = w_u;
        w_u = t_u;
        t_u = written_u;
    }
    for (int i0 = a0 + (int)get_local_id(0); i0 < b0; i0 += get_local_size(0)) {
        const int q = i0 - c0;
        const int p = i0;
        o_u[p] = t_u[q];
    }
}
