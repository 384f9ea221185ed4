// A search in the 27 cells around the query's, one launch for each: after space.cl and grid.cl. A group has a cell of queries, and
// brings the points of one cell near it to local memory, as many at a time as it has work-items. What is beyond the 27 cells is left
// to rings.cl. Under SKIP a group leaves out points that are too far for all its queries.
#ifndef GROUP
#define GROUP 64
#endif

#ifdef WIDE
#define POINT(points, n, i) (REAL4)(X(points, n, i), Y(points, n, i), Z(points, n, i), 0)
#else
#define POINT(points, n, i) vload4(i, points)
#endif

// No more than the distance to a cell along an axis.
REAL before_cell(REAL x, int cell, REAL low, REAL width, REAL slack) {
    const REAL begin = low + cell * width;
    return max(max(begin - x, x - (begin + width)) - slack, (REAL)0);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void offset_cells(
    global const REAL* queries, global const int* order, global const int* queryStarts, global const REAL* points,
    global const int* ids, global const int* starts, long n, REAL4 low, REAL4 width, int4 cells, REAL slack, int4 offset,
    global REAL* distances, global int* found_ids
) {
    local REAL4 tile[GROUP];
    local int tileIds[GROUP];
    local int wanted;
    const int id = get_local_id(0);
    const int cell = get_group_id(0);
    const int x = cell % cells.x + offset.x;
    const int y = cell / cells.x % cells.y + offset.y;
    const int z = cell / cells.x / cells.y + offset.z;
    const bool first = offset.x == 0 && offset.y == 0 && offset.z == 0;
    const bool inside = x >= 0 && x < cells.x && y >= 0 && y < cells.y && z >= 0 && z < cells.z;
    const int near = inside ? (z * cells.y + y) * cells.x + x : cell;
    const int from = starts[near];
    const int to = inside ? starts[near + 1] : from;
    for (int block = queryStarts[cell]; block < queryStarts[cell + 1]; block += GROUP) {
        const bool active = block + id < queryStarts[cell + 1];
        const int query = active ? order[block + id] : 0;
        const REAL4 q = active ? given(queries, query) : (REAL4)(0);
        REAL best = active && !first ? distances[query] : INFINITY;
        int bestId = active && !first ? found_ids[query] : -1;
#ifdef SKIP
        // The flag is cleared for each block, and a barrier is between that, its use and the next block.
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 0) {
            wanted = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const REAL dx = before_cell(q.x, x, low.x, width.x, slack);
        const REAL dy = before_cell(q.y, y, low.y, width.y, slack);
        const REAL dz = before_cell(q.z, z, low.z, width.z, slack);
        if (active && squared(dx, dy, dz) * (1 - 16 * EPSILON) <= best) {
            atomic_or(&wanted, 1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int end = wanted || first ? to : from;
#else
        const int end = to;
#endif
        for (int part = from; part < end; part += GROUP) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (part + id < end) {
                tile[id] = POINT(points, n, part + id);
                tileIds[id] = ids[part + id];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            const int there = min(GROUP, end - part);
            if (active) {
                for (int i = 0; i < there; i++) {
                    const REAL4 p = tile[i];
                    const REAL d = squared(p.x - q.x, p.y - q.y, p.z - q.z);
                    if (d < best || (d == best && tileIds[i] < bestId)) {
                        best = d;
                        bestId = tileIds[i];
                    }
                }
            }
        }
        if (active) {
            distances[query] = best;
            found_ids[query] = bestId;
        }
    }
}
