// blocked(k) in 3-D by partial sums in time, as in 2-D, with planes in place of rows. A group of WARPS times LANES work-items
// owns a column of the grid; each has ROWS neighbouring rows of WIDTH cells of a plane in registers. Neighbours along a row
// come from other lanes, the rows above and below those of a warp from other warps through local memory.
// If LATE, rows above and below matter for a plane's own sum alone, which is not needed before the next plane: then one
// exchange of rows serves all levels. Else each level has its own.
// What an exchange writes must not be what the one before it may still read. Where there is room for two SETS of the exchanged
// rows they alternate, and one barrier an exchange is enough.
//
//   a plane of the group's column (WARPS 4)             through time, as in 2-D
//
//        WIDTH  WIDTH      WIDTH                         plane z of the input arrives, plane z - STEPS is stored
//        +-----+-----+---+-----+
//   ROWS |        warp 0       |  rows in registers      each level: q of its next plane, p of the plane after it
//        +- - - - - - - - - - -+
//   ROWS |        warp 1       |  - - rows that warps exchange through local memory
//        +- - - - - - - - - - -+
//   ROWS |        ...          |  a lane exchanges its outer cells with its neighbours
//        +---------------------+

// The sizes of a plane; as numbers, which options may give, they need no registers.
#ifndef SIZE1
#define SIZE1 n1
#define SIZE2 n2
#endif

#define SHELVES (LATE ? STEPS : 1)
#define SHELF_SET (SHELVES*WARPS*2*LANES)

// Where a work-item is: its column and row, and the row that it loads; whether the grid begins or ends with its cells along
// both axes; the columns and rows that the group stores; and the first of its cells in the first plane.
typedef struct {
    int lane, x, begins, ends, from, to;
    int warp, y, row, begins_rows, ends_rows, from_row, to_row;
    int n0, n1, n2;
    global const real *source;
    global real *target;
} place;

#include "blocked-sums-3d-neighbours.cl"
// The sum of a row with what a plane adds to the plane before it, to its own, or to the plane after it. The rows of others
// add to the plane's own later, if they do not come from outside the grid.
cells add_before(cells sum, const patch *v, const int i, const weights k) {
    sum = to_before_north(sum, v->w[i - 1], v->r[i - 1], v->e[i - 1], k);
    sum = to_before(sum, v->w[i], v->r[i], v->e[i], k);
    return to_before_south(sum, v->w[i + 1], v->r[i + 1], v->e[i + 1], k);
}

cells add_after(cells sum, const patch *v, const int i, const weights k) {
    sum = to_after_north(sum, v->w[i - 1], v->r[i - 1], v->e[i - 1], k);
    sum = to_after(sum, v->w[i], v->r[i], v->e[i], k);
    return to_after_south(sum, v->w[i + 1], v->r[i + 1], v->e[i + 1], k);
}

cells add_own(cells sum, const patch *v, const int i, const weights k, const place *here, const int sides) {
    sum = to_own(sum, v->w[i], v->r[i], v->e[i], k);
    if (!LATE || i > 1 || (sides && here->begins_rows)) {
        sum = to_own_north(sum, v->w[i - 1], v->r[i - 1], v->e[i - 1], k);
    }
    if (!LATE || i < ROWS || (sides && here->ends_rows)) {
        sum = to_own_south(sum, v->w[i + 1], v->r[i + 1], v->e[i + 1], k);
    }
    return sum;
}

cells before_outside(cells sum, const weights k) {
    const cells v = OUTSIDE0;
    return to_before_south(to_before(to_before_north(sum, v, v, v, k), v, v, v, k), v, v, v, k);
}

cells after_outside(cells sum, const weights k) {
    const cells v = OUTSIDE0;
    return to_after_south(to_after(to_after_north(sum, v, v, v, k), v, v, v, k), v, v, v, k);
}

int kept_plane(const int plane, const place *here) {
    return BOUNDARY0 == FIXED && ((LOW0 && plane == 0) || (HIGH0 && plane == here->n0 - 1));
}

// Where an axis of the plane is fixed, cells at its ends keep what they were.
cells keep(cells sum, const cells kept, const int i, const place *here) {
    if (BOUNDARY1 == FIXED && ((LOW1 && i == 1 && here->begins_rows) || (HIGH1 && i == ROWS && here->ends_rows))) {
        return kept;
    }
    if (BOUNDARY2 == FIXED && LOW2 && here->begins) {
        FIRST(sum) = FIRST(kept);
    }
    if (BOUNDARY2 == FIXED && HIGH2 && here->ends) {
        LAST(sum) = LAST(kept);
    }
    return sum;
}

// Plane `at` of the input, in `rows`, arrives; makes it plane at - STEPS of the result. A group with sides = 0 must not touch
// the sides of the grid; with rims = 0 no level's plane may be one of the first two or last two of the grid, or outside.
void arrive(cells *rows, cells (*q)[ROWS], cells (*p)[ROWS], const int at, const weights k, const place *here,
        local cells *shelves, local real *ends, const int sides, const int rims) {
    const cells bias = k.bias;
#ifdef POCL_DEVICE_ADDRESS_BITS
    #pragma unroll 1  // PoCL 3.1 makes wrong code of eight barriers in a row
#else
    #pragma unroll
#endif
    for (int s = 0; s < STEPS; s++) {
        const int plane = at - s;
        patch v;
        #pragma unroll
        for (int i = 1; i <= ROWS; i++) {
            v.r[i] = rows[i - 1];
        }
        look_around(&v, s, here, shelves_of(shelves, LATE ? at : at*STEPS + s), ends, sides);
        #pragma unroll
        for (int i = 1; i <= ROWS; i++) {
            const cells waiting = q[s][i - 1];
            cells completed = add_before(waiting, &v, i, k);
            cells after = add_after(bias, &v, i, k);
            cells known = p[s][i - 1];
            if (rims && plane == 0) {
                known = BOUNDARY0 == CONSTANT ? after_outside(bias, k)
                        : REPEATS(BOUNDARY0) ? after : bias;
            }
            cells own = add_own(known, &v, i, k, here, sides);
            if (BOUNDARY0 == MIRROR && rims) {
                completed = plane == 1 ? add_after(completed, &v, i, k) : completed;
                after = plane == here->n0 - 2 ? add_before(after, &v, i, k) : after;
            } else if (BOUNDARY0 == FIXED && rims) {
                completed = LOW0 && plane == 1 ? waiting : completed;
                own = kept_plane(plane, here) ? v.r[i] : own;
            } else if (rims && plane == here->n0 - 1) {
                own = BOUNDARY0 == CONSTANT ? before_outside(own, k) : add_before(own, &v, i, k);
            }
            if (rims && plane == here->n0) {
                completed = waiting;
            }
            if (sides) {
                completed = keep(completed, waiting, i, here);
                own = keep(own, v.r[i], i, here);
            }
            q[s][i - 1] = own;
            p[s][i - 1] = after;
            rows[i - 1] = completed;
        }
    }
}

// What the rows of other warps add to the planes of all levels.
void settle(cells (*q)[ROWS], const int at, const weights k, const place *here, local cells *shelves, const int sides,
        const int rims) {
    const cells none = 0;
    local cells *now = shelves_of(shelves, at);
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int s = 0; s < STEPS; s++) {
        if (!rims || !kept_plane(at - s, here)) {
            const cells north = *shelf_of(now, s, max(here->warp - 1, 0), 1, here->lane);
            const cells south = *shelf_of(now, s, min(here->warp + 1, WARPS - 1), 0, here->lane);
            if (!sides || !here->begins_rows) {
                const cells sum = to_own_north(q[s][0], none, north, none, k);
                q[s][0] = sides ? keep(sum, q[s][0], 1, here) : sum;
            }
            if (!sides || !here->ends_rows) {
                const cells sum = to_own_south(q[s][ROWS - 1], none, south, none, k);
                q[s][ROWS - 1] = sides ? keep(sum, q[s][ROWS - 1], ROWS, here) : sum;
            }
        }
    }
    if (SETS == 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Where a plane of the input is: wrapped round if the grid is periodic, else one that exists.
global const real *input(const int plane, const place *here) {
    const int exists = BOUNDARY0 == PERIODIC ? wrap(plane, here->n0) : min(plane, here->n0 - 1);
    return here->source + (long)exists*here->n1*here->n2;
}

// Where a row of the work-item is in such a plane.
global const real *row_of(global const real *plane, const int i, const place *here) {
    const int wrapped = BOUNDARY1 == PERIODIC && here->row + i >= here->n1 ? wrap(here->row + i, here->n1) - here->row : i;
    return plane + (long)wrapped*here->n2;
}

void load(cells *rows, const int plane, const place *here) {
    global const real *from = input(plane, here);
    #pragma unroll
    for (int i = 0; i < ROWS; i++) {
        rows[i] = load_cells(row_of(from, i, here));
    }
}

// Brings a plane nearer that will be loaded soon.
void announce(const int plane, const place *here) {
#ifdef PTX
    global const real *from = input(plane, here);
    #pragma unroll
    for (int i = 0; i < ROWS; i++) {
        prefetch_line(row_of(from, i, here));
    }
#endif
}

#if AHEAD
// Starts the copy of a work-item's rows of a plane to its places in a slot of the queue; only it will read them.
void fetch(local cells *slot, const int plane, const place *here) {
    global const real *from = input(plane, here);
    #pragma unroll
    for (int i = 0; i < ROWS; i++) {
        copy_async(slot + i*WARPS*LANES, row_of(from, i, here));
    }
    end_of_plane();
}
#endif

void store(const cells *rows, const int plane, const place *here, const int sides) {
    global real *to = here->target + (long)plane*here->n1*here->n2;
    #pragma unroll
    for (int i = 0; i < ROWS; i++) {
        if (here->y + i >= here->from_row && here->y + i < here->to_row) {
            store_cells(rows[i], to + (long)i*here->n2, here->x, here->from, here->to, sides);
        }
    }
}

// A plane arrives, and one of the result leaves.
void step(cells *rows, cells (*q)[ROWS], cells (*p)[ROWS], const int plane, const int first, const weights k,
        const place *here, local cells *shelves, local real *ends, const int sides, const int rims) {
    arrive(rows, q, p, plane, k, here, shelves, ends, sides, rims);
    if (plane - STEPS >= first) {
        store(rows, plane - STEPS, here, sides);
    }
    if (LATE) {
        settle(q, plane, k, here, shelves, sides, rims);
    }
}

// Planes `first` to `end` of the result, in one column of the grid. Those near the rims have loops of their own: one loop
// for all takes more registers.
void column(const int first, const int end, const weights k, const place *here, local cells *shelves, local cells *queue,
        local real *ends, const int sides) {
    cells q[STEPS][ROWS], p[STEPS][ROWS], rows[ROWS];
    #pragma unroll
    for (int s = 0; s < STEPS; s++) {
        #pragma unroll
        for (int i = 0; i < ROWS; i++) {
            q[s][i] = p[s][i] = (cells)(0);
        }
    }
    const int rims = BOUNDARY0 != PERIODIC;
    const int last = end + STEPS;
    int plane = rims ? max(first - STEPS, 0) : first - STEPS;
    for (; rims && plane < min(last, STEPS + 1); plane++) {
        load(rows, plane, here);
        step(rows, q, p, plane, first, k, here, shelves, ends, sides, 1);
    }
    const int calm = rims ? min(last, here->n0 - 2) : last;
#if AHEAD
    if (plane < calm) {
        local cells *mine = queue + here->warp*LANES + here->lane;
        for (int i = 0; i < AHEAD; i++) {
            fetch(mine + i*ROWS*WARPS*LANES, plane + i, here);
        }
        int now = 0, free = AHEAD;
        for (; plane < calm; plane++) {
            await_plane();
            #pragma unroll
            for (int i = 0; i < ROWS; i++) {
                rows[i] = mine[(now*ROWS + i)*WARPS*LANES];
            }
            fetch(mine + free*ROWS*WARPS*LANES, plane + AHEAD, here);
            free = now;
            now = now == AHEAD ? 0 : now + 1;
            step(rows, q, p, plane, first, k, here, shelves, ends, sides, 0);
        }
    }
#else
    if (plane < calm) {
        cells next[ROWS];
        load(next, plane, here);
        for (; plane < calm; plane++) {
            #pragma unroll
            for (int i = 0; i < ROWS; i++) {
                rows[i] = next[i];
            }
            load(next, plane + 1, here);
            announce(plane + 3, here);
            step(rows, q, p, plane, first, k, here, shelves, ends, sides, 0);
        }
    }
#endif
    for (; plane < last; plane++) {
        load(rows, plane, here);
        step(rows, q, p, plane, first, k, here, shelves, ends, sides, rims);
    }
}

// Group g computes chunk g/tiles of tile g % tiles, so that neighbours run together and share what they read.
kernel __attribute__((reqd_work_group_size(LANES, WARPS, 1)))
void stencil_blocked(PARAMETERS, const int across, const int down, const int chunks) {
    local cells shelves[SETS*SHELF_SET];
#if AHEAD
    local cells queue[(AHEAD + 1)*ROWS*WARPS*LANES];
#else
    local cells *queue = 0;
#endif
#ifdef PTX
    local real *ends = 0;
#else
    local real ends[ENDS];
#endif
    const weights k = WEIGHTS;
    const int tile = get_group_id(0) % (across*down), chunk = get_group_id(0)/(across*down);
    const int first = (long)n0*chunk/chunks, end = (long)n0*(chunk + 1)/chunks;
    const extent span = extent_of(tile % across, across, n2, SPAN, HALO, BOUNDARY2 == PERIODIC);
    const extent rows = extent_of(tile/across, down, n1, WARPS*ROWS, STEPS, BOUNDARY1 == PERIODIC);
    place here;
    here.lane = get_local_id(0);
    here.warp = get_local_id(1);
    here.x = span.begin + here.lane*WIDTH;
    here.begins = BOUNDARY2 != PERIODIC && here.x == 0;
    here.ends = BOUNDARY2 != PERIODIC && here.x + WIDTH == n2;
    here.from = span.from;
    here.to = span.to;
    here.y = rows.begin + here.warp*ROWS;
    here.begins_rows = BOUNDARY1 != PERIODIC && here.y == 0;
    here.ends_rows = BOUNDARY1 != PERIODIC && here.y + ROWS == n1;
    here.from_row = rows.from;
    here.to_row = rows.to;
    here.n0 = n0;
    here.n1 = SIZE1;
    here.n2 = SIZE2;
    here.row = BOUNDARY1 == PERIODIC ? wrap(here.y, n1) : min(here.y, n1 - ROWS);
    here.source = SOURCE + (long)here.row*n2 + (BOUNDARY2 == PERIODIC ? wrap(here.x, n2) : min(here.x, n2 - WIDTH));
    here.target = TARGET + (long)here.y*n2 + here.x;
    if (span.outermost || rows.outermost) {
        column(first, end, k, &here, shelves, queue, ends, 1);
    } else {
        column(first, end, k, &here, shelves, queue, ends, 0);
    }
}
