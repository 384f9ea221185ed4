// out[c][r] = in[r][c], by work-groups of TILE x TILE/WORK work-items for TILE x TILE elements each.
// STAGED goes through local memory, so that both sides are read and written along rows (best on GPUs); PAD adds a
// column to the staging tile, against bank conflicts. Without STAGED a work-item copies WORK elements (best on CPUs).
#ifndef TILE
#define TILE 16
#endif
#ifndef WORK
#define WORK 1
#endif
#ifndef STAGED
#define STAGED 1
#endif
#ifndef PAD
#define PAD 0
#endif

__kernel void transpose(const int rows, const int columns, __global const float *in, __global float *out)
{
    const int x0 = get_group_id(0) * TILE;
    const int y0 = get_group_id(1) * TILE;
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
#if STAGED
    __local float tile[TILE][TILE + PAD];
    for (int j = ly; j < TILE; j += TILE / WORK)
        if (x0 + lx < columns && y0 + j < rows)
            tile[j][lx] = in[(y0 + j) * columns + x0 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = ly; j < TILE; j += TILE / WORK)
        if (y0 + lx < rows && x0 + j < columns)
            out[(x0 + j) * rows + y0 + lx] = tile[lx][j];
#else
    for (int j = ly; j < TILE; j += TILE / WORK)
        if (x0 + lx < columns && y0 + j < rows)
            out[(x0 + lx) * rows + y0 + j] = in[(y0 + j) * columns + x0 + lx];
#endif
}
