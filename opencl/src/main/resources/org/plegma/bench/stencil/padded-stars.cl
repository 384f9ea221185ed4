// Stars in 3-D by the two schemes of the literature, on arrays with room for what lies beyond the grid: no load is tested, and
// no index is folded. A work-group goes along the first axis and shares a plane by local memory.
#ifndef RADIUS
#define RADIUS 1
#endif
#ifndef GROUP_X
#define GROUP_X 16
#endif
#ifndef GROUP_Y
#define GROUP_Y 16
#endif
// Planes that a work-group computes.
#ifndef PLANES
#define PLANES 64
#endif
// Of the cell itself, and of cells 1, 2, … away along an axis.
#ifndef WEIGHTS
#define WEIGHTS {0.4f, 0.1f}
#endif
// Room before and after each row, so that the grid's rows begin where a warp reads one piece of memory.
#define ROOM 32
#define WIDTH (GROUP_X + 2 * RADIUS)
#define PITCH (n2 + 2 * ROOM)
#define PLANE ((n1 + 2 * RADIUS) * PITCH)
#define PLACE(z, y, x) (((z) + RADIUS) * PLANE + ((y) + RADIUS) * PITCH + (x) + ROOM)

constant float weights[RADIUS + 1] = WEIGHTS;

// Copies a grid into the room, or out of it.
kernel void pad(global const float* grid, global float* padded, int n0, int n1, int n2) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    padded[PLACE(z, y, x)] = grid[(z * n1 + y) * n2 + x];
}

kernel void unpad(global const float* padded, global float* grid, int n0, int n1, int n2) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    grid[(z * n1 + y) * n2 + x] = padded[PLACE(z, y, x)];
}

// Brings the plane of the cell at `at`, which is `middle`, to local memory with its rim.
static void share(local float* tile, global const float* in, int at, int pitch, float middle) {
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int cell = (ty + RADIUS) * WIDTH + tx + RADIUS;
    tile[cell] = middle;
    if (ty < RADIUS) {
        tile[cell - RADIUS * WIDTH] = in[at - RADIUS * pitch];
        tile[cell + GROUP_Y * WIDTH] = in[at + GROUP_Y * pitch];
    }
    if (tx < RADIUS) {
        tile[cell - RADIUS] = in[at - RADIUS];
        tile[cell + GROUP_X] = in[at + GROUP_X];
    }
}

// What the other cells of its plane add to a cell.
static float around(local const float* tile) {
    const int cell = (get_local_id(1) + RADIUS) * WIDTH + get_local_id(0) + RADIUS;
    float sum = 0;
#pragma unroll
    for (int r = 1; r <= RADIUS; r++) {
        sum += weights[r] * (tile[cell - r] + tile[cell + r] + tile[cell - r * WIDTH] + tile[cell + r * WIDTH]);
    }
    return sum;
}

// P. Micikevicius, "3D finite difference computation on GPUs using CUDA" (2009): the inputs of a column wait in registers.
kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1)))
void micikevicius(global const float* restrict in, global float* restrict out, int n0, int n1, int n2) {
    local float tile[(GROUP_Y + 2 * RADIUS) * WIDTH];
    const int first = get_group_id(2) * PLANES;
    const int end = min(first + PLANES, n0);
    int at = PLACE(first, (int)get_global_id(1), (int)get_global_id(0));
    float column[2 * RADIUS + 1];
#pragma unroll
    for (int r = 0; r < 2 * RADIUS; r++) {
        column[r + 1] = in[at + (r - RADIUS) * PLANE];
    }
    for (int z = first; z < end; z++, at += PLANE) {
#pragma unroll
        for (int r = 0; r < 2 * RADIUS; r++) {
            column[r] = column[r + 1];
        }
        column[2 * RADIUS] = in[at + RADIUS * PLANE];
        barrier(CLK_LOCAL_MEM_FENCE);
        share(tile, in, at, PITCH, column[RADIUS]);
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = weights[0] * column[RADIUS] + around(tile);
#pragma unroll
        for (int r = 1; r <= RADIUS; r++) {
            sum += weights[r] * (column[RADIUS - r] + column[RADIUS + r]);
        }
        out[at] = sum;
    }
}

// The unfinished results of a column wait in registers: sums[r] is that of the plane r - RADIUS ahead.
kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1)))
void partial_sums(global const float* restrict in, global float* restrict out, int n0, int n1, int n2) {
    local float tile[(GROUP_Y + 2 * RADIUS) * WIDTH];
    const int first = get_group_id(2) * PLANES;
    const int end = min(first + PLANES, n0);
    int at = PLACE(first - RADIUS, (int)get_global_id(1), (int)get_global_id(0));
    float sums[2 * RADIUS + 1];
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; r++) {
        sums[r] = 0;
    }
    for (int z = first - RADIUS; z < end + RADIUS; z++, at += PLANE) {
        const float middle = in[at];
        if (z >= first && z < end) {
            barrier(CLK_LOCAL_MEM_FENCE);
            share(tile, in, at, PITCH, middle);
            barrier(CLK_LOCAL_MEM_FENCE);
            sums[RADIUS] += weights[0] * middle + around(tile);
        }
#pragma unroll
        for (int r = 1; r <= RADIUS; r++) {
            sums[RADIUS - r] += weights[r] * middle;
            sums[RADIUS + r] += weights[r] * middle;
        }
        if (z - RADIUS >= first) {
            out[at - RADIUS * PLANE] = sums[0];
        }
#pragma unroll
        for (int r = 0; r < 2 * RADIUS; r++) {
            sums[r] = sums[r + 1];
        }
        sums[2 * RADIUS] = 0;
    }
}
