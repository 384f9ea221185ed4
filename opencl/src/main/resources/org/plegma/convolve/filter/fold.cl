// What lies beyond the edges of an image. FOLD: 0 a number, 1 periodic, 2 reflect, 3 mirror, 4 nearest.
#ifndef REAL
#define REAL float
#endif
#ifndef FOLD
#define FOLD 2
#endif

#if FOLD == 0
#define IS_OUTSIDE(i) ((i) < 0)
#else
#define IS_OUTSIDE(i) false
#endif

// The place of a cell beyond an edge in a period, of which two sizes may need all 32 bits.
uint modulo(int i, uint period) {
    uint rest = (uint)(i < 0 ? ~i : i) % period;
    return i < 0 ? period - 1 - rest : rest;
}

// The index that one beyond the edges stands for; -1 if a number does.
int fold(int i, int n) {
    if (i >= 0 && i < n) {
        return i;
    }
#if FOLD == 0
    return -1;
#elif FOLD == 1
    return modulo(i, n);
#elif FOLD == 2
    uint folded = modulo(i, 2u * n);
    return folded < (uint)n ? folded : 2u * n - 1 - folded;
#elif FOLD == 3
    uint folded = n == 1 ? 0 : modulo(i, 2u * n - 2);
    return folded < (uint)n ? folded : 2u * n - 2 - folded;
#else
    return i < 0 ? 0 : n - 1;
#endif
}
