// Short rows: a work-item a vertex u, whose row is in registers. For each neighbour v of u it reads row v, and compares each
// entry with all of row u. Entries of row v are above v, so each triangle u < v < w is found once, from its lowest vertex.
#include "sums.cl"
#ifndef EACH
#define EACH 4 // vertices of a work-item, so that the sum of the group costs little
#endif
#ifndef ROW
#define ROW 4 // no row of a vertex below `limit` is longer
#endif

// Vertices from `limit` on are hubs: triangles with one in the middle are the matter of table.cl.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void count_by_rows(
        global const int* offsets, global const int* columns, int limit, global uint* slots
#ifdef COUNTS
        , global int* counts
#endif
) {
    local ulong scratch[GROUP];
    uint found = 0;
    const int first = get_group_id(0) * GROUP * EACH + get_local_id(0);
    for (int u = first; u < min(limit, first + GROUP * EACH); u += GROUP) {
        const int begin = offsets[u];
        const int length = offsets[u + 1] - begin;
        int row[ROW];
        #pragma unroll
        for (int k = 0; k < ROW; k++) {
            row[k] = k < length ? columns[begin + k] : -1;
        }
        uint with_u = 0;
        #pragma unroll
        for (int k = 0; k < ROW - 1; k++) { // above the last neighbour there is none
            const int v = row[k];
            if (k + 1 < length && v < limit) {
                const int end = offsets[v + 1];
                uint with_v = 0;
                for (int at = offsets[v]; at < end; at++) {
                    const int w = columns[at];
                    uint hits = 0;
                    #pragma unroll
                    for (int j = k + 1; j < ROW; j++) {
                        hits += w == row[j];
                    }
                    with_v += hits;
#ifdef COUNTS
                    if (hits > 0) {
                        atomic_inc(counts + w);
                    }
#endif
                }
                with_u += with_v;
#ifdef COUNTS
                atomic_add(counts + v, (int) with_v);
#endif
            }
        }
        found += with_u;
#ifdef COUNTS
        atomic_add(counts + u, (int) with_u);
#endif
    }
    add_found(slots, scratch, found);
}
