// blocked(k) in 2-D by partial sums in time. A group of LANES work-items owns a strip of columns, WIDTH of them a lane; rows
// stream through it. Each of the STEPS levels keeps two partial sums a cell: q, all of its next row but what the newest row
// adds, and p, what the newest row adds to the row after it. A row of a level that arrives completes the row before, which
// is the arriving row of the next level. Neighbours along the row come from other lanes; no row of inputs is kept.
// The outer HALO columns of a strip are not right after STEPS levels; there it overlaps with the next strip.

#ifndef STEPS
#define STEPS 4
#define LANES 32
#define WIDTH 4
#define HALO 4
#define ALIGNED 0
#define BOUNDARY0 CONSTANT
#define BOUNDARY1 CONSTANT
#define OUTSIDE0 0.0f
#define OUTSIDE1 0.0f
#define LOW0 1
#define HIGH0 1
#define LOW1 1
#define HIGH1 1
#define PARAMETERS global float *restrict o_u, global const float *restrict f_u, const int n0, const int n1
#define TARGET o_u
#define SOURCE f_u
#define WEIGHTS {0.0f}
typedef float real;
typedef float4 cells;
typedef struct {
    real bias;
} weights;

// The sum with what the row r, whose neighbours along the row are w and e, adds to the row before it, to its own and to
// the row after.
cells to_before(const cells sum, const cells w, const cells r, const cells e, const weights k) {
    return sum + 0.125f*r;
}
cells to_own(const cells sum, const cells w, const cells r, const cells e, const weights k) {
    return sum + 0.5f*r + 0.125f*w + 0.125f*e;
}
cells to_after(const cells sum, const cells w, const cells r, const cells e, const weights k) {
    return sum + 0.125f*r;
}
#endif

#define CONSTANT 0
#define FIXED 1
#define PERIODIC 2
#define REFLECT 3
#define MIRROR 4
#define NEAREST 5

#define SPAN (LANES*WIDTH)
#define USEFUL (SPAN - 2*HALO)

// The cells of a lane at its ends, and shifted along the row by one cell from a neighbour.
#if WIDTH == 1
#define FIRST(r) (r)
#define SECOND(r, right) (right)
#define LAST_BUT_ONE(r, left) (left)
#define LAST(r) (r)
#define WEST(r, left) (left)
#define EAST(r, right) (right)
#define LOAD(place) (*(place))
#define STORE(r, place) (*(place) = (r))
#elif WIDTH == 2
#define FIRST(r) (r).s0
#define SECOND(r, right) (r).s1
#define LAST_BUT_ONE(r, left) (r).s0
#define LAST(r) (r).s1
#define WEST(r, left) (cells)(left, (r).s0)
#define EAST(r, right) (cells)((r).s1, right)
#define LOAD(place) vload2(0, place)
#define STORE(r, place) vstore2(r, 0, place)
#else
#define FIRST(r) (r).s0
#define SECOND(r, right) (r).s1
#define LAST_BUT_ONE(r, left) (r).s2
#define LAST(r) (r).s3
#define WEST(r, left) (cells)(left, (r).s012)
#define EAST(r, right) (cells)((r).s123, right)
#define LOAD(place) vload4(0, place)
#define STORE(r, place) vstore4(r, 0, place)
#endif

// A lane's column, and where it loads; whether the grid begins with its first column or ends with its last; the columns that
// the strip stores, and where its rows come from.
typedef struct {
    int lane, x, column, begins, ends, from, to, n0, n1;
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
                    : BOUNDARY0 == REFLECT || BOUNDARY0 == NEAREST ? after : bias;
        }
        cells own = to_own(known, w, r, e, k);
        if (rims && BOUNDARY0 == MIRROR) {
            completed = row == 1 ? to_after(completed, w, r, e, k) : completed;
            after = row == here->n0 - 2 ? to_before(after, w, r, e, k) : after;
        } else if (rims && BOUNDARY0 == FIXED) {
            completed = LOW0 && row == 1 ? q[s] : completed;
            own = (LOW0 && row == 0) || (HIGH0 && row == here->n0 - 1) ? r : own;
        } else if (rims && row == here->n0 - 1) {
            own = BOUNDARY0 == CONSTANT ? to_before(own, OUTSIDE0, OUTSIDE0, OUTSIDE0, k) : to_before(own, w, r, e, k);
        }
        if (rims && row == here->n0) {
            completed = q[s];
        }
        if (sides && BOUNDARY1 == FIXED) {
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

// A row of the input: wrapped round if the grid is periodic, else one that exists, whatever it holds.
cells load(const int row, const place *here) {
    int exists = min(row, here->n0 - 1);
    if (BOUNDARY0 == PERIODIC) {
        for (exists = row; exists < 0; exists += here->n0);
        for (; exists >= here->n0; exists -= here->n0);
    }
    global const real *from = here->source + (long)exists*here->n1 + here->column;
#if ALIGNED
    return *(global const cells *)from;
#else
    return LOAD(from);
#endif
}

void store(const cells r, const int row, const place *here, const int sides) {
    global real *to = here->target + (long)row*here->n1 + here->x;
    if (here->x >= here->from && here->x + WIDTH <= here->to) {
#if ALIGNED
        *(global cells *)to = r;
#else
        STORE(r, to);
#endif
    } else if (sides && !ALIGNED) {
        // A strip that was moved so as to end with the grid overlaps with the one before by any number of columns.
        real values[WIDTH];
        STORE(r, values);
        #pragma unroll
        for (int i = 0; i < WIDTH; i++) {
            if (here->x + i >= here->from && here->x + i < here->to) {
                to[i] = values[i];
            }
        }
    }
}

// Rows `first` to `end` of the result, in one strip.
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
            r = arrive(r, q, p, row, k, here, shelf, sides, 0);
            if (row - STEPS >= first) {
                store(r, row - STEPS, here, sides);
            }
            r = odd;
            odd = load(row + 3, here);
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

// All rows of all strips, one strip after the other, are shared out evenly among the groups.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1))) void stencil_blocked(PARAMETERS, const int strips) {
    local real shelf[SHELF];
    const weights k = WEIGHTS;
    place here;
    here.lane = get_local_id(0);
    here.n0 = n0;
    here.n1 = n1;
    here.source = SOURCE;
    here.target = TARGET;
    const int groups = get_num_groups(0), group = get_group_id(0);
    long at = (long)strips*n0*group/groups;
    const long end = (long)strips*n0*(group + 1)/groups;
    while (at < end) {
        const int number = at/n0, first = at - (long)number*n0;
        const int rows = min((long)n0 - first, end - at);
        int sides = 0;
        if (BOUNDARY1 == PERIODIC) {
            here.x = number*USEFUL - HALO + here.lane*WIDTH;
            here.column = here.x < 0 ? here.x % n1 + n1 : here.x;
            here.column %= n1;
            here.from = number*USEFUL;
            here.to = min(n1, here.from + USEFUL);
            here.begins = here.ends = 0;
        } else {
            const int begin = max(0, min(number*USEFUL, n1 - SPAN));
            sides = number == 0 || number == strips - 1;
            here.x = begin + here.lane*WIDTH;
            here.column = min(here.x, n1 - WIDTH);
            here.begins = here.x == 0;
            here.ends = here.x + WIDTH == n1;
            here.from = number == 0 ? 0 : number*USEFUL + HALO;
            here.to = number == strips - 1 ? n1 : number*USEFUL + SPAN - HALO;
        }
        if (sides) {
            strip(first, first + rows, k, &here, shelf, 1);
        } else {
            strip(first, first + rows, k, &here, shelf, 0);
        }
        at += rows;
    }
}
