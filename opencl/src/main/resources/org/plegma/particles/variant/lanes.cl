// For processors: eight particles of a row as one vector, which neighbours of the same offset are read for. Behind and before the planes is
// room for reads; lanes whose neighbour is outside of the row add nothing.
#ifndef GUARD
#define GUARD 0
#endif

kernel void lanes(
        int side, int reach, float weight, global const float* rest, global const float* from, global float* to) {
    int y = get_global_id(0), z = get_global_id(1);
    int n = side * side * side;
    global const float* from_x = from + GUARD;
    global const float* from_y = from_x + n;
    global const float* from_z = from_y + n;
    global float* to_x = to + GUARD;
    const int8 numbers = (int8)(0, 1, 2, 3, 4, 5, 6, 7);
    int first_z = max(0, z - reach), last_z = min(side - 1, z + reach);
    int first_y = max(0, y - reach), last_y = min(side - 1, y + reach);
    for (int x = 0; x < side; x += 8) {
        int i = (z * side + y) * side + x;
        float8 mx = vload8(0, from_x + i), my = vload8(0, from_y + i), mz = vload8(0, from_z + i);
        float8 sx = 0, sy = 0, sz = 0;
        for (int c = first_z; c <= last_z; c++) {
            for (int b = first_y; b <= last_y; b++) {
                int row = (c * side + b) * side + x;
                int squares = (c - z) * (c - z) + (b - y) * (b - y);
                for (int a = max(-reach, -x - 7); a <= min(reach, side - 1 - x); a++) {
                    float8 dx = vload8(0, from_x + row + a) - mx;
                    float8 dy = vload8(0, from_y + row + a) - my;
                    float8 dz = vload8(0, from_z + row + a) - mz;
                    float8 f = 1 - rest[squares + a * a] / sqrt(dx * dx + dy * dy + dz * dz + 1e-30f);
                    int8 place = numbers + (x + a);
                    f = select((float8)(0), f, place >= 0 && place < side);
                    sx += f * dx;
                    sy += f * dy;
                    sz += f * dz;
                }
            }
        }
        int along = (last_y - first_y + 1) * (last_z - first_z + 1);
        float result_x[8], result_y[8], result_z[8];
        // Vectors as bounds, too: Oclgrind takes a number for the first lane alone.
        int8 places = min(numbers + (x + reach), (int8)(side - 1)) - max(numbers + (x - reach), (int8)(0)) + 1;
        float8 part = weight / convert_float8(max(along * places - 1, (int8)(1)));
        vstore8(mx + part * sx, 0, result_x);
        vstore8(my + part * sy, 0, result_y);
        vstore8(mz + part * sz, 0, result_z);
        for (int k = 0; k < min(8, side - x); k++) {
            to_x[i + k] = result_x[k];
            to_x[n + i + k] = result_y[k];
            to_x[2 * n + i + k] = result_z[k];
        }
    }
}
