// A search in the cells around the query's, ring by ring, until what was found is nearer than the next ring: after found.cl and
// grid.cl.
//
// A query may be left where a row of cells has more points than most says, lest it take for ever: told[1] of them, in the second half. They
// are listed and searched again with no such limit, or by another method. Where a grid is fine, rings from the second on are left to
// a warp for each query (PASSES): told[2] of them, in the first half.
//
// Rings below this one have been searched, and what was found is in the results.
#ifndef FIRST_RING
#define FIRST_RING 0
#endif
// Where a query may be left, it is left after so many rings.
#define MOST_RINGS 8
#define LEAVE(i) left[count + atomic_inc(&told[1])] = (int)(i);

// How far a cell begins from a coordinate, along one axis; 0 if the coordinate is in it.
REAL off_on(REAL x, int cell, int own, REAL low, REAL width) {
    return cell < own ? x - (low + (cell + 1) * width) : cell > own ? low + cell * width - x : (REAL)0;
}

// The nearest side of the rings before, beyond which there are cells.
REAL next_side(REAL4 q, int4 own, int ring, REAL4 low, REAL4 width, int4 cells) {
    REAL next = INFINITY;
    if (own.x - ring >= 0) next = min(next, q.x - (low.x + (own.x - ring + 1) * width.x));
    if (own.y - ring >= 0) next = min(next, q.y - (low.y + (own.y - ring + 1) * width.y));
    if (own.z - ring >= 0) next = min(next, q.z - (low.z + (own.z - ring + 1) * width.z));
    if (own.x + ring < cells.x) next = min(next, low.x + (own.x + ring) * width.x - q.x);
    if (own.y + ring < cells.y) next = min(next, low.y + (own.y + ring) * width.y - q.y);
    if (own.z + ring < cells.z) next = min(next, low.z + (own.z + ring) * width.z - q.z);
    return next;
}

// Points of cells in a row, unless they are too many.
bool consider_cells(
    Found* found, REAL4 q, global const REAL* points, global const int* starts, long n, int first, int last, int most
) {
    const int from = starts[first];
    const int to = starts[last + 1];
    if (to - from > most) {
        return false;
    }
    consider_points(found, q, points, n, from, to);
    return true;
}

// What a ring has of a row, whose distance by the other axes is rest.
bool consider_row(
    Found* found, REAL4 q, global const REAL* points, global const int* starts, long n, int4 own, int ring, int z, int y, REAL rest,
    REAL4 low, REAL4 width, int4 cells, REAL slack, int most
) {
    const int row = (z * cells.y + y) * cells.x;
    bool all = true;
    if (abs(z - own.z) == ring || abs(y - own.y) == ring) {
        // A whole row, but for its ends that are too far.
        int first = max(own.x - ring, 0);
        int last = min(own.x + ring, cells.x - 1);
        while (first < own.x && (at_least(off_on(q.x, first, own.x, low.x, width.x), slack) + rest) * SHRUNK > LIMIT(found)) {
            first++;
        }
        while (last > own.x && (at_least(off_on(q.x, last, own.x, low.x, width.x), slack) + rest) * SHRUNK > LIMIT(found)) {
            last--;
        }
        all = consider_cells(found, q, points, starts, n, row + first, row + last, most);
    } else {
        for (int side = -1; side <= 1; side += 2) {
            const int x = own.x + side * ring;
            if (x >= 0 && x < cells.x && (at_least(off_on(q.x, x, own.x, low.x, width.x), slack) + rest) * SHRUNK <= LIMIT(found)) {
                all &= consider_cells(found, q, points, starts, n, row + x, row + x, most);
            }
        }
    }
    return all;
}

kernel void rings(
    global const REAL* queries, long count, global const REAL* points, global const int* starts, long n, REAL4 low, REAL4 scale,
    REAL4 width, int4 cells, REAL slack, global int* left, int listed, int most, global int* told, RESULTS
) {
    const long item = get_global_id(0);
    if (item >= (listed < 0 ? count : (long)listed)) {
        return;
    }
    const long i = listed < 0 ? item : (long)left[count + item];
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
                if (!consider_cells(&found, q, points, starts, n, first, last, most)) {
                    LEAVE(i)
                    return;
                }
            }
        }
    }
#endif
    for (int ring = FIRST_RING > 0 ? FIRST_RING : 2;; ring++) {
        const REAL next = next_side(q, own, ring, low, width, cells);
        if (next == INFINITY || at_least(next, slack) > LIMIT(&found)) {
            break;
        }
#ifdef PASSES
        left[atomic_inc(&told[2])] = (int)i;
        break;
#endif
        if (most < INT_MAX && ring > MOST_RINGS) {
            LEAVE(i)
            return;
        }
        for (int z = max(own.z - ring, 0); z <= min(own.z + ring, cells.z - 1); z++) {
            const REAL offZ = at_least(off_on(q.z, z, own.z, low.z, width.z), slack);
            if (offZ > LIMIT(&found)) {
                continue;
            }
            for (int y = max(own.y - ring, 0); y <= min(own.y + ring, cells.y - 1); y++) {
                const REAL rest = at_least(off_on(q.y, y, own.y, low.y, width.y), slack) + offZ;
                if (rest * SHRUNK <= LIMIT(&found)
                    && !consider_row(&found, q, points, starts, n, own, ring, z, y, rest, low, width, cells, slack, most)) {
                    LEAVE(i)
                    return;
                }
            }
        }
    }
    END(query)
}

#ifdef PASSES
#ifdef LANES
// The queries that need more rings, a warp for each: its lanes look at other rows.
kernel void rings_left(
    global const REAL* queries, long count, global const REAL* points, global const int* starts, long n, REAL4 low, REAL4 scale,
    REAL4 width, int4 cells, REAL slack, global int* left, int most, global int* told, RESULTS
) {
    const int many = told[2];
    for (int at = get_global_id(0) / LANES; at < many; at += get_global_size(0) / LANES) {
        const int i = left[at];
        const REAL4 q = arranged_point(queries, count, i);
        const long query = ID(queries, count, i);
        const int4 own = cell_of(q, low, scale, width, cells);
        BEGIN(query)
        if (found_ids[query] >= 0) {
            consider(&found, distances[query], found_ids[query]);
        }
        bool all = true;
        for (int ring = 2; all; ring++) {
            const REAL next = next_side(q, own, ring, low, width, cells);
            if (next == INFINITY || at_least(next, slack) > LIMIT(&found)) {
                break;
            }
            const int across = 2 * ring + 1;
            bool mine = ring <= 4 * MOST_RINGS;
            for (int row = LANE; mine && row < across * across; row += LANES) {
                const int z = own.z - ring + row / across;
                const int y = own.y - ring + row % across;
                if (z >= 0 && z < cells.z && y >= 0 && y < cells.y) {
                    const REAL rest = at_least(off_on(q.z, z, own.z, low.z, width.z), slack)
                        + at_least(off_on(q.y, y, own.y, low.y, width.y), slack);
                    if (rest * SHRUNK <= LIMIT(&found)) {
                        mine = consider_row(&found, q, points, starts, n, own, ring, z, y, rest, low, width, cells, slack, most);
                    }
                }
            }
            all = ballot(!mine) == 0;
            // Numbers that are not negative are in order as their bits are.
            const REAL nearest = found.distance[0];
            for (uint by = 1; by < LANES; by *= 2) {
                found.distance[0] = min(found.distance[0], real_across(found.distance[0], by));
            }
            found.id[0] = (int)least_word(nearest == found.distance[0] ? (uint)found.id[0] : (uint)INT_MAX);
        }
        if (LANE == 0) {
            if (!all) {
                LEAVE(i)
            }
            END(query)
        }
    }
}
#endif
#endif
