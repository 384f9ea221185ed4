// A grid of cells over a box: after space.cl. A coordinate's cell never falls as the coordinate grows.
int cell_on(REAL x, REAL low, REAL scale, int cells) { return clamp((int)((x - low) * scale), 0, cells - 1); }

int4 cell_of(REAL4 p, REAL4 low, REAL4 scale, int4 cells) {
    return (int4)(
        cell_on(p.x, low.x, scale.x, cells.x), cell_on(p.y, low.y, scale.y, cells.y), cell_on(p.z, low.z, scale.z, cells.z), 0);
}

kernel void cell_keys(global const REAL* points, long n, REAL4 low, REAL4 scale, REAL4 width, int4 cells, global int* keys) {
    const long i = get_global_id(0);
    if (i >= n) {
        return;
    }
    const REAL4 p = given(points, i);
    // Queries may lie anywhere: the nearest place in the box, lest a cell's number overflow.
    const REAL4 high = low + JOIN(convert_, REAL4)(cells) * width;
    const int4 c = cell_of(clamp(p, low, high), low, scale, cells);
    keys[i] = (c.z * cells.y + c.y) * cells.x + c.x;
}

// The first of the sorted points in a cell; what the last cell begins with is followed by their number.
kernel void cell_starts(global const int* sorted, int n, int cells, global int* starts) {
    const int cell = get_global_id(0);
    if (cell > cells) {
        return;
    }
    int from = 0;
    int to = n;
    while (from < to) {
        const int middle = from + (to - from) / 2;
        if (sorted[middle] < cell) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    starts[cell] = from;
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
