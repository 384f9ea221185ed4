// What the groups find goes to SLOTS sums of 64 bits, so that they do not queue for one. A sum is two halves, as few devices
// add 64 bits atomically: when the low half wraps, the high half gets one more.
#ifndef SLOTS
#define SLOTS 1024
#endif
#ifndef GROUP
#define GROUP 64
#endif

inline void add_found(global uint* slots, local ulong* scratch, ulong found) {
    const uint item = get_local_id(0);
    scratch[item] = found;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_group = GROUP / 2; half_group > 0; half_group /= 2) {
        if (item < half_group) {
            scratch[item] += scratch[item + half_group];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0 && scratch[0] > 0) {
        global uint* slot = slots + 2 * (get_group_id(0) % SLOTS);
        const uint low = (uint) scratch[0];
        const uint before = atomic_add(slot, low);
        atomic_add(slot + 1, (uint) (scratch[0] >> 32) + (before + low < before ? 1u : 0u));
    }
}
