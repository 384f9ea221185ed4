// Products with a factor of few lines, rows of op(A) (or columns of op(B), turned round), which read the other factor, of many
// lines, once for every FEW of them. A work-group of 32 x 8 work-items takes LINES of the many and a slice of the terms, TERMS
// at a time: the few lines' terms come into local memory, the many lines' are read into registers TERMS ahead.
//
// A work-item has OWN lines. If they lie by terms, VECTOR are side by side, and y tells which of the terms are its own;
// otherwise it reads VECTOR terms of each, and x % 8 tells which. At the end the sums of the 8 work-items of a line are added.
//
//                 k: TERMS at a time                       32 x 8 work-items, many lines by terms (OWN = VECTOR = 4)
//          +-----+-----+-----+--
//      FEW | few | few |     |    local memory                      x 0      x 1           x 31
//          +-----+-----+-----+--                                  +--------+--------+   +----------+
//                                                             y 0 | 0 .. 3 | 4 .. 7 |...|124 .. 127|  terms 0 to 7
//          +-----+-----+-----+--                              y 1 | 0 .. 3 | 4 .. 7 |...|124 .. 127|  terms 8 to 15
//    LINES | many| many|     |    registers, TERMS ahead      ... |        |        |   |          |
//          |     |     |     |                                y 7 | 0 .. 3 | 4 .. 7 |...|124 .. 127|  terms 56 to 63
//          +-----+-----+-----+--                                  +--------+--------+   +----------+
//
// A column of the right picture has the same lines; its sums are added at the end.
#include "product.cl"
#ifndef FEW
#define FEW 16
#endif
#ifndef VECTOR // elements that a work-item reads at once
#define VECTOR 4
#endif
#ifndef OWN // lines of a work-item, a multiple of VECTOR: what is read of local memory serves all of them
#define OWN VECTOR
#endif
#ifndef TERMS
#define TERMS 64
#endif
#ifndef WIDTH_B // VECTOR, or 1 where that is not aligned
#define WIDTH_B 1
#endif
#ifndef RING // 0; or, on NVIDIA, steps ahead that both factors come into local memory by cp.async, of the many lines to every
             // work-item's own places
#define RING 0
#endif
#define ALIGNED (RING ? 128 : 16) // copies to 16 beyond a multiple of 32, where NVIDIA's driver likes to put arrays, are slow
#define THREADS 256
#define LINES (32 * OWN)
#define READS (OWN * TERMS / (8 * VECTOR)) // vectors that a work-item reads of TERMS terms
#define FEW_READS ((FEW * TERMS + THREADS - 1) / THREADS)
#define FEW_PITCH (FEW + (RING && !B_TRANSPOSED ? 4 : 0)) // what is copied at once falls into more banks
#define TOGETHER (FEW < 4 ? FEW : 4) // few lines whose sums are added at once
#define JOINED(type, size) type##size
#define VECTOR_OF(type, size) JOINED(type, size)
#define WIDE VECTOR_OF(REAL, VECTOR)

// Of work-item (x, y): its lines, which of the 8 of a line it is, and the first term of its read e.
#if B_TRANSPOSED
#define LINE(l) (y * 4 + x / 8 + 32 * (l))
#define PART (x % 8)
#define TERM(e) ((e) / OWN * (8 * VECTOR) + x % 8 * VECTOR)
#define FEW_AT(line, term) ((line)*TERMS + (term))
#else
#define LINE(l) ((l) / VECTOR * (32 * VECTOR) + x * VECTOR + (l) % VECTOR)
#define PART y
#define TERM(e) (y * (TERMS / 8) + (e) / (OWN / VECTOR))
#define FEW_AT(line, term) ((term) * FEW_PITCH + (line))
#endif

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        int slice) {
    local REAL few[RING ? RING + 1 : 2][FEW_PITCH * TERMS] __attribute__((aligned(ALIGNED)));
    local REAL parts[8][TOGETHER][LINES];
#if RING
    local WIDE ring[RING * READS * THREADS] __attribute__((aligned(ALIGNED)));
#endif
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int id = y * 32 + x;
    const int across = (n + LINES - 1) / LINES;
    const int i0 = get_group_id(0) / across * FEW;
    const int j0 = get_group_id(0) % across * LINES;
    const int begin = get_group_id(1) * slice;
    const int end = begin + min(slice, k - begin);
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;

    // Lines beyond the matrix repeat its last one; what comes of them is not stored. Terms beyond the end are zeros, for which
    // it looks only where GUARDED.
    union {
        WIDE whole;
        REAL element[VECTOR];
    } many[READS];
#if B_TRANSPOSED
    global const REAL* from[OWN];
#pragma unroll
    for (int l = 0; l < OWN; l++) {
        from[l] = b + B_AT(begin + x % 8 * VECTOR, min(j0 + LINE(l), n - 1));
    }
#define FROM(e) (from[(e) % OWN] + (e) / OWN * (8 * VECTOR))
#define NEXT TERMS
#else
    global const REAL* from[OWN / VECTOR];
#pragma unroll
    for (int l = 0; l < OWN; l += VECTOR) {
        from[l / VECTOR] = b + B_AT(begin + TERM(0), min(j0 + LINE(l), (n - 1) / WIDTH_B * WIDTH_B));
    }
#define FROM(e) (from[(e) % (OWN / VECTOR)] + (e) / (OWN / VECTOR) * (long)ldb)
#define NEXT (TERMS * (long)ldb)
#endif
#if RING
    const uint own = (uint)(size_t)ring + id * 16;
    uint slot = 0;
#define PLACE(e) (own + (slot * READS + (e)) * (THREADS * 16))
#define COPY(to, from, bytes, cache, valid)                                                                               \
    asm volatile("cp.async." cache ".shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes),                 \
                 "r"((valid) ? (int)(bytes) : 0) : "memory")
#define CLOSE_STEP() asm volatile("cp.async.commit_group;" ::: "memory")
#define AWAIT_STEP() asm volatile("cp.async.wait_group %0;" ::"n"(RING - 1) : "memory")
#define NEXT_SLOT() slot = slot + 1 == RING ? 0 : slot + 1
#define LOAD_MANY(e) many[e].whole = ring[(slot * READS + (e)) * THREADS + id]
#if WIDTH_B > 1
#define READ_MANY(e, p, guarded) COPY(PLACE(e), FROM(e), 16, "cg", !(guarded) || (p) + TERM(e) < end)
#elif B_TRANSPOSED
#define READ_MANY(e, p, guarded)                                                                                          \
    _Pragma("unroll") for (int v = 0; v < VECTOR; v++) {                                                                   \
        COPY(PLACE(e) + v * (16 / VECTOR), FROM(e) + v, 16 / VECTOR, "ca", !(guarded) || (p) + TERM(e) + v < end);         \
    }
#else
#define READ_MANY(e, p, guarded)                                                                                          \
    _Pragma("unroll") for (int v = 0; v < VECTOR; v++) {                                                                   \
        COPY(PLACE(e) + v * (16 / VECTOR), FROM(e) + min(v, max(0, n - 1 - j0 - LINE((e) % (OWN / VECTOR) * VECTOR))),     \
             16 / VECTOR, "ca", !(guarded) || (p) + TERM(e) < end);                                                        \
    }
#endif
#elif WIDTH_B > 1
#define READ_MANY(e, p, guarded)                                                                                          \
    many[e].whole = !(guarded) || (p) + TERM(e) < end ? *(global const WIDE*)FROM(e) : (WIDE)(0)
#elif B_TRANSPOSED
#define READ_MANY(e, p, guarded)                                                                                          \
    _Pragma("unroll") for (int v = 0; v < VECTOR; v++) {                                                                   \
        many[e].element[v] = !(guarded) || (p) + TERM(e) + v < end ? FROM(e)[v] : 0;                                       \
    }
#else
#define READ_MANY(e, p, guarded)                                                                                          \
    _Pragma("unroll") for (int v = 0; v < VECTOR; v++) {                                                                   \
        many[e].element[v] = !(guarded) || (p) + TERM(e) < end ? FROM(e)[min(v, max(0, n - 1 - j0 - LINE((e) % (OWN / VECTOR) * VECTOR)))] : 0;        \
    }
#endif
#if !RING
#define LOAD_MANY(e)
#endif
    // Neighbours read what is contiguous in memory.
#define FEW_LINE(f) (A_TRANSPOSED ? (id + (f)*THREADS) % FEW : (id + (f)*THREADS) / TERMS)
#define FEW_TERM(f) (A_TRANSPOSED ? (id + (f)*THREADS) / FEW : (id + (f)*THREADS) % TERMS)
#if RING
    const uint fewPlace = (uint)(size_t)few;
#define READ_FEW(p, to)                                                                                                   \
    _Pragma("unroll") for (int f = 0; f < FEW_READS; f++) {                                                                \
        const int line = i0 + FEW_LINE(f), term = (p) + FEW_TERM(f);                                                       \
        COPY(fewPlace + ((to)*FEW_PITCH * TERMS + FEW_AT(FEW_LINE(f), FEW_TERM(f))) * (16 / VECTOR), a + A_AT(line, term),       \
             16 / VECTOR, "ca", line < m && term < end);                                                                   \
    }
#else
    REAL held[FEW_READS];
#define READ_FEW(p)                                                                                                       \
    _Pragma("unroll") for (int f = 0; f < FEW_READS; f++) {                                                                \
        const int line = i0 + FEW_LINE(f), term = (p) + FEW_TERM(f);                                                       \
        held[f] = line < m && term < end ? a[A_AT(line, term)] : 0;                                                        \
    }
#define STASH_FEW(now)                                                                                                   \
    _Pragma("unroll") for (int f = 0; f < FEW_READS; f++) {                                                                \
        if (FEW * TERMS % THREADS == 0 || id + f * THREADS < FEW * TERMS) {                                                \
            few[now][FEW_AT(FEW_LINE(f), FEW_TERM(f))] = held[f];                                                         \
        }                                                                                                                 \
    }
#endif

    REAL sum[FEW][OWN];
#pragma unroll
    for (int i = 0; i < FEW; i++) {
#pragma unroll
        for (int v = 0; v < OWN; v++) {
            sum[i][v] = 0;
        }
    }
#if B_TRANSPOSED
#define MULTIPLY(p, guarded)                                                                                              \
    _Pragma("unroll") for (int e = 0; e < READS; e += OWN) {                                                               \
        _Pragma("unroll") for (int l = 0; l < OWN; l++) { LOAD_MANY(e + l); }                                              \
        _Pragma("unroll") for (int i = 0; i < FEW; i++) {                                                                  \
            REAL value[VECTOR];                                                                                           \
            _Pragma("unroll") for (int v = 0; v < VECTOR; v++) { value[v] = few[now][FEW_AT(i, TERM(e) + v)]; }            \
            _Pragma("unroll") for (int l = 0; l < OWN; l++) {                                                              \
                _Pragma("unroll") for (int v = 0; v < VECTOR; v++) {                                                       \
                    sum[i][l] = fma(value[v], many[e + l].element[v], sum[i][l]);                                          \
                }                                                                                                         \
            }                                                                                                             \
        }                                                                                                                 \
        _Pragma("unroll") for (int l = 0; l < OWN; l++) { READ_MANY(e + l, p, guarded); }                                  \
    }
#else
#define MULTIPLY(p, guarded)                                                                                              \
    _Pragma("unroll") for (int e = 0; e < READS; e += OWN / VECTOR) {                                                      \
        _Pragma("unroll") for (int l = 0; l < OWN / VECTOR; l++) { LOAD_MANY(e + l); }                                     \
        _Pragma("unroll") for (int i = 0; i < FEW; i++) {                                                                  \
            const REAL value = few[now][FEW_AT(i, TERM(e))];                                                               \
            _Pragma("unroll") for (int l = 0; l < OWN; l++) {                                                              \
                sum[i][l] = fma(value, many[e + l / VECTOR].element[l % VECTOR], sum[i][l]);                               \
            }                                                                                                             \
        }                                                                                                                 \
        _Pragma("unroll") for (int l = 0; l < OWN / VECTOR; l++) { READ_MANY(e + l, p, guarded); }                         \
    }
#endif
#define ADVANCE()                                                                                                         \
    _Pragma("unroll") for (int l = 0; l < (B_TRANSPOSED ? OWN : OWN / VECTOR); l++) { from[l] += NEXT; }
// Multiplies the terms from p on, while the next come.
#if RING
#define STEP(p, guarded)                                                                                                  \
    do {                                                                                                                  \
        AWAIT_STEP();                                                                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
        READ_FEW((p) + RING * TERMS, now == 0 ? RING : now - 1);                                                           \
        MULTIPLY((p) + RING * TERMS, guarded);                                                                             \
        ADVANCE();                                                                                                         \
        CLOSE_STEP();                                                                                                      \
        NEXT_SLOT();                                                                                                       \
        now = now == RING ? 0 : now + 1;                                                                                   \
    } while (0)

#pragma unroll
    for (int step = 0; step < RING; step++) {
        READ_FEW(begin + step * TERMS, step);
#pragma unroll
        for (int e = 0; e < READS; e++) {
            READ_MANY(e, begin + step * TERMS, 1);
        }
        ADVANCE();
        CLOSE_STEP();
        NEXT_SLOT();
    }
#define AHEAD RING
#else
#define AHEAD 1
#define STEP(p, guarded)                                                                                                  \
    do {                                                                                                                  \
        READ_FEW((p) + TERMS);                                                                                             \
        ADVANCE();                                                                                                         \
        MULTIPLY((p) + TERMS, guarded);                                                                                    \
        now = 1 - now;                                                                                                     \
        STASH_FEW(now);                                                                                                    \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    } while (0)

    READ_FEW(begin);
    STASH_FEW(0);
#pragma unroll
    for (int e = 0; e < READS; e++) {
        READ_MANY(e, begin, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    int now = 0;
    int p = begin;
    for (; end - p >= (AHEAD + 1) * TERMS; p += TERMS) {
        STEP(p, 0);
    }
    for (; p < end; p += TERMS) {
        STEP(p, 1);
    }

    SEEK_RESULT(batch);
#pragma unroll
    for (int done = 0; done < FEW; done += TOGETHER) {
#pragma unroll
        for (int i = 0; i < TOGETHER; i++) {
#pragma unroll
            for (int v = 0; v < OWN; v++) {
                parts[PART][i][LINE(v)] = sum[done + i][v];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = id; e < TOGETHER * LINES; e += THREADS) {
            const int i = D_TRANSPOSED ? e % TOGETHER : e / LINES;
            const int line = D_TRANSPOSED ? e / TOGETHER : e % LINES;
            REAL whole = 0;
#pragma unroll
            for (int part = 0; part < 8; part++) {
                whole += parts[part][i][line];
            }
            const int row = i0 + done + i, column = j0 + line;
            if (row < m && column < n) {
                DELIVER(whole, row, column);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
