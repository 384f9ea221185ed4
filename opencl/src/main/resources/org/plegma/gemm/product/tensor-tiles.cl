// What lies where in the tiles of tensor.cl, how it gets there, and into registers.
//
// Local memory consists of chunks of 16 bytes. Of a factor whose terms lie side by side in memory it holds one line of BK terms
// after the other, of one whose lines do (the other way round) one term of all lines after the other. Chunks are
// permuted so that a quarter of a warp, which reads 8 of them at once, finds them in different banks. Lane 4*g + t holds the
// terms CHUNK*t ... CHUNK*t + CHUNK - 1 of every 4*CHUNK; A and B agree on that, and the sum does not mind which term is
// where in the instruction. Likewise the lines of a factor held by terms: lane g has CHUNK lines side by side.

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

#if WHOLE
// Copies a chunk, and moves on where from.
#define COPY_ON(to, at, next)                                                                                             \
    asm volatile("cp.async.cg.shared.global [%1], [%0], 16; add.s64 %0, %0, %2;"                                          \
                 : "+l"(at) : "r"(to), "l"(next) : "memory")
// Which term and line a work-item copies first, how many terms or lines further it goes each time, and to which place, the r-th
// of so many that are not just bytes further; the others are, by as many as FURTHER says.
#if A_TRANSPOSED
#define TERM_OF_COPY_A(id) ((id) / (BM / CHUNK))
#define LINE_OF_COPY_A(id) ((id) % (BM / CHUNK) * CHUNK)
#define AT_ONCE_A (THREADS * CHUNK / BM)
#define PLACES_A (4 * CHUNK > AT_ONCE_A ? 4 * CHUNK / AT_ONCE_A : 1)
#define FURTHER_A(e) ((e) * AT_ONCE_A * BM * (16 / CHUNK))
#define TO_A(line, term, r) (OF_TERM(BM, (term) + (r) * AT_ONCE_A, (line) / CHUNK) * 16)
#else
#define TERM_OF_COPY_A(id) ((id) % (BK / CHUNK) * CHUNK)
#define LINE_OF_COPY_A(id) ((id) / (BK / CHUNK))
#define AT_ONCE_A (THREADS * CHUNK / BK)
#define PLACES_A 1
#define FURTHER_A(e) ((e) * AT_ONCE_A * BK * (16 / CHUNK))
#define TO_A(line, term, r) (OF_LINE(line, (term) / CHUNK) * 16)
#endif
#if B_TRANSPOSED
#define TERM_OF_COPY_B(id) ((id) % (BK / CHUNK) * CHUNK)
#define LINE_OF_COPY_B(id) ((id) / (BK / CHUNK))
#define AT_ONCE_B (THREADS * CHUNK / BK)
#define PLACES_B 1
#define FURTHER_B(e) ((e) * AT_ONCE_B * BK * (16 / CHUNK))
#define TO_B(line, term, r) (OF_LINE(line, (term) / CHUNK) * 16)
#else
#define TERM_OF_COPY_B(id) ((id) / (BN / CHUNK))
#define LINE_OF_COPY_B(id) ((id) % (BN / CHUNK) * CHUNK)
#define AT_ONCE_B (THREADS * CHUNK / BN)
#define PLACES_B (4 * CHUNK > AT_ONCE_B ? 4 * CHUNK / AT_ONCE_B : 1)
#define FURTHER_B(e) ((e) * AT_ONCE_B * BN * (16 / CHUNK))
#define TO_B(line, term, r) (OF_TERM(BN, (term) + (r) * AT_ONCE_B, (line) / CHUNK) * 16)
#endif
#endif

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
