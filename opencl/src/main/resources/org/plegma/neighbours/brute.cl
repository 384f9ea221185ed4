// Every point is compared with every query: after found.cl.
kernel void brute(global const REAL* queries, long count, global const REAL* points, global const int* ids, long n, RESULTS) {
    const long query = get_global_id(0);
    if (query >= count) {
        return;
    }
    const REAL4 q = given(queries, query);
    BEGIN(query)
    consider_points(&found, q, points, ids, n, 0, (int)n);
    END(query)
}
