// The energy of the cube, which each work-item has a term of; four ways to add them up.
#ifdef STRUCTS
#include "particle.cl"
typedef Particle element;
#define HEIGHT(i) start[i].position[1]
#define SQUARE(i) squared((float3)(velocity[i].velocity[0], velocity[i].velocity[1], velocity[i].velocity[2]))
#else
#include "layout.cl"
#define HEIGHT(i) (LOAD(start, i)).y
#define SQUARE(i) squared(LOAD(velocity, i))
#endif

#include "group_sum.cl"

#define PARAMETERS \
    int n, float gravity, float low, float kinetic, global const element* start, global const element* velocity

float squared(float3 v) {
    return dot(v, v);
}

float term(PARAMETERS) {
    int i = get_global_id(0);
    return i < n ? gravity * (HEIGHT(i) - low) + kinetic * SQUARE(i) : 0;
}

#define TERM term(n, gravity, low, kinetic, start, velocity)

// There is no atomic addition of float: who finds that the sum is another by now tries again.
void add_global(volatile global float* sum, float value) {
    volatile global int* bits = (volatile global int*) sum;
    int old = atomic_or(bits, 0);
    int found = atomic_cmpxchg(bits, old, as_int(as_float(old) + value));
    while (found != old) {
        old = found;
        found = atomic_cmpxchg(bits, old, as_int(as_float(old) + value));
    }
}

void add_local(volatile local float* sum, float value) {
    volatile local int* bits = (volatile local int*) sum;
    int old = atomic_or(bits, 0);
    int found = atomic_cmpxchg(bits, old, as_int(as_float(old) + value));
    while (found != old) {
        old = found;
        found = atomic_cmpxchg(bits, old, as_int(as_float(old) + value));
    }
}

// All add to one number.
kernel void atomics(PARAMETERS, global float* sum) {
    int i = get_global_id(0);
    if (i < n) {
        add_global(sum, TERM);
    }
}

// A group adds to a number of its own, and that to the one.
kernel void local_atomics(PARAMETERS, global float* sum) {
    local float group_sum;
    if (get_local_id(0) == 0) {
        group_sum = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) < n) {
        add_local(&group_sum, TERM);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        add_global(sum, group_sum);
    }
}

// A group adds without atomics, and the sum of it to the one.
kernel void sequential(PARAMETERS, global float* sum) {
    local float sums[GROUP];
    float all = add_group(sums, get_local_id(0), TERM);
    if (get_local_id(0) == 0) {
        add_global(sum, all);
    }
}

// No atomics: the sums of groups, which a second launch of one group adds up.
kernel void two_stage(PARAMETERS, global float* partial) {
    local float sums[GROUP];
    float all = add_group(sums, get_local_id(0), TERM);
    if (get_local_id(0) == 0) {
        partial[get_group_id(0)] = all;
    }
}

kernel void second_stage(int count, global const float* partial, global float* sum) {
    local float sums[GROUP];
    float mine = 0;
    for (int k = get_local_id(0); k < count; k += GROUP) {
        mine += partial[k];
    }
    float all = add_group(sums, get_local_id(0), mine);
    if (get_local_id(0) == 0) {
        *sum = all;
    }
}
