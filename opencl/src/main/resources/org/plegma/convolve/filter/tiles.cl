// Tiles of an image for transforms. Sizes are along z, y and x: n of the image, o of the result, p of a tile, k of the
// part of a result that a tile gives; t counts the tiles along y and x. A row of a tile is shared by the work-items of
// dimension 0.
#include "fold.cl"

typedef struct {
    int tile, z, y;
} Row;

// The row of dimension 1, counted from the first tile of this round.
Row row_of_item(int pz, int py) {
    int row = get_global_id(1);
    Row at = {row / (pz * py), row / py % pz, row % py};
    return at;
}

// tiles = image, continued by its boundary; used: the cells of a tile that count, the others are zero.
kernel void cut(global const REAL *restrict image, global REAL *restrict tiles, int first, int nz, int ny, int nx, int pz,
                int py, int px, int uz, int uy, int ux, int kz, int ky, int kx, int ty, int tx, int sz, int sy, int sx,
                REAL outside) {
    Row at = row_of_item(pz, py);
    int tile = first + at.tile;
    int z = tile / (ty * tx) * kz + at.z + sz;
    int y = tile / tx % ty * ky + at.y + sy;
    int x = tile % tx * kx + sx;
    global REAL *to = tiles + (size_t)get_global_id(1) * px;
    bool used = at.z < uz && at.y < uy;
    int plane = fold(z, nz);
    int row = fold(y, ny);
    bool beyond = IS_OUTSIDE(plane) || IS_OUTSIDE(row);
    global const REAL *from = image + (beyond ? 0 : ((size_t)plane * ny + row) * nx);
    int start = get_global_id(0);
    int step = get_global_size(0);
    if (used && !beyond && x >= 0 && x + ux <= nx) {
        for (int i = start; i < ux; i += step) {
            to[i] = from[x + i];
        }
    } else if (used) {
        for (int i = start; i < ux; i += step) {
            int column = fold(x + i, nx);
            to[i] = beyond || IS_OUTSIDE(column) ? outside : from[column];
        }
    }
    int rest = used ? ux : 0;
    for (int i = rest + start; i < px; i += step) {
        to[i] = 0;
    }
}

// What the tiles give of the result.
kernel void paste(global const REAL *restrict tiles, global REAL *restrict result, int first, int oz, int oy, int ox,
                  int pz, int py, int px, int kz, int ky, int kx, int ty, int tx) {
    Row at = row_of_item(pz, py);
    int tile = first + at.tile;
    int z = tile / (ty * tx) * kz + at.z;
    int y = tile / tx % ty * ky + at.y;
    int x = tile % tx * kx;
    if (at.z >= kz || at.y >= ky || z >= oz || y >= oy) {
        return;
    }
    global const REAL *from = tiles + (size_t)get_global_id(1) * px;
    global REAL *to = result + ((size_t)z * oy + y) * ox + x;
    int count = min(kx, ox - x);
    for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
        to[i] = from[i];
    }
}
