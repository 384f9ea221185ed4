// Products of float factors shortened to TF32 or BF16, on Hopper's tensor cores by wgmma. Both factors come in the order of
// pack-blocks.cl: blocks of 64 lines, 128 bytes of terms each, as wgmma wants them in local memory. With PACKS the groups first
// copy them to that order themselves, part by part, who comes first, and wait for each other. A group waits only for what others have
// begun, so that it does not matter when they run.
//
// A work-group computes tiles of BM x BN, one after the other. Each of its warpgroups, of 4 warps, has 64 rows of a tile in
// registers. One more warp brings what they multiply, a block a bulk copy, to a ring of stages, and is ahead of them by as many
// stages as there are, also across tiles: so the next tile's first terms come while the last tile is stored. A stage has two
// mbarriers: full when its copies have come, empty when all warps have multiplied it. No warp waits for another except through them.
//
//   a tile of D (BM 128, BN 256)        a ring of stages in local memory
//
//               BN                        stage 0   stage 1   stage 2   stage 3
//         +------------+                 +-------+ +-------+ +-------+ +-------+
//      64 | warps 0-3  |                 | A  A  | | A  A  | | A  A  | | A  A  |   BM/64 blocks of A, BN/64 of B,
//         +------------+                 | BBBB  | | BBBB  | | BBBB  | | BBBB  |   each 64 lines of 128 bytes
//      64 | warps 4-7  |                 +-------+ +-------+ +-------+ +-------+
//         +------------+                  warp 8 fills them in turn, warps 0-7 multiply them
//
// Of a warp's 16 rows, lane 4*g + t has rows g and g + 8: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions". Warps that
// only copy, and groups that stay for several tiles: NVIDIA's CUTLASS, "warp-specialized persistent" kernels.
//
// How wgmma gets through OpenCL: see tensor-warpgroups.cl.
#include "product.cl"
#include "tensor-warpgroups.cl"
#ifndef PACKS // 1: the groups pack the factors, as many groups as there are units, for one product
#define PACKS 0
#endif
#ifndef BM // a multiple of 64
#define BM 128
#endif
#ifndef BN // 64, 128, 192 or 256
#define BN 256
#endif
#ifndef STAGES
#define STAGES 4
#endif
#include "bands.cl"
#define PACKERS (BM * 2)
#include "pack-blocks.cl"
#define LINES 64 // of a block
#define BLOCK_BYTES (LINES * 128)
#define STAGE_BYTES ((BM + BN) / LINES * BLOCK_BYTES)
#define WARPS (BM / 16)
#define THREADS (WARPS * 32 + 32)

#define SUMS_32 "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define SUMS_64                                                                                                           \
    SUMS_32 ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58," \
            "%59,%60,%61,%62,%63"
#define SUMS_96                                                                                                           \
    SUMS_64 ",%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90," \
            "%91,%92,%93,%94,%95"
#define SUMS_128                                                                                                          \
    SUMS_96 ",%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,%114,%115,%116,%117," \
            "%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
#if BN == 64
#define SUMS SIXTEEN(sum, 0), SIXTEEN(sum, 16)
#define SHAPE "m64n64"
#define OPERANDS "{" SUMS_32 "}"
#define OPERAND_A "%32"
#define OPERAND_B "%33"
#define OPERAND_ADDS "%34"
#elif BN == 128
#define SUMS SIXTEEN(sum, 0), SIXTEEN(sum, 16), SIXTEEN(sum, 32), SIXTEEN(sum, 48)
#define SHAPE "m64n128"
#define OPERANDS "{" SUMS_64 "}"
#define OPERAND_A "%64"
#define OPERAND_B "%65"
#define OPERAND_ADDS "%66"
#elif BN == 192
#define SUMS SIXTEEN(sum, 0), SIXTEEN(sum, 16), SIXTEEN(sum, 32), SIXTEEN(sum, 48), SIXTEEN(sum, 64), SIXTEEN(sum, 80)
#define SHAPE "m64n192"
#define OPERANDS "{" SUMS_96 "}"
#define OPERAND_A "%96"
#define OPERAND_B "%97"
#define OPERAND_ADDS "%98"
#else
#define SUMS                                                                                                              \
    SIXTEEN(sum, 0), SIXTEEN(sum, 16), SIXTEEN(sum, 32), SIXTEEN(sum, 48), SIXTEEN(sum, 64), SIXTEEN(sum, 80),             \
            SIXTEEN(sum, 96), SIXTEEN(sum, 112)
#define SHAPE "m64n256"
#define OPERANDS "{" SUMS_128 "}"
#define OPERAND_A "%128"
#define OPERAND_B "%129"
#define OPERAND_ADDS "%130"
#endif
#if BF16
#define WGMMA HOPPER "wgmma.mma_async.sync.aligned." SHAPE "k16.f32.bf16.bf16 " OPERANDS ", a, b, adds, 1, 1, 0, 0;\n"
#else
#define WGMMA HOPPER "wgmma.mma_async.sync.aligned." SHAPE "k8.f32.tf32.tf32 " OPERANDS ", a, b, adds, 1, 1;\n"
#endif
// The next 32 bytes of each line; all but the first products are added.
#define NEXT "add.s64 a, a, 2;\nadd.s64 b, b, 2;\nsetp.eq.b32 adds, 0, 0;\n"

// The mbarrier is complete when so much has been copied.
#define EXPECT(mbarrier)                                                                                                  \
    asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}"                     \
                 ::"r"(mbarrier), "n"(STAGE_BYTES) : "memory")
#define COPY_BLOCK(to, from, mbarrier)                                                                                    \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"                \
                 ::"r"(to), "l"(from), "n"(BLOCK_BYTES), "r"(mbarrier) : "memory")

#if PACKS
#define LAST_PARAMETERS global const REAL* bias, global REAL* packedA, global REAL* packedB, global int* counts
#else
#define LAST_PARAMETERS global const REAL* bias
#endif
// Until so many parts are packed; what other groups have written is then there for copies, too.
#define AWAIT_PARTS(count, parts)                                                                                         \
    asm volatile("{\n.reg .pred done;\n.reg .s32 packed;\n"                                                               \
                 "AGAIN:\nld.acquire.gpu.global.s32 packed, [%0];\nsetp.ge.s32 done, packed, %1;\n@done bra READY;\n"      \
                 "nanosleep.u32 100;\nbra AGAIN;\nREADY:\nfence.proxy.async;\n}"                                           \
                 ::"l"(count), "r"(parts) : "memory")

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void gemm(
        int m, int n, int k, REAL alpha,
        global const REAL* a, long offsetA, int lda, long stepA,
        global const REAL* b, long offsetB, int ldb, long stepB,
        REAL beta,
        global const REAL* c, long offsetC, int ldc, long stepC,
        global REAL* d, long offsetD, int ldd, long stepD,
        LAST_PARAMETERS) {
    local uchar stages[STAGES * STAGE_BYTES] __attribute__((aligned(1024)));
    local ulong mbarriers[2 * STAGES];
    const int id = get_local_id(0);
    const int warp = id / 32;
    const int tilesM = (m + BM - 1) / BM;
    const int tilesN = (n + BN - 1) / BN;
    const int tiles = tilesM * tilesN;
    const int steps = PACK_DEPTH(k) * PACK_TERMS / (BF16 ? 64 : 32);
    const uint memory = (uint)(size_t)stages;
    const uint full = (uint)(size_t)mbarriers;
    const uint empty = full + STAGES * 8;
    const long batch = get_group_id(2);
    uint stage = 0, parity = 0;
    if (id == 0) {
        for (int s = 0; s < STAGES; s++) {
            INIT(full + s * 8, 1);
            INIT(empty + s * 8, WARPS);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#if PACKS
    // counts: parts that are begun, parts that are packed, groups that need no counts any more.
    local int next[2];
    const int partsA = PACK_PARTS(m, k);
    const int parts = partsA + PACK_PARTS(n, k);
    int packed = 0;
    if (id == PACKERS) {
        next[0] = atomic_inc(counts);
    }
    for (int turn = 0;; turn ^= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int part = next[turn];
        if (part >= parts) {
            break;
        }
        packed++;
        if (id == PACKERS) {
            next[turn ^ 1] = atomic_inc(counts);
        }
        if (part < partsA) {
            PACK((local float*)stages, true, TURNED_A, ALIGNED_A, part, m, k, a + offsetA, lda, stepA, packedA);
        } else {
            PACK((local float*)stages, false, TURNED_B, ALIGNED_B, part - partsA, n, k, b + offsetB, ldb, stepB, packedB);
        }
    }
    // What has been written is there for other groups' copies, and copies may come where tiles have been.
    asm volatile("fence.acq_rel.gpu;\nfence.proxy.async;" ::: "memory");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == PACKERS) {
        asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(counts + 1), "r"(packed) : "memory");
    }
#endif
    if (warp == WARPS) {
        if (id % 32 == 0) {
#if PACKS
            AWAIT_PARTS(counts + 1, parts);
            if (atomic_inc(counts + 2) == (int)get_num_groups(0) - 1) { // the last leaves zeros for the next product
                counts[0] = counts[1] = counts[2] = 0;
            }
            global const uchar* fromA = (global const uchar*)packedA;
            global const uchar* fromB = (global const uchar*)packedB;
#else
            global const uchar* fromA = (global const uchar*)(a + offsetA + batch * stepA);
            global const uchar* fromB = (global const uchar*)(b + offsetB + batch * stepB);
#endif
            const long perBlock = (long)steps * BLOCK_BYTES;
            for (int tile = get_group_id(0); tile < tiles; tile += (int)get_num_groups(0)) {
                SEEK_TILE(tile, row0, column0);
                global const uchar* block[(BM + BN) / LINES];
                // Blocks beyond a factor repeat its last one; what comes of them is not stored.
#pragma unroll
                for (int e = 0; e < (BM + BN) / LINES; e++) {
                    block[e] = e < BM / LINES
                            ? fromA + min(row0 / LINES + e, (m - 1) / LINES) * perBlock
                            : fromB + min(column0 / LINES + e - BM / LINES, (n - 1) / LINES) * perBlock;
                }
                for (int step = 0; step < steps; step++) {
                    AWAIT(empty + stage * 8, parity ^ 1);
                    EXPECT(full + stage * 8);
#pragma unroll
                    for (int e = 0; e < (BM + BN) / LINES; e++) {
                        COPY_BLOCK(memory + stage * STAGE_BYTES + e * BLOCK_BYTES, block[e], full + stage * 8);
                        block[e] += BLOCK_BYTES;
                    }
                    ADVANCE(stage, parity);
                }
            }
        }
        return;
    }

    // Lines of 128 bytes, whose chunks are permuted, 1024 bytes from 8 lines to the next.
    const ulong description = ((ulong)1 << 62) | ((ulong)64 << 32) | ((ulong)1 << 16);
    const ulong descriptionA = description | ((memory + warp / 4 * BLOCK_BYTES) >> 4);
    const ulong descriptionB = description | ((memory + BM / LINES * BLOCK_BYTES) >> 4);
    float sum[BN / 2];
#pragma unroll
    for (int i = 0; i < BN / 2; i++) {
        sum[i] = 0;
    }
    SEEK_RESULT(batch);
    for (int tile = get_group_id(0); tile < tiles; tile += (int)get_num_groups(0)) {
        SEEK_TILE(tile, row0, column0);
        uint before = 0;
        for (int step = 0; step < steps; step++) {
            AWAIT(full + stage * 8, parity);
            // The instructions of the stage before have ended when those of this one are under way.
            asm volatile("{\n.reg .pred adds;\n.reg .b64 a, b;\nbar.warp.sync 0xffffffff;\n"
                         "mov.b64 a, " OPERAND_A ";\nmov.b64 b, " OPERAND_B ";\nsetp.ne.b32 adds, " OPERAND_ADDS ", 0;\n"
                         HOPPER "wgmma.fence.sync.aligned;\n"
                         WGMMA NEXT WGMMA NEXT WGMMA NEXT WGMMA
                         HOPPER "wgmma.commit_group.sync.aligned;\n"
                         HOPPER "wgmma.wait_group.sync.aligned 1;\n}"
                         : SUMS
                         : "l"(descriptionA + stage * (STAGE_BYTES >> 4)), "l"(descriptionB + stage * (STAGE_BYTES >> 4)),
                           "r"(step)
                         : "memory");
            if (step > 0 && id % 32 == 0) {
                ARRIVE(empty + before * 8);
            }
            before = stage;
            ADVANCE(stage, parity);
        }
        asm volatile("bar.warp.sync 0xffffffff;\n" HOPPER "wgmma.wait_group.sync.aligned 0;" : SUMS::"memory");
        if (steps > 0 && id % 32 == 0) {
            ARRIVE(empty + before * 8);
        }

        // Of this lane's sums, as pack-stages.cl orders B's columns, two and the four places after the next two are side by side.
        const int row = row0 + warp * 16 + id % 32 / 4;
        const int column = column0 + id % 4 * 4;
        if (row0 + BM <= m && column0 + BN <= n && beta == 0 && ldd % 4 == 0 && (size_t)d % sizeof(float4) == 0) {
            // As most tiles are; few instructions, since all of them are read for the first time after the first tile.
#pragma unroll
            for (int e = 0; e < BN / 8; e++) {
                const int s = e / 2 * 8 + e % 2 * 2, i = row + e % 2 * 8, j = column + e / 2 * 16;
                *(global float4*)&D_AT(i, j) = (float4)(
                        FINISHED(sum[s], i, j), FINISHED(sum[s + 1], i, j + 1), FINISHED(sum[s + 4], i, j + 2),
                        FINISHED(sum[s + 5], i, j + 3));
            }
        } else {
#pragma unroll
            for (int s = 0; s < BN / 2; s++) {
                const int i = row + s / 2 % 2 * 8, j = column + s / 8 * 16 + s / 4 % 2 * 2 + s % 2;
                if (i < m && j < n) {
                    DELIVER(sum[s], i, j);
                }
            }
        }
    }
}
