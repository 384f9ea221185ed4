#include "layout.cl"
#include "motion.cl"

// The beginning of a step: forces change velocities, and these move the particles.
kernel void predict(
        int n, float dt, float ax, float ay, float az,
        global const element* start, global element* velocity, global element* position) {
    int i = get_global_id(0);
    if (i < n) {
        float3 v = accelerated(LOAD(velocity, i), dt, (float3)(ax, ay, az));
        STORE(velocity, i, v);
        STORE(position, i, LOAD(start, i) + dt * v);
    }
}

// Its end: velocities from where particles were and are, and walls.
kernel void settle(
        int n, float dt, float low, float high, float damping,
        global const element* position, global element* start, global element* velocity) {
    int i = get_global_id(0);
    if (i < n) {
        float3 v;
        float3 place = settled(LOAD(position, i), LOAD(start, i), dt, low, high, damping, &v);
        STORE(velocity, i, v);
        STORE(start, i, place);
    }
}
