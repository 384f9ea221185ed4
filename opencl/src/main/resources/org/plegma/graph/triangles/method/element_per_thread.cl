// A group a row i. The rows of its neighbours are one long list, and each work-item looks for elements of it in row i.
#include "sums.cl"
#include "batch.cl"

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void element_per_thread(
        global const int* offsets, global const int* columns, global uint* slots) {
    local int piece[PIECE];
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
            for (int e = item; e < all; e += GROUP) {
                found += is_in(piece, length, element(columns, begins, ends, e));
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    add_found(slots, scratch, found);
}
