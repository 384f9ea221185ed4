// The box of points: after space.cl and grid.cl. Its lowest coordinate is no number where one of a point is not finite. Each work-item looks at
// every so many points, each group tells what its work-items have found, and the host does the rest.
#ifndef GROUP
#define GROUP 1
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void bounds(
        global const REAL* points, int n, global REAL* boxes, global int* told, int words, int many, global int* counts, int more,
        global int* others) {
    local REAL4 lows[GROUP];
    local REAL4 highs[GROUP];
    REAL4 low = INFINITY;
    REAL4 high = -INFINITY;
    int wrong = 0;
    // What kernels tell of points is for these only.
    for (int i = get_global_id(0); i < words; i += get_global_size(0)) {
        told[i] = 0;
    }
    // So are counts of cells.
    for (int i = 4 * get_global_id(0); i < max(many, more); i += 4 * get_global_size(0)) {
        clear_four(i, many, counts);
        clear_four(i, more, others);
    }
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const REAL4 p = given(points, i);
        wrong |= !all_finite(p);
        low = min(low, p);
        high = max(high, p);
    }
    // The fourth number, of which there is no coordinate.
    low.w = wrong ? (REAL)-1 : (REAL)0;
    const int id = get_local_id(0);
    lows[id] = low;
    highs[id] = high;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = GROUP / 2; half_of > 0; half_of /= 2) {
        if (id < half_of) {
            lows[id] = min(lows[id], lows[id + half_of]);
            highs[id] = max(highs[id], highs[id + half_of]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0) {
        const int group = get_group_id(0);
        boxes[6 * group] = lows[0].w < 0 ? (REAL)NAN : lows[0].x;
        boxes[6 * group + 1] = lows[0].y;
        boxes[6 * group + 2] = lows[0].z;
        boxes[6 * group + 3] = highs[0].x;
        boxes[6 * group + 4] = highs[0].y;
        boxes[6 * group + 5] = highs[0].z;
    }
}
