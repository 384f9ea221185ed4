#include "particle.cl"
#include "pair.cl"

#define VECTOR(array) (float3)((array)[0], (array)[1], (array)[2])
#define SET(array, value) \
    { \
        float3 stored = value; \
        (array)[0] = stored.x; \
        (array)[1] = stored.y; \
        (array)[2] = stored.z; \
    }

kernel void predict(int n, float dt, float ax, float ay, float az, global Particle* particles) {
    int i = get_global_id(0);
    if (i < n) {
        float3 v = VECTOR(particles[i].velocity) + dt * (float3)(ax, ay, az);
        SET(particles[i].velocity, v);
        SET(particles[i].start, VECTOR(particles[i].position));
        SET(particles[i].position, VECTOR(particles[i].position) + dt * v);
    }
}

kernel void iterate_structs(
        int side, int reach, float distance, float weight, global const Particle* from, global Particle* to) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= side || y >= side || z >= side) {
        return;
    }
    int i = (z * side + y) * side + x;
    float3 mine = VECTOR(from[i].position);
    float3 sum = 0;
    for (int c = first_place(z, reach); c <= last_place(z, reach, side); c++) {
        for (int b = first_place(y, reach); b <= last_place(y, reach, side); b++) {
            for (int a = first_place(x, reach); a <= last_place(x, reach, side); a++) {
                int j = (c * side + b) * side + a;
                if (j != i) {
                    sum += correction(
                            VECTOR(from[j].position) - mine, rest_length(distance, a - x, b - y, c - z), weight);
                }
            }
        }
    }
    Particle next = from[i];
    SET(next.position, mine + sum / neighbours(x, y, z, reach, side));
    to[i] = next;
}

kernel void settle(int n, float dt, float low, float high, float damping, global Particle* particles) {
    int i = get_global_id(0);
    if (i < n) {
        float3 position = VECTOR(particles[i].position);
        float3 v = (position - VECTOR(particles[i].start)) / dt;
        int3 outside = position < low || position > high;
        SET(particles[i].velocity, select(v, -damping * v, outside));
        SET(particles[i].position, select(position, clamp(position, low, high), outside));
    }
}
