// Values by places that lie anywhere in an array larger than the second cache. A tile's places are put in order of the part of the array
// that they lie in, so that all places of a part are visited one after the other, while that part is in the cache.
#ifndef VALUE
#define VALUE int
#endif
#ifndef GROUP
#define GROUP 512
#endif
#ifndef ITEMS
#define ITEMS 16
#endif
#ifndef MOST_PARTS
#define MOST_PARTS 256
#endif
#define TILE (GROUP * ITEMS)
// Of a place outside.
#define NOWHERE 0xffff
// Of a group that visits a part; each row of 32 work-items takes a tile.
#ifndef VISITORS
#define VISITORS 256
#endif
#define ROWS (VISITORS / 32)
#define AT_ONCE 8

// The new place in the tile of each element, and where each part begins there, with the end.
void part_tile(
    global const int* places, int n, int count, int shift, int parts, int* place, ushort* target, local int* begins,
    global ushort* all_begins, global int* wrong
) {
    const int id = get_local_id(0);
    const long start = (long)get_group_id(0) * TILE;
    for (int p = id; p <= parts; p += GROUP) {
        begins[p] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = start + k * GROUP + id;
        place[k] = i < n ? places[i] : -1;
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        target[k] = NOWHERE;
        if (place[k] >= 0 && place[k] < count) {
            target[k] = (ushort)atomic_add(&begins[(place[k] >> shift) + 1], 1);
        } else if (start + k * GROUP + id < n) {
            atomic_min(wrong, (int)(start + k * GROUP + id));
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int by = 1; by <= parts; by *= 2) {
        const int lower = id >= by && id <= parts ? begins[id - by] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id <= parts) {
            begins[id] += lower;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id <= parts) {
        all_begins[(long)get_group_id(0) * (parts + 1) + id] = (ushort)begins[id];
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (target[k] != NOWHERE) {
            target[k] += (ushort)begins[place[k] >> shift];
        }
    }
}

// For a gather: and where each element has gone.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void part_places(
    global const int* places, int n, int count, int shift, int parts, global int* parted, global ushort* all_begins,
    global ushort* targets, global int* wrong
) {
    local int begins[MOST_PARTS + 1];
    local int staged[TILE];
    const int id = get_local_id(0);
    const long start = (long)get_group_id(0) * TILE;
    int place[ITEMS];
    ushort target[ITEMS];
    part_tile(places, n, count, shift, parts, place, target, begins, all_begins, wrong);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = start + k * GROUP + id;
        if (i < n) {
            targets[i] = target[k];
        }
        if (target[k] != NOWHERE) {
            staged[target[k]] = place[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = id; i < begins[parts]; i += GROUP) {
        parted[start + i] = staged[i];
    }
}

// For a scatter: and the values with their places.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void part_values(
    global const VALUE* from, global const int* places, int n, int count, int shift, int parts, global int* parted,
    global ushort* all_begins, global VALUE* values, global int* wrong
) {
    local int begins[MOST_PARTS + 1];
    // For places, then for values.
    local VALUE staged[TILE * (sizeof(VALUE) < sizeof(int) ? sizeof(int) / sizeof(VALUE) : 1)] __attribute__((aligned(8)));
    local int* const staged_places = (local int*)staged;
    const int id = get_local_id(0);
    const long start = (long)get_group_id(0) * TILE;
    int place[ITEMS];
    ushort target[ITEMS];
    VALUE value[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = start + k * GROUP + id;
        if (i < n) {
            value[k] = from[i];
        }
    }
    part_tile(places, n, count, shift, parts, place, target, begins, all_begins, wrong);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (target[k] != NOWHERE) {
            staged_places[target[k]] = place[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = id; i < begins[parts]; i += GROUP) {
        parted[start + i] = staged_places[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (target[k] != NOWHERE) {
            staged[target[k]] = value[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = id; i < begins[parts]; i += GROUP) {
        values[start + i] = staged[i];
    }
}

// The elements of a part in one tile, for a row of work-items; the first groups have the first part. A gather reads where places tell, a
// scatter writes there.
void visit(
    global const VALUE* from, int tiles, int parts, global const int* parted, global const ushort* all_begins, global VALUE* to,
    bool gathers
) {
    const int groups = (tiles + ROWS - 1) / ROWS;
    const int part = get_group_id(0) / groups;
    const int tile = get_group_id(0) % groups * ROWS + (int)get_local_id(0) / 32;
    if (tile >= tiles) {
        return;
    }
    global const ushort* const begins = all_begins + (long)tile * (parts + 1) + part;
    const int begin = tile * TILE + begins[0];
    const int many = begins[1] - begins[0];
    for (int first = get_local_id(0) % 32; first < many; first += 32 * AT_ONCE) {
        int place[AT_ONCE];
        VALUE value[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            if (first + k * 32 < many) {
                place[k] = parted[begin + first + k * 32];
            }
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            if (first + k * 32 < many) {
                value[k] = from[gathers ? place[k] : begin + first + k * 32];
            }
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            if (first + k * 32 < many) {
                to[gathers ? begin + first + k * 32 : place[k]] = value[k];
            }
        }
    }
}

__attribute__((reqd_work_group_size(VISITORS, 1, 1)))
kernel void gather_parts(
    global const VALUE* from, int tiles, int parts, global const int* parted, global const ushort* all_begins, global VALUE* values
) {
    visit(from, tiles, parts, parted, all_begins, values, true);
}

__attribute__((reqd_work_group_size(VISITORS, 1, 1)))
kernel void scatter_parts(
    global const VALUE* values, int tiles, int parts, global const int* parted, global const ushort* all_begins, global VALUE* to
) {
    visit(values, tiles, parts, parted, all_begins, to, false);
}

// Values of a tile back to where their places were.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void put_back(global const VALUE* values, global const ushort* targets, int n, global VALUE* to) {
    local VALUE staged[TILE];
    const int id = get_local_id(0);
    const long start = (long)get_group_id(0) * TILE;
    ushort target[ITEMS];
    VALUE value[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = start + k * GROUP + id;
        target[k] = NOWHERE;
        if (i < n) {
            target[k] = targets[i];
            value[k] = values[i];
        }
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        staged[k * GROUP + id] = value[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (target[k] != NOWHERE) {
            to[start + k * GROUP + id] = staged[target[k]];
        }
    }
}
