#include "layout.cl"
#include "pair.cl"

#ifndef TILE
#define TILE 4
#endif

// A group is a cube of particles, and brings the cubes around it into local memory, one by one: that does for any reach.
kernel __attribute__((reqd_work_group_size(TILE, TILE, TILE))) void local_cubes(
        int side, int reach, float distance, float weight, global const float* from, global float* to) {
    local float tile_x[TILE][TILE][TILE], tile_y[TILE][TILE][TILE], tile_z[TILE][TILE][TILE];
    int n = side * side * side;
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
    bool is_inside = x < side && y < side && z < side;
    int i = (z * side + y) * side + x;
    float3 mine = 0, sum = 0;
    if (is_inside) {
        mine = LOAD(from, i);
    }
    int x0 = x - lx, y0 = y - ly, z0 = z - lz;
    for (int cz = first_place(z0, reach) / TILE * TILE; cz <= last_place(z0 + TILE - 1, reach, side); cz += TILE) {
        for (int cy = first_place(y0, reach) / TILE * TILE; cy <= last_place(y0 + TILE - 1, reach, side); cy += TILE) {
            for (int cx = first_place(x0, reach) / TILE * TILE; cx <= last_place(x0 + TILE - 1, reach, side); cx += TILE) {
                if (cx + lx < side && cy + ly < side && cz + lz < side) {
                    float3 other = LOAD(from, ((cz + lz) * side + cy + ly) * side + cx + lx);
                    tile_x[lz][ly][lx] = other.x;
                    tile_y[lz][ly][lx] = other.y;
                    tile_z[lz][ly][lx] = other.z;
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                if (is_inside) {
                    for (int c = max(0, z - reach - cz); c <= min(TILE - 1, last_place(z, reach, side) - cz); c++) {
                        for (int b = max(0, y - reach - cy); b <= min(TILE - 1, last_place(y, reach, side) - cy); b++) {
                            for (int a = max(0, x - reach - cx); a <= min(TILE - 1, last_place(x, reach, side) - cx); a++) {
                                int dx = cx + a - x, dy = cy + b - y, dz = cz + c - z;
                                if (dx != 0 || dy != 0 || dz != 0) {
                                    float3 other = (float3)(tile_x[c][b][a], tile_y[c][b][a], tile_z[c][b][a]);
                                    sum += correction(other - mine, rest_length(distance, dx, dy, dz), weight);
                                }
                            }
                        }
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
    }
    if (is_inside) {
        STORE(to, i, mine + sum / neighbours(x, y, z, reach, side));
    }
}
