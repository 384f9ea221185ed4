// What the variants of a group a row share. A group takes row i in pieces, and its neighbours in batches of GROUP.
#ifndef PIECE
#define PIECE 512
#endif

// The neighbours' rows of a batch lie end to end: where each ends, as a scan over the lengths. Returns the length of all.
inline int rows_end_to_end(local int* ends, int length) {
    const int item = get_local_id(0);
    ends[item] = length;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int back = 1; back < GROUP; back *= 2) {
        const int before = item >= back ? ends[item - back] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        ends[item] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return ends[GROUP - 1];
}

// Element e of the rows end to end: first the row that has it, by bisection.
inline int element(global const int* columns, local const int* begins, local const int* ends, int e) {
    int low = 0;
    int high = GROUP - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (ends[middle] > e) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return columns[begins[low] + e - (low > 0 ? ends[low - 1] : 0)];
}

// Whether an ascending list has a value, by bisection.
inline bool is_in(local const int* list, int length, int value) {
    int low = 0;
    int high = length;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (list[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < length && list[low] == value;
}

// A piece of row i, for all work-items of the group once they have met.
inline void read_piece(local int* piece, int length, global const int* columns, int from) {
    for (int k = get_local_id(0); k < length; k += GROUP) {
        piece[k] = columns[from + k];
    }
}

// The rows of a batch of neighbours, a neighbour a work-item: where they begin, and end when they lie end to end. Returns the length of all.
inline int find_rows(
        local int* begins, local int* ends, global const int* offsets, global const int* columns, int first, int end) {
    const int item = get_local_id(0);
    const bool works = first + item < end;
    const int neighbour = works ? columns[first + item] : 0;
    begins[item] = works ? offsets[neighbour] : 0;
    return rows_end_to_end(ends, works ? offsets[neighbour + 1] - begins[item] : 0);
}
