// The box of points, and which of them are not finite: after space.cl. Each work-item looks at every so many points, each group tells
// what its work-items have found, and the host does the rest.
#ifndef GROUP
#define GROUP 1
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void bounds(
    global const REAL* points, int n, global REAL* boxes, global int* wrong
) {
    local REAL4 lows[GROUP];
    local REAL4 highs[GROUP];
    local int firsts[GROUP];
    REAL4 low = INFINITY;
    REAL4 high = -INFINITY;
    int first = INT_MAX;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const REAL4 p = given(points, i);
        if (!(isfinite(p.x) && isfinite(p.y) && isfinite(p.z))) {
            first = min(first, i);
        }
        low = min(low, p);
        high = max(high, p);
    }
    const int id = get_local_id(0);
    lows[id] = low;
    highs[id] = high;
    firsts[id] = first;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = GROUP / 2; half_of > 0; half_of /= 2) {
        if (id < half_of) {
            lows[id] = min(lows[id], lows[id + half_of]);
            highs[id] = max(highs[id], highs[id + half_of]);
            firsts[id] = min(firsts[id], firsts[id + half_of]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0) {
        const int group = get_group_id(0);
        boxes[6 * group] = lows[0].x;
        boxes[6 * group + 1] = lows[0].y;
        boxes[6 * group + 2] = lows[0].z;
        boxes[6 * group + 3] = highs[0].x;
        boxes[6 * group + 4] = highs[0].y;
        boxes[6 * group + 5] = highs[0].z;
        wrong[group] = firsts[0];
    }
}
