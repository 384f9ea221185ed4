// Keys as numbers whose digits are compared: the order of KEY becomes that of unsigned numbers.
#ifndef KEY
#define KEY int
#define BITS uint
#define KEY_BYTES 4
#define SIGNED
#endif
#ifndef RADIX_BITS
#define RADIX_BITS 8
#endif
#define DIGITS (1 << RADIX_BITS)
#define KEYS_JOINED(a, b) a##b
#define KEYS_JOIN(a, b) KEYS_JOINED(a, b)

BITS ordered(KEY key) {
    BITS bits = KEYS_JOIN(as_, BITS)(key);
    const BITS sign = (BITS)1 << (8 * KEY_BYTES - 1);
#if defined(FLOATING)
    bits ^= (bits & sign) != 0 ? ~(BITS)0 : sign;
#elif defined(SIGNED)
    bits ^= sign;
#endif
    return bits;
}

uint digit_of(KEY key, int shift, int mask) { return (uint)(ordered(key) >> shift) & (uint)mask; }
