#include "layout.cl"
#include "pair.cl"

// λ of each constraint is added up over the iterations of a step. Those of one offset lie side by side.
kernel void accumulated(
        int side, int reach, float distance, float stiffness,
        global float* lambda, global const float* from, global float* to) {
    int n = side * side * side;
    int i = get_global_id(0);
    if (i >= n) {
        return;
    }
    int x = i % side, y = i / side % side, z = i / side / side;
    int count = neighbours(x, y, z, reach, side);
    int span = 2 * reach + 1;
    float3 mine = LOAD(from, i);
    float3 sum = 0;
    for (int c = first_place(z, reach); c <= last_place(z, reach, side); c++) {
        for (int b = first_place(y, reach); b <= last_place(y, reach, side); b++) {
            for (int a = first_place(x, reach); a <= last_place(x, reach, side); a++) {
                int j = (c * side + b) * side + a;
                if (j != i) {
                    int offset = ((c - z + reach) * span + b - y + reach) * span + a - x + reach;
                    float before = lambda[offset * n + i];
                    float3 d = LOAD(from, j) - mine;
                    float length_of_d = sqrt(dot(d, d));
                    float change = (length_of_d - rest_length(distance, a - x, b - y, c - z) - stiffness * before)
                            / (stiffness + 2);
                    lambda[offset * n + i] = before + change / count;
                    sum += change / length_of_d * d;
                }
            }
        }
    }
    STORE(to, i, mine + sum / count);
}
