// Values by their places, as in gather.cl, for devices with local memory of their own. A group has so many elements. If their places
// are near each other, the values go through local memory, so that memory is read and written in lines.
#ifndef VALUE
#define VALUE int
#endif
#ifndef GROUP
#define GROUP 64
#endif
#ifndef ITEMS
#define ITEMS 8
#endif
#define CHUNK (GROUP * ITEMS)
#define WINDOW (2 * CHUNK)

// The places of a group's elements: of one past the end or with a place outside it is -1. Tells the lowest and the highest.
void read_places(global const int* places, int n, int count, int* place, local int* ends, global int* wrong) {
    const int id = get_local_id(0);
    const long start = (long)get_group_id(0) * CHUNK;
    if (id == 0) {
        ends[0] = INT_MAX;
        ends[1] = -1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = start + k * GROUP + id;
        place[k] = i < n ? places[i] : -1;
    }
    int low = INT_MAX;
    int high = -1;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = start + k * GROUP + id;
        if (place[k] < 0 || place[k] >= count) {
            place[k] = -1;
            if (i < n) {
                atomic_min(wrong, (int)i);
            }
        } else {
            low = min(low, place[k]);
            high = max(high, place[k]);
        }
    }
    if (high >= 0) {
        atomic_min(&ends[0], low);
        atomic_max(&ends[1], high);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// How many places there are from the lowest to the highest, or 0 if they are too many for what is moved.
int together(local const int* ends, int n) {
    const long there = min((long)CHUNK, n - (long)get_group_id(0) * CHUNK);
    const long between = ends[1] - (long)ends[0] + 1;
    return between <= 2 * there ? (int)max(between, 0l) : 0;
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void gather_near(global const VALUE* from, int count, global const int* places, int n, global VALUE* to, global int* wrong) {
    local VALUE tile[WINDOW];
    local int ends[2];
    int place[ITEMS];
    read_places(places, n, count, place, ends, wrong);
    const int between = together(ends, n);
    const int first = ends[0];
    const int id = get_local_id(0);
    for (int i = id; i < between; i += GROUP) {
        tile[i] = from[first + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    VALUE value[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (place[k] >= 0) {
            value[k] = between > 0 ? tile[place[k] - first] : from[place[k]];
        }
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (place[k] >= 0) {
            to[(long)get_group_id(0) * CHUNK + k * GROUP + id] = value[k];
        }
    }
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void scatter_near(global const VALUE* from, int n, global const int* places, global VALUE* to, int count, global int* wrong) {
    local VALUE tile[WINDOW];
    // Which of the places between have a value.
    local uchar has[WINDOW];
    local int ends[2];
    const int id = get_local_id(0);
    VALUE value[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const long i = (long)get_group_id(0) * CHUNK + k * GROUP + id;
        if (i < n) {
            value[k] = from[i];
        }
    }
    int place[ITEMS];
    read_places(places, n, count, place, ends, wrong);
    const int between = together(ends, n);
    const int first = ends[0];
    for (int i = id; i < between; i += GROUP) {
        has[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (place[k] >= 0) {
            if (between > 0) {
                tile[place[k] - first] = value[k];
                has[place[k] - first] = 1;
            } else {
                to[place[k]] = value[k];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = id; i < between; i += GROUP) {
        if (has[i]) {
            to[first + i] = tile[i];
        }
    }
}
