// Sets `length` elements to `value`. A work-group fills GROUP * ITEMS neighbours, and work-items that are neighbours
// write neighbours. The global size is rounded up to whole work-groups.
#ifndef TYPE
#define TYPE float
#endif
#ifndef GROUP
#define GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif

#if defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void fill(
        ulong length, TYPE value, global TYPE *restrict target) {
    ulong start = (ulong)get_group_id(0) * (GROUP * ITEMS) + get_local_id(0);
    for (uint item = 0; item < ITEMS; item++) {
        ulong i = start + item * GROUP;
        if (i < length) {
            target[i] = value;
        }
    }
}
