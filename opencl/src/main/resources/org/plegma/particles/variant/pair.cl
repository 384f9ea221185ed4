// What one neighbour wants of a particle.
#ifdef RELAXED_ROOT
#define ROOT(x) native_sqrt(x)
#else
#define ROOT(x) sqrt(x)
#endif
#ifdef RELAXED_DIVISION
#define DIVIDE(a, b) native_divide(a, b)
#else
#define DIVIDE(a, b) ((a) / (b))
#endif

#ifdef BIT_ROOT
// Half of the exponent from the bits, then two steps of Newton's. Within 5e-6.
float inverse_root(float x) {
    float y = as_float(0x5f3759df - (as_int(x) >> 1));
    y *= 1.5f - 0.5f * x * y * y;
    return y * (1.5f - 0.5f * x * y * y);
}
#endif

float rest_length(float distance, int x, int y, int z) {
    return distance * ROOT((float)(x * x + y * y + z * z));
}

// λ d / |d| of the difference d to the neighbour.
float3 correction(float3 d, float rest, float weight) {
#ifdef BIT_ROOT
    float inverse = inverse_root(dot(d, d));
    float length_of_d = dot(d, d) * inverse;
    return weight * (length_of_d - rest) * inverse * d;
#else
    float length_of_d = ROOT(dot(d, d));
    return DIVIDE(weight * (length_of_d - rest), length_of_d) * d;
#endif
}

// Places in reach along an axis, and how many there are.
int first_place(int place, int reach) {
    return max(0, place - reach);
}

int last_place(int place, int reach, int side) {
    return min(side - 1, place + reach);
}

int neighbours(int x, int y, int z, int reach, int side) {
    return (last_place(x, reach, side) - first_place(x, reach) + 1)
            * (last_place(y, reach, side) - first_place(y, reach) + 1)
            * (last_place(z, reach, side) - first_place(z, reach) + 1)
            - 1;
}
