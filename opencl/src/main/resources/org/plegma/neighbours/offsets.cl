// A search in the 27 cells around the query's, one after the other: after space.cl and grid.cl. Groups have queries of one cell, and
// bring the points of one cell near it to local memory, as many at a time as they have work-items. Each cell of queries has so many
// groups, its share. What is beyond the 27 cells is left to rings.cl. Under SKIP a group leaves out points that are too far
// for all its queries.
#ifndef GROUP
#define GROUP 64
#endif
// Queries of a work-item, and points that are looked at together: one read of a point from local memory serves all queries.
#ifndef QUERIES
#define QUERIES 2
#endif
#ifndef BATCH
#define BATCH 8
#endif
#define BLOCK (GROUP * QUERIES)
// More than rounding makes of a squared distance, and of one that is almost 0.
#define MORE (1 + 8 * EPSILON)
#define LEAST_MORE (POINTS_JOIN(as_, REAL)(FIRST_NORMAL))

// The cell itself, those that share a face with it, an edge, a corner: the nearer the best is, the more can be skipped. A number is
// 13 and the offset along x, 3 times that along y and 9 times that along z.
constant int NEAR[27] = {13, 4, 10, 12, 14, 16, 22, 1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25, 0, 2, 6, 8, 18, 20, 24, 26};

// No more than the distance to a cell along an axis.
REAL before_cell(REAL x, int cell, REAL low, REAL width, REAL slack) {
    const REAL begin = low + cell * width;
    return max(max(begin - x, x - (begin + width)) - slack, (REAL)0);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void offset_cells(
    global const REAL* queries, long count, global const int* queryStarts, int share, global const REAL* points,
    global const int* starts, long n, REAL4 low, REAL4 width, int4 cells, REAL slack, global REAL* distances, global int* found_ids
) {
    local REAL4 tile[GROUP];
    local int wanted;
    const int id = get_local_id(0);
    const int cell = get_group_id(0) / share;
    const int4 own = (int4)(cell % cells.x, cell / cells.x % cells.y, cell / cells.x / cells.y, 0);
    const int end_of_queries = queryStarts[cell + 1];
    const int first_block = queryStarts[cell] + get_group_id(0) % share * BLOCK;
    for (int block = first_block; block < end_of_queries; block += share * BLOCK) {
        // A work-item's queries are so many, each GROUP after the other.
        const int mine = clamp((end_of_queries - block - id + GROUP - 1) / GROUP, 0, QUERIES);
        REAL4 q[QUERIES];
        REAL best[QUERIES];
        REAL enough[QUERIES];
        int bestId[QUERIES];
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            q[k] = arranged_point(queries, count, min(block + k * GROUP + id, end_of_queries - 1));
            best[k] = INFINITY;
            enough[k] = INFINITY;
            bestId[k] = INT_MAX;
        }
        for (int near = 0; near < 27; near++) {
            const int x = own.x + NEAR[near] % 3 - 1;
            const int y = own.y + NEAR[near] / 3 % 3 - 1;
            const int z = own.z + NEAR[near] / 9 - 1;
            if (x < 0 || x >= cells.x || y < 0 || y >= cells.y || z < 0 || z >= cells.z) {
                continue;
            }
            const int from = starts[(z * cells.y + y) * cells.x + x];
            int end = starts[(z * cells.y + y) * cells.x + x + 1];
#ifdef SKIP
            // The flag is cleared for each cell, and a barrier is between that, its use and the next cell.
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
                near_enough |= k < mine && squared(dx, dy, dz) * (1 - 16 * EPSILON) <= best[k];
            }
            if (near_enough) {
                atomic_or(&wanted, 1);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            end = wanted ? end : from;
#endif
            for (int part = from; part < end; part += GROUP) {
                barrier(CLK_LOCAL_MEM_FENCE);
                // Past the end is a place that is nearest to none.
                tile[id] = part + id < end ? arranged_point(points, n, part + id) : (REAL4)(INFINITY, INFINITY, INFINITY, id_bits(INT_MAX));
                barrier(CLK_LOCAL_MEM_FENCE);
                const int there = min(GROUP, end - part);
                for (int i = 0; i < there; i += BATCH) {
                    REAL4 p[BATCH];
#pragma unroll
                    for (int j = 0; j < BATCH; j++) {
                        p[j] = tile[i + j];
                    }
#pragma unroll
                    for (int k = 0; k < QUERIES; k++) {
                        if (k < mine) {
                            // Distances that are rounded less often than they are to be. Seldom is the least one near enough.
                            REAL about[BATCH];
                            REAL least = INFINITY;
#pragma unroll
                            for (int j = 0; j < BATCH; j++) {
                                const REAL dx = p[j].x - q[k].x;
                                const REAL dy = p[j].y - q[k].y;
                                const REAL dz = p[j].z - q[k].z;
                                about[j] = fma(dx, dx, fma(dy, dy, dz * dz));
                                least = min(least, about[j]);
                            }
                            if (least <= enough[k]) {
#pragma unroll
                                for (int j = 0; j < BATCH; j++) {
                                    if (about[j] <= enough[k]) {
                                        const REAL d = squared(p[j].x - q[k].x, p[j].y - q[k].y, p[j].z - q[k].z);
                                        if (d < best[k] || (d == best[k] && id_in(p[j].w) < bestId[k])) {
                                            best[k] = d;
                                            bestId[k] = id_in(p[j].w);
                                            enough[k] = d * MORE + LEAST_MORE;
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            if (k < mine) {
                distances[id_in(q[k].w)] = best[k];
                found_ids[id_in(q[k].w)] = bestId[k] == INT_MAX ? -1 : bestId[k];
            }
        }
    }
}
