// Several steps of a star of radius 1 in a launch. A work-group has a tile and around it a zone as wide as the steps, which it
// computes too, so that it needs no other group. With each step one cell more at the tile's rim is wrong; these are not written.
#ifndef GROUP_X
#define GROUP_X 32
#endif
#ifndef GROUP_Y
#define GROUP_Y 16
#endif
// Cells of a work-item, one behind the other along the first axis.
#ifndef CELLS
#define CELLS 1
#endif
#ifndef STEPS
#define STEPS 2
#endif
// Of the cell itself, and of cells beside it.
#ifndef WEIGHTS
#define WEIGHTS {0.2f, 0.2f}
#endif
constant float weights[2] = WEIGHTS;

kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1))) void flat(
        global const float *restrict in, global float *restrict out, int n0, int n1) {
    local float tile[GROUP_Y * CELLS][GROUP_X];
    const int tx = get_local_id(0);
    const int row = get_local_id(1) * CELLS;
    const int x = get_group_id(0) * (GROUP_X - 2 * STEPS) + tx - STEPS;
    const int y = get_group_id(1) * (GROUP_Y * CELLS - 2 * STEPS) + row - STEPS;
    const bool column = x >= 0 && x < n1;
    float v[CELLS];
#pragma unroll
    for (int c = 0; c < CELLS; c++) {
        v[c] = column && y + c >= 0 && y + c < n0 ? in[(y + c) * n1 + x] : 0;
    }
    for (int step = 0; step < STEPS; step++) {
#pragma unroll
        for (int c = 0; c < CELLS; c++) {
            tile[row + c][tx] = v[c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float above = row > 0 ? tile[row - 1][tx] : 0;
        const float below = row + CELLS < GROUP_Y * CELLS ? tile[row + CELLS][tx] : 0;
#pragma unroll
        for (int c = 0; c < CELLS; c++) {
            const float left = tx > 0 ? tile[row + c][tx - 1] : 0;
            const float right = tx < GROUP_X - 1 ? tile[row + c][tx + 1] : 0;
            const float next = weights[0] * v[c]
                    + weights[1] * (above + (c < CELLS - 1 ? v[c < CELLS - 1 ? c + 1 : c] : below) + left + right);
            above = v[c];
            v[c] = column && y + c >= 0 && y + c < n0 ? next : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const bool inner = column && tx >= STEPS && tx < GROUP_X - STEPS;
#pragma unroll
    for (int c = 0; c < CELLS; c++) {
        if (inner && row + c >= STEPS && row + c < GROUP_Y * CELLS - STEPS && y + c < n0) {
            out[(y + c) * n1 + x] = v[c];
        }
    }
}

kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1))) void solid(
        global const float *restrict in, global float *restrict out, int n0, int n1, int n2) {
    local float tile[CELLS][GROUP_Y][GROUP_X];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x = get_group_id(0) * (GROUP_X - 2 * STEPS) + tx - STEPS;
    const int y = get_group_id(1) * (GROUP_Y - 2 * STEPS) + ty - STEPS;
    const int z = get_group_id(2) * (CELLS - 2 * STEPS) - STEPS;
    const bool column = x >= 0 && x < n2 && y >= 0 && y < n1;
    float v[CELLS];
#pragma unroll
    for (int c = 0; c < CELLS; c++) {
        v[c] = column && z + c >= 0 && z + c < n0 ? in[((z + c) * n1 + y) * n2 + x] : 0;
    }
    for (int step = 0; step < STEPS; step++) {
#pragma unroll
        for (int c = 0; c < CELLS; c++) {
            tile[c][ty][tx] = v[c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float before = 0;
#pragma unroll
        for (int c = 0; c < CELLS; c++) {
            const float left = tx > 0 ? tile[c][ty][tx - 1] : 0;
            const float right = tx < GROUP_X - 1 ? tile[c][ty][tx + 1] : 0;
            const float above = ty > 0 ? tile[c][ty - 1][tx] : 0;
            const float below = ty < GROUP_Y - 1 ? tile[c][ty + 1][tx] : 0;
            const float behind = c < CELLS - 1 ? v[c < CELLS - 1 ? c + 1 : c] : 0;
            const float next = weights[0] * v[c] + weights[1] * (before + behind + above + below + left + right);
            before = v[c];
            v[c] = column && z + c >= 0 && z + c < n0 ? next : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const bool inner = column && tx >= STEPS && tx < GROUP_X - STEPS && ty >= STEPS && ty < GROUP_Y - STEPS;
#pragma unroll
    for (int c = STEPS; c < CELLS - STEPS; c++) {
        if (inner && z + c < n0) {
            out[((z + c) * n1 + y) * n2 + x] = v[c];
        }
    }
}
