// s = sum(i=-1..1, j=-1..1, i == 0 && j == 0 ? 0 : u[x+i,y+j])
// u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0
typedef float16 cells __attribute__((aligned(4)));
#define AT(place) (*(global const cells *)(place))
#define INTO(place) (*(global cells *)(place))

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
void advance(global float *row0_u, global float *row1_u, global const float *at_r_u_m1_0, global const float *at_r_u_0_0, global const float *at_r_u_p1_0, global const float *at_r_u_p2_0, const int count) {
    int i = 0;
    float16 before_r_u_m1_0 = AT(at_r_u_m1_0 - 16);
    float16 r_u_m1_0 = AT(at_r_u_m1_0 + i);
    float16 before_r_u_0_0 = AT(at_r_u_0_0 - 16);
    float16 r_u_0_0 = AT(at_r_u_0_0 + i);
    float16 before_r_u_p1_0 = AT(at_r_u_p1_0 - 16);
    float16 r_u_p1_0 = AT(at_r_u_p1_0 + i);
    float16 before_r_u_p2_0 = AT(at_r_u_p2_0 - 16);
    float16 r_u_p2_0 = AT(at_r_u_p2_0 + i);
    for (; i < count; i += 16) {
        const float16 after_r_u_m1_0 = AT(at_r_u_m1_0 + i + 16);
        const float16 after_r_u_0_0 = AT(at_r_u_0_0 + i + 16);
        const float16 after_r_u_p1_0 = AT(at_r_u_p1_0 + i + 16);
        const float16 after_r_u_p2_0 = AT(at_r_u_p2_0 + i + 16);
        const float16 r_u_m1_m1 = __builtin_shufflevector(before_r_u_m1_0, r_u_m1_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_m1_p1 = __builtin_shufflevector(r_u_m1_0, after_r_u_m1_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_0_m1 = __builtin_shufflevector(before_r_u_0_0, r_u_0_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_0_p1 = __builtin_shufflevector(r_u_0_0, after_r_u_0_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_p1_m1 = __builtin_shufflevector(before_r_u_p1_0, r_u_p1_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_p1_p1 = __builtin_shufflevector(r_u_p1_0, after_r_u_p1_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        const float16 r_u_p2_m1 = __builtin_shufflevector(before_r_u_p2_0, r_u_p2_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_p2_p1 = __builtin_shufflevector(r_u_p2_0, after_r_u_p2_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        {
            const float16 e0 = r_u_m1_0 + r_u_0_m1 + r_u_0_p1 + r_u_p1_0 + r_u_m1_m1 + r_u_m1_p1 + r_u_p1_m1 + r_u_p1_p1;
            INTO(row0_u + i) = (float16)(select((float16)(0.0f), (float16)(1.0f), (float16)(e0) == (float16)(3.0f) || (float16)(e0) == (float16)(2.0f) && (float16)(r_u_0_0) == (float16)(1.0f)));
        }
        {
            const float16 e0 = r_u_0_0 + r_u_p1_m1 + r_u_p1_p1 + r_u_p2_0 + r_u_0_m1 + r_u_0_p1 + r_u_p2_m1 + r_u_p2_p1;
            INTO(row1_u + i) = (float16)(select((float16)(0.0f), (float16)(1.0f), (float16)(e0) == (float16)(3.0f) || (float16)(e0) == (float16)(2.0f) && (float16)(r_u_p1_0) == (float16)(1.0f)));
        }
        before_r_u_m1_0 = r_u_m1_0;
        r_u_m1_0 = after_r_u_m1_0;
        before_r_u_0_0 = r_u_0_0;
        r_u_0_0 = after_r_u_0_0;
        before_r_u_p1_0 = r_u_p1_0;
        r_u_p1_0 = after_r_u_p1_0;
        before_r_u_p2_0 = r_u_p2_0;
        r_u_p2_0 = after_r_u_p2_0;
    }
}

static __attribute__((always_inline))
void keep_u(global float *row, global const float *old, const int i0, const int c, const int d, const int n0, const int n1) {
    for (int i = c, end = i0 < 1 || i0 >= n0 - 1 ? d : c; i < end; i++) {
        row[i - c] = old[i - c];
    }
}

static __attribute__((always_inline))
void ends(global float *row, const int c, const int d, const int n) {
    if (c == 0) {
        #pragma clang loop vectorize(disable)
        for (int i = 1; i <= 1; i++) {
            row[-i] = row[fold_reflect(-i, n)];
        }
    }
    if (d == n) {
        #pragma clang loop vectorize(disable)
        for (int i = n; i < n + 1; i++) {
            row[i - c] = row[fold_reflect(i, n) - c];
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

kernel void stencil_window(global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1, const int steps, const int chunk, const int segment, const int wide, global float *room) {
    const int slab = wide;
    const size_t rings = (size_t)((1 + steps)*4)*slab;
    room += get_group_id(0)*(rings + 1*wide);
    const int boxes0 = (n0 + chunk - 1)/chunk;
    const int boxes1 = (n1 + segment - 1)/segment;
    for (int box = get_group_id(0); box < boxes0*boxes1; box += get_num_groups(0)) {
        int rest = box;
        const int a1 = rest%boxes1*segment;
        const int b1 = min(a1 + segment, n1);
        rest /= boxes1;
        const int c1 = max(a1 - (steps*1 + 15)/16*16, 0);
        const int d1 = min(b1 + (steps*1 + 15)/16*16, n1);
        const int a0 = rest%boxes0*chunk;
        const int b0 = min(a0 + chunk, n0);
        const int c0 = max(a0 - steps*1, 0);
        const int d0 = min(b0 + steps*1, n0);
        for (int at = c0; at < b0 + steps*1; at += 2) {
            for (int i0 = at; i0 < min(at + 2, d0); i0++) {
                const int p = i0*n1 + 0;
                copy_in(room + (0)*4*slab + (i0 & 3)*slab + 16, f_u + p, 2*n1, c1, d1, n1);
            }
            for (int level = 1; level <= steps; level++) {
                const int left = steps - level;
                const int i0 = at - level*1;
                const int x0 = max(a0 - left*1, 0);
                const int y0 = min(b0 + left*1, n0);
                if (i0 + 2 <= x0 || i0 >= y0) {
                    continue;
                }
                const int i0_m1 = fold_fixed(i0 - 1, n0);
                const int i0_0 = fold_fixed(i0, n0);
                const int i0_p1 = fold_fixed(i0 + 1, n0);
                const int i0_p2 = fold_fixed(i0 + 2, n0);
                global float *row0_u = room + (level)*4*slab + (i0 & 3)*slab + 16;
                global float *row1_u = room + (level)*4*slab + ((i0 + 1) & 3)*slab + 16;
                advance(row0_u,
                    row1_u,
                    room + (level - 1)*4*slab + (i0_m1 & 3)*slab + 16,
                    room + (level - 1)*4*slab + (i0_0 & 3)*slab + 16,
                    room + (level - 1)*4*slab + (i0_p1 & 3)*slab + 16,
                    room + (level - 1)*4*slab + (i0_p2 & 3)*slab + 16,
                    d1 - c1);
                keep_u(row0_u, room + (level - 1)*4*slab + (i0 & 3)*slab + 16, i0, c1, d1, n0, n1);
                ends(row0_u, c1, d1, n1);
                keep_u(row1_u, room + (level - 1)*4*slab + ((i0 + 1) & 3)*slab + 16, (i0 + 1), c1, d1, n0, n1);
                ends(row1_u, c1, d1, n1);
            }
            for (int i0 = max(at - steps*1, a0); i0 < min(at - steps*1 + 2, b0); i0++) {
                const int p = i0*n1 + a1;
                copy_out(o_u + p, room + (steps)*4*slab + (i0 & 3)*slab + 16 + a1 - c1, b1 - a1);
            }
        }
    }
}
