// A search in a tree of boxes by warps: after lanes.cl, found.cl and boxes.cl. The queries of a warp are near each other, and go through
// the tree together. A node has 32 children here, five levels of the binary tree below it, and each lane looks at one: how far it is
// from the box of all queries. Those that are near enough are looked at by each lane for its own query.
//
// Before, each lane looks at the leaf that its query would be in by its key, so that most of the tree is too far from the beginning.
//
// No point of a box is nearer, as computed, than the box is, as computed, nor that from a query than from the box of queries: rounding
// keeps order. Of boxes as far as the worst that was found, only those with a lower index count.
#define DEEP 5
// More levels of 32 children than a tree of 2^31 leaves has.
#define LEVELS 7
#ifndef GROUP
#define GROUP 128
#endif
// Bits of a point's key that a query's lacks.
#ifndef FINER
#define FINER 16
#endif

// A number that is not negative is in order as its bits are.
float least_of_lanes(float x) { return as_float(least_word(as_uint(x))); }

float most_of_lanes(float x) { return as_float(most_word(as_uint(x))); }

// Of any sign: bits of negative numbers are turned.
uint in_order(float x) { return as_uint(x) ^ (as_int(x) < 0 ? 0xffffffff : 0x80000000); }

float of_order(uint x) { return as_float(x ^ ((x & 0x80000000) != 0 ? 0x80000000 : 0xffffffff)); }

float lowest_of_lanes(float x) { return of_order(least_word(in_order(x))); }

float highest_of_lanes(float x) { return -lowest_of_lanes(-x); }

// How far the farthest of what the lanes have found is, at least.
REAL farthest(const Found* found, bool own) { return most_of_lanes(own ? convert_float_rtp(LIMIT(found)) : 0); }

// The leaf whose first point has the last key not above this one.
int leaf_of(global const ulong* keys, long n, uint key) {
    int from = 0;
    int to = (int)((n + LEAF - 1) / LEAF);
    while (to - from > 1) {
        const int middle = from + (to - from) / 2;
        if ((uint)(keys[(long)middle * LEAF] >> FINER) <= key) {
            from = middle;
        } else {
            to = middle;
        }
    }
    return from;
}

void consider_leaf(Found* found, REAL4 q, global const REAL* points, long n, int leaf) {
    const long from = (long)leaf * LEAF;
    if (from + LEAF > n) {
        consider_points(found, q, points, n, (int)from, (int)n);
        return;
    }
    REAL d[LEAF];
    REAL least = INFINITY;
#pragma unroll
    for (int k = 0; k < LEAF; k++) {
        const REAL4 p = arranged_point(points, n, from + k);
        d[k] = squared(p.x - q.x, p.y - q.y, p.z - q.z);
        least = min(least, d[k]);
    }
    // Seldom, so that most points take a minimum and no comparison.
    if (least <= LIMIT(found)) {
#pragma unroll
        for (int k = 0; k < LEAF; k++) {
            if (d[k] <= LIMIT(found)) {
                consider(found, d[k], ID(points, n, from + k));
            }
        }
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void tree(
    global const REAL* queries, global const int* order, long count, global const REAL* points, long n, int leaves,
    global const REAL* boxes, global const uint* query_keys, global const ulong* keys, RESULTS
) {
    // How far the children of a node are that wait, for each level.
    local REAL apart_at[LEVELS * GROUP];
    // Work-items past the end stay with the last query, as their warp needs them, and want nothing.
    const long i = min((long)get_global_id(0), count - 1);
    const long query = order[i];
    const REAL4 q = given(queries, query);
    const bool own = get_global_id(0) < count && all_finite(q);
    BEGIN(query)
    const int leaf = leaf_of(keys, n, query_keys[i]);
    if (own) {
        consider_leaf(&found, q, points, n, leaf);
    }
    const REAL lowX = lowest_of_lanes(own ? convert_float_rtn(q.x) : (float)INFINITY);
    const REAL lowY = lowest_of_lanes(own ? convert_float_rtn(q.y) : (float)INFINITY);
    const REAL lowZ = lowest_of_lanes(own ? convert_float_rtn(q.z) : (float)INFINITY);
    const REAL highX = highest_of_lanes(own ? convert_float_rtp(q.x) : -(float)INFINITY);
    const REAL highY = highest_of_lanes(own ? convert_float_rtp(q.y) : -(float)INFINITY);
    const REAL highZ = highest_of_lanes(own ? convert_float_rtp(q.z) : -(float)INFINITY);
    REAL reach = farthest(&found, own);
    // The levels above the others are so many that five times as many follow.
    const uint deep = 31 - clz(leaves);
    const uint first = deep == 0 ? 0 : (deep - 1) % DEEP + 1;
    int node = 1;
    uint level = 0;
    bool entered = true;
    // Children of the node that wait, a bit for each; what waits at the levels above is kept by the lanes of their numbers.
    uint waiting = ballot(own) != 0 ? 0xffffffff : 0;
    uint kept = 0;
    while (true) {
        if (waiting == 0) {
            if (level == 0) {
                break;
            }
            level--;
            node >>= level == 0 ? first : DEEP;
            waiting = word_of(kept, level);
            entered = false;
            continue;
        }
        const uint levels = level == 0 ? first : DEEP;
        local REAL* const kept_apart = apart_at + level * GROUP + get_local_id(0);
        REAL apart;
        if (entered) {
            const Box box = box_of(boxes, (node << levels) + (int)(LANE & ((1u << levels) - 1)));
            apart = squared(
                max(max(box.low.x - highX, lowX - box.high.x), (REAL)0), max(max(box.low.y - highY, lowY - box.high.y), (REAL)0),
                max(max(box.low.z - highZ, lowZ - box.high.z), (REAL)0));
            apart = LANE < 1u << levels ? apart : (REAL)INFINITY;
            *kept_apart = apart;
        } else {
            apart = *kept_apart;
        }
        waiting = ballot((waiting >> LANE & 1) != 0 && LANE < 1u << levels && apart <= reach);
        if (node << levels >= leaves) {
            while (waiting != 0) {
                const uint next = waiting & -waiting;
                waiting ^= next;
                const int chosen = (node << levels) + (int)popcount(next - 1);
                const Box box = box_of(boxes, chosen);
                const bool wanted = own && chosen - leaves != leaf && !TOO_FAR(&found, box_distance(q, box), id_in(box.low.w));
                if (ballot(wanted) != 0) {
                    if (wanted) {
                        consider_leaf(&found, q, points, n, chosen - leaves);
                    }
                    reach = farthest(&found, own);
                    waiting &= ballot(apart <= reach);
                }
            }
            continue;
        }
        // The nearest of the others.
        const float distance = (waiting >> LANE & 1) != 0 ? (float)apart : (float)INFINITY;
        const uint nearest = waiting & ballot(distance == least_of_lanes(distance));
        if (nearest != 0) {
            const uint next = nearest & -nearest;
            waiting ^= next;
            const int chosen = (node << levels) + (int)popcount(next - 1);
            const Box box = box_of(boxes, chosen);
            entered = false;
            if (ballot(own && !TOO_FAR(&found, box_distance(q, box), id_in(box.low.w))) != 0) {
                kept = LANE == level ? waiting : kept;
                level++;
                node = chosen;
                waiting = 0xffffffff;
                entered = true;
            }
        }
    }
    if (own) {
        END(query)
    }
}
