// Histograms by pieces, one a work-item, each with counts of its own. After bins.cl.

kernel void count_pieces(global const KEY* keys, long n, long piece, int bins, KEY low, KEY high, KEY scale, global int* counts) {
    global int* const own = counts + get_global_id(0) * (long)bins;
    for (int b = 0; b < bins; b++) {
        own[b] = 0;
    }
    const long to = min(n, (long)(get_global_id(0) + 1) * piece);
    for (long i = get_global_id(0) * piece; i < to; i++) {
        const int bin = bin_of(keys[i], bins, low, high, scale);
        if (bin >= 0) {
            own[bin]++;
        }
    }
}

kernel void add_pieces(global const int* counts, int pieces, int bins, global int* histogram) {
    const int bin = get_global_id(0);
    int sum = 0;
    for (int p = 0; p < pieces; p++) {
        sum += counts[p * (long)bins + bin];
    }
    histogram[bin] = sum;
}
