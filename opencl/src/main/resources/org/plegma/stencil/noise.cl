#ifndef REAL
#define REAL float
#endif

// Random values from -1 to 1, or 0 and 1 where `whole` is not 0. Each work-item fills every so many cells.
kernel void fill_noise(global REAL *out, const long count, const uint seed, const int whole) {
    for (long i = get_global_id(0); i < count; i += get_global_size(0)) {
        uint h = (uint)i*0x9e3779b9u ^ seed;
        h = (h ^ h >> 16)*0x7feb352du;
        h = (h ^ h >> 15)*0x846ca68bu;
        h ^= h >> 16;
        out[i] = whole ? (REAL)(h & 1) : (REAL)(h >> 8)*(REAL)0x1p-23f - 1;
    }
}
