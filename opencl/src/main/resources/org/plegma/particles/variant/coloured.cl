#include "layout.cl"
#include "pair.cl"

// The constraints of one colour: of one offset, with lower ends in every other block along its last axis that is not 0. No two share a
// particle, so that both ends are moved in place.
kernel void coloured(
        int side, float distance, float weight, int ox, int oy, int oz, int parity, global float* position) {
    int n = side * side * side;
    int i = get_global_id(0);
    if (i >= n) {
        return;
    }
    int x = i % side, y = i / side % side, z = i / side / side;
    int block = oz > 0 ? z / oz : oy > 0 ? y / oy : x / ox;
    int a = x + ox, b = y + oy, c = z + oz;
    if (block % 2 == parity && a >= 0 && a < side && b >= 0 && b < side && c < side) {
        int j = (c * side + b) * side + a;
        float3 mine = LOAD(position, i);
        float3 other = LOAD(position, j);
        float3 move = correction(other - mine, rest_length(distance, ox, oy, oz), weight);
        STORE(position, i, mine + move);
        STORE(position, j, other - move);
    }
}
