// A search in the cells of a grid and their parts that a ball around the query meets: after found.cl and grid.cl, where cells are NESTED.
//
// As no cell falls when a coordinate grows, all points as near as the ball's radius along each axis are in the cells and parts from that
// of the ball's low corner to that of the high one, whatever rounding does to the borders. These count only to leave out what is too far.
// Outer cells and parts have none on their outer side, where points may lie beyond it by rounding.
//
// A query with too few points in its own cell and the next ones is left to a warp of its own, lest a whole warp wait for one.

// The least normal number: squares below it may be lost.
#define LEAST POINTS_JOIN(as_, REAL)((WORD)FIRST_NORMAL)
// Such a ball has some seven points for one that is wanted.
#define FIRST_RADIUS ((REAL)0.85f * cbrt((REAL)(K + 1) / 2))

// How far along an axis a point may be whose squared distance is not above a limit, if the other axes' part is at least the rest.
REAL reach_of(REAL limit, REAL rest) {
    const REAL most = (limit + 4 * LEAST) * (1 + 16 * EPSILON);
    return limit == (REAL)INFINITY ? limit : sqrt(max(most - rest, (REAL)0)) * (1 + 16 * EPSILON);
}

int cell_at(REAL x, REAL low, REAL scale, REAL width, int cells) {
    return cell_on(clamp(x, low, low + cells * width), low, scale, cells);
}

// The squared distance to what is from there on so wide, along one axis, at least. What is first has no lower border, the last no upper one.
REAL apart_on(REAL x, REAL begin, REAL width, REAL slack, bool first, bool last) {
    return at_least(max(first ? (REAL)0 : begin - x, last ? (REAL)0 : x - (begin + width)), slack);
}

// The numbers from first to last in turn, beginning with one as near to the own as can be.
int in_turn(int turn, int first, int last, int own) {
    const int at = clamp(own, first, last) + turn;
    return at > last ? at - (last - first + 1) : at;
}

// The parts of a cell that begins there, row by row.
void consider_parts(
    Found* found, REAL4 q, global const REAL* points, global const int* starts, long n, int base, REAL4 begin, REAL4 scale, REAL4 width,
    int partsX, int partsY, int partsZ, REAL slack, int4 cell, int4 cells
) {
    const REAL reach = reach_of(LIMIT(found), 0);
    const int firstZ = part_on(q.z - reach, begin.z, scale.z, partsZ);
    const int lastZ = part_on(q.z + reach, begin.z, scale.z, partsZ);
    const int firstY = part_on(q.y - reach, begin.y, scale.y, partsY);
    const int lastY = part_on(q.y + reach, begin.y, scale.y, partsY);
    const int ownZ = part_on(q.z, begin.z, scale.z, partsZ);
    const int ownY = part_on(q.y, begin.y, scale.y, partsY);
    const REAL widthZ = width.z / partsZ;
    const REAL widthY = width.y / partsY;
    for (int k = 0; k <= lastZ - firstZ; k++) {
        const int z = in_turn(k, firstZ, lastZ, ownZ);
        const REAL offZ = apart_on(
            q.z, begin.z + z * widthZ, widthZ, slack, z == 0 && cell.z == 0, z == partsZ - 1 && cell.z == cells.z - 1);
        if (offZ > LIMIT(found)) {
            continue;
        }
        for (int j = 0; j <= lastY - firstY; j++) {
            const int y = in_turn(j, firstY, lastY, ownY);
            const REAL rest = offZ + apart_on(
                q.y, begin.y + y * widthY, widthY, slack, y == 0 && cell.y == 0, y == partsY - 1 && cell.y == cells.y - 1);
            if (rest * SHRUNK <= LIMIT(found)) {
                const REAL reachX = reach_of(LIMIT(found), rest);
                const int row = base + (z * partsY + y) * partsX;
                const int first = row + part_on(q.x - reachX, begin.x, scale.x, partsX);
                const int last = row + part_on(q.x + reachX, begin.x, scale.x, partsX);
                consider_points(found, q, points, n, starts[first], starts[last + 1]);
            }
        }
    }
}

// A row of cells.
void consider_row(
    Found* found, REAL4 q, global const REAL* points, global const int* starts, long n, int4 own, int z, int y, GRID, REAL slack
) {
    const REAL beginZ = low.z + z * width.z;
    const REAL beginY = low.y + y * width.y;
    const REAL rest = apart_on(q.z, beginZ, width.z, slack, z == 0, z == cells.z - 1)
        + apart_on(q.y, beginY, width.y, slack, y == 0, y == cells.y - 1);
    if (rest * SHRUNK > LIMIT(found)) {
        return;
    }
    const REAL reachX = reach_of(LIMIT(found), rest);
    const int first = cell_at(q.x - reachX, low.x, scale.x, width.x, cells.x);
    const int last = cell_at(q.x + reachX, low.x, scale.x, width.x, cells.x);
    const int row = (z * cells.y + y) * cells.x;
    const int begin = bases[row + first];
    const int end = bases[row + last + 1];
    // Parts of a row's cells follow each other: where points are clustered most of the room is empty.
    const int begin_at = starts[begin];
    const int end_at = starts[end];
    if (begin_at == end_at) {
        return;
    }
    if (end - begin == last - first + 1) {
        consider_points(found, q, points, n, begin_at, end_at);
        return;
    }
    for (int i = 0; i <= last - first; i++) {
        const int x = in_turn(i, first, last, own.x);
        const int side = sides[row + x];
        const REAL4 corner = (REAL4)(low.x + x * width.x, beginY, beginZ, 0);
        if ((rest + apart_on(q.x, corner.x, width.x, slack, x == 0, x == cells.x - 1)) * SHRUNK <= LIMIT(found)) {
            consider_parts(
                found, q, points, starts, n, bases[row + x], corner, scale, width, cells.x > 1 ? side : 1, cells.y > 1 ? side : 1,
                cells.z > 1 ? side : 1, slack, (int4)(x, y, z, 0), cells);
        }
    }
}

// All that are as near as the limit, cell by cell. Of several work-items each takes some rows.
void consider_ball(
    Found* found, REAL4 q, global const REAL* points, global const int* starts, long n, int item, int items, GRID, REAL slack
) {
    const int4 own = cell_of(q, low, scale, width, cells);
    const REAL reach = reach_of(LIMIT(found), 0);
    const int4 from = cell_of(q - reach, low, scale, width, cells);
    const int4 to = cell_of(q + reach, low, scale, width, cells);
    const int across = to.y - from.y + 1;
    for (int row = item; row < across * (to.z - from.z + 1); row += items) {
        consider_row(
            found, q, points, starts, n, own, in_turn(row / across, from.z, to.z, own.z), in_turn(row % across, from.y, to.y, own.y), low,
            scale, width, cells, bases, sides, slack);
    }
}

#ifdef NEAREST
void wish(Found* found, REAL limit) {
#pragma unroll
    for (int k = 0; k < K; k++) {
        found->distance[k] = limit;
        found->id[k] = INT_MAX;
    }
}

// How far the grid is along all axes together.
REAL outside_of(REAL4 q, REAL4 low, REAL4 width, int4 cells) {
    const REAL4 off = max(max(low - q, q - (low + CONVERT_REAL4(cells) * width)), (REAL)0);
    return off.x + off.y + off.z;
}

// A radius within which there should be enough points, as the query's own cell is divided.
REAL first_radius(REAL4 q, GRID) {
    const int4 own = cell_of(q, low, scale, width, cells);
    const int side = sides[(own.z * cells.y + own.y) * cells.x + own.x];
    const REAL part =
        max(width.x / (cells.x > 1 ? side : 1), max(width.y / (cells.y > 1 ? side : 1), width.z / (cells.z > 1 ? side : 1)));
    return outside_of(q, low, width, cells) + FIRST_RADIUS * part;
}

// Whether all that is wanted is in a ball that meets no more than three cells along each axis.
bool consider_near(Found* found, REAL4 q, global const REAL* points, global const int* starts, long n, GRID, REAL slack) {
    const REAL radius = first_radius(q, low, scale, width, cells, bases, sides);
    wish(found, radius * radius);
    const REAL reach = reach_of(LIMIT(found), 0);
    const int4 many =
        cell_of(q + reach, low, scale, width, cells) - cell_of(q - reach, low, scale, width, cells);
    if (many.x > 2 || many.y > 2 || many.z > 2) {
        return false;
    }
    consider_ball(found, q, points, starts, n, 0, 1, low, scale, width, cells, bases, sides, slack);
    return found->id[K - 1] != INT_MAX;
}

// The queries that are left, all together, or none if they are too many.
kernel void nested_left(
    global const REAL* queries, long count, global const REAL* points, global const int* starts, long n, GRID, REAL slack,
    global const int* left, global const int* lefts, int most, RESULTS
) {
#if defined(LANES) && K == 1
    const int item = LANE;
    const int items = LANES;
#else
    const int item = 0;
    const int items = 1;
#endif
    const int many = lefts[1] > most ? 0 : lefts[1];
    for (int at = get_global_id(0) / items; at < many; at += get_global_size(0) / items) {
        const REAL4 q = arranged_point(queries, count, left[at]);
        const long query = ID(queries, count, left[at]);
        const REAL4 size = CONVERT_REAL4(cells) * width;
        const REAL all = outside_of(q, low, width, cells) + size.x + size.y + size.z;
        REAL radius = first_radius(q, low, scale, width, cells, bases, sides);
        Found found;
        bool again = true;
        while (again) {
            const REAL limit = radius < all ? radius * radius : (REAL)INFINITY;
            wish(&found, limit);
            consider_ball(&found, q, points, starts, n, item, items, low, scale, width, cells, bases, sides, slack);
#if defined(LANES) && K == 1
            // Numbers that are not negative are in order as their bits are.
            const REAL own = found.distance[0];
            for (uint by = 1; by < LANES; by *= 2) {
                found.distance[0] = min(found.distance[0], real_across(found.distance[0], by));
            }
            found.id[0] = (int)least_word(own == found.distance[0] ? (uint)found.id[0] : (uint)INT_MAX);
#endif
            again = found.id[K - 1] == INT_MAX && limit != (REAL)INFINITY;
            radius *= 2;
        }
        if (item == 0) {
            END(query);
        }
    }
}
#endif

kernel void nested(
    global const REAL* queries, long count, global const REAL* points, global const int* starts, long n, GRID, REAL slack, global int* left,
    global int* lefts, RESULTS
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
    BEGIN(query);
#ifdef NEAREST
    if (!consider_near(&found, q, points, starts, n, low, scale, width, cells, bases, sides, slack)) {
        left[atomic_inc(&lefts[1])] = (int)i;
        return;
    }
#else
    consider_ball(&found, q, points, starts, n, 0, 1, low, scale, width, cells, bases, sides, slack);
#endif
    END(query);
}
