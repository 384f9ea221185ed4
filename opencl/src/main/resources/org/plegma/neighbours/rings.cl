// A search in the cells around the query's, ring by ring, until what was found is nearer than the next ring: after found.cl and
// grid.cl.
// Rings below this one have been searched, and what was found is in the results.
#ifndef FIRST_RING
#define FIRST_RING 0
#endif

// How far a cell begins from a coordinate, along one axis; 0 if the coordinate is in it.
REAL off_on(REAL x, int cell, int own, REAL low, REAL width) {
    return cell < own ? x - (low + (cell + 1) * width) : cell > own ? low + cell * width - x : (REAL)0;
}

kernel void rings(
    global const REAL* queries, long count, global const REAL* points, global const int* starts, long n, REAL4 low, REAL4 scale,
    REAL4 width, int4 cells, REAL slack, RESULTS
) {
    const long i = get_global_id(0);
    if (i >= count) {
        return;
    }
    const REAL4 q = arranged_point(queries, count, i);
    const long query = ID(queries, count, i);
    // Such a query is refused in the end; it is not to be compared with all points before.
    if (!all_finite(q)) {
        return;
    }
    const int4 own = cell_of(q, low, scale, width, cells);
    BEGIN(query)
#if FIRST_RING > 0
    if (found_ids[query] >= 0) {
        consider(&found, distances[query], found_ids[query]);
    }
#else
    // The first ring and the own cell, in rows of three cells, the nearer neighbours first.
    const REAL4 begin = low + CONVERT_REAL4(own) * width;
    const REAL4 end = low + CONVERT_REAL4(own + 1) * width;
    const REAL below = at_least(q.x - begin.x, slack);
    const REAL above = at_least(end.x - q.x, slack);
    const int stepY = q.y - begin.y < end.y - q.y ? -1 : 1;
    const int stepZ = q.z - begin.z < end.z - q.z ? -1 : 1;
    for (int k = 0; k < 3; k++) {
        const int z = own.z + (k == 0 ? 0 : k == 1 ? stepZ : -stepZ);
        const REAL offZ = at_least(k == 0 ? (REAL)0 : z < own.z ? q.z - begin.z : end.z - q.z, slack);
        if (z < 0 || z >= cells.z || offZ > LIMIT(&found)) {
            continue;
        }
        for (int j = 0; j < 3; j++) {
            const int y = own.y + (j == 0 ? 0 : j == 1 ? stepY : -stepY);
            const REAL rest = offZ + at_least(j == 0 ? (REAL)0 : y < own.y ? q.y - begin.y : end.y - q.y, slack);
            if (y >= 0 && y < cells.y && rest * SHRUNK <= LIMIT(&found)) {
                const int row = (z * cells.y + y) * cells.x + own.x;
                const int first = own.x > 0 && (below + rest) * SHRUNK <= LIMIT(&found) ? row - 1 : row;
                const int last = own.x < cells.x - 1 && (above + rest) * SHRUNK <= LIMIT(&found) ? row + 1 : row;
                consider_points(&found, q, points, n, starts[first], starts[last + 1]);
            }
        }
    }
#endif
    for (int ring = FIRST_RING > 0 ? FIRST_RING : 2;; ring++) {
        // The nearest side of the rings before, beyond which there are cells.
        REAL next = INFINITY;
        if (own.x - ring >= 0) next = min(next, q.x - (low.x + (own.x - ring + 1) * width.x));
        if (own.y - ring >= 0) next = min(next, q.y - (low.y + (own.y - ring + 1) * width.y));
        if (own.z - ring >= 0) next = min(next, q.z - (low.z + (own.z - ring + 1) * width.z));
        if (own.x + ring < cells.x) next = min(next, low.x + (own.x + ring) * width.x - q.x);
        if (own.y + ring < cells.y) next = min(next, low.y + (own.y + ring) * width.y - q.y);
        if (own.z + ring < cells.z) next = min(next, low.z + (own.z + ring) * width.z - q.z);
        if (next == INFINITY || at_least(next, slack) > LIMIT(&found)) {
            break;
        }
        for (int z = max(own.z - ring, 0); z <= min(own.z + ring, cells.z - 1); z++) {
            const REAL offZ = at_least(off_on(q.z, z, own.z, low.z, width.z), slack);
            if (offZ > LIMIT(&found)) {
                continue;
            }
            for (int y = max(own.y - ring, 0); y <= min(own.y + ring, cells.y - 1); y++) {
                const REAL offY = at_least(off_on(q.y, y, own.y, low.y, width.y), slack);
                const REAL rest = offY + offZ;
                if (rest * SHRUNK > LIMIT(&found)) {
                    continue;
                }
                const int row = (z * cells.y + y) * cells.x;
                const bool shell = abs(z - own.z) == ring || abs(y - own.y) == ring;
                if (shell) {
                    // A whole row of the ring, but for its ends that are too far.
                    int first = max(own.x - ring, 0);
                    int last = min(own.x + ring, cells.x - 1);
                    while (first < own.x && (at_least(off_on(q.x, first, own.x, low.x, width.x), slack) + rest) * SHRUNK > LIMIT(&found)) {
                        first++;
                    }
                    while (last > own.x && (at_least(off_on(q.x, last, own.x, low.x, width.x), slack) + rest) * SHRUNK > LIMIT(&found)) {
                        last--;
                    }
                    consider_points(&found, q, points, n, starts[row + first], starts[row + last + 1]);
                } else {
                    for (int side = -1; side <= 1; side += 2) {
                        const int x = own.x + side * ring;
                        if (x >= 0 && x < cells.x
                            && (at_least(off_on(q.x, x, own.x, low.x, width.x), slack) + rest) * SHRUNK <= LIMIT(&found)) {
                            consider_points(&found, q, points, n, starts[row + x], starts[row + x + 1]);
                        }
                    }
                }
            }
        }
    }
    END(query)
}
