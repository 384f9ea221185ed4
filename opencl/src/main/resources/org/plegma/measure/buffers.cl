// Random inputs, poisoned outputs and the search for poison that was left, for arrays of any type.
//
// REAL       the element's type
// RANDOM(h)  a random element from 32 random bits; RandomData has the same in Java
// WORD       unsigned integer of the element's size
// POISON     the bit pattern of an element that nobody has written
#ifndef REAL
#define REAL float
#define RANDOM(h) ((h >> 8) * 0x1p-24f)
#define WORD uint
#define POISON 0x7fc0dead
#endif

#include "shares.cl"

// Mixes a counter into 32 random bits (the finalizer of MurmurHash3, by Austin Appleby, public domain).
uint mix(ulong i, uint seed) {
    uint h = (uint)i ^ seed ^ ((uint)(i >> 32) * 0x9e3779b9u);
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ (h >> 16);
}

kernel void fill_random(global REAL *out, ulong length, uint seed) {
    const ulong end = END(length);
    for (ulong i = FIRST(length); i < end; i += STEP) {
        uint h = mix(i, seed);
        out[i] = RANDOM(h);
    }
}

kernel void fill_poison(global REAL *out, ulong length) {
    global WORD *words = (global WORD *)out;
    const ulong end = END(length);
    for (ulong i = FIRST(length); i < end; i += STEP) {
        words[i] = (WORD)POISON;
    }
}

// Adds the number of poisoned elements to found[0] and lowers found[1] to the least index of one (below 2^31).
kernel void find_poison(global const REAL *in, ulong length, global int *found) {
    global const WORD *words = (global const WORD *)in;
    int count = 0;
    int first = INT_MAX;
    const ulong end = END(length);
    for (ulong i = FIRST(length); i < end; i += STEP) {
        if (words[i] == (WORD)POISON) {
            first = count == 0 ? (int)min(i, (ulong)INT_MAX) : first;
            ++count;
        }
    }
    if (count != 0) {
        atomic_add(found, count);
        atomic_min(found + 1, first);
    }
}
