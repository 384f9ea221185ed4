// A tree of boxes over points that lie along a space-filling curve: after space.cl. It is stored as a heap: the root is node 1, the
// children of node i are 2i and 2i+1, the leaves are the last half. Nodes past the end are empty.
#ifndef LEAF
#define LEAF 8
#endif

// Spreads 21 bits so that two free bits follow each.
ulong spread(ulong x) {
    x = (x | x << 32) & 0x001f00000000fffful;
    x = (x | x << 16) & 0x001f0000ff0000fful;
    x = (x | x << 8) & 0x100f00f00f00f00ful;
    x = (x | x << 4) & 0x10c30c30c30c30c3ul;
    return (x | x << 2) & 0x1249249249249249ul;
}

// One coordinate of each point.
kernel void axis_values(global const REAL* points, long n, int axis, global REAL* values) {
    const long i = get_global_id(0);
    if (i < n) {
        const REAL4 p = given(points, i);
        values[i] = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
    }
}

// Adds an axis to places along Morton's curve, which runs through ranks: the number of lower coordinates along an axis counts, shifted
// to so many bits. Clusters of any width spread out so, and equal coordinates stay equal.
kernel void rank_keys(global const REAL* sorted, global const int* places, long n, int axis, int shift, global long* keys) {
    const long i = get_global_id(0);
    if (i >= n) {
        return;
    }
    const REAL value = sorted[i];
    long from = 0;
    long to = i;
    while (from < to) {
        const long middle = (from + to) / 2;
        if (sorted[middle] < value) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    const long key = (long)(spread((ulong)from >> shift) << axis);
    keys[places[i]] = axis == 0 ? key : keys[places[i]] | key;
}

kernel void leaf_boxes(
    global const REAL* points, global const int* ids, long n, int leaves, global REAL* lows, global REAL* highs, global int* lowest
) {
    const int leaf = get_global_id(0);
    REAL4 low = INFINITY;
    REAL4 high = -INFINITY;
    int id = INT_MAX;
    for (long i = (long)leaf * LEAF; i < min(n, (long)(leaf + 1) * LEAF); i++) {
#ifdef WIDE
        const REAL4 p = (REAL4)(X(points, n, i), Y(points, n, i), Z(points, n, i), 0);
#else
        const REAL4 p = vload4(i, points);
#endif
        low = min(low, p);
        high = max(high, p);
        id = min(id, ids[i]);
    }
    vstore4(low, leaves + leaf, lows);
    vstore4(high, leaves + leaf, highs);
    lowest[leaves + leaf] = id;
}

kernel void inner_boxes(int first, global REAL* lows, global REAL* highs, global int* lowest) {
    const int node = first + get_global_id(0);
    vstore4(min(vload4(2 * node, lows), vload4(2 * node + 1, lows)), node, lows);
    vstore4(max(vload4(2 * node, highs), vload4(2 * node + 1, highs)), node, highs);
    lowest[node] = min(lowest[2 * node], lowest[2 * node + 1]);
}
