// Values by their places. A place outside is left out, and the first index with one is kept in wrong.
#ifndef VALUE
#define VALUE int
#endif

kernel void gather(global const VALUE* from, int count, global const int* places, int n, global VALUE* to, global int* wrong) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const int place = places[i];
        if (place >= 0 && place < count) {
            to[i] = from[place];
        } else {
            atomic_min(wrong, i);
        }
    }
}

kernel void scatter(global const VALUE* from, int n, global const int* places, global VALUE* to, int count, global int* wrong) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const int place = places[i];
        if (place >= 0 && place < count) {
            to[place] = from[i];
        } else {
            atomic_min(wrong, i);
        }
    }
}
