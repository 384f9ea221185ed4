#define FOURS
#include "layout.cl"
#include "pair.cl"

// The planes of the cube that one device keeps, with copies of its neighbours' planes before and behind. Plane 0 of the arrays is plane
// `first` of the cube.
kernel void slab(
        int side, int reach, float distance, float weight, int first, int below, int planes,
        global const element* from, global element* to) {
    int x = get_global_id(0), y = get_global_id(1), z = first + below + (int) get_global_id(2);
    if (x >= side || y >= side || get_global_id(2) >= planes) {
        return;
    }
    int i = ((z - first) * side + y) * side + x;
    float3 mine = LOAD(from, i);
    float3 sum = 0;
    for (int c = first_place(z, reach); c <= last_place(z, reach, side); c++) {
        for (int b = first_place(y, reach); b <= last_place(y, reach, side); b++) {
            for (int a = first_place(x, reach); a <= last_place(x, reach, side); a++) {
                int j = ((c - first) * side + b) * side + a;
                if (j != i) {
                    sum += correction(LOAD(from, j) - mine, rest_length(distance, a - x, b - y, c - z), weight);
                }
            }
        }
    }
    STORE(to, i, mine + sum / neighbours(x, y, z, reach, side));
}
