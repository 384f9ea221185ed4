// What all product kernels share: D = epilogue(alpha*op(A)*op(B) + beta*C), op(A) with m rows and k columns.
// Element (i, j) of a matrix lies at its offset + i*(its leading dimension) + j; matrices of a batch lie a step apart.
#ifndef REAL
#define REAL float
#endif
#ifndef A_TRANSPOSED
#define A_TRANSPOSED 0
#endif
#ifndef B_TRANSPOSED
#define B_TRANSPOSED 0
#endif
#ifndef BIAS // 0: none, 1: a value for each column, 2: for each row
#define BIAS 0
#endif
#ifndef ACTIVATION // 0: none, 1: ReLU, 2: sigmoid
#define ACTIVATION 0
#endif
#ifndef SLICED // 1: groups of dimension 1 each sum a slice of the terms, and deliver bare sums for sum-slices.cl to add
#define SLICED 0
#endif
#ifndef D_TRANSPOSED // 1: the kernel computes the transposed product, and delivers it the right way round; m and n are its own
#define D_TRANSPOSED 0
#endif

// Where element (i, p) of op(A) and element (p, j) of op(B) lie.
#if A_TRANSPOSED
#define A_AT(i, p) ((long)(p) * lda + (i))
#else
#define A_AT(i, p) ((long)(i) * lda + (p))
#endif
#if B_TRANSPOSED
#define B_AT(p, j) ((long)(j) * ldb + (p))
#else
#define B_AT(p, j) ((long)(p) * ldb + (j))
#endif

// The last steps for element (i, j): alpha, beta*C unless beta is 0 (C is not read then), bias, activation.
REAL finish(
        REAL sum, int i, int j, REAL alpha, REAL beta, global const REAL* c, int ldc, global const REAL* bias) {
    REAL value = alpha * sum;
    if (beta != 0) {
        value += beta * c[(long)i * ldc + j];
    }
#if BIAS == 1
    value += bias[j];
#elif BIAS == 2
    value += bias[i];
#endif
#if ACTIVATION == 1
    value = value < 0 ? 0 : value;
#elif ACTIVATION == 2
    value = 1 / (1 + exp(-value));
#endif
    return value;
}

// Moves c and d to where a group's batch, or its slice, begins.
#if SLICED
#define SEEK_RESULT(batch) d += (get_group_id(1) * get_num_groups(2) + (batch)) * ((long)m * n)
#else
#define SEEK_RESULT(batch)                                                                                                \
    do {                                                                                                                  \
        c += offsetC + (batch)*stepC;                                                                                      \
        d += offsetD + (batch)*stepD;                                                                                      \
    } while (0)
#endif

// Where element (i, j) of the product as the kernel sees it is stored, and what is stored there.
#if SLICED
#define D_AT(i, j) d[D_TRANSPOSED ? (long)(j)*m + (i) : (long)(i)*n + (j)]
#define FINISHED(sum, i, j) (sum)
#elif D_TRANSPOSED
#define D_AT(i, j) d[(long)(j)*ldd + (i)]
#define FINISHED(sum, i, j) finish(sum, j, i, alpha, beta, c, ldc, bias)
#else
#define D_AT(i, j) d[(long)(i)*ldd + (j)]
#define FINISHED(sum, i, j) finish(sum, i, j, alpha, beta, c, ldc, bias)
#endif
#define DELIVER(sum, i, j) D_AT(i, j) = FINISHED(sum, i, j)
