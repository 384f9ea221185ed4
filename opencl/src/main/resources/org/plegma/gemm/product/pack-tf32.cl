// Copies a factor into the tiles that tensor-wgmma.cl takes: TILE lines of 16 terms, 64 bytes each, line by line, and one such
// tile after the other along the terms, of which there is an even number. What pads lines and terms is 0.
//
// With SPLIT a tile of the values is followed by one of what TF32 leaves of them, and both have their chunks of 16 bytes where
// wgmma looks for them. Which term is where in a line is then as lanes hold them of the other factor: lane t has 4*t to 4*t + 3,
// for the places t and t + 4 of the first 8 and of the second.
#ifndef TILE // a multiple of 32
#define TILE 128
#endif
#ifndef SPLIT
#define SPLIT 0
#endif
#ifndef TURNED // 1: the factor lies by terms
#define TURNED 0
#endif
#define TERMS 16
#define SIDE 32

kernel __attribute__((reqd_work_group_size(SIDE, 8, 1))) void pack(
        int lines, int terms, global const float* from, long offset, int leading, long step, global float* to) {
    local float tile[SIDE][SIDE + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int term0 = get_group_id(0) * SIDE;
    const int line0 = get_group_id(1) * SIDE;
    const long depth = get_num_groups(0) * (SIDE / TERMS);
    from += offset + get_group_id(2) * step;
    to += get_group_id(2) * (get_num_groups(1) * SIDE * depth * (TERMS * (1 + SPLIT)));
    for (int i = y; i < SIDE; i += 8) {
#if TURNED
        tile[x][i] = term0 + i < terms && line0 + x < lines ? from[(long)(term0 + i) * leading + line0 + x] : 0;
#else
        tile[i][x] = line0 + i < lines && term0 + x < terms ? from[(long)(line0 + i) * leading + term0 + x] : 0;
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    to += (line0 / TILE * depth + term0 / TERMS) * (TILE * TERMS * (1 + SPLIT)) + line0 % TILE * TERMS;
    for (int e = y * SIDE + x; e < SIDE * SIDE; e += SIDE * 8) {
        const int along = e / (SIDE * TERMS), line = e / TERMS % SIDE, place = e % TERMS;
        global float* at = to + along * (TILE * TERMS * (1 + SPLIT)) + line * TERMS + place;
#if SPLIT
        const int q = ((place / 4) ^ (line / 2 % 4)) * 4 + place % 4;
        const float value = tile[line][along * TERMS + 4 * (q % 4) + 2 * (q / 8) + q / 4 % 2];
        at[0] = value;
        at[TILE * TERMS] = value - as_float(as_uint(value) & 0xffffe000);
#else
        at[0] = tile[line][along * TERMS + place];
#endif
    }
}
