// param a = 0.1
// u[x,y] = u + a*lap(u)
#define STEPS 4
#define LANES 32
#define WIDTH 4
#define HALO 4
#define ALIGNED 1
#define BOUNDARY0 FIXED
#define OUTSIDE0 0.0f
#define LOW0 1
#define HIGH0 1
#define BOUNDARY1 CONSTANT
#define OUTSIDE1 2.0f
#define LOW1 1
#define HIGH1 1
#define PARAMETERS global float *restrict o_u, global const float *restrict f_u, const float k0, const float k1, const int n0, const int n1
#define TARGET o_u
#define SOURCE f_u
#define WEIGHTS {0.0f, k0, k1}
typedef float real;
typedef float4 cells;
typedef struct {
    real bias, k0, k1;
} weights;

cells to_after(const cells sum, const cells w, const cells r, const cells e, const weights k) {
    return sum + k.k1*r;
}
cells to_own(const cells sum, const cells w, const cells r, const cells e, const weights k) {
    return sum + k.k0*r + k.k1*w + k.k1*e;
}
cells to_before(const cells sum, const cells w, const cells r, const cells e, const weights k) {
    return sum + k.k1*r;
}

#define PTX
float from_lane_before(const float x) {
    float moved;
    asm("shfl.sync.up.b32 %0, %1, 1, 0, 0xffffffff;" : "=f"(moved) : "f"(x));
    return moved;
}
float from_lane_after(const float x) {
    float moved;
    asm("shfl.sync.down.b32 %0, %1, 1, 31, 0xffffffff;" : "=f"(moved) : "f"(x));
    return moved;
}
void prefetch_line(global const real *place) {
    asm volatile("prefetch.global.L2 [%0];" : : "l"(place));
}
void store_past_cache(const cells r, global real *to) {
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" : : "l"(to), "f"(r.s0), "f"(r.s1), "f"(r.s2), "f"(r.s3));
}
