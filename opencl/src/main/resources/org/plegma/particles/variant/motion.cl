// How one particle moves in a step: by its velocity and forces at the beginning, and where it stays at the end.
float3 accelerated(float3 velocity, float dt, float3 acceleration) {
    return velocity + dt * acceleration;
}

// The place within walls; the velocity from where it was, turned round at a wall.
float3 settled(float3 place, float3 start, float dt, float low, float high, float damping, float3* velocity) {
    float3 v = (place - start) / dt;
    int3 outside = place < low || place > high;
    *velocity = select(v, -damping * v, outside);
    return select(place, clamp(place, low, high), outside);
}
