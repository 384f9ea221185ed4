// Every point is compared with every query: after found.cl.
kernel void brute(global const REAL* queries, long count, global int* wrong, global const REAL* points, long n, RESULTS) {
    const long query = get_global_id(0);
    if (query >= count) {
        return;
    }
    const REAL4 q = given(queries, query);
    if (!all_finite(q)) {
        *wrong = 1;
        return;
    }
    BEGIN(query)
    consider_points(&found, q, points, n, 0, (int)n);
    END(query)
}
