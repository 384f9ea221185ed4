// The box of points, and which of them are not finite: after space.cl. Each work-item looks at every so many points; the host does the
// rest.
kernel void bounds(global const REAL* points, int n, global REAL* boxes, global int* wrong) {
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
    const int id = get_global_id(0);
    boxes[6 * id] = low.x;
    boxes[6 * id + 1] = low.y;
    boxes[6 * id + 2] = low.z;
    boxes[6 * id + 3] = high.x;
    boxes[6 * id + 4] = high.y;
    boxes[6 * id + 5] = high.z;
    wrong[id] = first;
}
