// Rows of complex values from one array into another, each with its own distance from row to row.
#ifndef REAL2
#define REAL2 float2
#endif

kernel void copy_rows(
    global const REAL2 *from, const long first, const long pitch, global REAL2 *to, const long to_first,
    const long to_pitch, const long width) {
    const long i = get_global_id(0);
    const long row = get_global_id(1);
    if (i < width) {
        to[to_first + row*to_pitch + i] = from[first + row*pitch + i];
    }
}
