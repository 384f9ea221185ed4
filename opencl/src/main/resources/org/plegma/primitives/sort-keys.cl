// Keys as numbers whose digits are compared: the order of KEY becomes that of unsigned numbers, BITS.
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
// After warps.cl.
#define BITS4 JOIN(BITS, 4)
#define SIGN ((BITS)1 << (8 * KEY_BYTES - 1))

// Keys by their bits, as numbers that are no numbers stay what they are then.
#define AS_BITS(keys) ((global BITS*)(keys))

// From the bits of a key, and back.
BITS ordered(BITS bits) {
#if defined(FLOATING)
    bits ^= (bits & SIGN) != 0 ? ~(BITS)0 : SIGN;
#elif defined(SIGNED)
    bits ^= SIGN;
#endif
    return bits;
}

BITS as_given(BITS bits) {
#if defined(FLOATING)
    bits ^= (bits & SIGN) != 0 ? SIGN : ~(BITS)0;
#elif defined(SIGNED)
    bits ^= SIGN;
#endif
    return bits;
}

uint digit_of(BITS compared, int shift, int mask) { return (uint)(compared >> shift) & (uint)mask; }
