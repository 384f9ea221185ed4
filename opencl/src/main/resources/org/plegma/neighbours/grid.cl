// A grid of cells over a box: after lanes.cl and space.cl. A coordinate's cell never falls as the coordinate grows.
//
// NESTED: a cell that holds many points is divided into as many parts along each axis that has cells. The parts of cell c have the numbers
// from bases[c] on. Of coordinates in one cell, too, the part never falls as the coordinate grows.
#ifndef FULL
#define FULL 2
#endif
#ifndef TELLS
#define TELLS 3
#define TELLERS 64
#define CROWD 65535
#endif
#ifndef MOST_PARTS
#define MOST_PARTS 32
#endif
#ifdef NESTED
#define GRID REAL4 low, REAL4 scale, REAL4 width, int4 cells, global const int* bases, global const char* sides
#else
#define GRID REAL4 low, REAL4 scale, REAL4 width, int4 cells
#endif

int cell_on(REAL x, REAL low, REAL scale, int cells) { return clamp((int)((x - low) * scale), 0, cells - 1); }

// Queries may lie anywhere: the nearest place in the box, lest a cell's number overflow.
int4 cell_of(REAL4 p, REAL4 low, REAL4 scale, REAL4 width, int4 cells) {
    p = clamp(p, low, low + CONVERT_REAL4(cells) * width);
    return (int4)(
        cell_on(p.x, low.x, scale.x, cells.x), cell_on(p.y, low.y, scale.y, cells.y), cell_on(p.z, low.z, scale.z, cells.z), 0);
}

#ifdef NESTED
// Of a cell that begins there, the part along one axis.
int part_on(REAL x, REAL begin, REAL scale, int parts) {
    return parts == 1 ? 0 : clamp((int)clamp((x - begin) * (scale * parts), (REAL)0, (REAL)(parts - 1)), 0, parts - 1);
}

int cell_number(REAL4 p, GRID) {
    const int4 c = cell_of(p, low, scale, width, cells);
    const int cell = (c.z * cells.y + c.y) * cells.x + c.x;
    const int side = sides[cell];
    const REAL4 begin = low + CONVERT_REAL4(c) * width;
    const int partsX = cells.x > 1 ? side : 1;
    const int partsY = cells.y > 1 ? side : 1;
    const int x = part_on(p.x, begin.x, scale.x, partsX);
    const int y = part_on(p.y, begin.y, scale.y, partsY);
    const int z = part_on(p.z, begin.z, scale.z, cells.z > 1 ? side : 1);
    return bases[cell] + (z * partsY + y) * partsX + x;
}
#define CELL_NUMBER(p) cell_number(p, low, scale, width, cells, bases, sides)
#else
int cell_number(REAL4 p, GRID) {
    const int4 c = cell_of(p, low, scale, width, cells);
    return (c.z * cells.y + c.y) * cells.x + c.x;
}
#define CELL_NUMBER(p) cell_number(p, low, scale, width, cells)
#endif

// A cell gets parts for about FULL of its points each, and for the scan that follows, their number; 0 past the end.
kernel void divide_cells(global const int* counts, int n, int axes, global int* bases, global char* sides) {
    const int i = get_global_id(0);
    if (i < n) {
        int side = 1;
        int parts = 1;
        for (int next = 2; next <= MOST_PARTS; next++) {
            const int more = axes == 1 ? next : axes == 2 ? next * next : next * next * next;
            if (more > counts[i] / FULL) {
                break;
            }
            side = next;
            parts = more;
        }
        sides[i] = (char)side;
        bases[i] = parts;
    } else if (i == n) {
        bases[n] = 0;
    }
}

// Up to four numbers.
void clear_four(int first, int n, global int* counts) {
    if (first + 4 <= n) {
        *(global int4*)(counts + first) = 0;
    } else {
        for (int i = first; i < n; i++) {
            counts[i] = 0;
        }
    }
}

kernel void clear_counts(int n, global int* counts) { clear_four(4 * get_global_id(0), n, counts); }

// How many points each cell has, and for each point its cell and how many others came before it there. The order in a cell differs
// from run to run; what a search finds does not. A flag tells of coordinates that are not finite.
kernel void count_in_cells(
    global const REAL* points, long n, GRID, global int* counts, global int* places, global int* wrong
) {
    const long i = get_global_id(0);
    int cell = -1;
    if (i < n) {
        const REAL4 p = given(points, i);
        if (!all_finite(p)) {
            *wrong = 1;
        }
        cell = CELL_NUMBER(p);
    }
    int rank = 0;
#ifdef LANES
    // Points in one cell would wait for each other at its counter: those in the cell of the first lane add up by one of them.
    const uint same = ballot(cell == (int)word_of(cell, 0));
    int before = 0;
    if (LANE == 0 && i < n) {
        before = atomic_add(&counts[cell], popcount(same));
    }
    rank = (int)word_of(before, 0) + popcount(same & ((1u << LANE) - 1));
    if (i < n && (same >> LANE & 1) == 0) {
        rank = atomic_inc(&counts[cell]);
    }
#else
    if (i < n) {
        rank = atomic_inc(&counts[cell]);
    }
#endif
    if (i < n) {
        ((global int2*)places)[i] = (int2)(cell, rank);
    }
}

// Points by their cells, once it is known where each cell begins. Every so manieth, if not 0, tells how many its cell has: CROWD at most.
kernel void place_in_cells(
    global const REAL* points, long n, global const int* places, global const int* starts, global REAL* arranged, int every,
    global int* told
) {
    const long i = get_global_id(0);
    if (i < n) {
        const int2 place = ((global const int2*)places)[i];
        const int begin = starts[place.x];
        put(given(points, i), (int)i, begin + place.y, n, arranged);
        if (every > 0 && i % every == 0) {
            atomic_add(&told[TELLS + i / every % TELLERS], min(starts[place.x + 1] - begin, CROWD));
        }
    }
}

// Borders of cells are known up to slack, the rounding of a coordinate; SHRUNK makes up for that of a distance.
#define SHRUNK (1 - 16 * EPSILON)

// The least squared distance to what lies so far off along an axis or more.
REAL at_least(REAL off, REAL slack) {
    const REAL sure = max(off - slack, (REAL)0);
    return sure * sure * SHRUNK;
}
