#include "fused.cl"

// For a long reach. A work-item has several particles of a column in y, and goes along the columns of neighbours beside it: what it
// reads of a neighbour serves all its particles, and so does a rest length, as the next particle needs it for the next neighbour. All
// work-items of a row read the same neighbour, and rest lengths side by side. So that there are enough groups for the device, planes of
// neighbours are dealt out in shares, which a second kernel adds.
#ifndef EACH
#define EACH 4
#endif
#ifndef LANES
#define LANES 32
#endif
#define ROWS (128 / LANES)

#ifdef WHOLE
#define IN_REACH(rest, more) (more)
#else
// Below 0: out of reach.
#define IN_REACH(rest, more) ((rest) >= 0 ? (more) : 0)
#endif

// What the neighbour in row b wants of all particles of a work-item. A macro, so that all of these stay in registers.
#define NEIGHBOUR(b) \
    { \
        for (int p = EACH - 1; p > 0; p--) { \
            wanted[p] = wanted[p - 1]; \
        } \
        wanted[0] = along[abs((b) - y0) * width]; \
        float3 other = column[(b) * side].xyz; \
        for (int p = 0; p < EACH; p++) { \
            sum[p] += IN_REACH(wanted[p], excess(other - mine[p], wanted[p])); \
        } \
    }

kernel __attribute__((reqd_work_group_size(LANES, ROWS, 1))) void shares(
        int side, int reach, int parts, global const float* rest, global const float4* from, global float4* partial) {
    int x0 = get_group_id(0) * LANES, y0 = (get_group_id(1) * ROWS + get_local_id(1)) * EACH;
    int z = FIRST_PLANE + get_group_id(2) / parts, part = get_group_id(2) % parts;
    if (y0 >= side) {
        return;
    }
    // A work-item beyond the cube does as the last one within, and writes nothing.
    int x = min(x0 + (int) get_local_id(0), side - 1);
    int width = reach + LANES, height = reach + EACH;
    int first = first_place(z, reach), end = last_place(z, reach, side) + 1;
    int planes = (min(side, 2 * reach + 1) + parts - 1) / parts;
    float3 mine[EACH], sum[EACH];
#pragma unroll
    for (int p = 0; p < EACH; p++) {
        mine[p] = from[(z * side + min(y0 + p, side - 1)) * side + x].xyz;
        sum[p] = 0;
    }
    int low = first_place(y0, reach), high = last_place(y0 + EACH - 1, reach, side);
    for (int c = first + part * planes; c < min(end, first + (part + 1) * planes); c++) {
        for (int a = first_place(x0, reach); a <= last_place(x0 + LANES - 1, reach, side); a++) {
            global const float* along = rest + abs(c - z) * height * width + abs(a - x);
            float wanted[EACH];
#pragma unroll
            for (int p = 0; p < EACH - 1; p++) {
                wanted[p] = along[abs(low - 1 - y0 - p) * width];
            }
            global const float4* column = from + c * side * side + a;
            int b = low;
            for (; b + EACH <= high + 1; b += EACH) {
#pragma unroll
                for (int q = 0; q < EACH; q++) {
                    NEIGHBOUR(b + q);
                }
            }
            for (; b <= high; b++) {
                NEIGHBOUR(b);
            }
        }
    }
#pragma unroll
    for (int p = 0; p < EACH; p++) {
        if (x0 + get_local_id(0) < side && y0 + p < side) {
            partial[((part * side + z) * side + y0 + p) * side + x] = (float4)(sum[p], 0);
        }
    }
}

// Adds what the shares found. The last iteration of a step ends the step, and leaves the group's energy.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void gather(
        MOTION, int side, int reach, int parts, float weight, global const float4* partial, global const float4* start,
        global const float4* from, global float4* to, global float4* to_velocity, global float* energies) {
    local float sums[GROUP];
    int i = FIRST_PLANE * side * side + get_global_id(0), n = side * side * side;
    float energy = 0;
    if (i < END_PLANE * side * side) {
        float3 sum = 0;
        for (int part = 0; part < parts; part++) {
            sum += partial[part * n + i].xyz;
        }
        float3 place =
                from[i].xyz + weight * sum / neighbours(i % side, i / side % side, i / side / side, reach, side);
#ifdef LAST
        float3 v;
        place = settled(place, start[i].xyz, dt, low, high, damping, &v);
        to_velocity[i] = (float4)(v, 1);
        energy = gravity * (place.y - low) + kinetic * dot(v, v);
#endif
        to[i] = (float4)(place, 1);
    }
#ifdef LAST
    float all = add_group(sums, get_local_id(0), energy);
    if (get_local_id(0) == 0) {
        energies[get_group_id(0)] = all;
    }
#endif
}
