// A grid of cells over a box: after lanes.cl and space.cl. A coordinate's cell never falls as the coordinate grows.
int cell_on(REAL x, REAL low, REAL scale, int cells) { return clamp((int)((x - low) * scale), 0, cells - 1); }

// Queries may lie anywhere: the nearest place in the box, lest a cell's number overflow.
int4 cell_of(REAL4 p, REAL4 low, REAL4 scale, REAL4 width, int4 cells) {
    p = clamp(p, low, low + CONVERT_REAL4(cells) * width);
    return (int4)(
        cell_on(p.x, low.x, scale.x, cells.x), cell_on(p.y, low.y, scale.y, cells.y), cell_on(p.z, low.z, scale.z, cells.z), 0);
}

kernel void clear_counts(int n, global int* counts) {
    if (get_global_id(0) < n) {
        counts[get_global_id(0)] = 0;
    }
}

// How many points each cell has, and for each point its cell and how many others came before it there. The order in a cell differs
// from run to run; what a search finds does not. A flag tells of coordinates that are not finite.
kernel void count_in_cells(
    global const REAL* points, long n, REAL4 low, REAL4 scale, REAL4 width, int4 cells, global int* counts, global int* places,
    global int* wrong
) {
    const long i = get_global_id(0);
    int cell = -1;
    if (i < n) {
        const REAL4 p = given(points, i);
        if (!all_finite(p)) {
            *wrong = 1;
        }
        const int4 c = cell_of(p, low, scale, width, cells);
        cell = (c.z * cells.y + c.y) * cells.x + c.x;
    }
    int rank = 0;
#ifdef LANES
    // Points in one cell would wait for each other at its counter: those in the cell of the first lane add up by one of them.
    const uint same = ballot(cell == (int)word_of(cell, 0));
    int before = 0;
    if (LANE == 0 && i < n) {
        before = atomic_add(&counts[cell], popcount(same));
    }
    rank = (int)word_of(before, 0) + popcount(same & ((1u << LANE) - 1));
    if (i < n && (same >> LANE & 1) == 0) {
        rank = atomic_inc(&counts[cell]);
    }
#else
    if (i < n) {
        rank = atomic_inc(&counts[cell]);
    }
#endif
    if (i < n) {
        ((global int2*)places)[i] = (int2)(cell, rank);
    }
}

// Points by their cells, once it is known where each cell begins.
kernel void place_in_cells(
    global const REAL* points, long n, global const int* places, global const int* starts, global REAL* arranged
) {
    const long i = get_global_id(0);
    if (i < n) {
        const int2 place = ((global const int2*)places)[i];
        put(given(points, i), (int)i, starts[place.x] + place.y, n, arranged);
    }
}

// Of every so many cells, the sum of squares of their points: it tells how even the grid is.
kernel void evenness(global const int* starts, int cells, global float* sums) {
    float squares = 0;
    for (int cell = get_global_id(0); cell < cells; cell += get_global_size(0)) {
        const float count = starts[cell + 1] - starts[cell];
        squares += count * count;
    }
    sums[get_global_id(0)] = squares;
}
