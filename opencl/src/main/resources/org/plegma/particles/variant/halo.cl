#include "fused.cl"

// For a short reach: a group keeps its particles and a halo around them in local memory. A work-item has several particles of a
// column, whose neighbours it reads column by column, each for all of its own. The first iteration of a step moves particles by their
// velocities as it reads them; the last one ends the step, and leaves the group's energy.
#ifndef REACH
#define REACH 1
#endif
#ifndef EACH
#define EACH 4
#endif
#define TILE 8
#define COLUMN (EACH + 2 * REACH)
#define WIDE (TILE + 2 * REACH)

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void halo(
        MOTION, int side, float weight, global const float* rest,
        global const float4* start, global const float4* velocity, global const float4* from,
        global float4* to, global float4* to_velocity, global float* energies) {
    local float4 tile[COLUMN][WIDE][WIDE];
    local float sums[TILE * TILE];
    int lx = get_local_id(0), ly = get_local_id(1), id = ly * TILE + lx;
    int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE, z0 = FIRST_PLANE + get_group_id(2) * EACH;
    for (int e = id; e < COLUMN * WIDE * WIDE; e += TILE * TILE) {
        int a = e % WIDE, b = e / WIDE % WIDE, c = e / WIDE / WIDE;
        int x = x0 + a - REACH, y = y0 + b - REACH, z = z0 + c - REACH;
        float4 place = 0;
        if (x >= 0 && y >= 0 && z >= 0 && x < side && y < side && z < side) {
            int j = (z * side + y) * side + x;
#ifdef FIRST
            place = predicted(start[j], velocity[j], dt, ax, ay, az);
#else
            place = from[j];
#endif
        }
        tile[c][b][a] = place;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float3 mine[EACH], sum[EACH];
#pragma unroll
    for (int p = 0; p < EACH; p++) {
        mine[p] = tile[p + REACH][ly + REACH][lx + REACH].xyz;
        sum[p] = 0;
    }
#pragma unroll 1
    for (int b = -REACH; b <= REACH; b++) {
#pragma unroll 1
        for (int a = -REACH; a <= REACH; a++) {
            float wanted[REACH + 1];
#pragma unroll
            for (int c = 0; c <= REACH; c++) {
                wanted[c] = rest[a * a + b * b + c * c];
            }
#pragma unroll
            for (int k = 0; k < COLUMN; k++) {
                float4 other = tile[k][ly + REACH + b][lx + REACH + a];
#pragma unroll
                for (int p = 0; p < EACH; p++) {
                    if (k >= p && k <= p + 2 * REACH) {
                        // What is outside adds nothing: its w is 0.
                        sum[p] += other.w * excess(other.xyz - mine[p], wanted[abs(k - p - REACH)]);
                    }
                }
            }
        }
    }
    int x = x0 + lx, y = y0 + ly;
    float energy = 0;
    if (x < side && y < side) {
#pragma unroll
        for (int p = 0; p < EACH; p++) {
            int z = z0 + p;
            if (z < END_PLANE) {
                int i = (z * side + y) * side + x;
                float3 place = mine[p] + weight * sum[p] / neighbours(x, y, z, REACH, side);
#ifdef LAST
                float3 v;
                place = settled(place, start[i].xyz, dt, low, high, damping, &v);
                to_velocity[i] = (float4)(v, 1);
                energy += gravity * (place.y - low) + kinetic * dot(v, v);
#endif
                to[i] = (float4)(place, 1);
            }
        }
    }
#ifdef LAST
    float all = add_group(sums, id, energy);
    if (id == 0) {
        energies[(get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)] = all;
    }
#endif
}
