// param c = 0.3, dt
// u[t+1,x,y,z] = 2*u[t,x,y,z] - u[t-1,x,y,z] + (c*dt)^2*lap(u, order=4)
int fold_constant(const int i, const int n) {
    return i < 0 || i >= n ? -1 : i;
}

int fold_reflect(const int i, const int n) {
    int folded = i;
    while (folded < 0 || folded >= n) {
        folded = folded < 0 ? -1 - folded : n - 1 - (folded - n);
    }
    return folded;
}

static __attribute__((always_inline))
void stream_inside(global double *o_u, global const double *f_u, global const double *f1_u, const double k0, const double k1, const double k2, const int n0, const int n1, const int n2, const int from, const int to, const int i1, const int i2) {
    const long s1 = n2;
    const long s0 = (long)n1*n2;
    long p = ((long)from*n1 + i1)*n2 + i2;
    double2 r_u_m2_0_0 = *(global const double2 *)(f_u + p - 2*s0);
    double2 r_u_m1_0_0 = *(global const double2 *)(f_u + p - s0);
    double2 r_u_0_0_0 = *(global const double2 *)(f_u + p);
    double2 r_u_p1_0_0 = *(global const double2 *)(f_u + p + s0);
    double2 r_u_p2_0_0 = *(global const double2 *)(f_u + p + 2*s0);
    #pragma unroll 1
    for (int i0 = from; i0 < to; i0++) {
        const double2 r_u_p3_0_0 = *(global const double2 *)(f_u + p + 3*s0);
        const double2 r_u_0_m1_0 = *(global const double2 *)(f_u + p - s1);
        const double2 r_u_0_0_m1 = i2 >= 2 ? *(global const double2 *)(f_u + p - 2) : (double2)(2.0);
        const double2 r_u_0_0_p1 = i2 < n2 - 2 ? *(global const double2 *)(f_u + p + 2) : (double2)(2.0);
        const double2 r_u_0_p1_0 = *(global const double2 *)(f_u + p + s1);
        const double2 r_u_0_m2_0 = *(global const double2 *)(f_u + p - 2*s1);
        const double2 r_u_0_p2_0 = *(global const double2 *)(f_u + p + 2*s1);
        const double2 r1_u_0_0_0 = *(global const double2 *)(f1_u + p);
        double2 next_u_0;
        next_u_0.s0 = k0*r_u_0_0_0.s0 + k1*(r_u_m1_0_0.s0 + r_u_0_m1_0.s0 + r_u_0_0_m1.s1 + r_u_0_0_0.s1 + r_u_0_p1_0.s0 + r_u_p1_0_0.s0) + k2*(r_u_m2_0_0.s0 + r_u_0_m2_0.s0 + r_u_0_0_m1.s0 + r_u_0_0_p1.s0 + r_u_0_p2_0.s0 + r_u_p2_0_0.s0) - r1_u_0_0_0.s0;
        next_u_0.s1 = k0*r_u_0_0_0.s1 + k1*(r_u_m1_0_0.s1 + r_u_0_m1_0.s1 + r_u_0_0_0.s0 + r_u_0_0_p1.s0 + r_u_0_p1_0.s1 + r_u_p1_0_0.s1) + k2*(r_u_m2_0_0.s1 + r_u_0_m2_0.s1 + r_u_0_0_m1.s1 + r_u_0_0_p1.s1 + r_u_0_p2_0.s1 + r_u_p2_0_0.s1) - r1_u_0_0_0.s1;
        *(global double2 *)(o_u + p) = next_u_0;
        r_u_m2_0_0 = r_u_m1_0_0;
        r_u_m1_0_0 = r_u_0_0_0;
        r_u_0_0_0 = r_u_p1_0_0;
        r_u_p1_0_0 = r_u_p2_0_0;
        r_u_p2_0_0 = r_u_p3_0_0;
        p += s0;
    }
}

static __attribute__((always_inline))
void stream_outside(global double *o_u, global const double *f_u, global const double *f1_u, const double k0, const double k1, const double k2, const int n0, const int n1, const int n2, const int from, const int to, const int i1, const int i2) {
    const long s1 = n2;
    const long s0 = (long)n1*n2;
    long p = ((long)from*n1 + i1)*n2 + i2;
    const int i1_m2 = fold_reflect(i1 - 2, n1);
    const int i1_m1 = fold_reflect(i1 - 1, n1);
    const int i1_p1 = fold_reflect(i1 + 1, n1);
    const int i1_p2 = fold_reflect(i1 + 2, n1);
    const int from_m2 = fold_constant(from - 2, n0);
    const int from_m1 = fold_constant(from - 1, n0);
    const int from_p1 = fold_constant(from + 1, n0);
    const int from_p2 = fold_constant(from + 2, n0);
    double2 r_u_m2_0_0 = from_m2 < 0 ? (double2)(0.0) : *(global const double2 *)(f_u + ((long)from_m2*n1 + i1)*n2 + i2);
    double2 r_u_m1_0_0 = from_m1 < 0 ? (double2)(0.0) : *(global const double2 *)(f_u + ((long)from_m1*n1 + i1)*n2 + i2);
    double2 r_u_0_0_0 = *(global const double2 *)(f_u + ((long)from*n1 + i1)*n2 + i2);
    double2 r_u_p1_0_0 = from_p1 < 0 ? (double2)(0.0) : *(global const double2 *)(f_u + ((long)from_p1*n1 + i1)*n2 + i2);
    double2 r_u_p2_0_0 = from_p2 < 0 ? (double2)(0.0) : *(global const double2 *)(f_u + ((long)from_p2*n1 + i1)*n2 + i2);
    #pragma unroll 1
    for (int i0 = from; i0 < to; i0++) {
        const int i0_p3 = fold_constant(i0 + 3, n0);
        const double2 r_u_p3_0_0 = i0_p3 < 0 ? (double2)(0.0) : *(global const double2 *)(f_u + ((long)i0_p3*n1 + i1)*n2 + i2);
        const double2 r_u_0_m1_0 = *(global const double2 *)(f_u + ((long)i0*n1 + i1_m1)*n2 + i2);
        const double2 r_u_0_0_m1 = i2 >= 2 ? *(global const double2 *)(f_u + ((long)i0*n1 + i1)*n2 + i2 - 2) : (double2)(2.0);
        const double2 r_u_0_0_p1 = i2 < n2 - 2 ? *(global const double2 *)(f_u + ((long)i0*n1 + i1)*n2 + i2 + 2) : (double2)(2.0);
        const double2 r_u_0_p1_0 = *(global const double2 *)(f_u + ((long)i0*n1 + i1_p1)*n2 + i2);
        const double2 r_u_0_m2_0 = *(global const double2 *)(f_u + ((long)i0*n1 + i1_m2)*n2 + i2);
        const double2 r_u_0_p2_0 = *(global const double2 *)(f_u + ((long)i0*n1 + i1_p2)*n2 + i2);
        const double2 r1_u_0_0_0 = *(global const double2 *)(f1_u + ((long)i0*n1 + i1)*n2 + i2);
        double2 next_u_0;
        next_u_0.s0 = i0 < 2 || i0 >= n0 - 2 ? f_u[p] : (k0*r_u_0_0_0.s0 + k1*(r_u_m1_0_0.s0 + r_u_0_m1_0.s0 + r_u_0_0_m1.s1 + r_u_0_0_0.s1 + r_u_0_p1_0.s0 + r_u_p1_0_0.s0) + k2*(r_u_m2_0_0.s0 + r_u_0_m2_0.s0 + r_u_0_0_m1.s0 + r_u_0_0_p1.s0 + r_u_0_p2_0.s0 + r_u_p2_0_0.s0) - r1_u_0_0_0.s0);
        next_u_0.s1 = i0 < 2 || i0 >= n0 - 2 ? f_u[p + 1] : (k0*r_u_0_0_0.s1 + k1*(r_u_m1_0_0.s1 + r_u_0_m1_0.s1 + r_u_0_0_0.s0 + r_u_0_0_p1.s0 + r_u_0_p1_0.s1 + r_u_p1_0_0.s1) + k2*(r_u_m2_0_0.s1 + r_u_0_m2_0.s1 + r_u_0_0_m1.s1 + r_u_0_0_p1.s1 + r_u_0_p2_0.s1 + r_u_p2_0_0.s1) - r1_u_0_0_0.s1);
        *(global double2 *)(o_u + p) = next_u_0;
        r_u_m2_0_0 = r_u_m1_0_0;
        r_u_m1_0_0 = r_u_0_0_0;
        r_u_0_0_0 = r_u_p1_0_0;
        r_u_p1_0_0 = r_u_p2_0_0;
        r_u_p2_0_0 = r_u_p3_0_0;
        p += s0;
    }
}

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void stencil_step(global double *restrict o_u, global const double *restrict f_u, global const double *restrict f1_u, const double k0, const double k1, const double k2, const int n0, const int n1, const int n2) {
    const int i2 = (int)get_global_id(0)*2;
    const int i1 = (int)get_global_id(1);
    const int first = (int)get_global_id(2)*64;
    const int end = first < n0 - 64 ? first + 64 : n0;
    if (first < n0 && i1 < n1 && i2 < n2) {
        if (first >= 2 && end <= n0 - 3 && i1 >= 2 && i1 < n1 - 2) {
            stream_inside(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, first, end, i1, i2);
        } else {
            stream_outside(o_u, f_u, f1_u, k0, k1, k2, n0, n1, n2, first, end, i1, i2);
        }
    }
}
