int blocked_fold_constant(const int i, const int n) {
    return i < 0 || i >= n ? -1 : i;
}

int blocked_fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

int blocked_fold_reflect(const int i, const int n) {
    int folded = i;
    while (folded < 0 || folded >= n) {
        folded = folded < 0 ? -1 - folded : n - 1 - (folded - n);
    }
    return folded;
}

void blocked_inside(local float *restrict w_u, local const float *restrict t_u, const float blocked_0, const float blocked_1, const float blocked_2, const int n0, const int n1, const int n2, const int c0, const int c1, const int c2, const int w0, const int w1, const int w2, const int i0, const int i1, const int i2) {
    const int q = ((i0 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2);
    const int q1 = w2;
    const int q0 = w1*w2;
    const float v_u = blocked_0*t_u[q] + blocked_1*(t_u[q - q0] + t_u[q - q1] + t_u[q - 1] + t_u[q + 1] + t_u[q + q1] + t_u[q + q0]) + blocked_2*(t_u[q - 2*q0] + t_u[q - 2*q1] + t_u[q - 2] + t_u[q + 2] + t_u[q + 2*q1] + t_u[q + 2*q0]) - w_u[q];
    w_u[q] = v_u;
}

void blocked_edge(local float *restrict w_u, local const float *restrict t_u, const float blocked_0, const float blocked_1, const float blocked_2, const int n0, const int n1, const int n2, const int c0, const int c1, const int c2, const int w0, const int w1, const int w2, const int i0, const int i1, const int i2) {
    const int q = ((i0 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2);
    const int i0_m1 = blocked_fold_fixed(i0 - 1, n0);
    const int i0_m2 = blocked_fold_fixed(i0 - 2, n0);
    const int i0_p1 = blocked_fold_fixed(i0 + 1, n0);
    const int i0_p2 = blocked_fold_fixed(i0 + 2, n0);
    const int i1_m1 = blocked_fold_reflect(i1 - 1, n1);
    const int i1_m2 = blocked_fold_reflect(i1 - 2, n1);
    const int i1_p1 = blocked_fold_reflect(i1 + 1, n1);
    const int i1_p2 = blocked_fold_reflect(i1 + 2, n1);
    const int i2_m1 = blocked_fold_constant(i2 - 1, n2);
    const int i2_m2 = blocked_fold_constant(i2 - 2, n2);
    const int i2_p1 = blocked_fold_constant(i2 + 1, n2);
    const int i2_p2 = blocked_fold_constant(i2 + 2, n2);
    const float r1_u_0_0_0 = w_u[((i0 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2)];
    const float r_u_0_0_0 = t_u[((i0 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2)];
    const float r_u_0_0_m1 = i2_m1 < 0 ? 2.0f : t_u[((i0 - c0)*w1 + (i1 - c1))*w2 + (i2_m1 - c2)];
    const float r_u_0_0_m2 = i2_m2 < 0 ? 2.0f : t_u[((i0 - c0)*w1 + (i1 - c1))*w2 + (i2_m2 - c2)];
    const float r_u_0_0_p1 = i2_p1 < 0 ? 2.0f : t_u[((i0 - c0)*w1 + (i1 - c1))*w2 + (i2_p1 - c2)];
    const float r_u_0_0_p2 = i2_p2 < 0 ? 2.0f : t_u[((i0 - c0)*w1 + (i1 - c1))*w2 + (i2_p2 - c2)];
    const float r_u_0_m1_0 = t_u[((i0 - c0)*w1 + (i1_m1 - c1))*w2 + (i2 - c2)];
    const float r_u_0_m2_0 = t_u[((i0 - c0)*w1 + (i1_m2 - c1))*w2 + (i2 - c2)];
    const float r_u_0_p1_0 = t_u[((i0 - c0)*w1 + (i1_p1 - c1))*w2 + (i2 - c2)];
    const float r_u_0_p2_0 = t_u[((i0 - c0)*w1 + (i1_p2 - c1))*w2 + (i2 - c2)];
    const float r_u_m1_0_0 = t_u[((i0_m1 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2)];
    const float r_u_m2_0_0 = t_u[((i0_m2 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2)];
    const float r_u_p1_0_0 = t_u[((i0_p1 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2)];
    const float r_u_p2_0_0 = t_u[((i0_p2 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2)];
    const float v_u = i0 < 2 || i0 >= n0 - 2 ? t_u[q] : (blocked_0*r_u_0_0_0 + blocked_1*(r_u_m1_0_0 + r_u_0_m1_0 + r_u_0_0_m1 + r_u_0_0_p1 + r_u_0_p1_0 + r_u_p1_0_0) + blocked_2*(r_u_m2_0_0 + r_u_0_m2_0 + r_u_0_0_m2 + r_u_0_0_p2 + r_u_0_p2_0 + r_u_p2_0_0) - r1_u_0_0_0);
    w_u[q] = v_u;
}

kernel void stencil_blocked_tiles(global float *restrict o_u, global float *restrict o1_u, global const float *restrict f_u, global const float *restrict f1_u, const float blocked_0, const float blocked_1, const float blocked_2, const int n0, const int n1, const int n2, const int first0, const int first1, const int first2, const int end0, const int end1, const int end2, const int other0, const int other1, const int other2, const int tile0, const int tile1, const int tile2, const int size, local float *room, const int from) {
    const int tiles0 = (end0 - first0 + tile0 - 1)/tile0;
    const int tiles1 = (end1 - first1 + tile1 - 1)/tile1;
    const int tiles2 = (end2 - first2 + tile2 - 1)/tile2;
    const int sides = other0 + other1 + other2 != 0 ? 2 : 1;
    const int tile = from + get_group_id(0);
    const int side = tile % sides;
    int rest = tile/sides;
    const int a2 = first2 + rest%tiles2*tile2 + side*other2;
    const int b2 = min(a2 + tile2, end2 + side*other2);
    const int c2 = max(a2 - 4, 0);
    const int d2 = min(b2 + 4, n2);
    const int w2 = d2 - c2;
    rest /= tiles2;
    const int a1 = first1 + rest%tiles1*tile1 + side*other1;
    const int b1 = min(a1 + tile1, end1 + side*other1);
    const int c1 = max(a1 - 4, 0);
    const int d1 = min(b1 + 4, n1);
    const int w1 = d1 - c1;
    rest /= tiles1;
    const int a0 = first0 + rest%tiles0*tile0 + side*other0;
    const int b0 = min(a0 + tile0, end0 + side*other0);
    const int c0 = max(a0 - 4, 0);
    const int d0 = min(b0 + 4, n0);
    const int w0 = d0 - c0;
    local float *w_u = room + 0*size;
    local float *t_u = room + 1*size;
    for (int i0 = c0; i0 < d0; i0++) {
        for (int i1 = c1; i1 < d1; i1++) {
            for (int i2 = c2; i2 < d2; i2++) {
                const int q = ((i0 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2);
                const int p = (i0*n1 + i1)*n2 + i2;
                t_u[q] = f_u[p];
                w_u[q] = f1_u[p];
            }
        }
    }
    for (int left = 1; left >= 0; left--) {
        const int x0 = max(a0 - left*2, 0);
        const int y0 = min(b0 + left*2, n0);
        const int x1 = max(a1 - left*2, 0);
        const int y1 = min(b1 + left*2, n1);
        const int x2 = max(a2 - left*2, 0);
        const int y2 = min(b2 + left*2, n2);
        for (int i0 = x0; i0 < y0; i0++) {
            for (int i1 = x1; i1 < y1; i1++) {
                const int inside = i0 >= 2 && i0 < n0 - 2 && i1 >= 2 && i1 < n1 - 2;
                const int low = inside ? clamp(2, x2, y2) : y2;
                const int high = inside ? clamp(n2 - 2, low, y2) : y2;
                for (int i2 = x2 < low ? x2 : high; i2 < y2; i2 = i2 + 1 == low ? high : i2 + 1) {
                    blocked_edge(w_u, t_u, blocked_0, blocked_1, blocked_2, n0, n1, n2, c0, c1, c2, w0, w1, w2, i0, i1, i2);
                }
                for (int i2 = low; i2 < high; i2++) {
                    blocked_inside(w_u, t_u, blocked_0, blocked_1, blocked_2, n0, n1, n2, c0, c1, c2, w0, w1, w2, i0, i1, i2);
                }
            }
        }
        local float *written_u = w_u;
        w_u = t_u;
        t_u = written_u;
    }
    for (int i0 = a0; i0 < b0; i0++) {
        for (int i1 = a1; i1 < b1; i1++) {
            for (int i2 = a2; i2 < b2; i2++) {
                const int q = ((i0 - c0)*w1 + (i1 - c1))*w2 + (i2 - c2);
                const int p = (i0*n1 + i1)*n2 + i2;
                o_u[p] = t_u[q];
                o1_u[p] = w_u[q];
            }
        }
    }
}
