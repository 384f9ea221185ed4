// Tiles on two levels: a work-group computes BM x BN elements, a work-item TM x TN of them in registers, from tiles of A and
// B in local memory, BK terms deep. While one tile is multiplied the next comes, by way of registers or, with ASYNC on
// NVIDIA, by cp.async straight into local memory, STAGES - 1 tiles ahead. Likewise the TM + TN values of a term are read
// from local memory while those of the term before are multiplied. Where the tiles are too few to keep a unit busy, SPLIT times
// as many work-items share a tile, each part of them with terms of its own, and add their sums at the end.
//
//   a tile of D (TM and TN 8, VECTOR 4)               a block of 32 work-items (LANES 8)
//
//        4*tx          BN/2 + 4*tx                     tx   0   1   2  ...  7
//      +----------------+----------------+                +---+---+---+   +---+
//      |  [4x4]         |  [4x4]         | 4*ty      ty 0 | 0 | 1 | 2 |...| 7 |
//      |                |                |              1 | 8 | 9 |   |...|15 |
//      +----------------+----------------+              2 |16 |   |   |...|23 |
//      |  [4x4]         |  [4x4]         | BM/2         3 |24 |   |   |...|31 |
//      |                |                |  + 4*ty        +---+---+---+   +---+
//      +----------------+----------------+
//
// Work-item (tx, ty) sums the four squares of 4 x 4, TM x TN elements in all. So neighbours read vectors of local memory that follow
// each other. The method: R. Nath, S. Tomov and J. Dongarra, "An improved MAGMA GEMM for Fermi graphics processing units" (2010).
#include "product.cl"
#ifndef BM
#define BM 64
#endif
#ifndef BN
#define BN 64
#endif
#ifndef BK
#define BK 8
#endif
#ifndef TM
#define TM 4
#endif
#ifndef TN
#define TN 4
#endif
#ifndef VECTOR // elements of an access to local memory: divides TM and TN
#define VECTOR 4
#endif
#ifndef ASYNC
#define ASYNC 0
#endif
#ifndef STAGES
#define STAGES 2
#endif
#include "bands.cl"
#ifndef WIDTH_A // elements copied at once: must divide leading dimension, offset, step and the extent that is contiguous; with
// ASYNC 1 for what lies line by line, as it is turned on its way
#define WIDTH_A 1
#endif
#ifndef WIDTH_B
#define WIDTH_B 1
#endif
#ifndef SPLIT // parts of a work-group, each of which sums its own terms of every tile: more work-items where tiles are few
#define SPLIT 1
#endif
#ifndef LANES // work-items side by side in a block of 32: divides BN / TN
#define LANES 8
#endif

#ifndef UNROLL // terms: an even number. AMD's compiler would read all of a tile at once, and spill
#if ASYNC
#define UNROLL DEPTH
#else
#define UNROLL 2
#endif
#endif

#define PART ((BM / TM) * (BN / TN))
#define THREADS (SPLIT * PART)
#define DEPTH (BK / SPLIT) // terms of a part: an even number
// Tiles lie by terms; a row of lines is padded so that the terms of a line fall into different banks, and by 16 bytes so that copies
// of as many are aligned.
#define PADDING (uint)(16 / sizeof(REAL))
#define PITCH_A (BM + PADDING)
#define PITCH_B (BN + PADDING)
#define STAGE (BK * (PITCH_A + PITCH_B))
#define SUMS ((SPLIT - 1) * BM * BN) // sums of all parts but one, at the end
#define LOCAL (STAGES * STAGE > SUMS ? STAGES * STAGE : SUMS)
#define COPIES_A (BM * BK / WIDTH_A / THREADS)
#define COPIES_B (BN * BK / WIDTH_B / THREADS)

// Of copy e of this work-item: which line of the tile, and which term. Neighbours copy what is contiguous in memory.
#define LINE_OF(e, lines, width, byLine) ((byLine) ? ((id + (e) * THREADS) / (BK / (width)))                                \
                                                   : ((id + (e) * THREADS) % ((lines) / (width)) * (width)))
#define TERM_OF(e, lines, width, byLine) ((byLine) ? ((id + (e) * THREADS) % (BK / (width)) * (width))                      \
                                                   : ((id + (e) * THREADS) / ((lines) / (width))))

// Where the last copy of some lines begins.
#define LAST(lines, width) (((lines) - 1) / (width) * (width))

#define COPY(bytes, to, from, valid)                                                                                      \
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes),                          \
                 "r"((valid) ? (int)(bytes) : 0) : "memory")

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        int slice) {
    local REAL tiles[LOCAL] __attribute__((aligned(16)));
    const uint id = get_local_id(0);
    const uint own = SPLIT > 1 ? id % PART : id;
    const uint part = SPLIT > 1 ? id / PART : 0;
    const uint tx = own / 32 % (BN / TN / LANES) * LANES + own % LANES;
    const uint ty = own / 32 / (BN / TN / LANES) * (32 / LANES) + own % 32 / LANES;
    const int tilesM = (m + BM - 1) / BM;
    const int tilesN = (n + BN - 1) / BN;
    const int group = get_group_id(0);
    SEEK_TILE(group, i0, j0);
    const int begin = get_group_id(1) * slice;
    const int end = begin + min(slice, k - begin);
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;

    // Lines beyond the matrix repeat its last one; what comes of them is not stored. Terms beyond the end are zeros.
    long fromA[COPIES_A], fromB[COPIES_B];
#pragma unroll
    for (uint e = 0; e < COPIES_A; e++) {
        const int line = min(i0 + (int)LINE_OF(e, BM, WIDTH_A, !A_TRANSPOSED), LAST(m, A_TRANSPOSED ? WIDTH_A : 1));
        fromA[e] = A_AT(line, TERM_OF(e, BM, WIDTH_A, !A_TRANSPOSED));
    }
#pragma unroll
    for (uint e = 0; e < COPIES_B; e++) {
        const int line = min(j0 + (int)LINE_OF(e, BN, WIDTH_B, B_TRANSPOSED), LAST(n, B_TRANSPOSED ? 1 : WIDTH_B));
        fromB[e] = B_AT(TERM_OF(e, BN, WIDTH_B, B_TRANSPOSED), line);
    }
    const long strideA = A_TRANSPOSED ? lda : 1;
    const long strideB = B_TRANSPOSED ? 1 : ldb;

#if ASYNC
    const uint memory = (uint)(size_t)tiles;
#define FETCH(p0, stage)                                                                                                  \
    do {                                                                                                                  \
        const uint toA = memory + (stage) * (STAGE * (uint)sizeof(REAL));                                                  \
        const uint toB = toA + BK * PITCH_A * (uint)sizeof(REAL);                                                          \
        global const REAL* nextA = a + (p0) * strideA;                                                                     \
        global const REAL* nextB = b + (p0) * strideB;                                                                     \
        _Pragma("unroll") for (uint e = 0; e < COPIES_A; e++) {                                                            \
            const uint line = LINE_OF(e, BM, WIDTH_A, !A_TRANSPOSED), term = TERM_OF(e, BM, WIDTH_A, !A_TRANSPOSED);       \
            COPY(WIDTH_A * sizeof(REAL), toA + (term * PITCH_A + line) * (uint)sizeof(REAL), nextA + fromA[e],             \
                 (p0) + (int)term < end);                                                                                  \
        }                                                                                                                 \
        _Pragma("unroll") for (uint e = 0; e < COPIES_B; e++) {                                                            \
            const uint line = LINE_OF(e, BN, WIDTH_B, B_TRANSPOSED), term = TERM_OF(e, BN, WIDTH_B, B_TRANSPOSED);         \
            COPY(WIDTH_B * sizeof(REAL), toB + (term * PITCH_B + line) * (uint)sizeof(REAL), nextB + fromB[e],             \
                 (p0) + (int)term < end);                                                                                  \
        }                                                                                                                 \
    } while (0)
#define CLOSE_GROUP() asm volatile("cp.async.commit_group;" ::: "memory")
#define AWAIT_TILE() asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory")
#else
    REAL heldA[COPIES_A][WIDTH_A], heldB[COPIES_B][WIDTH_B];
#define FETCH(p0)                                                                                                         \
    do {                                                                                                                  \
        global const REAL* nextA = a + (p0) * strideA;                                                                     \
        global const REAL* nextB = b + (p0) * strideB;                                                                     \
        _Pragma("unroll") for (uint e = 0; e < COPIES_A; e++) {                                                            \
            FETCH_ONE(heldA[e], WIDTH_A, nextA + fromA[e], (p0) + (int)TERM_OF(e, BM, WIDTH_A, !A_TRANSPOSED) < end);      \
        }                                                                                                                 \
        _Pragma("unroll") for (uint e = 0; e < COPIES_B; e++) {                                                            \
            FETCH_ONE(heldB[e], WIDTH_B, nextB + fromB[e], (p0) + (int)TERM_OF(e, BN, WIDTH_B, B_TRANSPOSED) < end);       \
        }                                                                                                                 \
    } while (0)
#define FETCH_ONE(held, width, from, valid)                                                                               \
    _Pragma("unroll") for (uint w = 0; w < width; w++) { (held)[w] = (valid) ? (from)[w] : 0; }
#define STASH(stage)                                                                                                      \
    do {                                                                                                                  \
        local REAL* toA = tiles + (stage) * STAGE;                                                                         \
        local REAL* toB = toA + BK * PITCH_A;                                                                              \
        _Pragma("unroll") for (uint e = 0; e < COPIES_A; e++) {                                                            \
            const uint line = LINE_OF(e, BM, WIDTH_A, !A_TRANSPOSED), term = TERM_OF(e, BM, WIDTH_A, !A_TRANSPOSED);       \
            STASH_ONE(toA, PITCH_A, heldA[e], WIDTH_A, line, term, !A_TRANSPOSED);                                         \
        }                                                                                                                 \
        _Pragma("unroll") for (uint e = 0; e < COPIES_B; e++) {                                                            \
            const uint line = LINE_OF(e, BN, WIDTH_B, B_TRANSPOSED), term = TERM_OF(e, BN, WIDTH_B, B_TRANSPOSED);         \
            STASH_ONE(toB, PITCH_B, heldB[e], WIDTH_B, line, term, B_TRANSPOSED);                                          \
        }                                                                                                                 \
    } while (0)
#define STASH_ONE(to, pitch, held, width, line, term, byLine)                                                             \
    _Pragma("unroll") for (uint w = 0; w < width; w++) {                                                                   \
        (to)[(byLine) ? ((term) + w) * pitch + (line) : (term) * pitch + (line) + w] = (held)[w];                          \
    }
#endif

    REAL sum[TM][TN];
#pragma unroll
    for (uint i = 0; i < TM; i++) {
#pragma unroll
        for (uint j = 0; j < TN; j++) {
            sum[i][j] = 0;
        }
    }
    REAL valueA[2][TM], valueB[2][TN];
// Reads the values of a term: vectors of lines, as far apart as the work-items of the group need.
#define READ(half, stage, term)                                                                                           \
    do {                                                                                                                  \
        const uint line = part * DEPTH + (term);                                                                           \
        local const REAL* lineA = tiles + (stage) * STAGE + line * PITCH_A + ty * VECTOR;                                  \
        local const REAL* lineB = tiles + (stage) * STAGE + BK * PITCH_A + line * PITCH_B + tx * VECTOR;                   \
        _Pragma("unroll") for (uint i = 0; i < TM / VECTOR; i++) {                                                         \
            _Pragma("unroll") for (uint v = 0; v < VECTOR; v++) {                                                          \
                valueA[half][i * VECTOR + v] = lineA[i * (BM / TM * VECTOR) + v];                                          \
            }                                                                                                             \
        }                                                                                                                 \
        _Pragma("unroll") for (uint j = 0; j < TN / VECTOR; j++) {                                                         \
            _Pragma("unroll") for (uint v = 0; v < VECTOR; v++) {                                                          \
                valueB[half][j * VECTOR + v] = lineB[j * (BN / TN * VECTOR) + v];                                          \
            }                                                                                                             \
        }                                                                                                                 \
    } while (0)

    uint stage = 0;
#if ASYNC
    uint ahead = STAGES - 1;
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (begin + s * BK < end) {
            FETCH(begin + s * BK, s);
        }
        CLOSE_GROUP();
    }
    AWAIT_TILE();
#else
    if (begin < end) {
        FETCH(begin);
        STASH(0);
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    if (begin < end) {
        READ(0, 0, 0);
    }
    for (int p0 = begin; p0 < end; p0 += BK) {
#pragma unroll 1
        for (uint unrolled = 0; unrolled < DEPTH; unrolled += UNROLL) {
#pragma unroll
            for (uint u = 0; u < UNROLL; u++) {
                const uint term = unrolled + u;
                if (term == 0) {
#if ASYNC
                    if (p0 + (STAGES - 1) * BK < end) {
                        FETCH(p0 + (STAGES - 1) * BK, ahead);
                    }
                    CLOSE_GROUP();
                    ahead = ahead + 1 == STAGES ? 0 : ahead + 1;
#else
                    if (p0 + BK < end) {
                        FETCH(p0 + BK);
                    }
#endif
                }
                if (term == DEPTH - 1) {
                    stage = stage + 1 == STAGES ? 0 : stage + 1;
#if ASYNC
                    AWAIT_TILE();
#else
                    if (p0 + BK < end) {
                        STASH(stage);
                    }
#endif
                    barrier(CLK_LOCAL_MEM_FENCE);
                    if (p0 + BK < end) {
                        READ((u + 1) % 2, stage, 0);
                    }
                } else {
                    READ((u + 1) % 2, stage, term + 1);
                }
#pragma unroll
                for (uint i = 0; i < TM; i++) {
#pragma unroll
                    for (uint j = 0; j < TN; j++) {
                        sum[i][j] = fma(valueA[u % 2][i], valueB[u % 2][j], sum[i][j]);
                    }
                }
            }
        }
    }

#if SPLIT > 1
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part > 0) {
#pragma unroll
        for (uint i = 0; i < TM; i++) {
#pragma unroll
            for (uint j = 0; j < TN; j++) {
                tiles[(((part - 1) * TM + i) * TN + j) * PART + own] = sum[i][j];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part > 0) {
        return;
    }
#pragma unroll
    for (uint i = 0; i < TM; i++) {
#pragma unroll
        for (uint j = 0; j < TN; j++) {
#pragma unroll
            for (uint p = 0; p < SPLIT - 1; p++) {
                sum[i][j] += tiles[((p * TM + i) * TN + j) * PART + own];
            }
        }
    }
#endif
    SEEK_RESULT(batch);
#pragma unroll
    for (uint i = 0; i < TM; i++) {
        const int row = i0 + i / VECTOR * (BM / TM * VECTOR) + ty * VECTOR + i % VECTOR;
#pragma unroll
        for (uint j = 0; j < TN; j++) {
            const int column = j0 + j / VECTOR * (BN / TN * VECTOR) + tx * VECTOR + j % VECTOR;
            if (row < m && column < n) {
                DELIVER(sum[i][j], row, column);
            }
        }
    }
}
