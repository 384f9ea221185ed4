// Rows 1 to ROWS are those of the work-item, 0 and ROWS + 1 those north and south of it; with their neighbours.
typedef struct {
    cells w[ROWS + 2], r[ROWS + 2], e[ROWS + 2];
} patch;

#ifdef PTX
void exchange(const real *first, const real *last, const place *here, local real *ends, real *left, real *right) {
    #pragma unroll
    for (int i = 0; i < ROWS + 2; i++) {
        left[i] = from_lane_before(last[i]);
        right[i] = from_lane_after(first[i]);
    }
}
#else
void exchange(const real *first, const real *last, const place *here, local real *ends, real *left, real *right) {
    local real *mine = ends + here->warp*(ROWS + 2)*2*LANES;
    for (int i = 0; i < ROWS + 2; i++) {
        mine[2*i*LANES + here->lane] = last[i];
        mine[(2*i + 1)*LANES + here->lane] = first[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < ROWS + 2; i++) {
        left[i] = mine[2*i*LANES + max(here->lane - 1, 0)];
        right[i] = mine[(2*i + 1)*LANES + min(here->lane + 1, LANES - 1)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
#define ENDS (WARPS*(ROWS + 2)*2*LANES)
#endif

// The place on a shelf of a warp's first row (0) or last (1).
local cells *shelf_of(local cells *shelves, const int level, const int warp, const int which, const int lane) {
    return shelves + (((LATE ? level : 0)*WARPS + warp)*2 + which)*LANES + lane;
}

// The set of shelves of an exchange; those that follow each other have different ones.
local cells *shelves_of(local cells *shelves, const int exchange) {
    return SETS == 1 ? shelves : shelves + (exchange & 1)*SHELF_SET;
}

// Fills in the rows that do not belong to the work-item, and the neighbours along all rows.
void look_around(patch *v, const int level, const place *here, local cells *shelves, local real *ends, const int sides) {
    *shelf_of(shelves, level, here->warp, 0, here->lane) = v->r[1];
    *shelf_of(shelves, level, here->warp, 1, here->lane) = v->r[ROWS];
    v->r[0] = v->r[ROWS + 1] = (cells)(0);
    if (!LATE) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const cells north = *shelf_of(shelves, level, max(here->warp - 1, 0), 1, here->lane);
        const cells south = *shelf_of(shelves, level, min(here->warp + 1, WARPS - 1), 0, here->lane);
        v->r[0] = north;
        v->r[ROWS + 1] = south;
        if (SETS == 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    if (sides && here->begins_rows) {
        v->r[0] = BOUNDARY1 == CONSTANT ? (cells)(OUTSIDE1) : v->r[BOUNDARY1 == MIRROR ? 2 : 1];
    }
    if (sides && here->ends_rows) {
        v->r[ROWS + 1] = BOUNDARY1 == CONSTANT ? (cells)(OUTSIDE1) : v->r[BOUNDARY1 == MIRROR ? ROWS - 1 : ROWS];
    }
    real first[ROWS + 2], last[ROWS + 2], left[ROWS + 2], right[ROWS + 2];
    #pragma unroll
    for (int i = 0; i < ROWS + 2; i++) {
        first[i] = FIRST(v->r[i]);
        last[i] = LAST(v->r[i]);
    }
    exchange(first, last, here, ends, left, right);
    #pragma unroll
    for (int i = 0; i < ROWS + 2; i++) {
        if (sides) {
            const real from_left = left[i], from_right = right[i];
            left[i] = !here->begins ? left[i] : BOUNDARY2 == CONSTANT ? OUTSIDE2
                    : BOUNDARY2 == MIRROR ? SECOND(v->r[i], from_right) : first[i];
            right[i] = !here->ends ? right[i] : BOUNDARY2 == CONSTANT ? OUTSIDE2
                    : BOUNDARY2 == MIRROR ? LAST_BUT_ONE(v->r[i], from_left) : last[i];
            if (BOUNDARY1 == CONSTANT && ((i == 0 && here->begins_rows) || (i == ROWS + 1 && here->ends_rows))) {
                left[i] = right[i] = OUTSIDE1;
            }
        }
        v->w[i] = WEST(v->r[i], left[i]);
        v->e[i] = EAST(v->r[i], right[i]);
    }
}
