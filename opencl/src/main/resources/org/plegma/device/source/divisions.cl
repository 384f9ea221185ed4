// What DivisionGuard puts around the divisor of each division: plegma_divisor(b, place) is b, but 1 where a whole number is 0
// or -1, the two at which processors fault; a / -1 is a / 1 * plegma_sign(-1). Where such a factor has no place, as after /=,
// plegma_nonzero leaves -1 as it is. With PLEGMA_REPORT a divisor of 0 is also told, by a write to an address that no array has,
// of one byte, as any wider one may be told for its alignment instead.
#ifdef PLEGMA_REPORT
#define PLEGMA_ZERO(b, T, ANY, place) if (ANY(b == (T)(0))) *(volatile __global char *)place = 0;
#else
#define PLEGMA_ZERO(b, T, ANY, place)
#endif
#define PLEGMA_FUNCTION static __attribute__((overloadable, always_inline, unused))
#define PLEGMA_SIGNED(T, ANY) \
    PLEGMA_FUNCTION T plegma_divisor(T b, ulong place) { \
        PLEGMA_ZERO(b, T, ANY, place) \
        return ((b == (T)(0)) | (b == (T)(-1))) ? (T)(1) : b; \
    } \
    PLEGMA_FUNCTION T plegma_nonzero(T b, ulong place) { \
        PLEGMA_ZERO(b, T, ANY, place) \
        return b == (T)(0) ? (T)(1) : b; \
    } \
    PLEGMA_FUNCTION T plegma_sign(T b) { return b == (T)(-1) ? (T)(-1) : (T)(1); }
#define PLEGMA_UNSIGNED(T, ANY) \
    PLEGMA_FUNCTION T plegma_divisor(T b, ulong place) { \
        PLEGMA_ZERO(b, T, ANY, place) \
        return b == (T)(0) ? (T)(1) : b; \
    } \
    PLEGMA_FUNCTION T plegma_nonzero(T b, ulong place) { return plegma_divisor(b, place); } \
    PLEGMA_FUNCTION T plegma_sign(T b) { return (T)(1); }
#define PLEGMA_REAL(T, ANY) \
    PLEGMA_FUNCTION T plegma_divisor(T b, ulong place) { return b; } \
    PLEGMA_FUNCTION T plegma_nonzero(T b, ulong place) { return b; } \
    PLEGMA_FUNCTION T plegma_sign(T b) { return (T)(1); }
#define PLEGMA_WIDTHS(KIND, T) \
    KIND(T, ) KIND(T##2, any) KIND(T##3, any) KIND(T##4, any) KIND(T##8, any) KIND(T##16, any)
PLEGMA_WIDTHS(PLEGMA_SIGNED, char)
PLEGMA_WIDTHS(PLEGMA_SIGNED, short)
PLEGMA_WIDTHS(PLEGMA_SIGNED, int)
PLEGMA_WIDTHS(PLEGMA_SIGNED, long)
PLEGMA_WIDTHS(PLEGMA_UNSIGNED, uchar)
PLEGMA_WIDTHS(PLEGMA_UNSIGNED, ushort)
PLEGMA_WIDTHS(PLEGMA_UNSIGNED, uint)
PLEGMA_WIDTHS(PLEGMA_UNSIGNED, ulong)
PLEGMA_WIDTHS(PLEGMA_REAL, float)
#ifdef cl_khr_fp64
PLEGMA_WIDTHS(PLEGMA_REAL, double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
PLEGMA_WIDTHS(PLEGMA_REAL, half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
