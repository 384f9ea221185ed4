// All of a particle in one place, as an object would have it. Work-items side by side then read 36 bytes apart.
typedef struct {
    float position[3];
    float start[3];
    float velocity[3];
} Particle;
