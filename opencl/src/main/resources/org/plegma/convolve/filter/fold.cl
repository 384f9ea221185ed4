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

// The index that one beyond the edges stands for; -1 if a number does.
int fold(int i, int n) {
    if (i >= 0 && i < n) {
        return i;
    }
#if FOLD == 0
    return -1;
#elif FOLD == 1
    int rest = i % n;
    return rest < 0 ? rest + n : rest;
#elif FOLD == 2 || FOLD == 3
    // Image and mirror image in turn: of a mirrored one the last cell is the next one's first. Two sizes may not fit an int.
    int length = FOLD == 2 ? n : max(n - 1, 1);
    int rest = i % length;
    int turn = i / length - (rest < 0);
    rest += rest < 0 ? length : 0;
    return (turn & 1) == 0 ? rest : min(length - (FOLD == 2) - rest, n - 1);
#else
    return i < 0 ? 0 : n - 1;
#endif
}
