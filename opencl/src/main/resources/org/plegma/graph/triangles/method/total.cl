// One group adds the sums of sums.cl, and leaves zeros for the next count.
#ifndef SLOTS
#define SLOTS 1024
#endif
#ifndef GROUP
#define GROUP 256
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void total(global uint* slots, global ulong* result) {
    local ulong scratch[GROUP];
    const uint item = get_local_id(0);
    ulong sum = 0;
    for (uint slot = item; slot < SLOTS; slot += GROUP) {
        sum += (ulong) slots[2 * slot + 1] << 32 | slots[2 * slot];
        slots[2 * slot] = 0;
        slots[2 * slot + 1] = 0;
    }
    scratch[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_group = GROUP / 2; half_group > 0; half_group /= 2) {
        if (item < half_group) {
            scratch[item] += scratch[item + half_group];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) {
        *result = scratch[0];
    }
}
