// Hubs: a group takes a hub v, or a part of its work. It puts v's row into a hash table in local memory. Each lower neighbour u of
// v has in its own row, after v, those w that may close a triangle u < v < w. SUB work-items at a time look for them.
#include "sums.cl"
#ifndef TABLE
#define TABLE 256 // a power of two, at least twice the longest row
#endif
#ifndef BITS
#define BITS 8 // TABLE is two to this power
#endif
#ifndef SUB
#define SUB 8
#endif
#ifdef BITMAP // of TABLE words, with a bit for each of the highest vertices

inline void put(local int* table, int value, int vertices) {
    const uint at = vertices - 1 - value;
    atomic_or(table + (at >> 5), 1 << (at & 31));
}

inline bool has(local const int* table, int value, int vertices) {
    const uint at = vertices - 1 - value;
    return table[at >> 5] >> (at & 31) & 1;
}

#define FREE 0
#else

// Knuth's multiplicative hashing: the upper bits of a product with the golden ratio.
inline uint place(int value) {
    return (uint) value * 2654435769u >> (32 - BITS);
}

#define FREE -1

inline void put(local int* table, int value, int vertices) {
    uint at = place(value);
    while (atomic_cmpxchg(table + at, FREE, value) != FREE) {
        at = (at + 1) & (TABLE - 1);
    }
}

inline bool has(local const int* table, int value, int vertices) {
    uint at = place(value);
    int there = table[at];
    while (there != value && there != FREE) {
        at = (at + 1) & (TABLE - 1);
        there = table[at];
    }
    return there == value;
}
#endif

// A task: from where to where its suffixes reach, then its piece of v's row; a suffix: where in the columns it begins and ends.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void count_by_table(
        global const int4* tasks, global const int2* suffixes, global const int* columns, int vertices,
        global uint* slots
#ifdef COUNTS
        , global const int* hubs, global const int* sources, global int* counts
#endif
) {
    local int table[TABLE];
    local ulong scratch[GROUP];
    const int item = get_local_id(0);
    const int4 task = tasks[get_group_id(0)];
    for (int k = item; k < TABLE; k += GROUP) {
        table[k] = FREE;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = task.z + item; k < task.w; k += GROUP) {
        put(table, columns[k], vertices);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint found = 0;
    for (int s = task.x + item / SUB; s < task.y; s += GROUP / SUB) {
        const int2 suffix = suffixes[s];
        uint with_u = 0;
        for (int at = suffix.x + item % SUB; at < suffix.y; at += SUB) {
            const int w = columns[at];
            const bool hit = has(table, w, vertices);
            with_u += hit;
#ifdef COUNTS
            if (hit) {
                atomic_inc(counts + w);
            }
#endif
        }
        found += with_u;
#ifdef COUNTS
        if (with_u > 0) {
            atomic_add(counts + sources[s], (int) with_u);
        }
#endif
    }
#ifdef COUNTS
    if (found > 0) {
        atomic_add(counts + hubs[get_group_id(0)], (int) found);
    }
#endif
    add_found(slots, scratch, found);
}
