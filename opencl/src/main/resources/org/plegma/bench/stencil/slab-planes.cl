// Makes planes of a grid by their place in the whole, and tells whether two grids have the same planes, bit for bit.
#ifndef ITEMS
#define ITEMS 128
#endif

// All 64 bits of the result depend on all of x (the finalizer of SplitMix64, by Sebastiano Vigna, public domain).
ulong mixed(ulong x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
    return x ^ (x >> 31);
}

// Values in [0, 1) for the count cells of the array from offset on; first is the place of the first one in the whole grid.
kernel void fill_planes(global float *cells, ulong offset, ulong first, ulong count) {
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        cells[offset + i] = (mixed((first + i + 1) * 0x9e3779b97f4a7c15UL) >> 40) * 0x1p-24f;
    }
}

// A work-group sums up a plane: what each cell adds depends on all its bits and on its place in the plane.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void plane_checksums(global const float *cells, ulong offset, uint plane, global long *sums) {
    local ulong parts[ITEMS];
    const uint me = get_local_id(0);
    global const float *mine = cells + offset + (ulong)get_group_id(0) * plane;
    ulong sum = 0;
    for (uint i = me; i < plane; i += ITEMS) {
        sum += mixed((ulong)i << 32 | as_uint(mine[i]));
    }
    parts[me] = sum;
    for (uint span = ITEMS / 2; span > 0; span /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < span) {
            parts[me] += parts[me + span];
        }
    }
    if (me == 0) {
        sums[get_group_id(0)] = (long)parts[0];
    }
}
