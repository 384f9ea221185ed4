// How the numbers of particles lie in memory.
#ifdef FOURS
// Four numbers each; the fourth is 1, so that 0 can stand for "no particle".
typedef float4 element;
#define LOAD(array, i) (array)[i].xyz
#define STORE(array, i, value) (array)[i] = (float4)((value), 1)
#else
// Planes of x, y and z, with room before and behind that kernels may read.
#ifndef GUARD
#define GUARD 0
#endif
typedef float element;
#define LOAD(array, i) (float3)((array)[GUARD + (i)], (array)[GUARD + n + (i)], (array)[GUARD + 2 * n + (i)])
#define STORE(array, i, value) \
    { \
        float3 stored = value; \
        (array)[GUARD + (i)] = stored.x; \
        (array)[GUARD + n + (i)] = stored.y; \
        (array)[GUARD + 2 * n + (i)] = stored.z; \
    }
#endif
