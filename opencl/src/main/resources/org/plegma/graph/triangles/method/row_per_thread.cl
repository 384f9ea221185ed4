// A group a row i. Row i and the rows of its neighbours are copied to local memory, and each work-item merges row i with the row
// of one neighbour. What does not fit is not cut off: row i comes in pieces, and the end of long batches stays where it is.
#include "sums.cl"
#include "batch.cl"
#ifndef OTHERS
#define OTHERS 2048
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void row_per_thread(
        global const int* offsets, global const int* columns, global uint* slots) {
    local int piece[PIECE];
    local int others[OTHERS];
    local int begins[GROUP];
    local int ends[GROUP];
    local ulong scratch[GROUP];
    const int item = get_local_id(0);
    const int begin = offsets[get_group_id(0)];
    const int end = offsets[get_group_id(0) + 1];
    ulong found = 0;
    for (int from = begin; from < end; from += PIECE) {
        const int length = min(PIECE, end - from);
        read_piece(piece, length, columns, from);
        for (int first = begin; first < end; first += GROUP) {
            const int all = min(OTHERS, find_rows(begins, ends, offsets, columns, first, end));
            for (int e = item; e < all; e += GROUP) {
                others[e] = element(columns, begins, ends, e);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            const int row = begins[item];
            const int mine = item > 0 ? ends[item - 1] : 0;
            const int count = ends[item] - mine;
            int a = 0;
            int b = 0;
            while (a < length && b < count) {
                const int left = piece[a];
                const int right = mine + b < OTHERS ? others[mine + b] : columns[row + b];
                found += left == right;
                a += left <= right;
                b += right <= left;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    add_found(slots, scratch, found);
}
