// u[x] = u + 0.25*(u[x-1] - 2*u + u[x+1])
typedef float16 cells __attribute__((aligned(4)));
#define AT(place) (*(global const cells *)(place))

int fold_fixed(const int i, const int n) {
    return clamp(i, 0, n - 1);
}

static __attribute__((always_inline))
void together(global float *o_u, global const float *f_u, const int n0, const int start, const int end) {
    int p = start;
    float16 before_r_u_0 = start > 0 ? AT(f_u + p - 16) : AT(f_u + p);
    float16 r_u_0 = AT(f_u + p);
    for (int i0 = start; i0 < end; i0 += 16, p += 16) {
        const float16 after_r_u_0 = i0 < n0 - 16 ? AT(f_u + p + 16) : r_u_0;
        const float16 r_u_m1 = __builtin_shufflevector(before_r_u_0, r_u_0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        const float16 r_u_p1 = __builtin_shufflevector(r_u_0, after_r_u_0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        {
            const float16 next_u = select((float16)(0.5f*r_u_0 + 0.25f*(r_u_m1 + r_u_p1)), AT(f_u + p), ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + i0) < 1 || ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + i0) >= n0 - 1);
            __builtin_nontemporal_store(next_u, (global float16 *)(o_u + p));
        }
        before_r_u_0 = r_u_0;
        r_u_0 = after_r_u_0;
    }
}

kernel void stencil_step(global float *restrict o_u, global const float *restrict f_u, const int n0, const int segment) {
    const int start = (int)get_global_id(0)*segment;
    const int end = start <= n0 - 2*segment ? start + segment : n0;
    together(o_u, f_u, n0, start, end);
}
