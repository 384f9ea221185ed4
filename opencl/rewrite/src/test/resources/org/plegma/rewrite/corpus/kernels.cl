//// saxpy
kernel void saxpy(float a, global const float *x, global float *y) {
    int i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
//// saxpy-guarded
__kernel void saxpy(const float a, __global const float *restrict x, __global float *restrict y, const int n) {
    const int i = get_global_id(0);
    if (i < n)
        y[i] = mad(a, x[i], y[i]);
}
//// sum-interleaved
kernel void sum(global const float *in, global float *out, local float *scratch) {
    uint lid = get_local_id(0);
    scratch[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < get_local_size(0); s *= 2) {
        if (lid % (2 * s) == 0) {
            scratch[lid] += scratch[lid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        out[get_group_id(0)] = scratch[0];
    }
}
//// sum-sequential
kernel void sum(global const float *in, global float *out, local volatile float *scratch) {
    uint lid = get_local_id(0);
    uint i = get_group_id(0) * (get_local_size(0) * 2) + lid;
    scratch[lid] = in[i] + in[i + get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (lid < s) {
            scratch[lid] += scratch[lid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        out[get_group_id(0)] = scratch[0];
}
//// bitonic
kernel void bitonic(global int *a, const int stage, const int pass, const int ascending) {
    const uint t = get_global_id(0);
    const uint distance = 1u << (stage - pass);
    const uint width = 2 * distance;
    const uint left = (t % distance) + (t / distance) * width;
    const uint right = left + distance;
    const int x = a[left], y = a[right];
    const bool up = ((t / (1u << stage)) & 1) == 0;
    const int low = min(x, y);
    const int high = max(x, y);
    a[left] = up == (bool)ascending ? low : high;
    a[right] = up == (bool)ascending ? high : low;
}
//// bitonic-swap
kernel void bitonic(global int *a, int k, int j) {
    int i = get_global_id(0);
    int p = i ^ j;
    if (p > i) {
        if ((i & k) == 0 && a[i] > a[p] || (i & k) != 0 && a[i] < a[p]) {
            int t = a[i];
            a[i] = a[p];
            a[p] = t;
        }
    }
}
//// scan-hillis-steele
kernel void scan(global const int *in, global int *out, local int *a, local int *b) {
    int lid = get_local_id(0);
    int n = get_local_size(0);
    a[lid] = b[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < n; s <<= 1) {
        if (lid > s - 1) {
            b[lid] = a[lid] + a[lid - s];
        } else {
            b[lid] = a[lid];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *t = a;
        a = b;
        b = t;
    }
    out[get_global_id(0)] = a[lid];
}
//// matmul-naive
kernel void matmul(int n, global const float *a, global const float *b, global float *c) {
    int row = get_global_id(1), col = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
//// matmul-tiled
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void matmul(int n, global const float *restrict a,
        global const float *restrict b, global float *restrict c) {
    local float as[TILE][TILE];
    local float bs[TILE][TILE + 1]; // against bank conflicts
    int lx = get_local_id(0), ly = get_local_id(1);
    int col = get_group_id(0) * TILE + lx;
    int row = get_group_id(1) * TILE + ly;
    float sum = 0.0f;
    for (int t = 0; t < n / TILE; ++t) {
        as[ly][lx] = a[row * n + t * TILE + lx];
        bs[ly][lx] = b[(t * TILE + ly) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum += as[ly][k] * bs[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}
//// matmul-float4
kernel void matmul4(int n, global const float4 *a, global const float *b, global float4 *c) {
    int i = get_global_id(0);
    int j = get_global_id(1);
    float4 acc = (float4)(0.0f);
    for (int k = 0; k < n; ++k) {
        float4 v = a[k * (n / 4) + i];
        acc += v * b[j * n + k];
    }
    c[j * (n / 4) + i] = acc;
}
//// transpose
kernel void transpose(global const float *in, global float *out, int width, int height) {
    local float tile[32][33];
    int x = get_group_id(0) * 32 + get_local_id(0);
    int y = get_group_id(1) * 32 + get_local_id(1);
    for (int j = 0; j < 32; j += 8) {
        if (x < width && y + j < height) {
            tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * width + x];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 32 + get_local_id(0);
    y = get_group_id(0) * 32 + get_local_id(1);
    for (int j = 0; j < 32; j += 8) {
        if (x < height && y + j < width) {
            out[(y + j) * height + x] = tile[get_local_id(0)][get_local_id(1) + j];
        }
    }
}
//// jacobi
kernel void jacobi(global const double *u, global double *v, const int n, const int m) {
    const int i = get_global_id(0) + 1;
    const int j = get_global_id(1) + 1;
    if (i >= n - 1 || j >= m - 1)
        return;
    v[j * n + i] = 0.25 * (u[j * n + i - 1] + u[j * n + i + 1] + u[(j - 1) * n + i] + u[(j + 1) * n + i]);
}
//// heat-3d
kernel void heat(global const float *restrict u, global float *restrict v, int nx, int ny, int nz, float k) {
    const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const size_t p = (z * ny + y) * nx + x;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
        v[p] = u[p] + k * (u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] + u[p - nx * ny] + u[p + nx * ny] - 6.0f * u[p]);
    } else {
        v[p] = u[p];
    }
}
//// nbody
kernel void nbody(global const float4 *pos, global float4 *acc, int n, float eps2) {
    int i = get_global_id(0);
    float4 p = pos[i];
    float3 a = (float3)(0.0f, 0.0f, 0.0f);
    for (int j = 0; j < n; j++) {
        float3 d = pos[j].xyz - p.xyz;
        float inv = rsqrt(dot(d, d) + eps2);
        a += d * (pos[j].w * inv * inv * inv);
    }
    acc[i].xyz = a;
    acc[i].w = 0.f;
}
//// nbody-local
kernel void nbody(global float4 *pos, global float4 *vel, local float4 *cache, int n, float dt, float eps) {
    const float4 dt4 = (float4)(dt, dt, dt, 0.0f);
    int gti = get_global_id(0);
    int ti = get_local_id(0);
    int nt = get_local_size(0);
    int nb = n / nt;
    float4 p = pos[gti];
    float4 a = (float4)(0, 0, 0, 0);
    for (int jb = 0; jb < nb; jb++) {
        /* each block of bodies */
        cache[ti] = pos[jb * nt + ti];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < nt; j++) {
            float4 d = cache[j] - p;
            float r = sqrt(d.x * d.x + d.y * d.y + d.z * d.z + eps);
            a += d.w / (r * r * r) * d;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    vel[gti] += dt4 * a;
}
//// mandelbrot
kernel void mandelbrot(global int *out, int width, int height, double x0, double y0, double dx, int limit) {
    int px = get_global_id(0), py = get_global_id(1);
    double cr = x0 + px * dx, ci = y0 + py * dx;
    double zr = 0, zi = 0;
    int k = 0;
    while (k < limit && zr * zr + zi * zi <= 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
    }
    out[py * width + px] = k;
}
//// histogram-atomic
kernel void histogram(global const uchar *data, global uint *bins, local uint *mine, uint n) {
    for (uint b = get_local_id(0); b < 256; b += get_local_size(0))
        mine[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        atomic_inc(&mine[data[i]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) {
        atomic_add(bins + b, mine[b]);
    }
}
//// dot
kernel void dot_product(global const float4 *a, global const float4 *b, global float *c) {
    size_t gid = get_global_id(0);
    c[gid] = dot(a[gid], b[gid]);
}
//// swizzles
kernel void swizzle(global float4 *v, global uint8 *w) {
    float4 p = v[0];
    p.xyz = p.zyx;
    p.s3 = p.lo.x + p.hi.y;
    p.even = (float2)(p.odd);
    v[0] = p.wzyx;
    w[0].s01234567 = w[0].s76543210;
    w[1].sA = 0xFFu;
}
//// vload
kernel void copy4(global const float *in, global float *out) {
    int i = get_global_id(0);
    float4 v = vload4(i, in);
    vstore4(v * 2.0f, i, out);
    vstore4((float4)(v.lo, v.hi), 0, out + 4 * i);
}
//// conversions
kernel void conversions(global const uchar4 *in, global float4 *out, global int *bits) {
    int i = get_global_id(0);
    out[i] = convert_float4(in[i]) / 255.0f;
    bits[i] = as_int(out[i].x) ^ (int)0x80000000;
    bits[i] += convert_int_sat_rte(out[i].y) + (int)(out[i].z + 0.5f) + (uchar)bits[i];
}
//// device-functions
inline float square(float x) {
    return x * x;
}

static float length2(float2 v) {
    return square(v.x) + square(v.y);
}

float later(const float x);

kernel void lengths(global const float2 *v, global float *out) {
    out[get_global_id(0)] = sqrt(length2(v[get_global_id(0)])) + later(1.0f);
}

float later(const float x) {
    return x;
}
//// pointers
void swap(local float *a, local float *b) {
    float t = *a;
    *a = *b;
    *b = t;
}

kernel void pointers(global float *x, local float *s) {
    private float t[4];
    float *p = t;
    *p++ = x[0];
    *(p + 1) = x[1];
    swap(&s[0], s + 1);
    x[0] = -*p + *&t[2] - -t[3];
    global float *q = x + get_global_id(0), *r = &x[1];
    *q = *r;
}
//// struct
typedef struct {
    float3 position;
    float mass;
    int links[8];
} Particle;

struct Node {
    int left, right;
    float key;
};

kernel void move(global Particle *p, global struct Node *nodes, float dt) {
    global Particle *mine = &p[get_global_id(0)];
    mine->position += dt * (float3)(0, -9.81f, 0);
    mine->mass = p[0].mass;
    nodes[0].key = (*mine).mass;
    Particle copy = *mine;
    copy.links[0] = -1;
    *mine = copy;
}
//// defines
#ifndef REAL
#define REAL float
#endif
#define SQUARE(x) ((x) * (x))
#define AXPY(a, x, y) \
    ((a) * (x) + (y))
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void macros(global REAL *x) {
    REAL t = (REAL)1 / (REAL)(3);
    REAL u[4] = {0, t};
    x[0] = AXPY(SQUARE(t), (REAL)get_global_id(0), u[1]);
#ifdef DEBUG
    printf("x = %f\n", x[0]);
#else
    x[1] = 0;
#endif
}
//// typed-macros
kernel void typed(global TYPE *x, const TYPE a) {
    TYPE t = (TYPE)(2) * a;
    TYPE *p = &t;
    ACC sum = 0, more[2] = {1, 2};
    x[get_global_id(0)] = *p + (TYPE)sum + CONVERT(TYPE, t);
}
//// constant-tables
constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__constant int offsets[2][2] = {{-1, 0}, {0, 1}};

kernel void blur(global const float *in, global float *out, int n) {
    int i = get_global_id(0);
    float sum = 0;
    for (int k = -2; k <= 2; k++) {
        int j = clamp(i + k, 0, n - 1);
        sum += weights[k + 2] * in[j];
    }
    out[i] = sum + offsets[0][1];
}
//// images
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void sharpen(read_only image2d_t in, write_only image2d_t out) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 c = read_imagef(in, nearest, at);
    float4 l = read_imagef(in, nearest, at - (int2)(1, 0));
    write_imagef(out, at, clamp(2.0f * c - l, 0.0f, 1.0f));
}
//// switch
kernel void choose(global int *x, int mode) {
    int i = get_global_id(0);
    switch (mode & 3) {
    case 0:
        x[i] = 0;
        break;
    case 1:
    case 2:
        {
            int t = x[i];
            x[i] = t << 1;
            break;
        }
    default:
        x[i]--;
    }
}
//// do-while
kernel void collatz(global const uint *start, global uint *steps) {
    uint n = start[get_global_id(0)], k = 0;
    do {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        k++;
    } while (n != 1);
    do
        k--;
    while (k > 1000);
    steps[get_global_id(0)] = k;
}
//// continue-and-break
kernel void primes(global int *flags, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        if (i < 2) {
            flags[i] = 0;
            continue;
        }
        int prime = 1;
        for (int d = 2; d * d <= i; d++) {
            if (i % d == 0) {
                prime = 0;
                break;
            }
        }
        flags[i] = prime;
    }
}
//// endless
kernel void endless(global int *x) {
    for (;;) {
        if (!--x[0])
            break;
        for (int i = 0, j = 9; i < j; i++, --j)
            x[i] ^= ~x[j];
        while (true) {
            return;
        }
    }
}
//// empty-bodies
kernel void nothing() {}

kernel void waits(volatile global int *flag) {
    while (atomic_cmpxchg(flag, 0, 1) != 0) {}
    for (int i = 0; i < 10; i++)
        ;
    ;
    if (*flag) {
    } else {
        *flag = 0;
    }
}
//// comments
// A kernel with comments wherever one may be.
/* And a second one
   over two lines. */
kernel void commented(global float *x, /* the data */ int n) {
    // goes on
    // before a statement
    int i = get_global_id(0); // after a statement

    /* before an if */
    if (i < n) {
        // inside
        x[i] = x[i] + /* old */ 1; /* new */
        // at the end
    } else {
        // only a comment
    }
    // the last one
}
// after all
//// comment-art
/*
 * Title
 *   - indented
 */
kernel void art(global int *x) {
    /*
     * In a block
     */
    x[0] = 1;
}
//// precedence
kernel void precedence(global int *x, int a, int b, int c) {
    x[0] = a - (b - c) - a;
    x[1] = (a + b) * c;
    x[2] = a + b * c;
    x[3] = (a & b) == c;
    x[4] = a << (b + 1) | c >> 2 & 7;
    x[5] = (a ? b : c) ? a : b ? c : a;
    x[6] = -(-a) + ~(a ^ b) * !c;
    x[7] = (a, b);
    x[8] = a == b == c;
    x[9] = (a = b) + (c += 2);
    x[10] = (a || b) && (b || c) || a && !(b && c);
    x[11] = a / (b * c) % (a / b);
    x[12] = sizeof(int) * sizeof(a + b);
    x[13] = (x + 1)[2] + (*x) + *(x + a);
    x[14] = +a - +b - (-c);
}
//// numbers
kernel void numbers(global double *x) {
    x[0] = 1e-3 + .5 + 5. + 1.5e+10f + 0x1F + 0XABu + 017 + 1u + 2UL + 3l + 0x1.8p3;
    x[1] = 'a' + '\n' + '\'' + MAXFLOAT + INFINITY + M_PI_F;
}
//// strings
kernel void strings(global int *x) {
    printf("%d \"quoted\" // no comment\n", x[0]);
    printf("one " "two " "three\n");
}
//// unsigned-words
kernel void words(global unsigned int *x, unsigned char c, signed short s, unsigned long int l, long long q) {
    unsigned u = (unsigned)s + (unsigned char)l;
    x[0] = u + c + (unsigned long)q;
}
//// attributes
kernel __attribute__((vec_type_hint(float4))) void hinted(global float4 *x) {
    __attribute__((aligned(16))) float t[4];
    local float pad[64] __attribute__((aligned(64)));
    x[0] = (float4)(t[0], pad[0], 0, 0);
}
//// qualifier-order
kernel void order(const global float *a, __global volatile const int *b, const float *const restrict c) {
    const local float *p;
    volatile local int q[1];
}
//// pragma-nested
kernel void unrolled(global float *x) {
    float s = 0;
    #pragma unroll 4
    for (int i = 0; i < 16; i++) {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            s += x[i * 4 + j];
        }
    }
    x[0] = s;
}
//// fence
kernel void fences(local int *a, global int *b) {
    a[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    mem_fence(CLK_LOCAL_MEM_FENCE);
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    b[0] = a[0];
}
//// async-copy
kernel void staged(global const float *in, global float *out, local float *tile) {
    event_t e = async_work_group_copy(tile, in + get_group_id(0) * 256, 256, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[get_local_id(0)];
}
//// assembly
kernel void shuffled(global float *x) {
    float v = x[get_global_id(0)], w;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;" : "=f"(w) : "f"(v));
    x[get_global_id(0)] = v + w;
}
//// goto
kernel void jumps(global int *x) {
    int i = 0;
    again:
    x[i] = i;
    if (++i < 10)
        goto again;
}
//// enum
enum State { IDLE, BUSY = 5, DONE };
typedef enum { RED, GREEN } Color;

kernel void states(global int *x) {
    Color c = GREEN;
    x[0] = BUSY + c;
}
//// union
typedef union {
    uint u;
    float f;
} Bits;

kernel void bits(global float *x) {
    Bits b;
    b.f = x[0];
    b.u &= 0x7fffffffu;
    x[0] = b.f;
}
//// compound-literals
kernel void literals(global float2 *x) {
    x[0] = (float2){1.0f, 2.0f};
    float2 a[2] = {(float2)(1, 2), {3, 4}};
    x[1] = a[1];
}
//// long-expression
kernel void wide(global double *u, global double *v, int n) {
    int i = get_global_id(0);
    v[i] = 0.00317460317460317460 * (u[i - 4] + u[i + 4]) - 0.02539682539682539682 * (u[i - 3] + u[i + 3])
            + 0.2 * (u[i - 2] + u[i + 2]) - 0.8 * (u[i - 1] + u[i + 1])
            + u[i] * some_function_of(u[i], v[i], n, i * 1000, (i + 17) % n);
}
//// else-if
kernel void ladder(global float *x) {
    float v = x[get_global_id(0)];
    if (v < 0) {
        v = -v;
    } else if (v < 1) {
        v = 1;
    } else if (v > 100)
        v = 100;
    else
        v *= 2;
    x[get_global_id(0)] = v;
}
//// dangling-else
kernel void dangling(global int *x, int a, int b) {
    if (a)
        if (b)
            x[0] = 1;
        else
            x[0] = 2;
    if (a) {
        if (b)
            x[1] = 1;
    } else {
        x[1] = 2;
    }
}
//// shadowing
kernel void shadows(global int *x) {
    int i = 1;
    {
        int i = 2;
        x[0] = i;
    }
    x[1] = i;
}
//// spmv-csr
kernel void spmv(global const int *rows, global const int *cols, global const float *vals, global const float *x,
        global float *y, const int n) {
    const int row = get_global_id(0);
    if (row < n) {
        float sum = 0.0f;
        for (int j = rows[row]; j < rows[row + 1]; j++) {
            sum += vals[j] * x[cols[j]];
        }
        y[row] = sum;
    }
}
//// fft-butterfly
kernel void butterfly(global float2 *a, int half_size, float sign) {
    int t = get_global_id(0);
    int k = t & (half_size - 1);
    int i = ((t - k) << 1) + k;
    float angle = sign * M_PI_F * (float)k / (float)half_size;
    float c, s = sincos(angle, &c);
    float2 u = a[i], w = a[i + half_size];
    float2 v = (float2)(w.x * c - w.y * s, w.x * s + w.y * c);
    a[i] = u + v, a[i + half_size] = u - v;
}
//// lcg
uint next(uint *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state;
}

kernel void pi(global uint *hits, uint seed, int tries) {
    uint state = seed ^ (uint)get_global_id(0);
    uint n = 0;
    for (int i = 0; i < tries; i++) {
        float x = (next(&state) >> 8) * 0x1p-24f, y = (next(&state) >> 8) * 0x1p-24f;
        n += x * x + y * y < 1.0f;
    }
    hits[get_global_id(0)] = n;
}
//// life
kernel void life(global const uchar *in, global uchar *out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1), n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                n += in[((y + dy + h) % h) * w + (x + dx + w) % w];
    out[y * w + x] = n == 3 || n == 2 && in[y * w + x];
}
//// half
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void halves(global const half *in, global half4 *out) {
    float f = vload_half(0, in);
    out[0] = (half4)(in[0], in[1], 1.0h, (half)f);
}
//// void-parameters
int answer() {
    return 42;
}

kernel void ask(global int *x) {
    x[0] = answer();
}
//// block-distance
kernel void distances(global const float *a, global const float *b, global float *d, int n, int dim) {
    local float ta[16][17], tb[16][17];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
    float sum = 0;
    for (int k0 = 0; k0 < dim; k0 += 16) {
        ta[ly][lx] = gy + ly < n && k0 + lx < dim ? a[(gy + ly) * dim + k0 + lx] : 0;
        tb[ly][lx] = gx + ly < n && k0 + lx < dim ? b[(gx + ly) * dim + k0 + lx] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) {
            float diff = ta[ly][k] - tb[lx][k];
            sum = fma(diff, diff, sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (gx + lx < n && gy + ly < n)
        d[(gy + ly) * n + gx + lx] = sqrt(sum);
}
//// macros-for-functions
#define WIDE __attribute__((flatten))
#define TWICE(T) T twice_##T(T x) { return 2 * x; }

TWICE(float)
TWICE(double);

WIDE kernel void twice(global float *x) {
    x[0] = twice_float(x[0]);
}
//// pointers-to-arrays
void shift(float (*rows)[4], const int n) {
    float (*p)[4] = rows + n, *q = rows[0];
    p[0][1] = *q;
}
