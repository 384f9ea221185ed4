// Products of float by three TF32 products a term, on Hopper's tensor cores by wgmma. A work-group computes a tile of BM x BN,
// each of its warpgroups, of 4 warps, 64 rows of it, in registers. Both factors come as pack-tf32.cl made them.
//
// A goes from memory straight to registers, a step ahead, where it is split into its upper bits and the rest: no two warps need
// the same of it. B is split already. Its halves come into local memory by bulk copies, a stage each, and wgmma reads them there.
// A stage has two mbarriers: full when the copy has come, empty when all warps have multiplied it. So no warp waits for
// another except through them.
//
// Tensor cores cut off what they add: the BK terms of a step go into sums of their own, which are then added in float.
//
//   a tile of D                              64 x 8 of a warpgroup's part
//
//            BN                                  columns 2t and 2t + 1 of each 8
//         +------+
//      64 | w0-3 | warpgroup 0               16 rows a warp; of its 16
//         +------+                           row g        sum[4*j], sum[4*j + 1]
//      64 | w4-7 | warpgroup 1               row g + 8    sum[4*j + 2], sum[4*j + 3]
//         +------+
//      64 | w8-11| warpgroup 2               of lane 4*g + t, j the number of the 8 columns
//         +------+
//
// Which lane holds what: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions", m64nNk8. Three TF32 products: H. Ootomo and
// R. Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance" (2022).
#include "product.cl"
#include "tensor-warpgroups.cl"
#define BM 192
#define BN 128
#define BK 16
#define STAGES 5
#include "bands.cl"
#define WARPS (BM / 16)
#define THREADS (WARPS * 32)
#define TILE_A (BM * BK)
#define TILE_B (BN * BK)
#define STAGE_BYTES (TILE_B * 4)

#define PARTS SIXTEEN(part, 0), SIXTEEN(part, 16), SIXTEEN(part, 32), SIXTEEN(part, 48)
#define SUMS                                                                                                              \
    "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31," \
    "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,"  \
    "%61,%62,%63}"
// Adds to the sums, unless the predicate is false: then it sets them.
#define WGMMA(a, b, adds) HOPPER "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 " SUMS ", " a ", " b ", " adds ", 1, 1;\n"
#define EIGHT(p) "r"((p)[0]), "r"((p)[1]), "r"((p)[2]), "r"((p)[3]), "r"((p)[4]), "r"((p)[5]), "r"((p)[6]), "r"((p)[7])

// Copies a stage; the mbarrier is complete when all has come.
#define BULK(to, from, mbarrier)                                                                                          \
    asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%2], %3;\n"                      \
                 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %3, [%2];\n}"              \
                 ::"r"(to), "l"(from), "r"(mbarrier), "r"(STAGE_BYTES) : "memory")
// The instruction ignores the low 13 bits of a float; what they hold is exact in another float.
#define BIG(x) (as_uint(x) & 0xffffe000)
#define SMALL(x) as_uint((x)-as_float(BIG(x)))

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        global const REAL* bias) {
    local float stages[STAGES * TILE_B] __attribute__((aligned(1024)));
    local ulong mbarriers[2 * STAGES];
    const uint id = get_local_id(0);
    const uint g = id % 32 / 4;
    const uint t = id % 4;
    const int tilesM = (m + BM - 1) / BM;
    const int tilesN = (n + BN - 1) / BN;
    const int group = get_group_id(0);
    SEEK_TILE(group, i0, j0);
    const int steps = (k + 31) / 32 * 2;
    const long batch = get_group_id(2);
    // Of this lane: four terms of rows g and g + 8 of its warp's.
    global const float4* nextA =
            (global const float4*)(a + offsetA + batch * stepA + (long)(i0 / BM) * steps * TILE_A) + (id / 32 * 16 + g) * 4 + t;
    global const float* nextB = b + offsetB + batch * stepB + (long)(j0 / BN) * steps * (2 * TILE_B);
    const uint memory = (uint)(size_t)stages;
    const uint full = (uint)(size_t)mbarriers;
    const uint empty = full + STAGES * 8;
    if (id == 0) {
        for (int s = 0; s < STAGES; s++) {
            INIT(full + s * 8, 1);
            INIT(empty + s * 8, WARPS);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        for (int s = 0; s < STAGES - 2 && s < 2 * steps; s++) {
            BULK(memory + s * STAGE_BYTES, nextB + (long)s * TILE_B, full + s * 8);
        }
    }
    // Lines of 64 bytes, whose chunks are permuted as wgmma wants them, 512 bytes from 8 lines to the next.
    const ulong description = ((ulong)2 << 62) | ((ulong)32 << 32) | ((ulong)1 << 16);

    float sum[BN / 2], part[BN / 2];
#pragma unroll
    for (uint i = 0; i < BN / 2; i++) {
        sum[i] = part[i] = 0;
    }
    float4 heldA[2][2];
#pragma unroll
    for (int ahead = 0; ahead < 2; ahead++) {
        heldA[ahead][0] = steps > 0 ? nextA[ahead * (TILE_A / 4)] : (float4)(0);
        heldA[ahead][1] = steps > 0 ? nextA[ahead * (TILE_A / 4) + 32] : (float4)(0);
    }
    uint stage = 0, parity = 0, behind = STAGES - 2, behindParity = 1;
// Copies into the next of the stages of the step before, which the others have most likely multiplied by now.
#define REFILL(next)                                                                                                      \
    do {                                                                                                                  \
        if ((next) < 2 * steps) {                                                                                          \
            if ((next) >= STAGES) {                                                                                        \
                AWAIT(empty + behind * 8, behindParity);                                                                   \
            }                                                                                                             \
            BULK(memory + behind * STAGE_BYTES, nextB + (long)(next)*TILE_B, full + behind * 8);                           \
        }                                                                                                                 \
        ADVANCE(behind, behindParity);                                                                                     \
    } while (0)
    for (int step = 0; step < steps; step++) {
        uint big[8], small[8];
        // As the instruction wants them: two rows of a term, then of the next; wgmma takes 8 terms, 4 lanes have two each.
        const float values[8] = {heldA[0][0].x, heldA[0][1].x, heldA[0][0].y, heldA[0][1].y,
                                 heldA[0][0].z, heldA[0][1].z, heldA[0][0].w, heldA[0][1].w};
#pragma unroll
        for (uint q = 0; q < 8; q++) {
            big[q] = BIG(values[q]);
            small[q] = SMALL(values[q]);
        }
        heldA[0][0] = heldA[1][0];
        heldA[0][1] = heldA[1][1];
        if (step + 2 < steps) {
            heldA[1][0] = nextA[(step + 2) * (TILE_A / 4)];
            heldA[1][1] = nextA[(step + 2) * (TILE_A / 4) + 32];
        }
        const uint stage0 = stage;
        AWAIT(full + stage0 * 8, parity);
        const ulong big0 = description | ((memory + stage0 * STAGE_BYTES) >> 4);
        asm volatile("{\n.reg .pred adds, sets;\nbar.warp.sync 0xffffffff;\nsetp.eq.b32 adds, 0, 0;\nsetp.ne.b32 sets, 0, 0;\n"
                     HOPPER "wgmma.fence.sync.aligned;\n"
                     WGMMA("{%72,%73,%74,%75}", "%80", "sets")
                     WGMMA("{%76,%77,%78,%79}", "%81", "adds")
                     WGMMA("{%64,%65,%66,%67}", "%80", "adds")
                     WGMMA("{%68,%69,%70,%71}", "%81", "adds")
                     HOPPER "wgmma.commit_group.sync.aligned;\n}"
                     : PARTS
                     : EIGHT(big), EIGHT(small), "l"(big0), "l"(big0 + 2)
                     : "memory");
        ADVANCE(stage, parity);
        const uint stage1 = stage;
        AWAIT(full + stage1 * 8, parity);
        ADVANCE(stage, parity);
        const ulong small0 = description | ((memory + stage1 * STAGE_BYTES) >> 4);
        asm volatile("{\n.reg .pred adds;\nbar.warp.sync 0xffffffff;\nsetp.eq.b32 adds, 0, 0;\n"
                     WGMMA("{%64,%65,%66,%67}", "%72", "adds")
                     WGMMA("{%68,%69,%70,%71}", "%73", "adds")
                     HOPPER "wgmma.commit_group.sync.aligned;\n"
                     HOPPER "wgmma.wait_group.sync.aligned 1;\n}"
                     : PARTS
                     : EIGHT(big), "l"(small0), "l"(small0 + 2)
                     : "memory");
        if (id % 32 == 0) {
            ARRIVE(empty + stage0 * 8);
        }
        if (id == 0) {
            REFILL(2 * step + STAGES - 2);
            REFILL(2 * step + STAGES - 1);
        }
        asm volatile("bar.warp.sync 0xffffffff;\n" HOPPER "wgmma.wait_group.sync.aligned 0;" : PARTS::"memory");
        if (id % 32 == 0) {
            ARRIVE(empty + stage1 * 8);
        }
#pragma unroll
        for (uint i = 0; i < BN / 2; i++) {
            sum[i] += part[i];
        }
    }

    SEEK_RESULT(batch);
#pragma unroll
    for (uint j = 0; j < BN / 8; j++) {
#pragma unroll
        for (uint h = 0; h < 2; h++) {
            const int row = i0 + id / 32 * 16 + g + 8 * h;
#pragma unroll
            for (uint u = 0; u < 2; u++) {
                const int column = j0 + 8 * j + 2 * t + u;
                if (row < m && column < n) {
                    DELIVER(sum[4 * j + 2 * h + u], row, column);
                }
            }
        }
    }
}
