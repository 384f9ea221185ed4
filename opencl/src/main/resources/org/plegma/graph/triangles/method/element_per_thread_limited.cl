// As element_per_thread, but the neighbours' rows are first copied to a buffer in local memory. When it is full, the group looks
// for what it has, and then fills it again: nothing is cut off. Each work-item looks for the elements that it brought itself; what
// all share, row i and the places of the neighbours' rows, has a barrier before it is changed.
#include "sums.cl"
#include "batch.cl"
#ifndef BUFFER
#define BUFFER 512
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void element_per_thread_limited(
        global const int* offsets, global const int* columns, global uint* slots) {
    local int piece[PIECE];
    local int buffer[BUFFER];
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
            const int all = find_rows(begins, ends, offsets, columns, first, end);
            for (int done = 0; done < all; done += BUFFER) {
                const int filled = min(BUFFER, all - done);
                for (int e = item; e < filled; e += GROUP) {
                    buffer[e] = element(columns, begins, ends, done + e);
                }
                for (int e = item; e < filled; e += GROUP) {
                    found += is_in(piece, length, buffer[e]);
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    add_found(slots, scratch, found);
}
