// A tree of boxes over points that lie along a curve: after space.cl. It is stored as a heap: the root is node 1, the children of
// node i are 2i and 2i+1, the leaves are the last half. Nodes past the end are empty. A box is its low corner, beside it the lowest
// index of its points, then its high corner.
#ifndef LEAF
#define LEAF 8
#endif
#ifndef GROUP
#define GROUP 1
#endif

typedef struct {
    REAL4 low;
    REAL4 high;
} Box;

Box box_of(global const REAL* boxes, int node) { return ((global const Box*)boxes)[node]; }

REAL off_box(REAL x, REAL low, REAL high) { return max(max(low - x, x - high), (REAL)0); }

// By axes, as bits of indices are numbers that a processor is slow to compute with.
REAL box_distance(REAL4 q, Box box) {
    return squared(
        off_box(q.x, box.low.x, box.high.x), off_box(q.y, box.low.y, box.high.y), off_box(q.z, box.low.z, box.high.z));
}

void put_box(REAL4 low, REAL4 high, int lowest, global REAL* boxes, int node) {
    low.w = id_bits(lowest);
    const Box box = {low, high};
    ((global Box*)boxes)[node] = box;
}

kernel void leaf_boxes(global const REAL* points, long n, int leaves, global REAL* boxes) {
    const int leaf = get_global_id(0);
    if (leaf < leaves) {
        REAL4 low = INFINITY;
        REAL4 high = -INFINITY;
        int id = INT_MAX;
        for (long i = (long)leaf * LEAF; i < min(n, (long)(leaf + 1) * LEAF); i++) {
            const REAL4 p = arranged_point(points, n, i);
            low = min(low, p);
            high = max(high, p);
            id = min(id, ID(points, n, i));
        }
        put_box(low, high, id, boxes, leaves + leaf);
    }
}

// A node for each work-item of a level, then the nodes above those of a group.
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void inner_boxes(int nodes, global REAL* boxes) {
    int at = get_group_id(0) * GROUP;
    for (int many = GROUP; many > 0 && nodes > 0; many /= 2, nodes /= 2, at /= 2) {
        const int node = nodes + at + get_local_id(0);
        if (get_local_id(0) < many && node < 2 * nodes) {
            const Box left = box_of(boxes, 2 * node);
            const Box right = box_of(boxes, 2 * node + 1);
            put_box(
                min(left.low, right.low), max(left.high, right.high), min(id_in(left.low.w), id_in(right.low.w)), boxes, node);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
