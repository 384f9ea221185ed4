#include "channel.cl"

// Vectors that an item has under way at once.
#define TOGETHER 8

// A part of a matrix whose rows are `leading` apart goes along a chain of devices, in pieces of `most` elements: what the one before
// has written into this device's box gets to its place, and into the box of the one after. Both boxes have two halves, used in turn. The
// counter `came` says how many groups have written pieces here, `went` how many there have taken them again, and `passed` how
// many groups have done a part.
void pass_part(
        bool takes, bool gives, uint number, uint most, ulong offset, uint width, uint leading, uint count,
        global ELEMENT* matrix, global const ELEMENT* box, volatile global uint* came, volatile global uint* took,
        global ELEMENT* next, volatile global uint* went, volatile global uint* told, volatile global uint* passed) {
    uint groups = get_num_groups(0);
    uint step = groups * GROUP;
    for (uint begin = 0; begin < count; begin += most, number++) {
        uint size = min(most, count - begin);
        ulong half_place = (number & 1) * (ulong)most;
        if (takes) {
            await_count(came, (number + 1) * groups);
        }
        if (gives) {
            await_count(went, (number - 1) * groups);
        }
        for (uint first = get_group_id(0) * GROUP * TOGETHER + get_local_id(0); first < size; first += step * TOGETHER) {
            ELEMENT values[TOGETHER];
            ulong place[TOGETHER];
            for (uint i = 0; i < TOGETHER; i++) {
                uint e = first + i * GROUP;
                uint of_all = begin + e;
                place[i] = offset + (ulong)(of_all / width) * leading + of_all % width;
                if (e < size) {
                    values[i] = takes ? box[half_place + e] : matrix[place[i]];
                }
            }
            for (uint i = 0; i < TOGETHER; i++) {
                uint e = first + i * GROUP;
                if (e < size) {
                    if (takes) {
                        matrix[place[i]] = values[i];
                    }
                    if (gives) {
                        next[half_place + e] = values[i];
                    }
                }
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            if (gives) {
                arrive(told);
            }
            if (takes) {
                arrive(took);
            }
        }
    }
    if (get_local_id(0) == 0) {
        arrive(passed);
    }
}

#define PASSED                                                                                                        \
    uint number, uint most, uint leading, ulong offset0, uint width0, uint count0, ulong offset1, uint width1,        \
        uint count1, volatile global uint* passed, global ELEMENT* matrix
#define FROM_BEFORE global const ELEMENT* box, volatile global uint* came, volatile global uint* took
#define TO_NEXT global ELEMENT* next, volatile global uint* went, volatile global uint* told
#define PASS(takes, gives, box, came, took, next, went, told)                                                         \
    pass_part(takes, gives, number, most, offset0, width0, leading, count0, matrix, box, came, took, next, went, told, \
              passed);                                                                                                \
    number += (count0 + most - 1) / most;                                                                             \
    pass_part(takes, gives, number, most, offset1, width1, leading, count1, matrix, box, came, took, next, went, told, \
              passed)

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void pass_first(PASSED, TO_NEXT) {
    PASS(false, true, 0, 0, 0, next, went, told);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void pass_between(PASSED, FROM_BEFORE, TO_NEXT) {
    PASS(true, true, box, came, took, next, went, told);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void pass_last(PASSED, FROM_BEFORE) {
    PASS(true, false, box, came, took, 0, 0, 0);
}

// Ends when the counter has what is awaited, so that what is enqueued behind it begins then.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void await_passed(uint awaited, volatile global uint* passed) {
    await_count(passed, awaited);
}
