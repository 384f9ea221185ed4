// As skinny.cl, in double on NVIDIA's tensor cores. The factor of many lines goes from memory to registers and from there into
// mma.sync m16n8k8; each of 8 warps has 16 of its lines. TERMS terms of the few lines are in local memory, by terms.
//
// Lane 4*g + t holds terms t and t + 4 of every 8 if the many lines lie by terms, and 2*t and 2*t + 1 if not: the sum does
// not mind which term is where in the instruction, if both factors agree.
#ifndef REAL
#define REAL double
#endif
#include "product.cl"
#ifndef FEW // a multiple of 16
#define FEW 16
#endif
#ifndef WIDTH_B // elements of the many lines read at once: 2, or 1 where they are not aligned
#define WIDTH_B 1
#endif
#define TERMS 32
#define THREADS 256
#define LINES 128
#define MT (FEW / 16)
#define BLOCKS (TERMS / 8)
#define PITCH (FEW + (B_TRANSPOSED ? 2 : 4)) // so that terms of a lane fall into different banks
#define FEW_READS (FEW * TERMS / THREADS)

#define MULTIPLY(sum, a, b0, b1)                                                                                          \
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
        : "+d"((sum)[0]), "+d"((sum)[1]), "+d"((sum)[2]), "+d"((sum)[3])                                                   \
        : "d"((a)[0]), "d"((a)[1]), "d"((a)[2]), "d"((a)[3]), "d"(b0), "d"(b1))

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        int slice) {
    local REAL few[2][TERMS * PITCH] __attribute__((aligned(16)));
    const int id = get_local_id(0);
    const int g = id % 32 / 4;
    const int t = id % 4;
    const int across = (n + LINES - 1) / LINES;
    const int i0 = get_group_id(0) / across * FEW;
    const int j0 = get_group_id(0) % across * LINES + id / 32 * 16;
    const int begin = get_group_id(1) * slice;
    const int end = begin + min(slice, k - begin);
    const long batch = get_group_id(2);
    a += offsetA + batch * stepA;
    b += offsetB + batch * stepB;

    // Lines beyond the matrix repeat its last one; what comes of them is not stored. Terms beyond the end are zeros, for which
    // it looks only where guarded.
    double2 many[BLOCKS][2];
#if B_TRANSPOSED
#define TERM(block, h) ((block)*8 + 2 * t)
#define COLUMN(j, u) (8 * (j) + 2 * t + (u))
#define NEXT TERMS
    global const REAL* from0 = b + B_AT(begin + 2 * t, min(j0 + g, n - 1));
    global const REAL* from1 = b + B_AT(begin + 2 * t, min(j0 + 8 + g, n - 1));
#define FROM(block, h) (((h) == 0 ? from0 : from1) + (block)*8)
#define VALUE_B(block, j, h) ((h) == 0 ? many[block][j].x : many[block][j].y)
#define TERM_A(h) (2 * t + (h))
#else
#define TERM(block, h) ((block)*8 + t + 4 * (h))
#define COLUMN(j, u) (2 * (2 * t + (u)) + (j))
#define NEXT (TERMS * (long)ldb)
    global const REAL* from0 = b + B_AT(begin + t, min(j0 + 2 * g, (n - 1) / WIDTH_B * WIDTH_B));
    global const REAL* from1 = from0 + 4 * (long)ldb;
#define FROM(block, h) (((h) == 0 ? from0 : from1) + (block)*8 * (long)ldb)
#define VALUE_B(block, j, h) ((j) == 0 ? many[block][h].x : many[block][h].y)
#define TERM_A(h) (t + 4 * (h))
#endif
#if WIDTH_B == 2
#define READ_MANY(block, h, p, guarded)                                                                                   \
    many[block][h] = !(guarded) || (p) + TERM(block, h) < end ? *(global const double2*)FROM(block, h) : (double2)(0)
#elif B_TRANSPOSED
#define READ_MANY(block, h, p, guarded)                                                                                   \
    many[block][h] = (double2)(!(guarded) || (p) + TERM(block, h) < end ? FROM(block, h)[0] : 0,                           \
                               !(guarded) || (p) + TERM(block, h) + 1 < end ? FROM(block, h)[1] : 0)
#else
    const int beside = j0 + 2 * g + 1 < n ? 1 : 0;
#define READ_MANY(block, h, p, guarded)                                                                                   \
    many[block][h] = !(guarded) || (p) + TERM(block, h) < end                                                              \
            ? (double2)(FROM(block, h)[0], FROM(block, h)[beside])                                                         \
            : (double2)(0)
#endif
    REAL held[FEW_READS];
#define FEW_LINE(f) (A_TRANSPOSED ? (id + (f)*THREADS) % FEW : (id + (f)*THREADS) / TERMS)
#define FEW_TERM(f) (A_TRANSPOSED ? (id + (f)*THREADS) / FEW : (id + (f)*THREADS) % TERMS)
#define READ_FEW(p)                                                                                                       \
    _Pragma("unroll") for (int f = 0; f < FEW_READS; f++) {                                                                \
        const int line = i0 + FEW_LINE(f), term = (p) + FEW_TERM(f);                                                       \
        held[f] = line < m && term < end ? a[A_AT(line, term)] : 0;                                                        \
    }
#define STASH_FEW(now)                                                                                                    \
    _Pragma("unroll") for (int f = 0; f < FEW_READS; f++) { few[now][FEW_TERM(f) * PITCH + FEW_LINE(f)] = held[f]; }

    REAL sum[MT][2][4];
#pragma unroll
    for (int i = 0; i < MT; i++) {
#pragma unroll
        for (int j = 0; j < 2; j++) {
            sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = 0;
        }
    }
    REAL valueA[2][4];
    const uint place = (uint)(size_t)few + (TERM_A(0) * PITCH + 2 * g) * 8;
// The few lines' values for rows 16 * i of a block of terms, q = block * MT + i.
#define READ_FEW_LINES(q)                                                                                                 \
    _Pragma("unroll") for (int h = 0; h < 2; h++) {                                                                        \
        asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"                                                                    \
            : "=d"(valueA[(q) % 2][2 * h]), "=d"(valueA[(q) % 2][2 * h + 1])                                               \
            : "r"(place + ((now * TERMS + (q) / MT * 8 + TERM_A(h) - TERM_A(0)) * PITCH + (q) % MT * 16) * 8));             \
    }
// Multiplies the terms from p on, while the next come.
#define STEP(p, guarded)                                                                                                  \
    do {                                                                                                                  \
        READ_FEW((p) + TERMS);                                                                                             \
        from0 += NEXT;                                                                                                     \
        from1 += NEXT;                                                                                                     \
        READ_FEW_LINES(0);                                                                                                 \
        _Pragma("unroll") for (int q = 0; q < BLOCKS * MT; q++) {                                                          \
            const int block = q / MT, i = q % MT;                                                                          \
            if (q + 1 < BLOCKS * MT) {                                                                                     \
                READ_FEW_LINES(q + 1);                                                                                     \
            }                                                                                                             \
            _Pragma("unroll") for (int j = 0; j < 2; j++) {                                                                \
                MULTIPLY(sum[i][j], valueA[q % 2], VALUE_B(block, j, 0), VALUE_B(block, j, 1));                            \
            }                                                                                                             \
            if (i == MT - 1) {                                                                                             \
                READ_MANY(block, 0, (p) + TERMS, guarded);                                                                 \
                READ_MANY(block, 1, (p) + TERMS, guarded);                                                                 \
            }                                                                                                             \
        }                                                                                                                 \
        now = 1 - now;                                                                                                     \
        STASH_FEW(now);                                                                                                    \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    } while (0)

    READ_FEW(begin);
    STASH_FEW(0);
#pragma unroll
    for (int block = 0; block < BLOCKS; block++) {
        READ_MANY(block, 0, begin, 1);
        READ_MANY(block, 1, begin, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int now = 0;
    int p = begin;
    for (; end - p >= 2 * TERMS; p += TERMS) {
        STEP(p, 0);
    }
    for (; p < end; p += TERMS) {
        STEP(p, 1);
    }

    SEEK_RESULT(batch);
#pragma unroll
    for (int i = 0; i < MT; i++) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int row = i0 + 16 * i + 2 * g + h;
#pragma unroll
            for (int j = 0; j < 2; j++) {
#pragma unroll
                for (int u = 0; u < 2; u++) {
                    const int column = j0 + COLUMN(j, u);
                    if (row < m && column < n) {
                        DELIVER(sum[i][j][2 * h + u], row, column);
                    }
                }
            }
        }
    }
}
