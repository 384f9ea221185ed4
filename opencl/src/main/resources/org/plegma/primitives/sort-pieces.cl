// A pass of a radix sort by pieces, one a work-item: for processors, and for all devices without warps. After sort-keys.cl.
#ifndef VALUE
#define VALUE int
#endif

// How often each digit occurs in each piece, by digits, so that the prefix sums are where a piece's keys of a digit go.
kernel void count_pieces(global const KEY* keys, long n, long piece, int shift, int mask, global int* counts) {
    int count[DIGITS];
    for (int d = 0; d < DIGITS; d++) {
        count[d] = 0;
    }
    const long from = get_global_id(0) * piece;
    const long to = min(n, from + piece);
    for (long i = from; i < to; i++) {
        count[digit_of(ordered(AS_BITS(keys)[i]), shift, mask)]++;
    }
    for (int d = 0; d < DIGITS; d++) {
        counts[d * get_global_size(0) + get_global_id(0)] = count[d];
    }
}

kernel void move_pieces(
    global const KEY* keys, long n, long piece, int shift, int mask, global const int* starts, global KEY* sorted
#if defined(VALUES)
    , global const VALUE* values, global VALUE* moved
#elif defined(PLACES)
    , global int* moved
#endif
) {
    uint next[DIGITS];
    for (int d = 0; d < DIGITS; d++) {
        next[d] = starts[d * get_global_size(0) + get_global_id(0)];
    }
    const long from = get_global_id(0) * piece;
    const long to = min(n, from + piece);
    for (long i = from; i < to; i++) {
        const BITS key = AS_BITS(keys)[i];
        const uint at = next[digit_of(ordered(key), shift, mask)]++;
        AS_BITS(sorted)[at] = key;
#if defined(VALUES)
        moved[at] = values[i];
#elif defined(PLACES)
        moved[at] = (int)i;
#endif
    }
}
