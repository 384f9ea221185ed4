// A search in a tree of boxes, the nearer child first: after found.cl and boxes.cl. No point of a box is nearer, as computed, than the
// box is, as computed: rounding keeps order. Of boxes as far as the worst that was found, only those with a lower index count.
#define DEEPEST 32

REAL box_distance(REAL4 q, global const REAL* lows, global const REAL* highs, int node) {
    const REAL4 off = max(max(vload4(node, lows) - q, q - vload4(node, highs)), (REAL4)(0));
    return squared(off.x, off.y, off.z);
}

kernel void tree(
    global const REAL* queries, global const int* order, long count, global const REAL* points, global const int* ids,
    long n, int leaves, global const REAL* lows, global const REAL* highs, global const int* lowest, RESULTS
) {
    const long i = get_global_id(0);
    if (i >= count) {
        return;
    }
    const long query = order[i];
    const REAL4 q = given(queries, query);
    BEGIN(query)
    int nodes[DEEPEST];
    REAL distances_to[DEEPEST];
    int waiting = 1;
    nodes[0] = 1;
    distances_to[0] = box_distance(q, lows, highs, 1);
    while (waiting > 0) {
        waiting--;
        int node = nodes[waiting];
        if (TOO_FAR(&found, distances_to[waiting], lowest[node])) {
            continue;
        }
        while (node < leaves) {
            const REAL left = box_distance(q, lows, highs, 2 * node);
            const REAL right = box_distance(q, lows, highs, 2 * node + 1);
            const bool leftFirst = left < right || (left == right && lowest[2 * node] <= lowest[2 * node + 1]);
            nodes[waiting] = 2 * node + (leftFirst ? 1 : 0);
            distances_to[waiting] = leftFirst ? right : left;
            waiting++;
            node = 2 * node + (leftFirst ? 0 : 1);
            if (TOO_FAR(&found, leftFirst ? left : right, lowest[node])) {
                break;
            }
        }
        if (node >= leaves) {
            const int from = (node - leaves) * LEAF;
            consider_points(&found, q, points, ids, n, from, (int)min(n, (long)from + LEAF));
        }
    }
    END(query)
}
