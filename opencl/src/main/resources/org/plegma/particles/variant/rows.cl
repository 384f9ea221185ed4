#include "iterate.cl"

// Particles are numbered through, and a work-item finds its place by division.
kernel void rows(int side, int reach, float distance, float weight, global const float* from, global float* to) {
    int i = get_global_id(0);
    if (i < side * side * side) {
        iterate(i % side, i / side % side, i / side / side, side, reach, distance, weight, from, to);
    }
}
