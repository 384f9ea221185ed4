// Elements of one device get into arrays of another, and the host need not wait for either. The giver writes them into the
// taker's memory, and each of its groups then adds 1 to a counter there. The taker's groups wait until the counter has reached
// what all givers make of it. What a counter says must be seen by another device: that is PTX's release and acquire for the whole
// system (PTX ISA, "Memory Consistency Model"). Without it, the same on one device, for tests.
#ifndef ELEMENT
#define ELEMENT float
#endif
#ifndef GROUP
#define GROUP 256
#endif

#ifdef PTX
void arrive(volatile global uint* counter) {
    asm volatile("fence.acq_rel.sys;" : : : "memory");
    asm volatile("red.release.sys.global.add.u32 [%0], 1;" : : "l"(counter) : "memory");
}

uint arrived(volatile global uint* counter) {
    uint count;
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(count) : "l"(counter) : "memory");
    return count;
}
#else
void arrive(volatile global uint* counter) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_inc(counter);
}

uint arrived(volatile global uint* counter) {
    return atomic_or(counter, 0);
}
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void give(
        uint count, ulong from, ulong to, global const ELEMENT* planes, global ELEMENT* box, volatile global uint* counter) {
    for (uint e = get_global_id(0); e < count; e += get_global_size(0)) {
        box[to + e] = planes[from + e];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        arrive(counter);
    }
}

// A difference instead of a comparison: counters begin anew after 2^32.
void await_count(volatile global uint* counter, uint awaited) {
    if (get_local_id(0) == 0) {
        while ((int)(arrived(counter) - awaited) < 0) {
        }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
}

// What a group copies of a box, once its counter has what is awaited. Four loads are under way at a time: a store waits for its load, and
// a load does not pass a store that might change what it reads.
void take_share(
        uint group, uint groups, uint count, ulong from, ulong to, uint awaited, global const ELEMENT* box,
        global ELEMENT* planes, volatile global uint* counter) {
    await_count(counter, awaited);
    const uint stride = groups * GROUP;
    uint e = group * GROUP + get_local_id(0);
    for (; e + 3 * stride < count; e += 4 * stride) {
        ELEMENT some[4];
        #pragma unroll
        for (uint i = 0; i < 4; i++) {
            some[i] = box[from + e + i * stride];
        }
        #pragma unroll
        for (uint i = 0; i < 4; i++) {
            planes[to + e + i * stride] = some[i];
        }
    }
    for (; e < count; e += stride) {
        planes[to + e] = box[from + e];
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void take(
        uint count, ulong from, ulong to, uint awaited, global const ELEMENT* box, global ELEMENT* planes,
        volatile global uint* counter) {
    take_share(get_group_id(0), get_num_groups(0), count, from, to, awaited, box, planes, counter);
}

// For steps that have written into the neighbour's box themselves. Says so to the neighbour, waits until it has said it, and takes what
// it wrote.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void turn(
        uint count, ulong from, uint awaited, uint says, global ELEMENT* planes, ulong to, global const ELEMENT* box,
        volatile global uint* counter, volatile global uint* told) {
    if (get_global_id(0) == 0 && says) {
        arrive(told);
    }
    take_share(get_group_id(0), get_num_groups(0), count, from, to, awaited, box, planes, counter);
}

// The same with two neighbours, from which groups take in turn.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void turn_of_two(
        uint count, ulong from, uint awaited, uint says, global ELEMENT* planes, ulong to_below,
        global const ELEMENT* box_below, volatile global uint* counter_below, volatile global uint* told_below,
        ulong to_above, global const ELEMENT* box_above, volatile global uint* counter_above,
        volatile global uint* told_above) {
    if (get_global_id(0) == 0 && says) {
        arrive(told_below);
        arrive(told_above);
    }
    uint group = get_group_id(0) / 2;
    uint groups = get_num_groups(0) / 2;
    if (get_group_id(0) % 2 == 0) {
        take_share(group, groups, count, from, to_below, awaited, box_below, planes, counter_below);
    } else {
        take_share(group, groups, count, from, to_above, awaited, box_above, planes, counter_above);
    }
}
