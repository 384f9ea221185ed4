// Each key is read once and counted, by all work-items of a launch. After warps.cl and sort-keys.cl, before the kernel's file, which defines
// count_key.
#define AT_ONCE (16 / KEY_BYTES)

void count_key(BITS key, int from, int mask, local int* counts);

// A work-item has several vectors of four keys on their way.
void count_keys(global const KEY* keys, ulong n, int from, int mask, local int* counts) {
    global const BITS4* const fours = (global const BITS4*)keys;
    const ulong whole = n / 4;
    const ulong stride = get_global_size(0);
    for (ulong first = get_global_id(0); first < whole; first += stride * AT_ONCE) {
        BITS4 key[AT_ONCE];
#pragma unroll
        for (uint k = 0; k < AT_ONCE; k++) {
            const ulong i = first + k * stride;
            if (i < whole) {
                key[k] = fours[i];
            }
        }
#pragma unroll
        for (uint k = 0; k < AT_ONCE; k++) {
            if (first + k * stride < whole) {
                count_key(key[k].x, from, mask, counts);
                count_key(key[k].y, from, mask, counts);
                count_key(key[k].z, from, mask, counts);
                count_key(key[k].w, from, mask, counts);
            }
        }
    }
    if (get_global_id(0) < n % 4) {
        count_key(AS_BITS(keys)[4 * whole + get_global_id(0)], from, mask, counts);
    }
}
