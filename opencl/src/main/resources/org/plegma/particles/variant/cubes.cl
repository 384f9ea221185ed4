#include "iterate.cl"

// A group is a small cube, whose particles have neighbours in common.
kernel void cubes(int side, int reach, float distance, float weight, global const float* from, global float* to) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < side && y < side && z < side) {
        iterate(x, y, z, side, reach, distance, weight, from, to);
    }
}
