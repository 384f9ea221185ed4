// Products on NVIDIA's tensor cores, by mma.sync in inline PTX. A work-group computes a tile of BM x BN, each of its warps a
// part of WM x WN in registers. The tiles of A and B come into local memory by cp.async, STAGES - 1 of them ahead.
//
// TERMS says how terms are computed: 64 double; of float 3 as three TF32 products, 1 as one TF32 product, 16 as one of BF16.
//
// Local memory consists of chunks of 16 bytes. Of an operand whose terms lie side by side in memory it holds one line of BK
// terms after the other, of one whose lines do (the other way round) one term of all lines after the other. Chunks are
// permuted so that a quarter of a warp, which reads 8 of them at once, finds them in different banks. Lane 4*g + t holds the
// terms CHUNK*t ... CHUNK*t + CHUNK - 1 of every 4*CHUNK; A and B agree on that, and the sum does not mind which term is
// where in the instruction. Likewise the lines of an operand held by terms: lane g has CHUNK lines side by side.
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
#ifndef BAND // tiles side by side through which the groups go row by row, so that they share what is in the cache
#define BAND 8
#endif
#ifndef WIDTH_A // elements copied at once: must divide leading dimension, offset, step and the extent that is contiguous
#define WIDTH_A 1
#endif
#ifndef WIDTH_B
#define WIDTH_B 1
#endif
#ifndef WHOLE // 1: as far as the tiles reach there is something to read, zeros where the terms end; and all is copied 16 bytes wide
#define WHOLE 0
#endif

#ifndef ADDED // 1: groups of dimension 1 each sum a slice of the terms, and the last of a tile to end adds what all have summed
#define ADDED 0
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
#define STEP (4 * CHUNK)
#define THREADS ((BM / WM) * (BN / WN) * 32)
#define CHUNKS_A (BM * BK / CHUNK)
#define CHUNKS_B (BN * BK / CHUNK)
#define COPIES_A (BM * BK / WIDTH_A / THREADS)
#define COPIES_B (BN * BK / WIDTH_B / THREADS)
#define MT (WM / 16)
#define NT (WN / 8)

// The place of a chunk: c-th of a line, or c-th of all lines for one term.
#define OF_LINE(line, c) ((line) * (BK / CHUNK) + ((c) ^ (BK > STEP ? ((line) & 1) << 2 : 0)))
#define OF_TERM(lines, term, c) ((term) * ((lines) / CHUNK) + ((c) ^ ((((term) / CHUNK) & 3) << 1)))

#if WIDTH_A == CHUNK
#define CACHE_A "cg"
#else
#define CACHE_A "ca"
#endif
#if WIDTH_B == CHUNK
#define CACHE_B "cg"
#else
#define CACHE_B "ca"
#endif
// Copies some bytes, or as many zeros.
#define COPY(cache, bytes, to, from, valid)                                                                               \
    asm volatile("cp.async." cache ".shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes),                  \
                 "r"((valid) ? (int)(bytes) : 0) : "memory")

#include "tensor-instructions.cl"

#define STEPS (BK / STEP)
#define STAGE_BYTES ((CHUNKS_A + CHUNKS_B) * 16)
#define AWAIT_TILES(pending) asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory")
#define CLOSE_GROUP() asm volatile("cp.async.commit_group;" ::: "memory")

#if TERMS == 64
#define READ_CHUNK(x0, x1, x2, x3, from) \
    asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(x0), "=d"(x1) : "r"(from))
#else
#define READ_CHUNK(x0, x1, x2, x3, from)                                                                                  \
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x0), "=f"(x1), "=f"(x2), "=f"(x3) : "r"(from))
#endif
// Reads the values of A for the rows of instruction i; those held by terms come for CHUNK / 2 instructions at once.
#define PLACE_BY_TERM(lines, line, step, q) \
    ((((step)*STEP + CHUNK * t + (q)) * ((lines) / CHUNK) + (((line) / CHUNK + g) ^ (t << 1))) * 16)
#if A_TRANSPOSED
#define READ_A(i, tile, step)                                                                                             \
    if ((i) % (CHUNK / 2) == CHUNK / 2 - 1) {                                                                              \
        const uint i0 = (i) / (CHUNK / 2) * (CHUNK / 2), i1 = i;                                                           \
        _Pragma("unroll") for (uint q = 0; q < CHUNK; q++) {                                                               \
            READ_CHUNK(valueA[i0][q][0], valueA[i0][q][1], valueA[i1][q][0], valueA[i1][q][1],                             \
                       (tile) + PLACE_BY_TERM(BM, wm + 16 * i0, step, q));                                                 \
        }                                                                                                                 \
    }
#else
#define READ_A(i, tile, step)                                                                                             \
    _Pragma("unroll") for (uint h = 0; h < 2; h++) {                                                                       \
        READ_CHUNK(valueA[i][0][h], valueA[i][1][h], valueA[i][CHUNK - 2][h], valueA[i][CHUNK - 1][h],                     \
                   (tile) + OF_LINE(wm + 16 * (i) + 8 * h + g, (step)*4 + t) * 16);                                        \
    }
#endif
// Reads the l-th chunk of this lane's values of B.
#if B_TRANSPOSED
#define READ_B(l, tile, step)                                                                                             \
    READ_CHUNK(valueB[l][0], valueB[l][1], valueB[l][CHUNK - 2], valueB[l][CHUNK - 1],                                     \
               (tile) + CHUNKS_A * 16 + OF_LINE(wn + 8 * (l) + g, (step)*4 + t) * 16)
#else
#define READ_B(l, tile, step)                                                                                             \
    do {                                                                                                                  \
        const uint j = (l) / CHUNK * CHUNK, q = (l) % CHUNK;                                                               \
        READ_CHUNK(valueB[j][q], valueB[j + 1][q], valueB[j + CHUNK - 2][q], valueB[j + CHUNK - 1][q],                     \
                   (tile) + CHUNKS_A * 16 + PLACE_BY_TERM(BN, wn + 8 * j, step, q));                                       \
    } while (0)
#endif

// Rows and columns of the tile where a lane's sums are: of instruction i and row half h, of instruction j and column u.
#if A_TRANSPOSED
#define ROW(i, h) (((i) * 2 / CHUNK) * (8 * CHUNK) + CHUNK * g + ((i) * 2 % CHUNK) + (h))
#else
#define ROW(i, h) (16 * (i) + g + 8 * (h))
#endif
#if B_TRANSPOSED
#define COLUMN(j, u) (8 * (j) + 2 * t + (u))
#else
#define COLUMN(j, u) ((j) / CHUNK * (8 * CHUNK) + CHUNK * (2 * t + (u)) + (j) % CHUNK)
#endif

#if ADDED
#define SLICE_PARAMETERS int slice, global PAIR* sums, global int* arrivals
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
    const int band = group / (tilesM * BAND) * BAND;
    const int inBand = group - band * tilesM;
    const int width = min(BAND, tilesN - band);
    const int i0 = inBand / width * BM;
    const int j0 = (band + inBand % width) * BN;
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
#if A_TRANSPOSED
#define AT_ONCE_A (THREADS * CHUNK / BM)
#define PLACES_A (4 * CHUNK > AT_ONCE_A ? 4 * CHUNK / AT_ONCE_A : 1)
#define FURTHER_A(e) ((e) * AT_ONCE_A * BM * (16 / CHUNK))
    const uint termA = id / (BM / CHUNK), lineA = id % (BM / CHUNK);
    global const REAL* atA = a + (long)(begin + termA) * lda + lineA * CHUNK;
    const long nextA = AT_ONCE_A * (long)lda * sizeof(REAL), backA = 0;
#define TO_A(r) OF_TERM(BM, termA + (r) * AT_ONCE_A, lineA)
#else
#define AT_ONCE_A (THREADS * CHUNK / BK)
#define PLACES_A 1
#define FURTHER_A(e) ((e) * AT_ONCE_A * BK * (16 / CHUNK))
    const uint lineA = id / (BK / CHUNK), termA = id % (BK / CHUNK);
    global const REAL* atA = a + (long)lineA * lda + begin + termA * CHUNK;
    const long nextA = AT_ONCE_A * (long)lda * sizeof(REAL), backA = (BK - BM * (long)lda) * sizeof(REAL);
#define TO_A(r) OF_LINE(lineA, termA)
#endif
#if B_TRANSPOSED
#define AT_ONCE_B (THREADS * CHUNK / BK)
#define PLACES_B 1
#define FURTHER_B(e) ((e) * AT_ONCE_B * BK * (16 / CHUNK))
    const uint lineB = id / (BK / CHUNK), termB = id % (BK / CHUNK);
    global const REAL* atB = b + (long)lineB * ldb + begin + termB * CHUNK;
    const long nextB = AT_ONCE_B * (long)ldb * sizeof(REAL), backB = (BK - BN * (long)ldb) * sizeof(REAL);
#define TO_B(r) OF_LINE(lineB, termB)
#else
#define AT_ONCE_B (THREADS * CHUNK / BN)
#define PLACES_B (4 * CHUNK > AT_ONCE_B ? 4 * CHUNK / AT_ONCE_B : 1)
#define FURTHER_B(e) ((e) * AT_ONCE_B * BN * (16 / CHUNK))
    const uint termB = id / (BN / CHUNK), lineB = id % (BN / CHUNK);
    global const REAL* atB = b + (long)(begin + termB) * ldb + lineB * CHUNK;
    const long nextB = AT_ONCE_B * (long)ldb * sizeof(REAL), backB = 0;
#define TO_B(r) OF_TERM(BN, termB + (r) * AT_ONCE_B, lineB)
#endif
    uint toA[PLACES_A], toB[PLACES_B];
#pragma unroll
    for (uint r = 0; r < PLACES_A; r++) {
        toA[r] = memory + TO_A(r) * 16 - FURTHER_A(r);
    }
#pragma unroll
    for (uint r = 0; r < PLACES_B; r++) {
        toB[r] = memory + (CHUNKS_A + TO_B(r)) * 16 - FURTHER_B(r);
    }
#define COPY_ON(to, further, at, next)                                                                                    \
    asm volatile("cp.async.cg.shared.global [%1], [%0], 16; add.s64 %0, %0, %2;"                                          \
                 : "+l"(at) : "r"((to) + (further)), "l"(next) : "memory")
#define FETCH(p0, stage)                                                                                                  \
    do {                                                                                                                  \
        const uint shift = (stage) * STAGE_BYTES;                                                                          \
        _Pragma("unroll") for (uint e = 0; e < COPIES_A; e++) {                                                            \
            COPY_ON(toA[e % PLACES_A] + shift, FURTHER_A(e), atA, nextA);                                                  \
        }                                                                                                                 \
        _Pragma("unroll") for (uint e = 0; e < COPIES_B; e++) {                                                            \
            COPY_ON(toB[e % PLACES_B] + shift, FURTHER_B(e), atB, nextB);                                                  \
        }                                                                                                                 \
        atA = (global const REAL*)((size_t)atA + backA);                                                                   \
        atB = (global const REAL*)((size_t)atB + backB);                                                                   \
    } while (0)
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

    REAL sum[MT][NT][4];
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
                if (step == STEPS - 1 && i == 0) {
                    if (p0 + STAGES * BK < end) {
                        FETCH(p0 + STAGES * BK, free);
                    }
                    CLOSE_GROUP();
                }
            }
        }
    }

#if ADDED
    // Each warp leaves its sums. The last to arrive of those with the same part of the result adds them, in the order of the
    // slices, and sets the count of arrivals back for the next launch.
#define PAIRS (2 * NT) // of the rows of one instruction
    const int slices = get_num_groups(1);
    const long part = (batch * get_num_groups(0) + group) * (THREADS / 32) + id / 32;
    sums += part * slices * (MT * PAIRS * 32) + id % 32;
#pragma unroll
    for (uint e = 0; e < MT * PAIRS; e++) {
        const REAL* pair = sum[e / PAIRS][e % PAIRS / 2] + e % 2 * 2;
        sums[(get_group_id(1) * (MT * PAIRS) + e) * 32] = (PAIR)(pair[0], pair[1]);
    }
    int before;
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    if (id % 32 == 0) {
        asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(arrivals + part) : "memory");
        if (before == slices - 1) {
            arrivals[part] = 0;
        }
    }
    asm volatile("shfl.sync.idx.b32 %0, %0, 0, 0x1f, 0xffffffff; bar.warp.sync 0xffffffff;" : "+r"(before)::"memory");
    if (before != slices - 1) {
        return;
    }
#pragma unroll 1
    for (uint i = 0; i < MT; i++) {
        PAIR whole[PAIRS] = {0};
#pragma unroll 4
        for (int s = 0; s < slices; s++) {
#pragma unroll
            for (uint e = 0; e < PAIRS; e++) {
                whole[e] += sums[((s * MT + i) * PAIRS + e) * 32];
            }
        }
#pragma unroll
        for (uint e = 0; e < 2 * PAIRS; e++) {
            const int row = i0 + wm + ROW(i, e / 2 % 2);
            const int column = j0 + wn + COLUMN(e / 4, e % 2);
            if (row < m && column < n) {
                DELIVER(e % 2 == 0 ? whole[e / 2].x : whole[e / 2].y, row, column);
            }
        }
    }
#else
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
#endif
}
