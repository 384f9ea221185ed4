// Complex waves along the axes of a grid of planes, rows and columns: the spectrum is 0 but at their wave numbers.
#ifndef REAL
#define REAL float
#endif
#ifndef REAL2
#define REAL2 float2
#endif

// Adds to each value amplitude·exp(2πi·turns), where the turns along an axis are those of the wave number. The first plane is that of
// a part of the grid.
kernel void add_wave(
    global REAL2 *values, const int first, const int planes, const int rows, const int columns, const int plane_waves,
    const int row_waves, const int column_waves, const REAL amplitude) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    const int plane = get_global_id(2);
    if (column < columns) {
        const REAL turns = (REAL)((long)(first + plane)*plane_waves%planes)/planes
            + (REAL)((long)row*row_waves%rows)/rows + (REAL)((long)column*column_waves%columns)/columns;
        REAL cosine;
        const REAL sine = sincos(2*(REAL)3.14159265358979323846*(turns - floor(turns)), &cosine);
        values[((long)plane*rows + row)*columns + column] += amplitude*(REAL2)(cosine, sine);
    }
}

// Complex values of these numbers, one after another.
kernel void gather(global const REAL2 *values, global const long *from, global REAL2 *to, const int count) {
    const int i = get_global_id(0);
    if (i < count) {
        to[i] = values[from[i]];
    }
}
