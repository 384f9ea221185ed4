// Copies a factor into rows of a length that suits wide copies, turned the other way round if TURNED is 1: element (row,
// column) of the result is element (column, row) of the source. What pads it to height x pitch, multiples of 32, is 0.
#ifndef REAL
#define REAL float
#endif
#ifndef TURNED
#define TURNED 0
#endif
#define SIDE 32

kernel __attribute__((reqd_work_group_size(SIDE, 8, 1))) void pack(
        int rows, int columns, global const REAL* from, long offset, int leading, long step, global REAL* to, int pitch,
        int height) {
    local REAL tile[SIDE][SIDE + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int row0 = get_group_id(1) * SIDE;
    const int column0 = get_group_id(0) * SIDE;
    from += offset + get_group_id(2) * step;
    to += (long)get_group_id(2) * height * pitch;
#if TURNED
    for (int i = y; i < SIDE; i += 8) {
        tile[i][x] = column0 + i < columns && row0 + x < rows ? from[(long)(column0 + i) * leading + row0 + x] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = y; i < SIDE; i += 8) {
        to[(long)(row0 + i) * pitch + column0 + x] = tile[x][i];
    }
#else
    for (int i = y; i < SIDE; i += 8) {
        to[(long)(row0 + i) * pitch + column0 + x] =
                row0 + i < rows && column0 + x < columns ? from[(long)(row0 + i) * leading + column0 + x] : 0;
    }
#endif
}
