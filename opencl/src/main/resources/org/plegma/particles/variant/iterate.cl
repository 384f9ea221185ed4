#include "layout.cl"
#include "pair.cl"

// One particle: the mean of what all its neighbours want, added.
void iterate(
        int x, int y, int z, int side, int reach, float distance, float weight,
        global const float* from, global float* to) {
    int n = side * side * side;
    int i = (z * side + y) * side + x;
    float3 mine = LOAD(from, i);
    float3 sum = 0;
    for (int c = first_place(z, reach); c <= last_place(z, reach, side); c++) {
        for (int b = first_place(y, reach); b <= last_place(y, reach, side); b++) {
            for (int a = first_place(x, reach); a <= last_place(x, reach, side); a++) {
                int j = (c * side + b) * side + a;
                if (j != i) {
                    sum += correction(LOAD(from, j) - mine, rest_length(distance, a - x, b - y, c - z), weight);
                }
            }
        }
    }
    STORE(to, i, mine + sum / neighbours(x, y, z, reach, side));
}
