// For CPUs: one work-item a work-group, which runs on one core. It computes a block of rows by columns of D, a slice of the
// terms at a time (slices of DEPTH, so that all fits the second-level cache):
//   - the slice of op(B) goes into panels as wide as a register tile, row behind row, filled up with zeros;
//   - for every TILE_ROWS rows, their slice of op(A) goes into the first-level cache;
//   - a register tile of TILE_ROWS rows by TILE_VECTORS vectors is summed for each panel: for each term it loads
//     TILE_VECTORS vectors of B, and multiplies them by each row's element of A in all lanes.
// The sums of slices are added up in `sums`, which may be D unless C is read from there, and go to D with the last slice. So
// alpha multiplies all of them at once: slices may have both signs, and times alpha overflow where their sum does not.
// (Scheme: Goto and van de Geijn, Anatomy of high-performance matrix multiplication, 2008, with the roles of A and B exchanged
// since the matrices are row-major.)
#ifndef DEPTH // terms of a slice
#define DEPTH 32
#endif
#ifndef WIDTH // most columns of a block, a multiple of the tile's
#define WIDTH 64
#endif
#include "product.cl"

// The registers of the CPU: 32 of 64 bytes, 16 of 32, or as many of 16.
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#define MOST_ROWS 12
// Without it, LLVM divides such vectors in two on the CPUs that slow down a little when they are used.
#define WIDE __attribute__((min_vector_width(512)))
#else
#if defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#define MOST_ROWS 6
#define WIDE
#endif
#ifndef TILE_ROWS
#define TILE_ROWS MOST_ROWS
#endif
#ifndef TILE_VECTORS
#define TILE_VECTORS 2
#endif
#ifndef REAL_BYTES
#define REAL_BYTES 4
#endif

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#if VECTOR_BYTES / REAL_BYTES == 16
#define LANES 16
#elif VECTOR_BYTES / REAL_BYTES == 8
#define LANES 8
#elif VECTOR_BYTES / REAL_BYTES == 4
#define LANES 4
#else
#define LANES 2
#endif
#define VECTOR JOINED(REAL, LANES)
#define LOAD JOINED(vload, LANES)
#define STORE JOINED(vstore, LANES)
#define QUAD JOINED(REAL, 4)
#define TILE_COLUMNS (TILE_VECTORS * LANES)
// Terms between two requests for what comes next, as many of a row as a line of the cache holds. Asked for all at once, lines
// from memory would take every buffer of the first-level cache, and the loads of B from the second level would wait for them.
#define CHUNK (64 / REAL_BYTES)
// So many terms before they are needed, those of B are asked for: the next panel's, too, which a processor does not foresee.
#define AHEAD 16

#if defined(__clang__) && defined(__x86_64__)
#define PREFETCH(place) __builtin_prefetch((const void*)(size_t)(place))
#else
#define PREFETCH(place)
#endif

// Where term p of row r of a panel of A lies: as it lies in memory, so that it is copied and not transposed. The rows begin
// in different sets of the cache.
#if A_TRANSPOSED
#define PANEL_AT(r, p) ((p) * TILE_ROWS + (r))
#else
#define PANEL_AT(r, p) ((r) * (DEPTH + 16) + (p))
#endif

// The slice of op(A), from its first row and term, to a panel. Rows that are not there repeat the last one.
void pack_a(global const REAL* a, int lda, int rows, int depth, local REAL* to) {
#if A_TRANSPOSED
    if (rows == TILE_ROWS) {
        for (int p = 0; p < depth; p++, a += lda) {
#pragma unroll
            for (int r = 0; r < TILE_ROWS; r++) {
                to[PANEL_AT(r, p)] = a[r];
            }
        }
        return;
    }
#endif
    for (int r = 0; r < TILE_ROWS; r++) {
        global const REAL* from = a + A_AT(min(r, rows - 1), 0);
        for (int p = 0; p < depth; p++) {
            to[PANEL_AT(r, p)] = from[A_AT(0, p)];
        }
    }
}

// Asks for a part of the next panel of A while a tile sums the chunk of terms that begins at p. The tiles divide the panel:
// each has a share of its rows, of which a chunk takes one line of the cache each. If A is transposed, a panel's rows lie in a
// line or two for each term, and each chunk has a share of the terms.
void prefetch_a(global const REAL* a, int lda, int rows, int depth, int tile, int share, int p) {
#if A_TRANSPOSED
    const int first = (tile * ((depth + CHUNK - 1) / CHUNK) + p / CHUNK) * share;
    for (int q = first; q < min(depth, first + share); q++) {
        PREFETCH(a + A_AT(0, q));
        PREFETCH(a + A_AT(rows - 1, q));
    }
#else
    for (int r = tile * share; r < min(rows, (tile + 1) * share); r++) {
        PREFETCH(a + A_AT(r, p));
    }
#endif
}

// Columns of the slice of op(B), fewer than a panel's, to a panel that is filled up with zeros.
void pack_rest_of_b(global const REAL* b, int ldb, int columns, int depth, local REAL* to) {
    for (int p = 0; p < depth; p++) {
        for (int j = 0; j < TILE_COLUMNS; j++) {
            to[p * TILE_COLUMNS + j] = j < columns ? b[B_AT(p, j)] : 0;
        }
    }
}

#if B_TRANSPOSED
// The slice of op(B), from its first term and column, to panels of depth by TILE_COLUMNS: four by four elements at a time.
void pack_b(global const REAL* b, int ldb, int columns, int depth, local REAL* to) {
    int j = 0;
    for (; j <= columns - TILE_COLUMNS; j += TILE_COLUMNS, to += depth * TILE_COLUMNS) {
        for (int jj = 0; jj < TILE_COLUMNS; jj += 4) {
            int p = 0;
            for (; p < depth - 3; p += 4) {
                const QUAD w = vload4(0, b + B_AT(p, j + jj));
                const QUAD x = vload4(0, b + B_AT(p, j + jj + 1));
                const QUAD y = vload4(0, b + B_AT(p, j + jj + 2));
                const QUAD z = vload4(0, b + B_AT(p, j + jj + 3));
                local REAL* square = to + p * TILE_COLUMNS + jj;
                vstore4((QUAD)(w.x, x.x, y.x, z.x), 0, square);
                vstore4((QUAD)(w.y, x.y, y.y, z.y), 0, square + TILE_COLUMNS);
                vstore4((QUAD)(w.z, x.z, y.z, z.z), 0, square + 2 * TILE_COLUMNS);
                vstore4((QUAD)(w.w, x.w, y.w, z.w), 0, square + 3 * TILE_COLUMNS);
            }
            for (; p < depth; p++) {
                for (int q = jj; q < jj + 4; q++) {
                    to[p * TILE_COLUMNS + q] = b[B_AT(p, j + q)];
                }
            }
        }
    }
    if (j < columns) {
        pack_rest_of_b(b + B_AT(0, j), ldb, columns - j, depth, to);
    }
}
#else
// The slice of op(B), from its first term and column, to panels of depth by TILE_COLUMNS: whole rows, as they lie in memory.
void pack_b(global const REAL* b, int ldb, int columns, int depth, local REAL* to) {
    const int whole = columns - columns % TILE_COLUMNS;
    for (int p = 0; p < depth; p++) {
        for (int j = 0; j < whole; j += TILE_COLUMNS) {
#pragma unroll
            for (int v = 0; v < TILE_VECTORS; v++) {
                STORE(LOAD(v, b + B_AT(p, j)), v, to + j * depth + p * TILE_COLUMNS);
            }
        }
    }
    if (whole < columns) {
        pack_rest_of_b(b + B_AT(0, whole), ldb, columns - whole, depth, to + whole * depth);
    }
}
#endif

// Where the device's exp of vectors is wrong, that of numbers stands in for it.
#ifdef EXP_OF_EACH
#define EXP exp_of_each
VECTOR exp_of_each(VECTOR value) {
    REAL each[LANES];
    STORE(value, 0, each);
    for (int lane = 0; lane < LANES; lane++) {
        each[lane] = exp(each[lane]);
    }
    return LOAD(0, each);
}
#else
#define EXP exp
#endif

// What finish does, for a vector from column j.
VECTOR finish_vector(
        VECTOR sum, int i, int j, REAL alpha, REAL beta, global const REAL* c, int ldc, global const REAL* bias) {
    VECTOR value = alpha * sum;
    if (beta != 0) {
        value += beta * LOAD(0, c + (long)i * ldc + j);
    }
#if BIAS == 1
    value += LOAD(0, bias + j);
#elif BIAS == 2
    value += bias[i];
#endif
#if ACTIVATION == 1
    value = value < (VECTOR)0 ? (VECTOR)0 : value;
#elif ACTIVATION == 2
    value = 1 / (1 + EXP(-value));
#endif
    return value;
}

WIDE kernel __attribute__((reqd_work_group_size(1, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        global REAL* sums, long offsetSums, int lds, long stepSums,
        int blockRows, int blockColumns, int slice) {
    local REAL panelA[TILE_ROWS * (DEPTH + 16)];
    local REAL panelsB[DEPTH * WIDTH];
    local REAL tile[TILE_ROWS * TILE_COLUMNS];
    const int j0 = get_group_id(0) * blockColumns;
    const int i0 = get_group_id(1) * blockRows;
    const int columns = min(blockColumns, n - j0);
    const int rows = min(blockRows, m - i0);
    const int tiles = (columns + TILE_COLUMNS - 1) / TILE_COLUMNS;
    const int share = ((A_TRANSPOSED ? CHUNK : TILE_ROWS) + tiles - 1) / tiles;
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;
    c += offsetC + batch * stepC;
    d += offsetD + batch * stepD;
    sums += offsetSums + batch * stepSums;
    int p0 = 0;
    do {
        const int depth = min(slice, k - p0);
        const bool complete = p0 + depth == k;
        global REAL* result = complete ? d : sums;
        const int ldr = complete ? ldd : lds;
        pack_b(b + B_AT(p0, j0), ldb, columns, depth, panelsB);
        for (int i = i0; i < i0 + rows; i += TILE_ROWS) {
            const int tileRows = min(TILE_ROWS, i0 + rows - i);
            const int next = min(TILE_ROWS, i0 + rows - i - TILE_ROWS);
            pack_a(a + A_AT(i, p0), lda, tileRows, depth, panelA);
            for (int jj = 0; jj < columns; jj += TILE_COLUMNS) {
                const int j = j0 + jj;
                VECTOR sum[TILE_ROWS][TILE_VECTORS];
#pragma unroll
                for (int r = 0; r < TILE_ROWS; r++) {
#pragma unroll
                    for (int v = 0; v < TILE_VECTORS; v++) {
                        sum[r][v] = 0;
                    }
                }
                local const REAL* terms = panelsB + jj * depth;
                for (int p = 0; p < depth;) {
                    if (p / CHUNK < tileRows) {
#pragma unroll
                        for (int q = 0; q < TILE_COLUMNS; q += CHUNK) {
                            PREFETCH(result + (long)(i + p / CHUNK) * ldr + j + q);
                        }
                    }
                    if (next > 0) {
                        prefetch_a(a + A_AT(i + TILE_ROWS, p0), lda, next, depth, jj / TILE_COLUMNS, share, p);
                    }
                    const int end = min(depth, p + CHUNK);
                    for (; p < end; p++, terms += TILE_COLUMNS) {
#pragma unroll
                        for (int q = 0; q < TILE_COLUMNS; q += CHUNK) {
                            PREFETCH(terms + AHEAD * TILE_COLUMNS + q);
                        }
                        VECTOR y[TILE_VECTORS];
#pragma unroll
                        for (int v = 0; v < TILE_VECTORS; v++) {
                            y[v] = LOAD(v, terms);
                        }
#pragma unroll
                        for (int r = 0; r < TILE_ROWS; r++) {
                            const VECTOR x = panelA[PANEL_AT(r, p)];
#pragma unroll
                            for (int v = 0; v < TILE_VECTORS; v++) {
                                sum[r][v] += x * y[v];
                            }
                        }
                    }
                }
                if (tileRows == TILE_ROWS && jj + TILE_COLUMNS <= columns) {
#pragma unroll
                    for (int r = 0; r < TILE_ROWS; r++) {
#pragma unroll
                        for (int v = 0; v < TILE_VECTORS; v++) {
                            VECTOR value = sum[r][v];
                            if (p0 > 0) {
                                value += LOAD(v, sums + (long)(i + r) * lds + j);
                            }
                            if (complete) {
                                value = finish_vector(value, i + r, j + v * LANES, alpha, beta, c, ldc, bias);
                            }
                            STORE(value, v, result + (long)(i + r) * ldr + j);
                        }
                    }
                } else {
#pragma unroll
                    for (int r = 0; r < TILE_ROWS; r++) {
#pragma unroll
                        for (int v = 0; v < TILE_VECTORS; v++) {
                            STORE(sum[r][v], r * TILE_VECTORS + v, tile);
                        }
                    }
                    for (int r = 0; r < tileRows; r++) {
                        for (int q = 0; q < min(TILE_COLUMNS, columns - jj); q++) {
                            REAL value = tile[r * TILE_COLUMNS + q];
                            if (p0 > 0) {
                                value += sums[(long)(i + r) * lds + j + q];
                            }
                            if (complete) {
                                value = finish(value, i + r, j + q, alpha, beta, c, ldc, bias);
                            }
                            result[(long)(i + r) * ldr + j + q] = value;
                        }
                    }
                }
            }
        }
        p0 += depth;
    } while (p0 < k);
}
