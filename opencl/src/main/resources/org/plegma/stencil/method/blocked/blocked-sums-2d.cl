// blocked(k) in 2-D by partial sums in time. A group of LANES work-items owns a strip of columns, WIDTH of them a lane; rows
// stream through it. Each of the STEPS levels keeps two partial sums a cell: q, all of its next row but what the newest row
// adds, and p, what the newest row adds to the row after it. A row of a level that arrives completes the row before, which
// is the arriving row of the next level. Neighbours along the row come from other lanes; no row of inputs is kept.
// The outer HALO columns of a strip are not right after STEPS levels; there it overlaps with the next one.
//
//   a strip: lanes side by side                       what arrives at a level (STEPS 3)
//
//    WIDTH WIDTH        WIDTH                           row r of the input  ->  level 0  ->  row r - 1
//   +-----+-----+------+-----+                          row r - 1           ->  level 1  ->  row r - 2
//   | l 0 | l 1 | ...  | last|  row r arrives           row r - 2           ->  level 2  ->  row r - 3, stored
//   +-----+-----+------+-----+
//   <HALO> not right    <HALO>                          each level: q of its next row, p of the row after it

// A lane's column; whether the grid begins with it or ends with its last cell; the columns that the strip stores; and the
// lane's cells of the first row.
typedef struct {
    int lane, x, begins, ends, from, to, n0, n1;
    global const real *source;
    global real *target;
} place;

#ifdef PTX
void exchange(const real first, const real last, const int lane, local real *shelf, real *left, real *right) {
    *left = from_lane_before(last);
    *right = from_lane_after(first);
}
#define SHELF 1
#else
void exchange(const real first, const real last, const int lane, local real *shelf, real *left, real *right) {
    shelf[lane] = last;
    shelf[LANES + lane] = first;
    barrier(CLK_LOCAL_MEM_FENCE);
    *left = shelf[max(lane - 1, 0)];
    *right = shelf[LANES + min(lane + 1, LANES - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
}
#define SHELF (2*LANES)
#endif

// Row `at` of the input arrives; returns row at - STEPS of the result. A strip with sides = 0 must not touch the sides of the
// grid; with rims = 0 no level's row may be one of the first two or last two of the grid, or outside.
cells arrive(cells r, cells *q, cells *p, const int at, const weights k, const place *here, local real *shelf,
        const int sides, const int rims) {
#ifdef POCL_DEVICE_ADDRESS_BITS
    #pragma unroll 1  // PoCL 3.1 makes wrong code of eight barriers in a row
#else
    #pragma unroll
#endif
    for (int s = 0; s < STEPS; s++) {
        const int row = at - s;
        real left, right;
        exchange(FIRST(r), LAST(r), here->lane, shelf, &left, &right);
        if (sides) {
            const real from_left = left, from_right = right;
            left = !here->begins ? left : BOUNDARY1 == CONSTANT ? OUTSIDE1
                    : BOUNDARY1 == MIRROR ? SECOND(r, from_right) : FIRST(r);
            right = !here->ends ? right : BOUNDARY1 == CONSTANT ? OUTSIDE1
                    : BOUNDARY1 == MIRROR ? LAST_BUT_ONE(r, from_left) : LAST(r);
        }
        const cells w = WEST(r, left), e = EAST(r, right);
        const cells bias = k.bias;
        cells completed = to_before(q[s], w, r, e, k);
        cells known = p[s];
        cells after = to_after(bias, w, r, e, k);
        if (rims && row == 0) {
            known = BOUNDARY0 == CONSTANT ? to_after(bias, OUTSIDE0, OUTSIDE0, OUTSIDE0, k)
                    : REPEATS(BOUNDARY0) ? after : bias;
        }
        cells own = to_own(known, w, r, e, k);
        if (BOUNDARY0 == MIRROR && rims) {
            completed = row == 1 ? to_after(completed, w, r, e, k) : completed;
            after = row == here->n0 - 2 ? to_before(after, w, r, e, k) : after;
        } else if (BOUNDARY0 == FIXED && rims) {
            completed = LOW0 && row == 1 ? q[s] : completed;
            own = (LOW0 && row == 0) || (HIGH0 && row == here->n0 - 1) ? r : own;
        } else if (rims && row == here->n0 - 1) {
            own = BOUNDARY0 == CONSTANT ? to_before(own, OUTSIDE0, OUTSIDE0, OUTSIDE0, k) : to_before(own, w, r, e, k);
        }
        if (rims && row == here->n0) {
            completed = q[s];
        }
        if (BOUNDARY1 == FIXED && sides) {
            if (LOW1 && here->begins) {
                FIRST(completed) = FIRST(q[s]);
                FIRST(own) = FIRST(r);
            }
            if (HIGH1 && here->ends) {
                LAST(completed) = LAST(q[s]);
                LAST(own) = LAST(r);
            }
        }
        q[s] = own;
        p[s] = after;
        r = completed;
    }
    return r;
}

// Where a row of the input is: wrapped round if the grid is periodic, else one that exists.
global const real *input(const int row, const place *here) {
    const int exists = BOUNDARY0 == PERIODIC ? wrap(row, here->n0) : min(row, here->n0 - 1);
    return here->source + (long)exists*here->n1;
}

cells load(const int row, const place *here) {
    return load_cells(input(row, here));
}

// Brings a row nearer that will be loaded soon.
void announce(const int row, const place *here) {
#ifdef PTX
    prefetch_line(input(row, here));
#endif
}

void store(const cells r, const int row, const place *here, const int sides) {
    store_cells(r, here->target + (long)row*here->n1, here->x, here->from, here->to, sides);
}

// Rows `first` to `end` of the result, in one strip. The rows near the rims have loops of their own: one loop for all takes
// more registers.
void strip(const int first, const int end, const weights k, const place *here, local real *shelf, const int sides) {
    cells q[STEPS], p[STEPS];
    #pragma unroll
    for (int s = 0; s < STEPS; s++) {
        q[s] = p[s] = (cells)(0);
    }
    const int rims = BOUNDARY0 != PERIODIC;
    const int last = end + STEPS;
    int row = rims ? max(first - STEPS, 0) : first - STEPS;
    for (; rims && row < min(last, STEPS + 1); row++) {
        const cells r = arrive(load(row, here), q, p, row, k, here, shelf, sides, 1);
        if (row - STEPS >= first) {
            store(r, row - STEPS, here, sides);
        }
    }
    const int calm = rims ? min(last, here->n0 - 2) : last;
    if (row + 1 < calm) {
        // Two rows at a time, each loaded two ahead, so that no register has to be moved.
        cells even = load(row, here), odd = load(row + 1, here);
        for (; row + 1 < calm; row += 2) {
            cells r = even;
            even = load(row + 2, here);
            announce(row + 4, here);
            r = arrive(r, q, p, row, k, here, shelf, sides, 0);
            if (row - STEPS >= first) {
                store(r, row - STEPS, here, sides);
            }
            r = odd;
            odd = load(row + 3, here);
            announce(row + 5, here);
            r = arrive(r, q, p, row + 1, k, here, shelf, sides, 0);
            if (row + 1 - STEPS >= first) {
                store(r, row + 1 - STEPS, here, sides);
            }
        }
    }
    for (; row < last; row++) {
        const cells r = arrive(load(row, here), q, p, row, k, here, shelf, sides, rims);
        if (row - STEPS >= first) {
            store(r, row - STEPS, here, sides);
        }
    }
}

// Group g computes chunk g/strips of strip g % strips, so that neighbours run together and share what they read.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void stencil_blocked(PARAMETERS, const int strips, const int chunks) {
    local real shelf[SHELF];
    const weights k = WEIGHTS;
    const int strip_number = get_group_id(0) % strips, chunk = get_group_id(0)/strips;
    const int first = (long)n0*chunk/chunks, end = (long)n0*(chunk + 1)/chunks;
    const extent span = extent_of(strip_number, strips, n1, SPAN, HALO, BOUNDARY1 == PERIODIC);
    place here;
    here.lane = get_local_id(0);
    here.x = span.begin + here.lane*WIDTH;
    here.begins = BOUNDARY1 != PERIODIC && here.x == 0;
    here.ends = BOUNDARY1 != PERIODIC && here.x + WIDTH == n1;
    here.from = span.from;
    here.to = span.to;
    here.n0 = n0;
    here.n1 = n1;
    here.source = SOURCE + (BOUNDARY1 == PERIODIC ? wrap(here.x, n1) : min(here.x, n1 - WIDTH));
    here.target = TARGET + here.x;
    if (span.outermost) {
        strip(first, end, k, &here, shelf, 1);
    } else {
        strip(first, end, k, &here, shelf, 0);
    }
}
