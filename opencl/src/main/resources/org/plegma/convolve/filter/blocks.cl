// Any window: a work-item computes ROWS rows of LANES columns. It loads each row of the image that it needs once for each
// column of the filter and adds it to all results that it counts for, so the longer the filter along y, the fewer the loads.
#include "fold.cl"
#ifndef ROWS
#define ROWS 8
#endif
#ifndef LANES
#define LANES 1
#endif
// The number of taps along y if it is small, else 0.
#ifndef TAPS_Y
#define TAPS_Y 0
#endif
#ifndef TAPS_SPACE
#define TAPS_SPACE constant
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#if LANES == 1
#define WIDE REAL
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
#define WIDE JOIN(REAL, LANES)
#define LOAD(p) JOIN(vload, LANES)(0, p)
#define STORE(v, p) JOIN(vstore, LANES)(v, 0, p)
#endif
// OpenCL C 1.2 has no other way to index a vector.
typedef union {
    WIDE wide;
    REAL lane[LANES];
} Lanes;

typedef struct {
    global const REAL *plane;
    int ny, nx;
    REAL outside;
} Plane;

// A called function would keep its arrays in memory.
#define INLINE __attribute__((always_inline))

// LANES columns of a row from x on.
INLINE WIDE row_of(const Plane p, int y, int x, const bool edge) {
    if (!edge) {
        return LOAD(p.plane + (size_t)y * p.nx + x);
    }
    int row = fold(y, p.ny);
    Lanes v;
    for (int i = 0; i < LANES; i++) {
        int column = fold(x + i, p.nx);
        v.lane[i] = IS_OUTSIDE(row) || IS_OUTSIDE(column) ? p.outside : p.plane[(size_t)row * p.nx + column];
    }
    return v.wide;
}

// Adds one column of the filter, whose taps lie apart.
INLINE void add_column(WIDE *sums, const Plane p, int y, int x, TAPS_SPACE const REAL *taps, int apart, int my,
                       const bool edge) {
#if TAPS_Y > 0
    REAL w[TAPS_Y];
#pragma unroll
    for (int j = 0; j < TAPS_Y; j++) {
        w[j] = taps[j * apart];
    }
#pragma unroll
    for (int t = 0; t < TAPS_Y + ROWS - 1; t++) {
        WIDE v = row_of(p, y + t, x, edge);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (t - r >= 0 && t - r < TAPS_Y) {
                sums[r] = fma((WIDE)(w[t - r < 0 || t - r >= TAPS_Y ? 0 : t - r]), v, sums[r]);
            }
        }
    }
#else
    // A filter of at least ROWS taps: first the rows that count for some results only, then, in blocks, those that
    // count for all.
    REAL w[2 * ROWS - 1];
#pragma unroll
    for (int j = 0; j < ROWS - 1; j++) {
        w[j + ROWS - 1] = taps[j * apart];
    }
#pragma unroll
    for (int t = 0; t < ROWS - 1; t++) {
        WIDE v = row_of(p, y + t, x, edge);
#pragma unroll
        for (int r = 0; r <= t; r++) {
            sums[r] = fma((WIDE)(w[t - r + ROWS - 1]), v, sums[r]);
        }
    }
#pragma unroll
    for (int j = 0; j < ROWS - 1; j++) {
        w[j] = w[j + ROWS - 1];
    }
    int t0 = ROWS - 1;
    TAPS_SPACE const REAL *next = taps + t0 * apart;
    for (; t0 + ROWS <= my; t0 += ROWS) {
        // Row t0 + u counts for result r with tap t0 + u - r; of the taps, those before t0 are known from the block before.
#pragma unroll
        for (int j = ROWS - 1; j < 2 * ROWS - 1; j++) {
            w[j] = *next;
            next += apart;
        }
#pragma unroll
        for (int u = 0; u < ROWS; u++) {
            WIDE v = row_of(p, y + t0 + u, x, edge);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                sums[r] = fma((WIDE)(w[u - r + ROWS - 1]), v, sums[r]);
            }
        }
#pragma unroll
        for (int j = 0; j < ROWS - 1; j++) {
            w[j] = w[j + ROWS];
        }
    }
    for (int t = t0; t < my + ROWS - 1; t++) {
        w[ROWS - 1] = t < my ? *next : 0;
        next += t < my ? apart : 0;
        WIDE v = row_of(p, y + t, x, edge);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (t - r < my) {
                sums[r] = fma((WIDE)(w[ROWS - 1 - r]), v, sums[r]);
            }
        }
#pragma unroll
        for (int j = 0; j < ROWS - 1; j++) {
            w[j] = w[j + 1];
        }
    }
#endif
}

INLINE void block(global const REAL *in, global REAL *out, TAPS_SPACE const REAL *taps, int nz, int ny, int nx, int oy,
                  int ox, int z, int y, int x, int mz, int my, int mx, int sz, int sy, int sx, REAL outside,
                  const bool edge) {
    WIDE sums[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        sums[r] = 0;
    }
    for (int jz = 0; jz < mz; jz++) {
        int plane = fold(z + sz + jz, nz);
        bool beyond = IS_OUTSIDE(plane);
        // A plane outside is one whose every cell lies outside.
        Plane p = {in + (beyond ? 0 : (size_t)plane * ny * nx), beyond ? 0 : ny, nx, outside};
        for (int jx = 0; jx < mx; jx++) {
            add_column(sums, p, y + sy, x + sx + jx, taps + jz * my * mx + jx, mx, my, edge || beyond);
        }
    }
    global REAL *to = out + ((size_t)z * oy + y) * ox + x;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if (y + r < oy) {
#if LANES > 1
            if (x + LANES > ox) {
                Lanes v;
                v.wide = sums[r];
                for (int i = 0; i < ox - x; i++) {
                    to[(size_t)r * ox + i] = v.lane[i];
                }
                continue;
            }
#endif
            STORE(sums[r], to + (size_t)r * ox);
        }
    }
}

// The sizes of image (n), result (o), filter (m) and the place of the first tap (s), each along z, y and x.
kernel void blocks(global const REAL *restrict in, global REAL *restrict out, TAPS_SPACE const REAL *restrict taps,
                   int nz, int ny, int nx, int oy, int ox, int mz, int my, int mx, int sz, int sy, int sx,
                   REAL outside) {
    int x = get_global_id(0) * LANES;
    int y = get_global_id(1) * ROWS;
    int z = get_global_id(2);
    // The same for the whole group.
    int x0 = get_group_id(0) * get_local_size(0) * LANES + sx;
    int y0 = get_group_id(1) * get_local_size(1) * ROWS + sy;
    int x1 = x0 + get_local_size(0) * LANES + mx - 1;
    int y1 = y0 + get_local_size(1) * ROWS + my - 1;
    bool edge = x0 < 0 || y0 < 0 || x1 > nx || y1 > ny;
    if (x >= ox || y >= oy) {
        return;
    }
    if (edge) {
        block(in, out, taps, nz, ny, nx, oy, ox, z, y, x, mz, my, mx, sz, sy, sx, outside, true);
    } else {
        block(in, out, taps, nz, ny, nx, oy, ox, z, y, x, mz, my, mx, sz, sy, sx, outside, false);
    }
}
