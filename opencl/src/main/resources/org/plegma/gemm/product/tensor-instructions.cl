// The instructions of tensor.cl for each kind of terms: MULTIPLY, and what is made of the values that were read.
#if TERMS == 64 || TERMS == 32
#define MULTIPLY(sum, a, b)                                                                                               \
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"           \
        : "+d"((sum)[0]), "+d"((sum)[1]), "+d"((sum)[2]), "+d"((sum)[3])                                                   \
        : "d"((a)[0]), "d"((a)[1]), "d"((a)[2]), "d"((a)[3]), "d"((b)[0]), "d"((b)[1]))
#elif TERMS == 16
#define MULTIPLY(sum, a, b)                                                                                               \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"        \
        : "+f"((sum)[0]), "+f"((sum)[1]), "+f"((sum)[2]), "+f"((sum)[3])                                                   \
        : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]), "r"((b)[1]))
uint two_bf16(float low, float high) {
    uint pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}
#else
#define MULTIPLY(sum, a, b) MULTIPLY_ADD(sum, a, b, (sum)[0], (sum)[1], (sum)[2], (sum)[3])
#define MULTIPLY_ADD(sum, a, b, c0, c1, c2, c3)                                                                           \
    asm volatile(                                                                                                         \
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
            : "=f"((sum)[0]), "=f"((sum)[1]), "=f"((sum)[2]), "=f"((sum)[3])                                               \
            : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]), "r"((b)[1]), "f"(c0), "f"(c1), "f"(c2),     \
              "f"(c3))
#endif

// PREPARE_B makes the instruction's operands of what was read of B, MULTIPLY_ROW those of A for i, and multiplies them.
#define FOR_COLUMNS _Pragma("unroll") for (uint j = 0; j < NT; j++)
#define FOR_TERMS _Pragma("unroll") for (uint q = 0; q < CHUNK; q++)
#if TERMS == 64
#define PREPARE_B()                                                                                                       \
    REAL bigB[NT][CHUNK];                                                                                                 \
    FOR_COLUMNS FOR_TERMS { bigB[j][q] = valueB[j][q]; }
#define MULTIPLY_ROW(i) FOR_COLUMNS { MULTIPLY(sum[i][j], valueA[i][0], bigB[j]); }
#elif TERMS == 32
// An instruction takes half of a lane's four terms, and there are registers for no more doubles: so the first half of all rows goes
// before the second.
#define PROMOTE_B(first)                                                                                                  \
    FOR_COLUMNS {                                                                                                         \
        bigB[j][0] = valueB[j][first];                                                                                     \
        bigB[j][1] = valueB[j][(first) + 1];                                                                               \
    }
#define MULTIPLY_HALF(i, first)                                                                                           \
    do {                                                                                                                  \
        const double bigA[4] = {valueA[i][first][0], valueA[i][first][1], valueA[i][(first) + 1][0],                       \
                                valueA[i][(first) + 1][1]};                                                                \
        FOR_COLUMNS { MULTIPLY(sum[i][j], bigA, bigB[j]); }                                                                \
    } while (0)
#define PREPARE_B()                                                                                                       \
    double bigB[NT][2];                                                                                                   \
    PROMOTE_B(0)                                                                                                          \
    _Pragma("unroll") for (uint row = 0; row < MT; row++) { MULTIPLY_HALF(row, 0); }                                       \
    PROMOTE_B(2)
#define MULTIPLY_ROW(i) MULTIPLY_HALF(i, 2)
#elif TERMS == 16
#define PREPARE_B()                                                                                                       \
    uint bigB[NT][2];                                                                                                     \
    FOR_COLUMNS {                                                                                                         \
        bigB[j][0] = two_bf16(valueB[j][0], valueB[j][1]);                                                                 \
        bigB[j][1] = two_bf16(valueB[j][2], valueB[j][3]);                                                                 \
    }
#define MULTIPLY_ROW(i)                                                                                                   \
    do {                                                                                                                  \
        uint bigA[4];                                                                                                     \
        _Pragma("unroll") for (uint h = 0; h < 2; h++) {                                                                   \
            bigA[h] = two_bf16(valueA[i][0][h], valueA[i][1][h]);                                                          \
            bigA[2 + h] = two_bf16(valueA[i][2][h], valueA[i][3][h]);                                                      \
        }                                                                                                                 \
        FOR_COLUMNS { MULTIPLY(sum[i][j], bigA, bigB[j]); }                                                                \
    } while (0)
#else
// The instruction ignores the low 13 bits of a float; what they hold is exact in another float.
#define BIG(x) (as_uint(x) & 0xffffe000)
#define SMALL(x) as_uint((x)-as_float(BIG(x)))
#if TERMS == 3
#define PREPARE_B()                                                                                                       \
    uint bigB[NT][CHUNK], smallB[NT][CHUNK];                                                                              \
    FOR_COLUMNS FOR_TERMS {                                                                                               \
        bigB[j][q] = BIG(valueB[j][q]);                                                                                    \
        smallB[j][q] = SMALL(valueB[j][q]);                                                                                \
    }
// Tensor cores cut off what they add: STEP terms go into sums of their own, which are then added in float.
#define MULTIPLY_ROW(i)                                                                                                   \
    do {                                                                                                                  \
        uint bigA[CHUNK][2], smallA[CHUNK][2];                                                                            \
        FOR_TERMS _Pragma("unroll") for (uint h = 0; h < 2; h++) {                                                         \
            bigA[q][h] = BIG(valueA[i][q][h]);                                                                             \
            smallA[q][h] = SMALL(valueA[i][q][h]);                                                                         \
        }                                                                                                                 \
        float part[NT][4];                                                                                                \
        _Pragma("unroll") for (uint q = 0; q < CHUNK; q += 2) {                                                            \
            FOR_COLUMNS {                                                                                                 \
                if (q == 0) {                                                                                             \
                    MULTIPLY_ADD(part[j], smallA[q], bigB[j] + q, 0.0f, 0.0f, 0.0f, 0.0f);                                 \
                } else {                                                                                                  \
                    MULTIPLY(part[j], smallA[q], bigB[j] + q);                                                            \
                }                                                                                                         \
            }                                                                                                             \
            FOR_COLUMNS { MULTIPLY(part[j], bigA[q], smallB[j] + q); }                                                     \
            FOR_COLUMNS { MULTIPLY(part[j], bigA[q], bigB[j] + q); }                                                       \
        }                                                                                                                 \
        FOR_COLUMNS _Pragma("unroll") for (uint e = 0; e < 4; e++) { sum[i][j][e] += part[j][e]; }                         \
    } while (0)
#else
// Rounded, since tensor cores would cut, so that the errors of a sum would add up.
uint rounded_tf32(float x) {
    uint nearest;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(nearest) : "f"(x));
    return nearest;
}

#define PREPARE_B()                                                                                                       \
    uint bigB[NT][CHUNK];                                                                                                 \
    FOR_COLUMNS FOR_TERMS { bigB[j][q] = rounded_tf32(valueB[j][q]); }
#define MULTIPLY_ROW(i)                                                                                                   \
    do {                                                                                                                  \
        uint bigA[CHUNK][2];                                                                                              \
        FOR_TERMS _Pragma("unroll") for (uint h = 0; h < 2; h++) { bigA[q][h] = rounded_tf32(valueA[i][q][h]); }           \
        _Pragma("unroll") for (uint q = 0; q < CHUNK; q += 2) {                                                            \
            FOR_COLUMNS { MULTIPLY(sum[i][j], bigA[q], bigB[j] + q); }                                                     \
        }                                                                                                                 \
    } while (0)
#endif
#endif
