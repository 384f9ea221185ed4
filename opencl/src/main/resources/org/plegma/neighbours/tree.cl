// A search in a tree of boxes, the nearer child first: after found.cl and boxes.cl.
//
// No point of a box is nearer, as computed, than the box is, as computed: rounding keeps order. Of boxes as far as the worst that was
// found, only those with a lower index count.
kernel void tree(
    global const REAL* queries, global const int* order, long count, global const REAL* points, long n, int leaves,
    global const REAL* boxes, RESULTS
) {
    const long i = get_global_id(0);
    if (i >= count) {
        return;
    }
    const long query = order[i];
    const REAL4 q = given(queries, query);
    // Such a query is refused in the end.
    if (!all_finite(q)) {
        return;
    }
    BEGIN(query)
    uint node = 1;
    // The nodes that wait are brothers of the current one and of those above it: a bit for each level, the lowest for the current one.
    uint waiting = 0;
    bool wanted = true;
    while (true) {
        while (wanted && node < leaves) {
            const Box leftBox = box_of(boxes, 2 * node);
            const Box rightBox = box_of(boxes, 2 * node + 1);
            const REAL left = box_distance(q, leftBox);
            const REAL right = box_distance(q, rightBox);
            const bool goLeft = !TOO_FAR(&found, left, id_in(leftBox.low.w));
            const bool goRight = !TOO_FAR(&found, right, id_in(rightBox.low.w));
            const bool rightIsNearer = right < left || (right == left && id_in(rightBox.low.w) < id_in(leftBox.low.w));
            wanted = goLeft || goRight;
            if (wanted) {
                node = 2 * node + (goRight && (rightIsNearer || !goLeft) ? 1 : 0);
                waiting = waiting << 1 | (goLeft && goRight ? 1 : 0);
            }
        }
        if (wanted) {
            const int from = (node - leaves) * LEAF;
            consider_points(&found, q, points, n, from, (int)min(n, (long)from + LEAF));
        }
        if (waiting == 0) {
            break;
        }
        const uint up = popcount((waiting & -waiting) - 1);
        node = node >> up ^ 1;
        waiting = waiting >> up ^ 1;
        const Box box = box_of(boxes, node);
        wanted = !TOO_FAR(&found, box_distance(q, box), id_in(box.low.w));
    }
    END(query)
}
