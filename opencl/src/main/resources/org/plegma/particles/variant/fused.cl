#include "motion.cl"
#include "group_sum.cl"
#include "pair.cl"

// For kernels that begin or end a step besides an iteration.
#define MOTION \
    float dt, float ax, float ay, float az, float low, float high, float damping, float gravity, float kinetic

// The planes along z that a launch is for: all, or those of one of several devices.
#ifndef FIRST_PLANE
#define FIRST_PLANE 0
#define END_PLANE side
#endif

// Where a particle goes by its velocity, before others are asked.
float4 predicted(float4 start, float4 velocity, float dt, float ax, float ay, float az) {
    return (float4)(start.xyz + dt * accelerated(velocity.xyz, dt, (float3)(ax, ay, az)), 1);
}

// d / |d| times what is too much of |d|. A particle and itself have no distance, and get 0.
float3 excess(float3 d, float rest) {
    return fma(-rest, rsqrt(fma(d.x, d.x, fma(d.y, d.y, fma(d.z, d.z, 1e-30f)))), 1.0f) * d;
}
