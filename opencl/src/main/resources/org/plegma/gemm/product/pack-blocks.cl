// Copies factors into the blocks that tensor-packed.cl multiplies: 64 lines of 128 bytes, 32 terms of TF32 or 64 of BF16, to which
// they are rounded, and one such block after the other along the terms. Chunks of 16 bytes lie where wgmma looks for them: the
// c-th of a line is in place c ^ line % 8. What pads lines to multiples of 64 and terms to multiples of 128 is 0.
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
#ifndef PACKERS // work-items of a group that copy, the first ones
#define PACKERS 256
#endif
#define PACK_LINES 64 // that a group copies at once
#ifndef PACK_TERMS // 64 or 128
#define PACK_TERMS 128
#endif
#define EACH (PACK_LINES * PACK_TERMS / 4 / PACKERS) // fours that a work-item reads
#define CHUNK (BF16 ? 8 : 4)                         // terms of 16 bytes
#define PITCH (PACK_LINES + 1)
#define PACK_TILE (PACK_TERMS * PITCH) // floats of local memory

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
#define CHUNK_OF(r) ((id + (r)*PACKERS) % 8)
#define PLACE_OF(r) ((id + (r)*PACKERS) / 8 % PACK_LINES)
#define BLOCK_OF(r) ((id + (r)*PACKERS) / 8 / PACK_LINES)
// Which line of the factor that is.
#define LINE_OF(r, ordered) \
    ((ordered) ? PLACE_OF(r) : (PLACE_OF(r) & ~14) | (PLACE_OF(r) & 6) << 1 | (PLACE_OF(r) & 8) >> 2)
// Where the r-th four lie that it reads: terms of its chunks, or lines of a term.
#define TERM_OF_FOUR(r, turned)                                                                                           \
    ((turned) ? (id + (r)*PACKERS) / (PACK_LINES / 4)                                                                      \
              : (BLOCK_OF((r)*4 / CHUNK) * 8 + CHUNK_OF((r)*4 / CHUNK)) * CHUNK + (r)*4 % CHUNK)
#define LINE_OF_FOUR(r, turned) \
    ((turned) ? (id + (r)*PACKERS) % (PACK_LINES / 4) * 4 : LINE_OF((r)*4 / CHUNK, ordered))

// Copies what a group copies at once of a factor that goes on for so many lines and terms. All work-items must come, since there is a
// barrier; before the next call there must be another. All is read before anything is written, since the compiler cannot know that
// these are different arrays.
__attribute__((always_inline)) void pack_block(
        local float* tile, bool ordered, bool turned, bool aligned, int lines, int terms, global const float* from, int leading,
        global uint4* to) {
    int id = get_local_id(0);
    asm volatile("" : "+r"(id), "+r"(leading)); // so that places are not kept in registers from one call to the next
    const bool inside = aligned && lines >= PACK_LINES && terms >= PACK_TERMS;
    float x[EACH * 4];
    if (id < PACKERS) {
        if (inside) {
#pragma unroll
            for (int r = 0; r < EACH; r++) {
                const int term = TERM_OF_FOUR(r, turned), line = LINE_OF_FOUR(r, turned);
                vstore4(*(global const float4*)(from + (turned ? (long)term * leading + line : (long)line * leading + term)), r, x);
            }
            if (turned) {
#pragma unroll
                for (int r = 0; r < EACH * 4; r++) {
                    tile[TERM_OF_FOUR(r / 4, true) * PITCH + LINE_OF_FOUR(r / 4, true) + r % 4] = x[r];
                }
            }
        } else {
#pragma unroll 4
            for (int e = id; e < PACK_LINES * PACK_TERMS; e += PACKERS) {
                const int term = turned ? e / PACK_LINES : e % PACK_TERMS, line = turned ? e % PACK_LINES : e / PACK_TERMS;
                tile[term * PITCH + line] = line < lines && term < terms
                        ? from[turned ? (long)term * leading + line : (long)line * leading + term]
                        : 0;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < PACKERS) {
        if (turned || !inside) {
#pragma unroll
            for (int r = 0; r < EACH * 4; r++) {
                x[r] = tile[(TERM_OF_FOUR(r / 4, false) + r % 4) * PITCH + LINE_OF_FOUR(r / 4, false)];
            }
        }
#pragma unroll
        for (int r = 0; r < EACH * 4 / CHUNK; r++) {
            to[BLOCK_OF(r) * (PACK_LINES * 8) + PLACE_OF(r) * 8 + (CHUNK_OF(r) ^ PLACE_OF(r) % 8)] = chunk_of(x + r * CHUNK);
        }
    }
}

// Parts of so many terms, and of a factor of so many lines, that groups copy.
#define PACK_DEPTH(terms) (((terms) + 127) / 128 * (128 / PACK_TERMS))
#define PACK_PARTS(lines, terms) ((((lines) + PACK_LINES - 1) / PACK_LINES) * PACK_DEPTH(terms))
// Copies a part of all matrices, along the terms first, then along the lines.
#define PACK(tile, ordered, turned, aligned, part, lines, terms, from, leading, step, to)                                 \
    do {                                                                                                                  \
        const int term0 = (part) % PACK_DEPTH(terms) * PACK_TERMS;                                                         \
        const int block = (part) / PACK_DEPTH(terms);                                                                      \
        const int blocks = (lines + PACK_LINES - 1) / PACK_LINES;                                                          \
        const int line0 = block % blocks * PACK_LINES;                                                                     \
        pack_block(tile, ordered, turned, aligned, lines - line0, terms - term0,                                           \
                   from + block / blocks * step + (turned ? term0 * (long)leading + line0 : line0 * (long)leading + term0), \
                   leading, (global uint4*)(to) + (long)(part) * (PACK_LINES * PACK_TERMS / CHUNK));                       \
    } while (0)
