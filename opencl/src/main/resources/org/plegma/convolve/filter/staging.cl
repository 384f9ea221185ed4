// Rows of an image come to local memory in batches of BATCH while the batch before is worked on. What lies beyond the edges is
// put in its place on the way, so that what follows knows of no edges.
#ifndef MX
#define MX 3
#endif
// Elements of a vector in memory.
#ifndef WIDTH
#define WIDTH 4
#endif
#ifndef ASYNC
#define ASYNC 0
#endif
// 1 if rows of the image are whole vectors; what the first tap reads then lies BEFORE elements after the start of one.
#ifndef ALIGNED
#define ALIGNED 0
#endif
#ifndef BEFORE
#define BEFORE 0
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define VECTOR JOIN(REAL, WIDTH)
// A called function would keep its arrays in memory.
#define INLINE __attribute__((always_inline))
// Neighbours copy what is contiguous.
#define LANES 32
// Columns that a batch holds, in whole vectors, the first of which lies at the start of a vector of the image.
#define HELD ((BEFORE + ACROSS + MX - 1 + WIDTH - 1) / WIDTH * WIDTH)
// Vectors of a row, so many that equal places of eight rows lie in different banks.
#define PITCHED(columns) ((((columns) / WIDTH + 6) / 8 * 8 + 1) * WIDTH)
#ifndef PITCH
#define PITCH PITCHED(HELD)
#endif

#if ASYNC
#define BYTES(n) ((n) * (int)sizeof(REAL))
#define COPY_WHOLE(to, from) \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint)(size_t)(to)), "l"(from) : "memory")
#define COPY_ONE(to, from) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((uint)(size_t)(to)), "l"(from), "n"((int)sizeof(REAL)) : "memory")
#define CLOSE_BATCH() asm volatile("cp.async.commit_group;" ::: "memory")
#define AWAIT_BATCH(later) asm volatile("cp.async.wait_group %0;" ::"n"(later) : "memory")
#else
#define COPY_WHOLE(to, from) (*(local VECTOR *)(to) = *(global const VECTOR *)(from))
#define COPY_ONE(to, from) (*(to) = *(from))
#define CLOSE_BATCH()
#define AWAIT_BATCH(later)
#endif

typedef struct {
    global const REAL *plane;
    int ny, nx;
    REAL outside;
} Image;

// BATCH rows from top on, columns from left on.
INLINE void stage(local REAL *staged, const Image image, int top, int left) {
    int lane = get_local_id(0) % LANES;
    int line = get_local_id(0) / LANES;
    bool whole = ALIGNED != 0 && top >= 0 && top + BATCH <= image.ny && left >= 0 && left + HELD <= image.nx;
    if (whole) {
        global const REAL *from = image.plane + (size_t)(top + line) * image.nx + left + lane * WIDTH;
        local REAL *to = staged + line * PITCH + lane * WIDTH;
#pragma unroll
        for (int r = 0; r < BATCH; r += ITEMS / LANES) {
            if (BATCH % (ITEMS / LANES) == 0 || r + line < BATCH) {
#pragma unroll
                for (int i = 0; i < HELD; i += LANES * WIDTH) {
                    if (i + LANES * WIDTH <= HELD || i + lane * WIDTH < HELD) {
                        COPY_WHOLE(to + r * PITCH + i, from + i);
                    }
                }
            }
            from += (size_t)(ITEMS / LANES) * image.nx;
        }
        return;
    }
    for (int r = line; r < BATCH; r += ITEMS / LANES) {
        int row = fold(top + r, image.ny);
        local REAL *to = staged + r * PITCH;
        const bool beyond = IS_OUTSIDE(row);
        global const REAL *from = image.plane + (size_t)(beyond ? 0 : row) * image.nx;
        for (int i = lane * WIDTH; i < HELD; i += LANES * WIDTH) {
#if ALIGNED
            if (!beyond && left + i >= 0 && left + i + WIDTH <= image.nx) {
                COPY_WHOLE(to + i, from + left + i);
                continue;
            }
#endif
            for (int j = i; j < i + WIDTH; j++) {
                int column = fold(left + j, image.nx);
                if (beyond || IS_OUTSIDE(column)) {
                    to[j] = image.outside;
                } else {
                    COPY_ONE(to + j, from + column);
                }
            }
        }
    }
}
