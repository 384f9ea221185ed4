// Sets `length` elements to `value`; the global size is rounded up to whole work-groups.
#ifndef TYPE
#define TYPE float
#endif

#if defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

kernel void fill(ulong length, TYPE value, global TYPE *restrict target) {
    size_t i = get_global_id(0);
    if (i < length) {
        target[i] = value;
    }
}
