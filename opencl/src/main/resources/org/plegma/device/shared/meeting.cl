#include "channel.cl"

// Says to all other devices that this one has come, with what it had enqueued before, and waits until they have come as often. Each device
// has a counter for each: a device is told by the address of its counters, and looks at its own.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void meet(
        uint times, uint self, uint devices, global const ulong* counters, volatile global uint* own) {
    for (uint other = get_local_id(0); other < devices; other += GROUP) {
        if (other != self) {
            arrive((volatile global uint*)counters[other] + self);
        }
    }
    for (uint other = get_local_id(0); other < devices; other += GROUP) {
        while (other != self && (int)(arrived(own + other) - times) < 0) {
        }
    }
}
