// As skinny.cl, on NVIDIA's tensor cores in double. Both factors come by cp.async, RING steps of TERMS terms ahead, neighbours
// copying whole lines of 128 bytes; each of 8 warps multiplies 8*VECTOR of the many lines with all FEW by mma.sync m16n8k8, or, where
// there are SHARERS, its part of the terms of a step.
//
// Floats become doubles in registers: a product of two is exact there, and a sum is rounded to float once, when all slices have
// been added, so that the result is no further from the exact one than that of a chain of FMAs. NaN and infinities propagate.
//
// Lane 4*g + t multiplies terms VECTOR*t to VECTOR*t + VECTOR - 1 of every 4*VECTOR: the sum does not mind which term is where in
// an instruction, if both factors agree. Chunks of 16 bytes are swapped within 128 such that eight lanes find them in all banks.
//
//   what a step multiplies: FEW x TERMS with TERMS x LINES (VECTOR 2, SHARERS 1)
//
//                                  16   16        16
//                                +----+----+---+----+
//         TERMS                  | w0 | w1 |...| w7 |  TERMS, copied RING steps ahead
//       +-------+                +----+----+---+----+
//   FEW |  all  |   x            each warp has 8*VECTOR of the many lines, all FEW of the others,
//       +-------+                and their sums in registers
//
// Which lane holds what: PTX ISA, "Matrix Fragments for mma.m16n8k8".
#ifndef REAL
#define REAL double
#endif
#include "product.cl"
#ifndef VECTOR // elements of 16 bytes
#define VECTOR 2
#endif
#ifndef FEW // a multiple of 16
#define FEW 16
#endif
#ifndef WIDTH_A // elements that are copied at once: VECTOR, or 1 where they are not aligned
#define WIDTH_A 1
#endif
#ifndef WIDTH_B
#define WIDTH_B 1
#endif
#ifndef TERMS // of a step
#define TERMS 32
#endif
#ifndef RING // steps ahead
#define RING 4
#endif
#ifndef SHARERS // warps that have the same lines, each a part of the terms of a step
#define SHARERS 1
#endif
#define THREADS 256
#define WARP_LINES (8 * VECTOR)
#define LINES (8 / SHARERS * WARP_LINES)
#define MT (FEW / 16)
#define BLOCK (4 * VECTOR)
#define BLOCKS (TERMS / BLOCK)
#define MANY_CHUNKS (LINES * TERMS / VECTOR)
#define FEW_CHUNKS (FEW * TERMS / VECTOR)
#define MANY_COPIES (MANY_CHUNKS / THREADS)
#define FEW_COPIES ((FEW_CHUNKS + THREADS - 1) / THREADS)
#define JOINED(type, size) type##size
#define VECTOR_OF(type, size) JOINED(type, size)
#define WIDE VECTOR_OF(REAL, VECTOR)
#define PAIR VECTOR_OF(REAL, 2)

// Where the chunk lies that has a line's terms from VECTOR*c on, or a term's lines from there on, of so many.
#define CHUNK_OF_LINE(line, c) ((line) * (TERMS / VECTOR) + ((c) ^ (line) % 2 * 4))
#define CHUNK_OF_TERM(term, c, lines) ((term) * ((lines) / VECTOR) + ((c) ^ ((term) / VECTOR % 4 * 2 & ((lines) / VECTOR - 1))))

#define MULTIPLY(sum, a, b0, b1)                                                                                          \
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
        : "+d"((sum)[0]), "+d"((sum)[1]), "+d"((sum)[2]), "+d"((sum)[3])                                                   \
        : "d"((a)[0]), "d"((a)[1]), "d"((a)[2]), "d"((a)[3]), "d"(b0), "d"(b1))
// Zeros where it is not valid, and nothing is read then.
#define COPY(to, from, bytes, cache, valid)                                                                               \
    asm volatile("cp.async." cache ".shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes),                 \
                 "r"((valid) ? (int)(bytes) : 0) : "memory")

#define SUMMERS (THREADS / SHARERS) // work-items that have sums in the end
#define SUMS (MT * VECTOR * 2)
#define SUM_PAIR double2
#define SUM_OF(e) sum[(e) / 4 / VECTOR][(e) / 4 % VECTOR][(e) % 4]
#include "add-slices.cl"

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        int slice, global double2* sums, global int* arrivals) {
    // Copies to 16 beyond a multiple of 32 are slow.
    local WIDE few[(RING + 1) * FEW_CHUNKS] __attribute__((aligned(128)));
    local WIDE many[(RING + 1) * MANY_CHUNKS] __attribute__((aligned(128)));
    const int id = get_local_id(0);
    const int warp = id / 32 % (8 / SHARERS);
    const int sharer = id / (THREADS / SHARERS);
    const int g = id % 32 / 4;
    const int t = id % 4;
    const int across = (n + LINES - 1) / LINES;
    const int i0 = get_group_id(0) / across * FEW;
    const int j0 = get_group_id(0) % across * LINES;
    const int begin = get_group_id(1) * slice;
    const int end = begin + min(slice, k - begin);
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;

    // Lines and terms beyond the matrix are zeros.
    const uint manyPlace = (uint)(size_t)many;
#if B_TRANSPOSED
#define MANY_LINE(e) (id / (TERMS / VECTOR) + (e) * (THREADS / (TERMS / VECTOR)))
#define MANY_TERM(e) (id % (TERMS / VECTOR) * VECTOR)
#define MANY_CHUNK(e) CHUNK_OF_LINE(MANY_LINE(e), id % (TERMS / VECTOR))
#define COLUMN(j, u) (warp * WARP_LINES + 8 * (j) + 2 * t + (u))
#define LOAD(block, v) CHUNK_OF_LINE(warp * WARP_LINES + 8 * (v) + g, (block)*4 + t)
#define VALUE_B(j, h) ((double)loaded[j].element[h])
#else
#define MANY_LINE(e) (id % (LINES / VECTOR) * VECTOR)
#define MANY_TERM(e) (id / (LINES / VECTOR) + (e) * (THREADS / (LINES / VECTOR)))
#define MANY_CHUNK(e) CHUNK_OF_TERM(MANY_TERM(e), id % (LINES / VECTOR), LINES)
#define COLUMN(j, u) (warp * WARP_LINES + VECTOR * (2 * t + (u)) + (j))
#define LOAD(block, v) CHUNK_OF_TERM((block)*BLOCK + VECTOR * t + (v), warp * 8 + g, LINES)
#define VALUE_B(j, h) ((double)loaded[h].element[j])
#endif
    global const REAL* from = b + B_AT(begin + MANY_TERM(0), j0 + MANY_LINE(0));
#define FROM(e) (from + B_AT((long)MANY_TERM(e) - MANY_TERM(0), (long)MANY_LINE(e) - MANY_LINE(0)))
#define IN_MANY(p, e, w, guarded)                                                                                         \
    (j0 + MANY_LINE(e) + (B_TRANSPOSED ? 0 : (w)) < n && (!(guarded) || (p) + MANY_TERM(e) + (B_TRANSPOSED ? (w) : 0) < end))
#define COPY_MANY(p, to, guarded)                                                                                         \
    _Pragma("unroll") for (int e = 0; e < MANY_COPIES; e++) {                                                              \
        const uint place = manyPlace + ((to)*MANY_CHUNKS + MANY_CHUNK(e)) * 16;                                            \
        if (WIDTH_B > 1) {                                                                                                 \
            COPY(place, FROM(e), 16, "cg", IN_MANY(p, e, 0, guarded));                                                     \
        } else {                                                                                                           \
            _Pragma("unroll") for (int w = 0; w < VECTOR; w++) {                                                           \
                COPY(place + w * (16 / VECTOR), FROM(e) + w, 16 / VECTOR, "ca", IN_MANY(p, e, w, guarded));                \
            }                                                                                                             \
        }                                                                                                                 \
    }                                                                                                                     \
    from += B_AT((long)TERMS, 0L)

    const uint fewPlace = (uint)(size_t)few;
#define PART(e) (id + (e)*THREADS)
#if A_TRANSPOSED
#define FEW_LINE(e) (PART(e) % (FEW / VECTOR) * VECTOR)
#define FEW_TERM(e) (PART(e) / (FEW / VECTOR))
#define FEW_CHUNK(e) CHUNK_OF_TERM(FEW_TERM(e), PART(e) % (FEW / VECTOR), FEW)
#define ROW(i, h) (16 * (i) + 2 * g + (h))
#else
#define FEW_LINE(e) (PART(e) / (TERMS / VECTOR))
#define FEW_TERM(e) (PART(e) % (TERMS / VECTOR) * VECTOR)
#define FEW_CHUNK(e) CHUNK_OF_LINE(FEW_LINE(e), PART(e) % (TERMS / VECTOR))
#define ROW(i, h) (16 * (i) + g + 8 * (h))
#endif
#define IN_FEW(p, e, w)                                                                                                   \
    (i0 + FEW_LINE(e) + (A_TRANSPOSED ? (w) : 0) < m && (p) + FEW_TERM(e) + (A_TRANSPOSED ? 0 : (w)) < end)
#define COPY_FEW(p, to)                                                                                                   \
    _Pragma("unroll") for (int e = 0; e < FEW_COPIES; e++) {                                                               \
        if (FEW_CHUNKS % THREADS == 0 || PART(e) < FEW_CHUNKS) {                                                           \
            const uint place = fewPlace + ((to)*FEW_CHUNKS + FEW_CHUNK(e)) * 16;                                           \
            global const REAL* const source = a + A_AT(i0 + FEW_LINE(e), (p) + FEW_TERM(e));                               \
            if (WIDTH_A > 1) {                                                                                             \
                COPY(place, source, 16, "cg", IN_FEW(p, e, 0));                                                            \
            } else {                                                                                                       \
                _Pragma("unroll") for (int w = 0; w < VECTOR; w++) {                                                       \
                    COPY(place + w * (16 / VECTOR), source + w, 16 / VECTOR, "ca", IN_FEW(p, e, w));                       \
                }                                                                                                         \
            }                                                                                                             \
        }                                                                                                                 \
    }

    double sum[MT][VECTOR][4];
#pragma unroll
    for (int i = 0; i < MT; i++) {
#pragma unroll
        for (int j = 0; j < VECTOR; j++) {
            sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = 0;
        }
    }
    union {
        WIDE whole;
        REAL element[VECTOR];
    } loaded[VECTOR];
    REAL lines[2][VECTOR]; // the two of the lane, VECTOR terms of each
#if A_TRANSPOSED
#define LOAD_FEW(block, i)                                                                                                \
    _Pragma("unroll") for (int h = 0; h < VECTOR; h++) {                                                                   \
        const int chunk = CHUNK_OF_TERM((block)*BLOCK + VECTOR * t + h, ROW(i, 0) / VECTOR, FEW);                          \
        const PAIR pair = ((local const PAIR*)few)[(now * FEW_CHUNKS + chunk) * (VECTOR / 2) + ROW(i, 0) % VECTOR / 2];    \
        lines[0][h] = pair.x;                                                                                              \
        lines[1][h] = pair.y;                                                                                              \
    }
#else
#define LOAD_FEW(block, i)                                                                                                \
    _Pragma("unroll") for (int l = 0; l < 2; l++) {                                                                        \
        union {                                                                                                            \
            WIDE whole;                                                                                                    \
            REAL element[VECTOR];                                                                                          \
        } chunk;                                                                                                           \
        chunk.whole = few[now * FEW_CHUNKS + CHUNK_OF_LINE(ROW(i, l), (block)*4 + t)];                                     \
        _Pragma("unroll") for (int h = 0; h < VECTOR; h++) { lines[l][h] = chunk.element[h]; }                             \
    }
#endif
// Multiplies the terms from p on, while later ones come.
#define STEP(p, guarded)                                                                                                  \
    do {                                                                                                                  \
        asm volatile("cp.async.wait_group %0;" ::"n"(RING - 1) : "memory");                                                \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
        const int next = now == 0 ? RING : now - 1;                                                                        \
        COPY_FEW((p) + RING * TERMS, next);                                                                                \
        COPY_MANY((p) + RING * TERMS, next, guarded);                                                                      \
        asm volatile("cp.async.commit_group;" ::: "memory");                                                               \
        _Pragma("unroll") for (int part = 0; part < BLOCKS / SHARERS; part++) {                                            \
            const int block = sharer * (BLOCKS / SHARERS) + part;                                                          \
            _Pragma("unroll") for (int v = 0; v < VECTOR; v++) {                                                           \
                loaded[v].whole = many[now * MANY_CHUNKS + LOAD(block, v)];                                                \
            }                                                                                                             \
            _Pragma("unroll") for (int i = 0; i < MT; i++) {                                                               \
                LOAD_FEW(block, i);                                                                                        \
                _Pragma("unroll") for (int h = 0; h < VECTOR; h += 2) {                                                    \
                    const double own[4] = {lines[0][h], lines[1][h], lines[0][h + 1], lines[1][h + 1]};                    \
                    _Pragma("unroll") for (int j = 0; j < VECTOR; j++) {                                                   \
                        MULTIPLY(sum[i][j], own, VALUE_B(j, h), VALUE_B(j, h + 1));                                        \
                    }                                                                                                     \
                }                                                                                                         \
            }                                                                                                             \
        }                                                                                                                 \
        now = now == RING ? 0 : now + 1;                                                                                   \
    } while (0)

#pragma unroll
    for (int step = 0; step < RING; step++) {
        COPY_FEW(begin + step * TERMS, step);
        COPY_MANY(begin + step * TERMS, step, 1);
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    int now = 0;
    int p = begin;
    for (; end - p >= (RING + 1) * TERMS; p += TERMS) {
        STEP(p, 0);
    }
    for (; p < end; p += TERMS) {
        STEP(p, 1);
    }

#if SHARERS > 1
    // The first of those that share lines adds, through what held the many, when no copy is under way any more.
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    local double2* const shared = (local double2*)many + id % SUMMERS;
    for (int other = 1; other < SHARERS; other++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (sharer == other) {
#pragma unroll
            for (int e = 0; e < SUMS; e++) {
                shared[e * SUMMERS] = (double2)(SUM_OF(2 * e), SUM_OF(2 * e + 1));
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (sharer == 0) {
#pragma unroll
            for (int e = 0; e < SUMS; e++) {
                SUM_OF(2 * e) += shared[e * SUMMERS].x;
                SUM_OF(2 * e + 1) += shared[e * SUMMERS].y;
            }
        }
    }
    if (sharer > 0) {
        return;
    }
#endif
#if SLICED
    ADD_SLICES(sums, arrivals, (batch * get_num_groups(0) + get_group_id(0)) * (SUMMERS / 32) + id / 32);
#endif
    c += offsetC + batch * stepC;
    d += offsetD + batch * stepD;
#pragma unroll
    for (int i = 0; i < MT; i++) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int row = i0 + ROW(i, h);
#pragma unroll
            for (int j = 0; j < VECTOR; j++) {
#pragma unroll
                for (int u = 0; u < 2; u++) {
                    const int column = j0 + COLUMN(j, u);
                    if (row < m && column < n) {
                        const int x = D_TRANSPOSED ? column : row, y = D_TRANSPOSED ? row : column;
                        d[(long)x * ldd + y] = finish((REAL)sum[i][j][2 * h + u], x, y, alpha, beta, c, ldc, bias);
                    }
                }
            }
        }
    }
}
