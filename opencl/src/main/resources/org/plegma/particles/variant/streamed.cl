// For a long reach: cubes of particles stream through local memory, with the rest lengths between this cube and that one. A
// work-item has several particles, for each of which it uses what it reads.
#define TILE 8
#define DEPTH 2
#define EACH (TILE / DEPTH)
#define SPAN (2 * TILE - 1)
#define ITEMS (TILE * TILE * DEPTH)

kernel __attribute__((reqd_work_group_size(TILE, TILE, DEPTH))) void streamed(
        int side, int reach, float weight, global const float* rest, global const float4* from, global float4* to) {
    local float4 tile[TILE * TILE * TILE];
    local float rests[SPAN * SPAN * SPAN];
    int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
    int id = (lz * TILE + ly) * TILE + lx;
    int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE, z0 = get_group_id(2) * TILE;
    int x = x0 + lx, y = y0 + ly;
    float3 mine[EACH], sum[EACH];
#pragma unroll
    for (int p = 0; p < EACH; p++) {
        int z = z0 + lz + p * DEPTH;
        mine[p] = x < side && y < side && z < side ? from[(z * side + y) * side + x].xyz : (float3)(0);
        sum[p] = 0;
    }
    for (int cz = max(0, z0 - reach) / TILE * TILE; cz <= min(side - 1, z0 + TILE - 1 + reach); cz += TILE) {
        for (int cy = max(0, y0 - reach) / TILE * TILE; cy <= min(side - 1, y0 + TILE - 1 + reach); cy += TILE) {
            for (int cx = max(0, x0 - reach) / TILE * TILE; cx <= min(side - 1, x0 + TILE - 1 + reach); cx += TILE) {
                for (int e = id; e < TILE * TILE * TILE; e += ITEMS) {
                    int a = cx + e % TILE, b = cy + e / TILE % TILE, c = cz + e / TILE / TILE;
                    tile[e] = a < side && b < side && c < side ? from[(c * side + b) * side + a] : (float4)(0);
                }
                for (int e = id; e < SPAN * SPAN * SPAN; e += ITEMS) {
                    int a = abs(cx - x0 + e % SPAN - TILE + 1);
                    int b = abs(cy - y0 + e / SPAN % SPAN - TILE + 1);
                    int c = abs(cz - z0 + e / SPAN / SPAN - TILE + 1);
                    rests[e] = a <= reach && b <= reach && c <= reach ? rest[a * a + b * b + c * c] : -1;
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                bool is_whole = max(abs(cx - x0), max(abs(cy - y0), abs(cz - z0))) + TILE - 1 <= reach;
                for (int c = 0; c < min(TILE, side - cz); c++) {
                    for (int b = 0; b < min(TILE, side - cy); b++) {
                        int row = ((c - lz + TILE - 1) * SPAN + b - ly + TILE - 1) * SPAN - lx + TILE - 1;
                        for (int a = 0; a < min(TILE, side - cx); a++) {
                            float4 other = tile[(c * TILE + b) * TILE + a];
#pragma unroll
                            for (int p = 0; p < EACH; p++) {
                                float wanted = rests[row + a - p * DEPTH * SPAN * SPAN];
                                float3 d = other.xyz - mine[p];
                                float f = 1 - wanted * rsqrt(dot(d, d) + 1e-30f);
                                sum[p] += (is_whole || wanted >= 0 ? f : 0) * d;
                            }
                        }
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
    }
    if (x < side && y < side) {
        int along = (min(side - 1, x + reach) - max(0, x - reach) + 1) * (min(side - 1, y + reach) - max(0, y - reach) + 1);
#pragma unroll
        for (int p = 0; p < EACH; p++) {
            int z = z0 + lz + p * DEPTH;
            if (z < side) {
                int count = along * (min(side - 1, z + reach) - max(0, z - reach) + 1) - 1;
                to[(z * side + y) * side + x] = (float4)(mine[p] + weight * sum[p] / count, 1);
            }
        }
    }
}
