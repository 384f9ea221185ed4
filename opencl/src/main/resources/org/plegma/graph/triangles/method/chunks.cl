// For processors: each work-item has a chunk of the work to itself, and there are no barriers.

inline void add_alone(global uint* slots, ulong found) {
    global uint* slot = slots + 2 * get_global_id(0); // nobody else's
    const uint low = slot[0] + (uint) found;
    slot[1] += (uint) (found >> 32) + (low < slot[0] ? 1u : 0u);
    slot[0] = low;
}

// Short rows, as in rows.cl: eight entries of row u at a time in a vector, compared with each entry of row v. The columns have
// seven entries more than the rows need, so that a vector can be read from anywhere.
kernel void chunks_of_rows(
        global const int* offsets, global const int* columns, global const int* chunks, int limit, global uint* slots
#ifdef COUNTS
        , global int* counts
#endif
) {
    const int8 lane = (int8)(0, 1, 2, 3, 4, 5, 6, 7);
    ulong found = 0;
    for (int u = chunks[get_global_id(0)]; u < chunks[get_global_id(0) + 1]; u++) {
        const int end = offsets[u + 1];
        for (int k = offsets[u]; k + 1 < end; k++) {
            const int v = columns[k];
            if (v >= limit) {
                break; // rows ascend
            }
            const int last = offsets[v + 1];
            for (int from = k + 1; from < end; from += 8) {
                const int8 row = select((int8)(-1), vload8(0, columns + from), lane < end - from);
                int8 hits = 0;
                for (int at = offsets[v]; at < last; at++) {
                    const int8 equal = row == columns[at];
                    hits += equal; // true is -1; to subtract it makes Oclgrind widen a truth value wrongly
#ifdef COUNTS
                    if (any(equal)) {
                        atomic_inc(counts + u);
                        atomic_inc(counts + v);
                        atomic_inc(counts + columns[at]);
                    }
#endif
                }
                const int4 four = hits.lo + hits.hi;
                found -= four.x + four.y + four.z + four.w;
            }
        }
    }
    add_alone(slots, found);
}

// Hubs, as in table.cl: v's row is marked in bytes of the work-item's own, which are all zero before and after.
kernel void chunks_of_hubs(
        global const int* offsets, global const int* columns, global const int* chunks, int limit, int vertices,
        global const int* begins, global const int2* suffixes, global uchar* marks, global uint* slots
#ifdef COUNTS
        , global const int* sources, global int* counts
#endif
) {
    global uchar* marked = marks + (ulong) get_global_id(0) * (vertices - limit);
    ulong found = 0;
    for (int hub = chunks[get_global_id(0)]; hub < chunks[get_global_id(0) + 1]; hub++) {
        const int begin = offsets[limit + hub];
        const int end = offsets[limit + hub + 1];
        for (int k = begin; k < end; k++) {
            marked[columns[k] - limit] = 1;
        }
        for (int s = begins[hub]; s < begins[hub + 1]; s++) {
            const int2 suffix = suffixes[s];
            uint with_u = 0;
            for (int at = suffix.x; at < suffix.y; at++) {
                const uint hit = marked[columns[at] - limit];
                with_u += hit;
#ifdef COUNTS
                if (hit > 0) {
                    atomic_inc(counts + columns[at]);
                }
#endif
            }
            found += with_u;
#ifdef COUNTS
            atomic_add(counts + sources[s], (int) with_u);
            atomic_add(counts + limit + hub, (int) with_u);
#endif
        }
        for (int k = begin; k < end; k++) {
            marked[columns[k] - limit] = 0;
        }
    }
    add_alone(slots, found);
}
