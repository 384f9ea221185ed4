// Products of float with a factor of few lines by three TF32 products a term, on Hopper's tensor cores by wgmma: the many lines are
// its rows, 64 for each of three warpgroups, the few its columns.
//
// They come in stages of 32 terms, with two mbarriers each: full when both factors have come, empty when all have multiplied them. So
// no warp waits for another except through them. The many come by cp.async, lines of 128 bytes. Four more warps load the few, each
// every fourth stage, and store them as they are, since the instruction ignores what TF32 does not keep, and beside that the rest.
// (What is loaded comes after all that was asked for before, and the fence that wgmma needs seems to wait for all that is under
// way: so whoever stores does nothing else.) What lanes hold of the many they split so themselves.
//
// Of 32 terms lane 4*g + t has the fours t and t + 4, for places t and t + 4 of four instructions: the sum does not mind which
// term is where, if both factors agree. Tensor cores cut off what they add: 64 terms go into sums of their own, which are then
// added in float.
//
//   the 16 warps of a group                    a stage: TERMS of all lines
//
//     warps  0-3    lines   0 to  63           many   192 lines x 32 terms
//     warps  4-7    lines  64 to 127           few    FEW lines x 32 terms, as they are and what TF32 leaves of them
//     warps  8-11   lines 128 to 191
//     warps 12-15   load the few
//
// Which lane holds what: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions", m64nNk8. Three TF32 products: H. Ootomo and
// R. Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance" (2022).
//
// How wgmma gets through OpenCL: see tensor-warpgroups.cl.
#include "product.cl"
#include "tensor-warpgroups.cl"
#ifndef FEW // 32 or 64
#define FEW 64
#endif
#ifndef WIDTH_A // elements that are copied at once: 4, or 1 where they are not aligned
#define WIDTH_A 1
#endif
#ifndef WIDTH_B
#define WIDTH_B 1
#endif
#ifndef STAGES
#define STAGES 5
#endif
#define TERMS 32 // of a stage
#define CONSUMERS 384
#define THREADS 512
#define LINES (CONSUMERS / 32 * 16)
#define MANY_CHUNKS (LINES * TERMS / 4)
#define FEW_CHUNKS (FEW * TERMS / 4)
#define LOADERS ((THREADS - CONSUMERS) / 32)
#define BLOCKS (FEW_CHUNKS / 128)
#define FEW_TILE (FEW * TERMS)

// Where the chunk of 16 bytes lies that has a line's terms from 4*c on, or a term's lines from there on.
#define CHUNK_OF_LINE(line, c) ((line) * (TERMS / 4) + ((c) ^ (line) % 2 * 4))
#define CHUNK_OF_TERM(term, c) ((term) * (LINES / 4) + ((c) ^ (term) / 4 % 4 * 2))
// Where term 4*c + j of a line lies, in lines of 128 bytes whose chunks are permuted as wgmma wants them.
#define FEW_PLACE(line, c, j) ((line) * 32 + ((((c) / 4 * 4 + (j)) ^ (line) % 8) * 4) + (c) % 4)

#if FEW == 64
#define PARTS SIXTEEN(part, 0), SIXTEEN(part, 16)
#define PRODUCT                                                                                                           \
    "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,"  \
    "%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, {%32,%33,%34,%35}, %36, adds, 1, 1;\n}"
#define ADDS "%37"
#else
#define PARTS SIXTEEN(part, 0)
#define PRODUCT                                                                                                           \
    "wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15},"         \
    " {%16,%17,%18,%19}, %20, adds, 1, 1;\n}"
#define ADDS "%21"
#endif
// Adds the products of 8 terms to the sums, or sets them.
#define WGMMA(x, i, b, adds)                                                                                              \
    asm volatile("{\n.reg .pred adds;\nsetp.ne.b32 adds, " ADDS ", 0;\n" HOPPER PRODUCT                                     \
                 : PARTS                                                                                                   \
                 : "r"(as_uint((x)[i])), "r"(as_uint((x)[i + 1])), "r"(as_uint((x)[i + 2])), "r"(as_uint((x)[i + 3])),      \
                   "l"(b), "n"(adds)                                                                                       \
                 : "memory")
// Zeros where it is not valid, and nothing is read then.
#define COPY(to, from, bytes, cache, valid)                                                                               \
    asm volatile("cp.async." cache ".shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes),                 \
                 "r"((valid) ? (int)(bytes) : 0) : "memory")
// When all copies of this work-item have come.
#define ARRIVE_COPIED(mbarrier) asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(mbarrier) : "memory")
// What TF32 does not keep is exact in another float.
#define REST(x) ((x)-as_float(as_uint(x) & 0xffffe000))

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias,
        int slice, global float4* sums, global int* arrivals) {
    local float few[STAGES * 2 * FEW_TILE] __attribute__((aligned(1024)));
    local float4 many[STAGES * MANY_CHUNKS] __attribute__((aligned(128)));
    local ulong mbarriers[2 * STAGES];
    local int last[1];
    const int id = get_local_id(0);
    const int warp = id / 32;
    const int g = id % 32 / 4;
    const int t = id % 4;
    const int across = (n + LINES - 1) / LINES;
    const int i0 = get_group_id(0) / across * FEW;
    const int j0 = get_group_id(0) % across * LINES;
    const int begin = get_group_id(1) * slice;
    const int end = begin + min(slice, k - begin);
    const int steps = (end - begin + 2 * TERMS - 1) / (2 * TERMS) * 2;
    const long batch = get_group_id(2);
    const uint full = (uint)(size_t)mbarriers;
    const uint empty = full + STAGES * 8;
    if (id == 0) {
        for (int s = 0; s < STAGES; s++) {
            INIT(full + s * 8, CONSUMERS + 1);
            INIT(empty + s * 8, CONSUMERS / 32);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#if B_TRANSPOSED
#define COLUMN(h) (warp * 16 + g + 8 * (h))
#else
#define COLUMN(h) (warp * 16 + 2 * g + (h))
#endif
    float sum[FEW / 2];
#pragma unroll
    for (int i = 0; i < FEW / 2; i++) {
        sum[i] = 0;
    }
    uint stage = 0, parity = 0;
    if (id < CONSUMERS) {
        // Lines of 128 bytes, permuted, 1024 bytes from 8 lines to the next.
        const ulong description = ((ulong)1 << 62) | ((ulong)64 << 32) | ((ulong)1 << 16) | ((uint)(size_t)few >> 4);
        float part[FEW / 2];
#pragma unroll
        for (int i = 0; i < FEW / 2; i++) {
            part[i] = 0;
        }
        // Of four terms, each of two lines; twice, for those that are multiplied and those that are loaded.
        float value[2][8], rest[2][8];
#if B_TRANSPOSED
        local const float4* const lane[2] = {many + CHUNK_OF_LINE(COLUMN(0), t), many + CHUNK_OF_LINE(COLUMN(0), t + 4)};
#define LOAD_MANY(i)                                                                                                      \
    _Pragma("unroll") for (int h = 0; h < 2; h++) {                                                                        \
        const float4 four = lane[i][stage * MANY_CHUNKS + h * (8 * TERMS / 4)];                                            \
        value[i][h] = four.x;                                                                                              \
        value[i][h + 2] = four.y;                                                                                          \
        value[i][h + 4] = four.z;                                                                                          \
        value[i][h + 6] = four.w;                                                                                          \
    }
#else
        local const float2* const lane = (local const float2*)(many + CHUNK_OF_TERM(t * 4, COLUMN(0) / 4)) + g % 2;
#define LOAD_MANY(i)                                                                                                      \
    _Pragma("unroll") for (int q = 0; q < 4; q++) {                                                                        \
        const float2 two = lane[stage * (MANY_CHUNKS * 2) + ((i)*16 + q) * (LINES / 2)];                                   \
        value[i][2 * q] = two.x;                                                                                           \
        value[i][2 * q + 1] = two.y;                                                                                       \
    }
#endif
#define LOAD_SPLIT(i)                                                                                                     \
    LOAD_MANY(i);                                                                                                          \
    _Pragma("unroll") for (int q = 0; q < 8; q++) { rest[i][q] = REST(value[i][q]); }
#define MULTIPLY(i, adds)                                                                                                 \
    do {                                                                                                                  \
        const ulong whole = description + (uint)(stage * (FEW_TILE / 2) + (i)*4);                                          \
        asm volatile("bar.warp.sync 0xffffffff;\n" HOPPER "wgmma.fence.sync.aligned;" ::: "memory");                       \
        WGMMA(rest[i], 0, whole, adds);                                                                                    \
        WGMMA(rest[i], 4, whole + 2, 1);                                                                                   \
        WGMMA(value[i], 0, whole + FEW_TILE / 4, 1);                                                                       \
        WGMMA(value[i], 4, whole + FEW_TILE / 4 + 2, 1);                                                                   \
        WGMMA(value[i], 0, whole, 1);                                                                                      \
        WGMMA(value[i], 4, whole + 2, 1);                                                                                  \
        asm volatile(HOPPER "wgmma.commit_group.sync.aligned;" ::: "memory");                                              \
    } while (0)
#define AWAIT_FIRST() asm volatile("bar.warp.sync 0xffffffff;\n" HOPPER "wgmma.wait_group.sync.aligned 1;" ::: "memory")
#define LEAVE(s)                                                                                                          \
    if (id % 32 == 0) {                                                                                                    \
        ARRIVE(empty + (s)*8);                                                                                             \
    }
        // Each copies what lies in four places of a stage; lines and terms beyond the matrix are zeros.
        b += offsetB + batch * stepB;
#if B_TRANSPOSED
#define MANY_LINE(e) (id / (TERMS / 4) + (e) * (CONSUMERS / (TERMS / 4)))
#define MANY_TERM(e) (id % (TERMS / 4) * 4)
#define MANY_CHUNK(e) CHUNK_OF_LINE(MANY_LINE(e), id % (TERMS / 4))
#else
#define MANY_LINE(e) (id % (LINES / 4) * 4)
#define MANY_TERM(e) (id / (LINES / 4) + (e) * (CONSUMERS / (LINES / 4)))
#define MANY_CHUNK(e) CHUNK_OF_TERM(MANY_TERM(e), id % (LINES / 4))
#endif
        global const REAL* from = b + B_AT(begin + MANY_TERM(0), j0 + MANY_LINE(0));
        int ahead = begin; // where the terms of the next copy begin
        uint behind = 0, behindParity = 1;
#define IN_MANY(e, w)                                                                                                     \
    (j0 + MANY_LINE(e) + (B_TRANSPOSED ? 0 : (w)) < n && ahead + MANY_TERM(e) + (B_TRANSPOSED ? (w) : 0) < end)
#define COPY_MANY()                                                                                                       \
    if (ahead < begin + steps * TERMS) {                                                                                   \
        AWAIT(empty + behind * 8, behindParity);                                                                           \
        _Pragma("unroll") for (int e = 0; e < MANY_CHUNKS / CONSUMERS; e++) {                                              \
            const uint place = (uint)(size_t)many + (behind * MANY_CHUNKS + MANY_CHUNK(e)) * 16;                           \
            global const REAL* const at =                                                                                  \
                    from + B_AT((long)MANY_TERM(e) - MANY_TERM(0), (long)MANY_LINE(e) - MANY_LINE(0));                     \
            if (WIDTH_B > 1) {                                                                                             \
                COPY(place, at, 16, "cg", IN_MANY(e, 0));                                                                  \
            } else {                                                                                                       \
                _Pragma("unroll") for (int w = 0; w < 4; w++) { COPY(place + w * 4, at + w, 4, "ca", IN_MANY(e, w)); }     \
            }                                                                                                             \
        }                                                                                                                 \
        ARRIVE_COPIED(full + behind * 8);                                                                                  \
        ADVANCE(behind, behindParity);                                                                                     \
        from += B_AT((long)TERMS, 0L);                                                                                     \
        ahead += TERMS;                                                                                                    \
    }
        for (int s = 0; s < STAGES - 1; s++) {
            COPY_MANY();
        }
        if (steps > 0) {
            AWAIT(full, 0);
            LOAD_SPLIT(0);
        }
        for (int step = 0; step < steps; step += 2) {
            MULTIPLY(0, 0);
            LOAD_SPLIT(1);
            MULTIPLY(1, 1);
            COPY_MANY();
            const uint first = stage;
            ADVANCE(stage, parity);
            AWAIT(full + stage * 8, parity);
            AWAIT_FIRST();
            LOAD_SPLIT(0);
            MULTIPLY(0, 1);
            AWAIT_FIRST();
            LEAVE(first);
            LOAD_SPLIT(1);
            MULTIPLY(1, 1);
            COPY_MANY();
            const uint second = stage;
            ADVANCE(stage, parity);
            if (step + 2 < steps) {
                AWAIT(full + stage * 8, parity);
            }
            AWAIT_FIRST();
            LOAD_SPLIT(0);
            asm volatile("bar.warp.sync 0xffffffff;\n" HOPPER "wgmma.wait_group.sync.aligned 0;" : PARTS::"memory");
            LEAVE(second);
#pragma unroll
            for (int i = 0; i < FEW / 2; i++) {
                sum[i] += part[i];
            }
        }
    } else {
        // Blocks of 4 fours: of the terms of a line, or of the lines of four terms, such that four that are stored lie side by side.
        a += offsetA + batch * stepA;
        union {
            float4 whole;
            float element[4];
        } held[BLOCKS][4];
        const int lane = id % 32;
#if A_TRANSPOSED
#define FEW_LINE(e) ((lane % 2 + lane / 8 * 2 + (e) / 2 * 8) * 4)
#define FEW_TERM(e, i) ((e) % 2 * 16 + lane / 2 % 4 + (i)*4)
#define PLACE(e, i) FEW_PLACE(FEW_LINE(e) + (i), (e) % 2 * 4, lane / 2 % 4)
#else
#define FEW_LINE(e) (lane / 2 + (e)*16)
#define FEW_TERM(e, i) (lane % 2 * 16 + (i)*4)
#define PLACE(e, i) FEW_PLACE(FEW_LINE(e), lane % 2 * 4, i)
#endif
#define IN_FEW(e, i, w)                                                                                                   \
    (i0 + FEW_LINE(e) + (A_TRANSPOSED ? (w) : 0) < m && p + FEW_TERM(e, i) + (A_TRANSPOSED ? 0 : (w)) < end)
        for (int step = warp - CONSUMERS / 32; step < steps; step += LOADERS) {
            const int p = begin + step * TERMS;
#pragma unroll
            for (int e = 0; e < BLOCKS; e++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    global const REAL* const source = a + A_AT(i0 + FEW_LINE(e), p + FEW_TERM(e, i));
                    if (WIDTH_A > 1) {
                        held[e][i].whole = IN_FEW(e, i, 0) ? *(global const float4*)source : (float4)(0);
                    } else {
#pragma unroll
                        for (int w = 0; w < 4; w++) {
                            held[e][i].element[w] = IN_FEW(e, i, w) ? source[w] : 0;
                        }
                    }
                }
            }
            const uint place = step % STAGES;
            AWAIT(empty + place * 8, (step / STAGES + 1) % 2);
            local float* const tile = few + place * (2 * FEW_TILE);
#pragma unroll
            for (int e = 0; e < BLOCKS; e++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const float4 four = (float4)(held[e][0].element[i], held[e][1].element[i],
                                                 held[e][2].element[i], held[e][3].element[i]);
                    *(local float4*)(tile + PLACE(e, i)) = four;
                    *(local float4*)(tile + FEW_TILE + PLACE(e, i)) =
                            (float4)(REST(four.x), REST(four.y), REST(four.z), REST(four.w));
                }
            }
            asm volatile("fence.proxy.async.shared::cta;\nbar.warp.sync 0xffffffff;" ::: "memory");
            if (lane == 0) {
                ARRIVE(full + place * 8);
            }
        }
    }

#if SLICED
    // As in tensor-skinny.cl.
#define SUMS (FEW / 8)
    {
        const int slices = get_num_groups(1);
        const long tile = batch * get_num_groups(0) + get_group_id(0);
        sums += tile * slices * (SUMS * CONSUMERS) + id;
#pragma unroll
        for (int e = 0; e < SUMS && id < CONSUMERS; e++) {
            sums[(get_group_id(1) * SUMS + e) * CONSUMERS] = (float4)(sum[4 * e], sum[4 * e + 1], sum[4 * e + 2], sum[4 * e + 3]);
        }
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (id == 0) {
            int before;
            asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(arrivals + tile) : "memory");
            last[0] = before == slices - 1;
            if (last[0]) {
                arrivals[tile] = 0;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (!last[0] || id >= CONSUMERS) {
            return;
        }
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
#pragma unroll
        for (int i = 0; i < FEW / 2; i++) {
            sum[i] = 0;
        }
#pragma unroll 2
        for (int s = 0; s < slices; s++) {
#pragma unroll
            for (int e = 0; e < SUMS; e++) {
                const float4 more = sums[(s * SUMS + e) * CONSUMERS];
                sum[4 * e] += more.x;
                sum[4 * e + 1] += more.y;
                sum[4 * e + 2] += more.z;
                sum[4 * e + 3] += more.w;
            }
        }
    }
#else
    if (id >= CONSUMERS) {
        return;
    }
#endif
    c += offsetC + batch * stepC;
    d += offsetD + batch * stepD;
#pragma unroll
    for (int i = 0; i < FEW / 8; i++) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int column = j0 + COLUMN(h);
#pragma unroll
            for (int u = 0; u < 2; u++) {
                const int row = i0 + 8 * i + 2 * t + u;
                if (row < m && column < n) {
                    const int x = D_TRANSPOSED ? column : row, y = D_TRANSPOSED ? row : column;
                    d[(long)x * ldd + y] = finish(sum[4 * i + 2 * h + u], x, y, alpha, beta, c, ldc, bias);
                }
            }
        }
    }
}
