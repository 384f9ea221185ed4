// Products on NVIDIA's tensor cores, by mma.sync in inline PTX. A work-group computes a tile of BM x BN, each of its warps a
// part of WM x WN in registers. The tiles of A and B come into local memory by cp.async, STAGES - 1 of them ahead.
//
// TERMS says how terms are computed: 64 double; of float 32 as doubles, 3 as three TF32 products, 1 as one TF32 product, 16 as one
// of BF16.
//
//   a tile of D, by warps (BM 128, BN 128)      16 x 8 of a warp's part, one instruction
//
//           WN   WN   WN   WN                              columns 2t and 2t + 1
//         +----+----+----+----+
//      WM | w0 | w1 | w2 | w3 |                 row g        sum[0], sum[1]
//         +----+----+----+----+                 row g + 8    sum[2], sum[3]
//      WM | w4 | w5 | w6 | w7 |
//         +----+----+----+----+                 of lane 4*g + t
//
// Which lane holds what: PTX ISA, "Matrix Fragments for mma.m16n8k8". Three TF32 products: H. Ootomo and R. Yokota, "Recovering
// single precision accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance" (2022).
#ifndef TERMS
#define TERMS 3
#endif
#include "product.cl"
#ifndef BM
#define BM 128
#endif
#ifndef BN
#define BN 128
#endif
#ifndef BK
#define BK 16
#endif
#ifndef WM
#define WM 64
#endif
#ifndef WN
#define WN 32
#endif
#ifndef STAGES
#define STAGES 3
#endif
#include "bands.cl"
#ifndef WIDTH_A // elements copied at once: must divide leading dimension, offset, step and the extent that is contiguous
#define WIDTH_A 1
#endif
#ifndef WIDTH_B
#define WIDTH_B 1
#endif
#ifndef WHOLE // 1: as far as the tiles reach there is something to read, zeros where the terms end; all is copied 16 bytes wide
#define WHOLE 0
#endif
#ifndef ADDED // 1: groups of dimension 1 each sum a slice of the terms, and add the slices, too
#define ADDED 0
#endif
#ifndef SPREAD // 1: a few copies at a time are begun between rows of instructions that multiply, instead of all at once
#define SPREAD (WHOLE && ADDED && A_TRANSPOSED && B_TRANSPOSED && BM > BN)
#endif
#ifndef FAR // whether the elements of a tile may be 2^32 elements or more apart: else 32 bits do, and leave registers for sums
#define FAR 0
#endif
#if FAR
typedef ulong offset_t;
#else
typedef uint offset_t;
#endif

#if TERMS == 64
#define CHUNK 2
typedef double2 chunk_t;
#define PAIR double2
#else
#define CHUNK 4
typedef float4 chunk_t;
#define PAIR float2
#endif
#if TERMS == 32
typedef double sum_t;
#define SUM_PAIR double2
#else
typedef REAL sum_t;
#define SUM_PAIR PAIR
#endif
#define STEP (4 * CHUNK)
#define THREADS ((BM / WM) * (BN / WN) * 32)
#define CHUNKS_A (BM * BK / CHUNK)
#define CHUNKS_B (BN * BK / CHUNK)
#define COPIES_A (BM * BK / WIDTH_A / THREADS)
#define COPIES_B (BN * BK / WIDTH_B / THREADS)
#define MT (WM / 16)
#define NT (WN / 8)
#define STEPS (BK / STEP)
#define STAGE_BYTES ((CHUNKS_A + CHUNKS_B) * 16)

#include "tensor-tiles.cl"
#include "tensor-instructions.cl"
#define AWAIT_TILES(pending) asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory")
#define CLOSE_GROUP() asm volatile("cp.async.commit_group;" ::: "memory")

// A lane's sums in pairs that lie side by side in D: of two rows if D lies by columns, else of two columns.
#if D_TRANSPOSED && !A_TRANSPOSED
#error "Only the product of transposed factors is transposed."
#endif
#define SUMS (MT * NT * 2)
#define PAIR_I(e) ((e) / (2 * NT))
#if D_TRANSPOSED
#define PAIR_J(e) ((e) / 2 % NT)
#define PAIR_H(e) 0
#define PAIR_U(e) ((e) % 2)
#define SECOND(e) sum[PAIR_I(e)][PAIR_J(e)][2 + PAIR_U(e)]
#elif B_TRANSPOSED
#define PAIR_J(e) ((e) / 2 % NT)
#define PAIR_H(e) ((e) % 2)
#define PAIR_U(e) 0
#define SECOND(e) sum[PAIR_I(e)][PAIR_J(e)][2 * PAIR_H(e) + 1]
#else
#define PAIR_J(e) ((e) / 4 % (NT / 2) * 2)
#define PAIR_H(e) ((e) / 2 % 2)
#define PAIR_U(e) ((e) % 2)
#define SECOND(e) sum[PAIR_I(e)][PAIR_J(e) + 1][2 * PAIR_H(e) + PAIR_U(e)]
#endif
#define FIRST(e) sum[PAIR_I(e)][PAIR_J(e)][2 * PAIR_H(e) + PAIR_U(e)]

#if ADDED
#define SUM_OF(e) sum[(e) / (4 * NT)][(e) / 4 % NT][(e) % 4]
#include "add-slices.cl"
#define SLICE_PARAMETERS int slice, global SUM_PAIR* sums, global int* arrivals
#else
#define SLICE_PARAMETERS int slice
#endif

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        SLICE_PARAMETERS) {
    local chunk_t tiles[STAGES * (CHUNKS_A + CHUNKS_B)] __attribute__((aligned(128))); // for cp.async: decision 021
    const uint id = get_local_id(0);
    const uint g = id % 32 / 4;
    const uint t = id % 4;
    const uint wm = id / 32 / (BN / WN) * WM;
    const uint wn = id / 32 % (BN / WN) * WN;
    const int tilesM = (m + BM - 1) / BM;
    const int tilesN = (n + BN - 1) / BN;
    const int group = get_group_id(0);
    SEEK_TILE(group, i0, j0);
    const int begin = get_group_id(1) * slice;
    const int end = begin + min(slice, k - begin);
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA + i0 * (long)(A_TRANSPOSED ? 1 : lda);
    b += offsetB + batch * stepB + j0 * (long)(B_TRANSPOSED ? ldb : 1);
    SEEK_RESULT(batch);

    const uint memory = (uint)(size_t)tiles;
#if WHOLE
    // What this work-item copies: each time so many terms, or lines, further that one address goes through them all. That
    // leaves registers, which are short in double otherwise.
    const uint termA = TERM_OF_COPY_A(id), lineA = LINE_OF_COPY_A(id);
    const uint termB = TERM_OF_COPY_B(id), lineB = LINE_OF_COPY_B(id);
    global const REAL* atA = a + A_AT(lineA, begin + termA);
    global const REAL* atB = b + B_AT(begin + termB, lineB);
    const long nextA = AT_ONCE_A * (long)lda * sizeof(REAL);
    const long nextB = AT_ONCE_B * (long)ldb * sizeof(REAL);
    const long backA = A_TRANSPOSED ? 0 : (BK - BM * (long)lda) * sizeof(REAL);
    const long backB = B_TRANSPOSED ? (BK - BN * (long)ldb) * sizeof(REAL) : 0;
    uint toA[PLACES_A], toB[PLACES_B];
#pragma unroll
    for (uint r = 0; r < PLACES_A; r++) {
        toA[r] = memory + TO_A(lineA, termA, r) - FURTHER_A(r);
    }
#pragma unroll
    for (uint r = 0; r < PLACES_B; r++) {
        toB[r] = memory + CHUNKS_A * 16 + TO_B(lineB, termB, r) - FURTHER_B(r);
    }
    // The e-th copy of both tiles; the last of a tile goes on to the next terms.
#define ALL_COPIES (COPIES_A + COPIES_B)
#define COPY_EACH(e, shift)                                                                                               \
    if ((e) < COPIES_A) {                                                                                                  \
        COPY_ON(toA[(e) % PLACES_A] + (shift) + FURTHER_A(e), atA, nextA);                                                 \
    } else {                                                                                                              \
        COPY_ON(toB[((e)-COPIES_A) % PLACES_B] + (shift) + FURTHER_B((e)-COPIES_A), atB, nextB);                           \
    }                                                                                                                     \
    if ((e) == COPIES_A - 1) {                                                                                             \
        atA = (global const REAL*)((size_t)atA + backA);                                                                   \
    }                                                                                                                     \
    if ((e) == ALL_COPIES - 1) {                                                                                           \
        atB = (global const REAL*)((size_t)atB + backB);                                                                   \
    }
#define FETCH(p0, stage)                                                                                                  \
    _Pragma("unroll") for (uint e = 0; e < ALL_COPIES; e++) { COPY_EACH(e, (stage)*STAGE_BYTES); }
#else
    // What this work-item copies of each tile: where from, where to, and which term, since terms beyond k are zeros. Lines
    // beyond the matrix repeat its last one; what comes of them is not stored.
    offset_t fromA[COPIES_A], fromB[COPIES_B];
    uint toA[COPIES_A], toB[COPIES_B];
    int termA[COPIES_A], termB[COPIES_B];
#pragma unroll
    for (uint e = 0; e < COPIES_A; e++) {
        const uint unit = id + e * THREADS;
#if A_TRANSPOSED
        const uint term = unit / (BM / WIDTH_A), line = unit % (BM / WIDTH_A) * WIDTH_A;
        fromA[e] = (offset_t)term * lda + min((int)line, (m - 1) / WIDTH_A * WIDTH_A - i0);
        toA[e] = memory + OF_TERM(BM, term, line / CHUNK) * 16 + line % CHUNK * (16 / CHUNK);
#else
        const uint line = unit / (BK / WIDTH_A), term = unit % (BK / WIDTH_A) * WIDTH_A;
        fromA[e] = (offset_t)min((int)line, m - 1 - i0) * lda + term;
        toA[e] = memory + OF_LINE(line, term / CHUNK) * 16 + term % CHUNK * (16 / CHUNK);
#endif
        termA[e] = term;
    }
#pragma unroll
    for (uint e = 0; e < COPIES_B; e++) {
        const uint unit = id + e * THREADS;
#if B_TRANSPOSED
        const uint line = unit / (BK / WIDTH_B), term = unit % (BK / WIDTH_B) * WIDTH_B;
        fromB[e] = (offset_t)min((int)line, n - 1 - j0) * ldb + term;
        toB[e] = memory + (CHUNKS_A + OF_LINE(line, term / CHUNK)) * 16 + term % CHUNK * (16 / CHUNK);
#else
        const uint term = unit / (BN / WIDTH_B), line = unit % (BN / WIDTH_B) * WIDTH_B;
        fromB[e] = (offset_t)term * ldb + min((int)line, (n - 1) / WIDTH_B * WIDTH_B - j0);
        toB[e] = memory + (CHUNKS_A + OF_TERM(BN, term, line / CHUNK)) * 16 + line % CHUNK * (16 / CHUNK);
#endif
        termB[e] = term;
    }
    const long strideA = A_TRANSPOSED ? lda : 1;
    const long strideB = B_TRANSPOSED ? 1 : ldb;

#define FETCH(p0, stage)                                                                                                  \
    do {                                                                                                                  \
        const uint shift = (stage) * STAGE_BYTES;                                                         \
        global const REAL* nextA = a + (p0) * strideA;                                                                     \
        global const REAL* nextB = b + (p0) * strideB;                                                                     \
        _Pragma("unroll") for (uint e = 0; e < COPIES_A; e++) {                                                            \
            COPY(CACHE_A, WIDTH_A * 16 / CHUNK, toA[e] + shift, nextA + fromA[e], (p0) + termA[e] < end);                    \
        }                                                                                                                 \
        _Pragma("unroll") for (uint e = 0; e < COPIES_B; e++) {                                                            \
            COPY(CACHE_B, WIDTH_B * 16 / CHUNK, toB[e] + shift, nextB + fromB[e], (p0) + termB[e] < end);                    \
        }                                                                                                                 \
    } while (0)
#endif

    sum_t sum[MT][NT][4];
#pragma unroll
    for (uint i = 0; i < MT; i++) {
#pragma unroll
        for (uint j = 0; j < NT; j++) {
            sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = 0;
        }
    }

#pragma unroll
    for (int s = 0; s < STAGES; s++) {
        if (begin + s * BK < end) {
            FETCH(begin + s * BK, s);
        }
        CLOSE_GROUP();
    }
    // This lane's terms of A, as [instruction's rows][term][row half], and of B, as [instruction's columns][term].
    REAL valueA[MT][CHUNK][2];
    REAL valueB[NT][CHUNK];
    uint stage = 0;
#if SPREAD
    int fetches = 0; // whether there is a tile left to fetch, and where to
    uint toFree = 0;
#endif
    AWAIT_TILES(STAGES - 1);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint i = 0; i < MT; i++) {
        READ_A(i, memory, 0);
    }
#pragma unroll
    for (uint l = 0; l < NT; l++) {
        READ_B(l, memory, 0);
    }
    for (int p0 = begin; p0 < end; p0 += BK) {
#pragma unroll
        for (uint step = 0; step < STEPS; step++) {
            const uint free = stage;
            if (step == STEPS - 1) {
                stage = stage + 1 == STAGES ? 0 : stage + 1;
                AWAIT_TILES(STAGES - 2);
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            const uint next = memory + stage * STAGE_BYTES;
            PREPARE_B();
            // What the next step needs is read row by row, as soon as its place is free, so that the instructions of all warps
            // that read do not come at once and those that multiply do not wait behind them.
#pragma unroll
            for (uint i = 0; i < MT; i++) {
                MULTIPLY_ROW(i);
                READ_A(i, next, (step + 1) % STEPS);
#pragma unroll
                for (uint l = 0; l < NT; l++) {
                    if (l * MT / NT == i) {
                        READ_B(l, next, (step + 1) % STEPS);
                    }
                }
#if SPREAD
                if (step == STEPS - 1 && i == 0) {
                    fetches = p0 + STAGES * BK < end;
                    toFree = free * STAGE_BYTES;
                }
                const uint slot = ((step + 1) % STEPS) * MT + i;
                if (fetches) {
#pragma unroll
                    for (uint e = slot * ALL_COPIES / (STEPS * MT); e < (slot + 1) * ALL_COPIES / (STEPS * MT); e++) {
                        COPY_EACH(e, toFree);
                    }
                }
                if (slot == STEPS * MT - 1) {
                    CLOSE_GROUP();
                }
#else
                if (step == STEPS - 1 && i == 0) {
                    if (p0 + STAGES * BK < end) {
                        FETCH(p0 + STAGES * BK, free);
                    }
                    CLOSE_GROUP();
                }
#endif
            }
        }
    }

#if ADDED
    ADD_SLICES(sums, arrivals, (batch * get_num_groups(0) + group) * (THREADS / 32) + id / 32);
#endif
    if (i0 + BM <= m && j0 + BN <= n && beta == 0 && ldd % 2 == 0 && (size_t)d % sizeof(PAIR) == 0) {
        // As most tiles are; few instructions, since all of them are read for the first time now.
#pragma unroll
        for (uint e = 0; e < SUMS; e++) {
            const int row = i0 + wm + ROW(PAIR_I(e), PAIR_H(e)), column = j0 + wn + COLUMN(PAIR_J(e), PAIR_U(e));
            *(global PAIR*)&D_AT(row, column) = (PAIR)(
                    FINISHED(FIRST(e), row, column), FINISHED(SECOND(e), row + D_TRANSPOSED, column + !D_TRANSPOSED));
        }
        return;
    }
#pragma unroll
    for (uint i = 0; i < MT; i++) {
#pragma unroll
        for (uint h = 0; h < 2; h++) {
            const int row = i0 + wm + ROW(i, h);
#pragma unroll
            for (uint j = 0; j < NT; j++) {
#pragma unroll
                for (uint u = 0; u < 2; u++) {
                    const int column = j0 + wn + COLUMN(j, u);
                    if (row < m && column < n) {
                        DELIVER(sum[i][j][2 * h + u], row, column);
                    }
                }
            }
        }
    }
}
