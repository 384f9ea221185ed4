// For a short reach: a group keeps its particles and a halo around them in local memory. A work-item has several particles of a
// column, whose neighbours it reads column by column into registers, each for all of its own.
#ifndef REACH
#define REACH 1
#endif
#define TILE 8
#define EACH 4
#define COLUMN (EACH + 2 * REACH)
#define WIDE (TILE + 2 * REACH)

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void halo(
        int side, float weight, global const float* rest, global const float4* from, global float4* to) {
    local float4 tile[COLUMN][WIDE][WIDE];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE, z0 = get_group_id(2) * EACH;
    for (int e = ly * TILE + lx; e < COLUMN * WIDE * WIDE; e += TILE * TILE) {
        int a = e % WIDE, b = e / WIDE % WIDE, c = e / WIDE / WIDE;
        int x = x0 + a - REACH, y = y0 + b - REACH, z = z0 + c - REACH;
        bool is_inside = x >= 0 && y >= 0 && z >= 0 && x < side && y < side && z < side;
        tile[c][b][a] = is_inside ? from[(z * side + y) * side + x] : (float4)(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float3 mine[EACH], sum[EACH];
#pragma unroll
    for (int p = 0; p < EACH; p++) {
        mine[p] = tile[p + REACH][ly + REACH][lx + REACH].xyz;
        sum[p] = 0;
    }
    for (int b = -REACH; b <= REACH; b++) {
        for (int a = -REACH; a <= REACH; a++) {
            float4 column[COLUMN];
#pragma unroll
            for (int c = 0; c < COLUMN; c++) {
                column[c] = tile[c][ly + REACH + b][lx + REACH + a];
            }
#pragma unroll
            for (int c = -REACH; c <= REACH; c++) {
                float wanted = rest[a * a + b * b + c * c];
#pragma unroll
                for (int p = 0; p < EACH; p++) {
                    // A particle and itself have no distance, and add nothing; nor does what is outside, which has w = 0.
                    float3 d = column[p + REACH + c].xyz - mine[p];
                    float f = 1 - wanted * rsqrt(dot(d, d) + 1e-30f);
                    sum[p] += f * column[p + REACH + c].w * d;
                }
            }
        }
    }
    int x = x0 + lx, y = y0 + ly;
    if (x < side && y < side) {
        int along = (min(side - 1, x + REACH) - max(0, x - REACH) + 1) * (min(side - 1, y + REACH) - max(0, y - REACH) + 1);
#pragma unroll
        for (int p = 0; p < EACH; p++) {
            int z = z0 + p;
            if (z < side) {
                int count = along * (min(side - 1, z + REACH) - max(0, z - REACH) + 1) - 1;
                to[(z * side + y) * side + x] = (float4)(mine[p] + weight * sum[p] / count, 1);
            }
        }
    }
}
