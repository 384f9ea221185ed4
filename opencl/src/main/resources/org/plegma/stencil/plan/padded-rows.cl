#ifndef REAL
#define REAL float
#endif

// Rows of a work-item, so that several reads are on their way.
#define ROWS 4

// Copies rows of `cells` to rows of `pitch`, which end in a number of their own. A work-item has a column of some rows.
kernel void pad_rows(
        global REAL *restrict to,
        global const REAL *restrict from,
        const uint cells,
        const uint pitch,
        const uint rows,
        const REAL beyond) {
    const uint x = (uint)(get_global_id(0) % pitch);
    const uint first = (uint)(get_global_id(0)/pitch)*ROWS;
    REAL values[ROWS];
    #pragma unroll
    for (uint i = 0; i < ROWS; i++) {
        values[i] = x < cells && first + i < rows ? from[(ulong)(first + i)*cells + x] : beyond;
    }
    #pragma unroll
    for (uint i = 0; i < ROWS; i++) {
        if (first + i < rows) {
            to[(ulong)(first + i)*pitch + x] = values[i];
        }
    }
}

// Copies them back, without what rows end in.
kernel void leave_rows(
        global REAL *restrict to,
        global const REAL *restrict from,
        const uint cells,
        const uint pitch,
        const uint rows) {
    const uint x = (uint)(get_global_id(0) % pitch);
    const uint first = (uint)(get_global_id(0)/pitch)*ROWS;
    REAL values[ROWS];
    #pragma unroll
    for (uint i = 0; i < ROWS; i++) {
        values[i] = x < cells && first + i < rows ? from[(ulong)(first + i)*pitch + x] : 0;
    }
    #pragma unroll
    for (uint i = 0; i < ROWS; i++) {
        if (x < cells && first + i < rows) {
            to[(ulong)(first + i)*cells + x] = values[i];
        }
    }
}
