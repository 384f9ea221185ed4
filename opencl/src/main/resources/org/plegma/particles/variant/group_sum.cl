#ifndef GROUP
#define GROUP 64
#endif

// Half of the work-items add the other half's, then half of these, and so on: the first ones, side by side.
float add_group(local float* sums, int id, float value) {
    sums[id] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_group = GROUP / 2; half_group > 0; half_group /= 2) {
        if (id < half_group) {
            sums[id] += sums[id + half_group];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[0];
}
