// A search in a tree of boxes by warps: after lanes.cl, found.cl and boxes.cl. The queries of a warp are near each other, and go through
// the tree together. A node has 32 children here, five levels of the binary tree below it, and each lane looks at one: how far it is
// from the box of all queries. Those that are near enough are looked at by each lane for its own query, the nearest first.
//
// No point of a box is nearer, as computed, than the box is, as computed, nor that from a query than from the box of queries: rounding
// keeps order. Of boxes as far as the worst that was found, only those with a lower index count.
#define DEEP 5

float least_of_lanes(float x) {
#pragma unroll
    for (uint by = 1; by < LANES; by *= 2) {
        x = fmin(x, as_float(word_across(as_uint(x), by)));
    }
    return x;
}

// How far the farthest of what the lanes have found is, at least; less than 0 if no lane searches.
REAL farthest(const Found* found, bool own) {
    return -least_of_lanes(own ? -convert_float_rtp(LIMIT(found)) : (float)INFINITY);
}

kernel void tree(global const REAL* queries, long count, global const REAL* points, long n, int leaves, global const REAL* boxes, RESULTS) {
    // Work-items past the end stay with the last query, as their warp needs them, and want nothing.
    const long i = min((long)get_global_id(0), count - 1);
    const REAL4 q = arranged_point(queries, count, i);
    const long query = ID(queries, count, i);
    const bool own = get_global_id(0) < count && all_finite(q);
    BEGIN(query)
    const REAL lowX = least_of_lanes(own ? convert_float_rtn(q.x) : (float)INFINITY);
    const REAL lowY = least_of_lanes(own ? convert_float_rtn(q.y) : (float)INFINITY);
    const REAL lowZ = least_of_lanes(own ? convert_float_rtn(q.z) : (float)INFINITY);
    const REAL highX = -least_of_lanes(own ? -convert_float_rtp(q.x) : (float)INFINITY);
    const REAL highY = -least_of_lanes(own ? -convert_float_rtp(q.y) : (float)INFINITY);
    const REAL highZ = -least_of_lanes(own ? -convert_float_rtp(q.z) : (float)INFINITY);
    REAL reach = farthest(&found, own);
    // The levels above the others are so many that five times as many follow.
    const uint deep = 31 - clz(leaves);
    const uint first = deep == 0 ? 0 : (deep - 1) % DEEP + 1;
    int node = 1;
    uint level = 0;
    // Children of the node that wait, a bit for each; what waits at the levels above is kept by the lanes of their numbers.
    uint waiting = 0xffffffff;
    uint kept = 0;
    while (true) {
        if (waiting == 0) {
            if (level == 0) {
                break;
            }
            level--;
            node >>= level == 0 ? first : DEEP;
            waiting = word_of(kept, level);
            continue;
        }
        const uint levels = level == 0 ? first : DEEP;
        const int child = (node << levels) + (int)(LANE & ((1u << levels) - 1));
        const Box box = box_of(boxes, child);
        const REAL apart = squared(
            max(max(box.low.x - highX, lowX - box.high.x), (REAL)0), max(max(box.low.y - highY, lowY - box.high.y), (REAL)0),
            max(max(box.low.z - highZ, lowZ - box.high.z), (REAL)0));
        const bool near = LANE < 1u << levels && (waiting >> LANE & 1) != 0 && apart <= reach;
        const float distance = near ? (float)apart : (float)INFINITY;
        const float least = least_of_lanes(distance);
        const uint nearest = ballot(near && distance == least);
        waiting = ballot(near);
        const bool last = (node << levels) >= leaves;
        // Leaves are looked at one after the other, beginning with the nearest; of other children, one.
        uint next = nearest & -nearest;
        while (next != 0) {
            waiting ^= next;
            const int chosen = (node << levels) + (int)popcount(next - 1);
            const Box one = box_of(boxes, chosen);
            const bool wanted = own && !TOO_FAR(&found, box_distance(q, one), id_in(one.low.w));
            const bool any_wants = ballot(wanted) != 0;
            next = last ? waiting & -waiting : 0;
            if (any_wants && last) {
                if (own) {
                    const int from = (chosen - leaves) * LEAF;
                    consider_points(&found, q, points, n, from, (int)min(n, (long)from + LEAF));
                }
            } else if (any_wants) {
                kept = LANE == level ? waiting : kept;
                level++;
                node = chosen;
                waiting = 0xffffffff;
            }
        }
        if (last) {
            reach = farthest(&found, own);
        }
    }
    if (own) {
        END(query)
    }
}
