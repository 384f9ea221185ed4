#include "iterate.cl"

#ifndef SIDE
#define SIDE 8
#endif

// A plane is a group, so that no bounds are to be checked, and no cube may be wider than a group allows.
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void naive(
        int side, int reach, float distance, float weight, global const float* from, global float* to) {
    iterate(get_local_id(0), get_local_id(1), get_group_id(2), side, reach, distance, weight, from, to);
}
