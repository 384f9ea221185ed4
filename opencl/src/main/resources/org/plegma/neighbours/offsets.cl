// A search in the 27 cells around the query's, one launch for each: after space.cl and grid.cl. Groups have queries of one cell, and
// bring the points of one cell near it to local memory, as many at a time as they have work-items. Each cell of queries has so many
// groups, its share. What is beyond the 27 cells is left to rings.cl. Under SKIP a group leaves out points that are too far
// for all its queries.
#ifndef GROUP
#define GROUP 64
#endif
// Queries of a work-item: one read of a point from local memory serves them all.
#ifndef QUERIES
#define QUERIES 1
#endif
#define BLOCK (GROUP * QUERIES)

// No more than the distance to a cell along an axis.
REAL before_cell(REAL x, int cell, REAL low, REAL width, REAL slack) {
    const REAL begin = low + cell * width;
    return max(max(begin - x, x - (begin + width)) - slack, (REAL)0);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void offset_cells(
    global const REAL* queries, long count, global const int* queryStarts, int share, global const REAL* points,
    global const int* starts, long n, REAL4 low, REAL4 width, int4 cells, REAL slack, int4 offset, global REAL* distances,
    global int* found_ids
) {
    local REAL4 tile[GROUP];
    local int wanted;
    const int id = get_local_id(0);
    const int cell = get_group_id(0) / share;
    const int x = cell % cells.x + offset.x;
    const int y = cell / cells.x % cells.y + offset.y;
    const int z = cell / cells.x / cells.y + offset.z;
    const bool first = offset.x == 0 && offset.y == 0 && offset.z == 0;
    const bool inside = x >= 0 && x < cells.x && y >= 0 && y < cells.y && z >= 0 && z < cells.z;
    const int near = inside ? (z * cells.y + y) * cells.x + x : cell;
    const int from = starts[near];
    const int to = inside ? starts[near + 1] : from;
    const int end_of_queries = queryStarts[cell + 1];
    const int first_block = queryStarts[cell] + get_group_id(0) % share * BLOCK;
    for (int block = first_block; block < end_of_queries; block += share * BLOCK) {
        REAL4 q[QUERIES];
        REAL best[QUERIES];
        int bestId[QUERIES];
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            // Past the end is the last query once more, to which nothing is near enough.
            const bool there = block + k * GROUP + id < end_of_queries;
            q[k] = arranged_point(queries, count, min(block + k * GROUP + id, end_of_queries - 1));
            best[k] = !there ? (REAL)-1 : first ? INFINITY : distances[id_in(q[k].w)];
            bestId[k] = !there || first ? -1 : found_ids[id_in(q[k].w)];
        }
#ifdef SKIP
        // The flag is cleared for each block, and a barrier is between that, its use and the next block.
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 0) {
            wanted = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int near_enough = 0;
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            const REAL dx = before_cell(q[k].x, x, low.x, width.x, slack);
            const REAL dy = before_cell(q[k].y, y, low.y, width.y, slack);
            const REAL dz = before_cell(q[k].z, z, low.z, width.z, slack);
            near_enough |= squared(dx, dy, dz) * (1 - 16 * EPSILON) <= best[k];
        }
        if (near_enough) {
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
                tile[id] = arranged_point(points, n, part + id);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            const int there = min(GROUP, end - part);
#pragma unroll 4
            for (int i = 0; i < there; i++) {
                const REAL4 p = tile[i];
#pragma unroll
                for (int k = 0; k < QUERIES; k++) {
                    const REAL d = squared(p.x - q[k].x, p.y - q[k].y, p.z - q[k].z);
                    // Seldom, so that most points take one comparison.
                    if (d <= best[k] && (d < best[k] || id_in(p.w) < bestId[k])) {
                        best[k] = d;
                        bestId[k] = id_in(p.w);
                    }
                }
            }
        }
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            if (block + k * GROUP + id < end_of_queries) {
                distances[id_in(q[k].w)] = best[k];
                found_ids[id_in(q[k].w)] = bestId[k];
            }
        }
    }
}
