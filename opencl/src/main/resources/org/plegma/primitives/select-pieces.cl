// Flagged values, packed, by pieces, one a work-item: for processors, and for all devices without warps.
#ifndef VALUE
#define VALUE int
#endif
#ifndef FLAG
#define FLAG int
#endif

kernel void count_flags(global const FLAG* flags, long n, long piece, global int* counts) {
    const long to = min(n, (long)(get_global_id(0) + 1) * piece);
    int count = 0;
    for (long i = get_global_id(0) * piece; i < to; i++) {
        count += flags[i] != 0;
    }
    counts[get_global_id(0)] = count;
}

kernel void select_pieces(
    global const FLAG* flags, long n, long piece, global const int* starts, global VALUE* out, global int* total
#ifndef PLACES
    , global const VALUE* values
#endif
) {
    const long to = min(n, (long)(get_global_id(0) + 1) * piece);
    int at = starts[get_global_id(0)];
    for (long i = get_global_id(0) * piece; i < to; i++) {
        if (flags[i] != 0) {
#ifdef PLACES
            out[at++] = (VALUE)i;
#else
            out[at++] = values[i];
#endif
        }
    }
    if (to == n) {
        *total = at;
    }
}
