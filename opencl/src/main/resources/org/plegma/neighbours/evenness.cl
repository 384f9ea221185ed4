// How even a grid is: each group adds up the squares of the numbers of points in some of its cells.
#ifndef GROUP
#define GROUP 1
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void evenness(global const int* starts, int cells, global float* sums) {
    local float squares[GROUP];
    const int id = get_local_id(0);
    float sum = 0;
    for (int cell = get_global_id(0); cell < cells; cell += get_global_size(0)) {
        const float count = starts[cell + 1] - starts[cell];
        sum += count * count;
    }
    squares[id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = GROUP / 2; half_of > 0; half_of /= 2) {
        if (id < half_of) {
            squares[id] += squares[id + half_of];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0) {
        sums[get_group_id(0)] = squares[0];
    }
}
