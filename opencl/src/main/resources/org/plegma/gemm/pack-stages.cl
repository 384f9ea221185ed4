// Copies both factors into the blocks that tensor-packed.cl takes: 64 lines of 128 bytes, 32 terms of TF32 or 64 of BF16, to which
// they are rounded, and one such block after the other along the terms. Chunks of 16 bytes lie where wgmma looks for them: the
// c-th of a line is in place c ^ line % 8. What pads lines and terms, to multiples of 64, is 0.
//
// Of 16 lines of B, columns of the product, those come first that are 0, 1, 4, 5, 8, 9, 12 and 13, then the others: so a lane, which
// has two places side by side of 8 and of the next 8, has four columns side by side, and stores 16 bytes.
#ifndef BF16
#define BF16 0
#endif
#ifndef TURNED_A // 1: the factor lies by terms
#define TURNED_A 0
#endif
#ifndef TURNED_B
#define TURNED_B 0
#endif
#ifndef ALIGNED_A // 1: four elements side by side begin at multiples of 16 bytes, and are read at once
#define ALIGNED_A 0
#endif
#ifndef ALIGNED_B
#define ALIGNED_B 0
#endif
#define SIDE 64 // lines and terms of a group
#define THREADS 256
#define EACH (SIDE * SIDE / 4 / THREADS) // fours that a work-item reads
#define CHUNK (BF16 ? 8 : 4) // terms of 16 bytes
#define PITCH (SIDE + 1)

// To the nearest of TF32's values. Tensor cores would cut, so that the errors of a sum would add up.
uint rounded_tf32(float x) {
    uint nearest;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(nearest) : "f"(x));
    return nearest;
}

// The second in the upper half.
uint two_bf16(float x, float y) {
    uint both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(y), "f"(x));
    return both;
}

uint4 chunk_of(const float* x) {
#if BF16
    return (uint4)(two_bf16(x[0], x[1]), two_bf16(x[2], x[3]), two_bf16(x[4], x[5]), two_bf16(x[6], x[7]));
#else
    return (uint4)(rounded_tf32(x[0]), rounded_tf32(x[1]), rounded_tf32(x[2]), rounded_tf32(x[3]));
#endif
}

// Which chunk of a block a work-item makes as its r-th, 128 bytes of a line after those of another.
#define CHUNK_OF(r) ((id + (r)*THREADS) % 8)
#define PLACE_OF(r) ((id + (r)*THREADS) / 8 % SIDE)
#define BLOCK_OF(r) ((id + (r)*THREADS) / 8 / SIDE)
// Which line of the factor that is.
#define LINE_OF(r, ordered) \
    ((ordered) ? PLACE_OF(r) : (PLACE_OF(r) & ~14) | (PLACE_OF(r) & 6) << 1 | (PLACE_OF(r) & 8) >> 2)
// Where the r-th four lie that it reads: terms of its chunks, or lines of a term.
#define TERM_OF_FOUR(r, turned)                                                                                           \
    ((turned) ? (id + (r)*THREADS) / (SIDE / 4)                                                                           \
              : (BLOCK_OF((r)*4 / CHUNK) * 8 + CHUNK_OF((r)*4 / CHUNK)) * CHUNK + (r)*4 % CHUNK)
#define LINE_OF_FOUR(r, turned) ((turned) ? (id + (r)*THREADS) % (SIDE / 4) * 4 : LINE_OF((r)*4 / CHUNK, ordered))

// Copies 64 lines and 64 terms of a factor, of which so many are there. All is read before anything is written, since the compiler
// cannot know that these are different arrays.
__attribute__((always_inline)) void pack_block(
        local float* tile, bool ordered, bool turned, bool aligned, int lines, int terms, global const float* from, int leading,
        global uint4* to) {
    const int id = get_local_id(0);
    float x[EACH * 4];
    if (aligned && lines >= SIDE && terms >= SIDE) {
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            const int term = TERM_OF_FOUR(r, turned), line = LINE_OF_FOUR(r, turned);
            vstore4(*(global const float4*)(from + (turned ? (long)term * leading + line : (long)line * leading + term)), r, x);
        }
    } else {
#pragma unroll
        for (int r = 0; r < EACH * 4; r++) {
            const int term = TERM_OF_FOUR(r / 4, turned) + (turned ? 0 : r % 4);
            const int line = LINE_OF_FOUR(r / 4, turned) + (turned ? r % 4 : 0);
            x[r] = line < lines && term < terms
                    ? from[turned ? (long)term * leading + line : (long)line * leading + term]
                    : 0;
        }
    }
    if (turned) {
#pragma unroll
        for (int r = 0; r < EACH * 4; r++) {
            tile[TERM_OF_FOUR(r / 4, true) * PITCH + LINE_OF_FOUR(r / 4, true) + r % 4] = x[r];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int r = 0; r < EACH * 4; r++) {
            x[r] = tile[(TERM_OF_FOUR(r / 4, false) + r % 4) * PITCH + LINE_OF_FOUR(r / 4, false)];
        }
    }
#pragma unroll
    for (int r = 0; r < EACH * 4 / CHUNK; r++) {
        to[BLOCK_OF(r) * (SIDE * 8) + PLACE_OF(r) * 8 + (CHUNK_OF(r) ^ PLACE_OF(r) % 8)] = chunk_of(x + r * CHUNK);
    }
}

// Copies the group-th part of all matrices, along the terms first, then along the lines.
#define PACK(ordered, turned, aligned, group, lines, from, leading, step, to)                                             \
    do {                                                                                                                  \
        const int term0 = (group) % depth * SIDE;                                                                         \
        const int block = (group) / depth;                                                                                \
        const int blocks = (lines + SIDE - 1) / SIDE;                                                                     \
        const int line0 = block % blocks * SIDE;                                                                          \
        pack_block(tile, ordered, turned, aligned, lines - line0, terms - term0,                                          \
                   from + block / blocks * step + (turned ? term0 * (long)leading + line0 : line0 * (long)leading + term0), \
                   leading, (global uint4*)(to) + (long)(group) * (SIDE * SIDE / CHUNK));                                 \
    } while (0)

// The first groups copy A, the others B.
kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void pack(
        int terms, int groupsA,
        int linesA, global const float* a, long offsetA, int leadingA, long stepA, global float* toA,
        int linesB, global const float* b, long offsetB, int leadingB, long stepB, global float* toB) {
    local float tile[TURNED_A || TURNED_B ? SIDE * PITCH : 1];
    const int depth = (terms + SIDE - 1) / SIDE;
    const int group = get_group_id(0);
    if (group < groupsA) {
        PACK(true, TURNED_A, ALIGNED_A, group, linesA, a + offsetA, leadingA, stepA, toA);
    } else {
        PACK(false, TURNED_B, ALIGNED_B, group - groupsA, linesB, b + offsetB, leadingB, stepB, toB);
    }
}
