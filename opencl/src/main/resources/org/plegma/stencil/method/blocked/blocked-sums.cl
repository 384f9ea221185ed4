// What the kernels of blocked(k) by partial sums share: the cells of a work-item, WIDTH neighbours along a row.

#define CONSTANT 0
#define FIXED 1
#define PERIODIC 2
#define REFLECT 3
#define MIRROR 4
#define NEAREST 5

// Whether what lies beyond an end of the grid is the cell at that end.
#define REPEATS(boundary) ((boundary) == REFLECT || (boundary) == NEAREST)

#define SPAN (LANES*WIDTH)

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

// The index of the cell of a periodic axis.
int wrap(int index, const int size) {
    for (; index < 0; index += size);
    for (; index >= size; index -= size);
    return index;
}

cells load_cells(global const real *from) {
#if ALIGNED
    return *(global const cells *)from;
#else
    return LOAD(from);
#endif
}

// Stores the cells at column x, or those of them in columns `first` to `end`. Only at the sides of a grid whose rows are no
// whole number of work-items can some be in and some not: there a tile is moved so as to end with the grid.
void store_cells(const cells r, global real *to, const int x, const int first, const int end, const int sides) {
    if (x >= first && x + WIDTH <= end) {
#if ALIGNED && defined(PTX)
        store_past_cache(r, to);
#elif ALIGNED
        *(global cells *)to = r;
#else
        STORE(r, to);
#endif
    } else if (!ALIGNED && sides) {
        real values[WIDTH];
        STORE(r, values);
        #pragma unroll
        for (int i = 0; i < WIDTH; i++) {
            if (x + i >= first && x + i < end) {
                to[i] = values[i];
            }
        }
    }
}

// Where a tile begins along an axis, the part of it that is stored, and whether it touches an end of the grid.
typedef struct {
    int begin, from, to, outermost;
} extent;

// Tile `number` of `count`. Those of a periodic axis all overlap by 2*halo; else the first begins and the last ends with the
// grid, where nothing is lost.
extent extent_of(const int number, const int count, const int n, const int size, const int halo, const int periodic) {
    extent e;
    const int useful = size - 2*halo;
    if (periodic) {
        e.begin = number*useful - halo;
        e.from = number*useful;
        e.to = min(n, e.from + useful);
        e.outermost = 0;
    } else {
        e.begin = max(0, min(number*useful, n - size));
        e.from = number == 0 ? 0 : number*useful + halo;
        e.to = number == count - 1 ? n : number*useful + size - halo;
        e.outermost = number == 0 || number == count - 1;
    }
    return e;
}
