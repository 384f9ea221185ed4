// Prefix sums by pieces, one a work-item: for processors, and for all devices without warps.
#ifndef SUM
#define SUM int
#endif
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define SUM8 JOIN(SUM, 8)

kernel void sum_pieces(global const SUM* in, long n, long piece, global SUM* sums) {
    const long from = get_global_id(0) * piece;
    const long to = min(n, from + piece);
    SUM8 wide = 0;
    long i = from;
    for (; i + 8 <= to; i += 8) {
        wide += vload8(0, in + i);
    }
    SUM sum = ((wide.s0 + wide.s4) + (wide.s2 + wide.s6)) + ((wide.s1 + wide.s5) + (wide.s3 + wide.s7));
    for (; i < to; i++) {
        sum += in[i];
    }
    sums[get_global_id(0)] = sum;
}

kernel void scan_pieces(global const SUM* in, long n, long piece, global const SUM* before, global SUM* out) {
    const long from = get_global_id(0) * piece;
    const long to = min(n, from + piece);
    SUM sum = get_global_size(0) == 1 ? (SUM)0 : before[get_global_id(0)];
    long i = from;
    for (; i + 8 <= to; i += 8) {
        const SUM8 x = vload8(0, in + i);
        SUM8 s = x + (SUM8)(0, x.s012, x.s3456);
        s += (SUM8)(0, 0, s.s0123, s.s45);
        s += (SUM8)(0, 0, 0, 0, s.s0123);
#ifdef INCLUSIVE
        vstore8(s + sum, 0, out + i);
#else
        vstore8((SUM8)(0, s.s012, s.s3456) + sum, 0, out + i);
#endif
        sum += s.s7;
    }
    for (; i < to; i++) {
        const SUM value = in[i];
#ifdef INCLUSIVE
        sum += value;
        out[i] = sum;
#else
        out[i] = sum;
        sum += value;
#endif
    }
}
