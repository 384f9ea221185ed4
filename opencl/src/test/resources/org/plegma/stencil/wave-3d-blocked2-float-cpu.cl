typedef float16 cells __attribute__((aligned(4)));
#define AT(place) (*(global const cells *)(place))
#define INTO(place) (*(global cells *)(place))

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
void advance(global float *row0_u, global float *row1_u, global const float *at_r_u_0_0_0, global const float *at_r_u_m1_0_0, global const float *at_r_u_0_m1_0, global const float *at_r_u_0_p1_0, global const float *at_r_u_p1_0_0, global const float *at_r_u_m2_0_0, global const float *at_r_u_0_m2_0, global const float *at_r_u_0_p2_0, global const float *at_r_u_p2_0_0, global const float *at_r1_u_0_0_0, global const float *at_r_u_m1_p1_0, global const float *at_r_u_p1_p1_0, global const float *at_r_u_m2_p1_0, global const float *at_r_u_0_p3_0, global const float *at_r_u_p2_p1_0, global const float *at_r1_u_0_p1_0, const float k0, const float k1, const float k2, const int count) {
    int i = 0;
    float16 before_r_u_0_0_0 = AT(at_r_u_0_0_0 - 16);
    float16 r_u_0_0_0 = AT(at_r_u_0_0_0 + i);
    float16 before_r_u_0_p1_0 = AT(at_r_u_0_p1_0 - 16);
    float16 r_u_0_p1_0 = AT(at_r_u_0_p1_0 + i);
    for (; i < count; i += 16) {
        const float16 after_r_u_0_0_0 = AT(at_r_u_0_0_0 + i + 16);
        const float16 r_u_m1_0_0 = AT(at_r_u_m1_0_0 + i);
        const float16 r_u_0_m1_0 = AT(at_r_u_0_m1_0 + i);
        const float16 after_r_u_0_p1_0 = AT(at_r_u_0_p1_0 + i + 16);
        const float16 r_u_p1_0_0 = AT(at_r_u_p1_0_0 + i);
        const float16 r_u_m2_0_0 = AT(at_r_u_m2_0_0 + i);
        const float16 r_u_0_m2_0 = AT(at_r_u_0_m2_0 + i);
        const float16 r_u_0_p2_0 = AT(at_r_u_0_p2_0 + i);
        const float16 r_u_p2_0_0 = AT(at_r_u_p2_0_0 + i);
        const float16 r1_u_0_0_0 = AT(at_r1_u_0_0_0 + i);
        const float16 r_u_m1_p1_0 = AT(at_r_u_m1_p1_0 + i);
        const float16 r_u_p1_p1_0 = AT(at_r_u_p1_p1_0 + i);
        const float16 r_u_m2_p1_0 = AT(at_r_u_m2_p1_0 + i);
        const float16 r_u_0_p3_0 = AT(at_r_u_0_p3_0 + i);
        const float16 r_u_p2_p1_0 = AT(at_r_u_p2_p1_0 + i);
        const float16 r1_u_0_p1_0 = AT(at_r1_u_0_p1_0 + i);
        const float16 r_u_0_0_m2 = __builtin_shufflevector(before_r_u_0_0_0, r_u_0_0_0, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
        const float16 r_u_0_0_m1 = __builtin_shufflevector(before_r_u_0_0_0, r_u_0_0_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_0_0_p1 = __builtin_shufflevector(r_u_0_0_0, after_r_u_0_0_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_0_0_p2 = __builtin_shufflevector(r_u_0_0_0, after_r_u_0_0_0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
        const float16 r_u_0_p1_m2 = __builtin_shufflevector(before_r_u_0_p1_0, r_u_0_p1_0, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
        const float16 r_u_0_p1_m1 = __builtin_shufflevector(before_r_u_0_p1_0, r_u_0_p1_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_0_p1_p1 = __builtin_shufflevector(r_u_0_p1_0, after_r_u_0_p1_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_0_p1_p2 = __builtin_shufflevector(r_u_0_p1_0, after_r_u_0_p1_0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
        {
            INTO(row0_u + i) = (float16)(k0*r_u_0_0_0 + k1*(r_u_m1_0_0 + r_u_0_m1_0 + r_u_0_0_m1 + r_u_0_0_p1 + r_u_0_p1_0 + r_u_p1_0_0) + k2*(r_u_m2_0_0 + r_u_0_m2_0 + r_u_0_0_m2 + r_u_0_0_p2 + r_u_0_p2_0 + r_u_p2_0_0) - r1_u_0_0_0);
        }
        {
            INTO(row1_u + i) = (float16)(k0*r_u_0_p1_0 + k1*(r_u_m1_p1_0 + r_u_0_0_0 + r_u_0_p1_m1 + r_u_0_p1_p1 + r_u_0_p2_0 + r_u_p1_p1_0) + k2*(r_u_m2_p1_0 + r_u_0_m1_0 + r_u_0_p1_m2 + r_u_0_p1_p2 + r_u_0_p3_0 + r_u_p2_p1_0) - r1_u_0_p1_0);
        }
        before_r_u_0_0_0 = r_u_0_0_0;
        r_u_0_0_0 = after_r_u_0_0_0;
        before_r_u_0_p1_0 = r_u_0_p1_0;
        r_u_0_p1_0 = after_r_u_0_p1_0;
    }
}

static __attribute__((always_inline))
void keep_u(global float *row, global const float *old, const int i0, const int i1, const int c, const int d, const int n0, const int n1, const int n2) {
    for (int i = c, end = i0 < 2 || i0 >= n0 - 2 ? d : c; i < end; i++) {
        row[i - c] = old[i - c];
    }
}

static __attribute__((always_inline))
void ends(global float *row, const int c, const int d, const int n) {
    if (c == 0) {
        #pragma clang loop vectorize(disable)
        for (int i = 1; i <= 2; i++) {
            row[-i] = 2.0f;
        }
    }
    if (d == n) {
        #pragma clang loop vectorize(disable)
        for (int i = n; i < n + 2; i++) {
            row[i - c] = 2.0f;
        }
    }
}

static __attribute__((always_inline))
void copy_in(global float *row, global const float *from, const int ahead, const int c, const int d, const int n) {
    const int end = min(d, n);
    int i = max(c, 0);
    for (; i <= end - 16; i += 16) {
        INTO(row + i - c) = AT(from + i);
    }
    #pragma clang loop vectorize(disable)
    for (; i < end; i++) {
        row[i - c] = from[i];
    }
    ends(row, c, d, n);
}

static __attribute__((always_inline))
void copy_out(global float *to, global const float *row, const int count) {
    int i = 0;
    for (; i <= count - 16; i += 16) {
        INTO(to + i) = AT(row + i);
    }
    #pragma clang loop vectorize(disable)
    for (; i < count; i++) {
        to[i] = row[i];
    }
}

kernel void stencil_window(global float *restrict o_u, global float *restrict o1_u, global const float *restrict f_u, global const float *restrict f1_u, const float k0, const float k1, const float k2, const int n0, const int n1, const int n2, const int steps, const int chunk, const int rows, const int high, const int segment, const int wide, global float *room) {
    const int slab = high*wide;
    const size_t rings = (size_t)((2 + steps)*8)*slab;
    room += get_group_id(0)*(rings + 2*wide);
    const int boxes0 = (n0 + chunk - 1)/chunk;
    const int boxes1 = (n1 + rows - 1)/rows;
    const int boxes2 = (n2 + segment - 1)/segment;
    for (int box = get_group_id(0); box < boxes0*boxes1*boxes2; box += get_num_groups(0)) {
        int rest = box;
        const int a2 = rest%boxes2*segment;
        const int b2 = min(a2 + segment, n2);
        rest /= boxes2;
        const int c2 = max(a2 - (steps*2 + 15)/16*16, 0);
        const int d2 = min(b2 + (steps*2 + 15)/16*16, n2);
        const int a1 = rest%boxes1*rows;
        const int b1 = min(a1 + rows, n1);
        rest /= boxes1;
        const int c1 = max(a1 - steps*2, 0);
        const int d1 = min(b1 + steps*2, n1);
        const int a0 = rest%boxes0*chunk;
        const int b0 = min(a0 + chunk, n0);
        const int c0 = max(a0 - steps*2, 0);
        const int d0 = min(b0 + steps*2, n0);
        for (int at = c0; at < b0 + steps*2; at += 1) {
            for (int i0 = at; i0 < min(at + 1, d0); i0++) {
                for (int i1 = c1; i1 < d1; i1 += 1) {
                    const int p = (i0*n1 + i1)*n2 + 0;
                    copy_in(room + (0 + 1)*8*slab + (i0 & 7)*slab + (i1 - c1 + 2)*wide + 16, f_u + p, n1*n2, c2, d2, n2);
                    copy_in(room + (0)*8*slab + (i0 & 7)*slab + (i1 - c1 + 2)*wide + 16, f1_u + p, n1*n2, c2, d2, n2);
                }
            }
            for (int level = 1; level <= steps; level++) {
                const int left = steps - level;
                const int i0 = at - level*2;
                const int x0 = max(a0 - left*2, 0);
                const int y0 = min(b0 + left*2, n0);
                const int x1 = max(a1 - left*2, 0);
                const int y1 = min(b1 + left*2, n1);
                if (i0 + 1 <= x0 || i0 >= y0) {
                    continue;
                }
                for (int i1 = x1; i1 < y1; i1 += 2) {
                    const int i0_m2 = fold_fixed(i0 - 2, n0);
                    const int i0_m1 = fold_fixed(i0 - 1, n0);
                    const int i0_0 = fold_fixed(i0, n0);
                    const int i0_p1 = fold_fixed(i0 + 1, n0);
                    const int i0_p2 = fold_fixed(i0 + 2, n0);
                    const int i1_m2 = fold_reflect(i1 - 2, n1);
                    const int i1_m1 = fold_reflect(i1 - 1, n1);
                    const int i1_0 = fold_reflect(i1, n1);
                    const int i1_p1 = fold_reflect(i1 + 1, n1);
                    const int i1_p2 = fold_reflect(i1 + 2, n1);
                    const int i1_p3 = fold_reflect(i1 + 3, n1);
                    global float *row0_u = room + (level + 1)*8*slab + (i0 & 7)*slab + (i1 - c1 + 2)*wide + 16;
                    global float *row1_u = room + (level + 1)*8*slab + (i0 & 7)*slab + (i1 + 1 - c1 + 2)*wide + 16;
                    advance(row0_u,
                        row1_u,
                        room + (level)*8*slab + (i0_0 & 7)*slab + (i1_0 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_m1 & 7)*slab + (i1_0 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_0 & 7)*slab + (i1_m1 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_0 & 7)*slab + (i1_p1 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_p1 & 7)*slab + (i1_0 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_m2 & 7)*slab + (i1_0 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_0 & 7)*slab + (i1_m2 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_0 & 7)*slab + (i1_p2 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_p2 & 7)*slab + (i1_0 - c1 + 2)*wide + 16,
                        room + (level - 1)*8*slab + (i0_0 & 7)*slab + (i1_0 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_m1 & 7)*slab + (i1_p1 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_p1 & 7)*slab + (i1_p1 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_m2 & 7)*slab + (i1_p1 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_0 & 7)*slab + (i1_p3 - c1 + 2)*wide + 16,
                        room + (level)*8*slab + (i0_p2 & 7)*slab + (i1_p1 - c1 + 2)*wide + 16,
                        room + (level - 1)*8*slab + (i0_0 & 7)*slab + (i1_p1 - c1 + 2)*wide + 16,
                        k0,
                        k1,
                        k2,
                        d2 - c2);
                    keep_u(row0_u, room + (level)*8*slab + (i0 & 7)*slab + (i1 - c1 + 2)*wide + 16, i0, i1, c2, d2, n0, n1, n2);
                    ends(row0_u, c2, d2, n2);
                    keep_u(row1_u, room + (level)*8*slab + (i0 & 7)*slab + (i1 + 1 - c1 + 2)*wide + 16, i0, i1 + 1, c2, d2, n0, n1, n2);
                    ends(row1_u, c2, d2, n2);
                }
            }
            for (int i0 = max(at - steps*2, a0); i0 < min(at - steps*2 + 1, b0); i0++) {
                for (int i1 = a1; i1 < b1; i1 += 1) {
                    const int p = (i0*n1 + i1)*n2 + a2;
                    copy_out(o_u + p, room + (steps + 1)*8*slab + (i0 & 7)*slab + (i1 - c1 + 2)*wide + 16 + a2 - c2, b2 - a2);
                    copy_out(o1_u + p, room + (steps - 1 + 1)*8*slab + (i0 & 7)*slab + (i1 - c1 + 2)*wide + 16 + a2 - c2, b2 - a2);
                }
            }
        }
    }
}
