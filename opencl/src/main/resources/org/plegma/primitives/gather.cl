// Values by their places. A place outside is left out, and the first index with one is kept in wrong.
#ifndef VALUE
#define VALUE int
#endif

// A work-item has several at once, so that their loads do not wait for each other.
#define AT_ONCE 8

kernel void gather(global const VALUE* from, int count, global const int* places, int n, global VALUE* to, global int* wrong) {
    for (long first = get_global_id(0); first < n; first += get_global_size(0) * AT_ONCE) {
        int place[AT_ONCE];
        VALUE value[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const long i = first + k * get_global_size(0);
            place[k] = i < n ? places[i] : -1;
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            if (place[k] >= 0 && place[k] < count) {
                value[k] = from[place[k]];
            }
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const long i = first + k * get_global_size(0);
            if (place[k] >= 0 && place[k] < count) {
                to[i] = value[k];
            } else if (i < n) {
                atomic_min(wrong, (int)i);
            }
        }
    }
}

kernel void scatter(global const VALUE* from, int n, global const int* places, global VALUE* to, int count, global int* wrong) {
    for (long first = get_global_id(0); first < n; first += get_global_size(0) * AT_ONCE) {
        int place[AT_ONCE];
        VALUE value[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const long i = first + k * get_global_size(0);
            if (i < n) {
                place[k] = places[i];
                value[k] = from[i];
            }
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const long i = first + k * get_global_size(0);
            if (i < n && place[k] >= 0 && place[k] < count) {
                to[place[k]] = value[k];
            } else if (i < n) {
                atomic_min(wrong, (int)i);
            }
        }
    }
}
