// before
kernel void smooth(global const float *x, global float *y) {
    int g = get_global_id(0);
    float s = 0.0f;
    for (int i = 0; i < 8; i++) {
        s += x[g + i];
    }
    y[g] = s;
}

// after unroll-by-4
kernel void smooth(global const float *x, global float *y) {
    int g = get_global_id(0);
    float s = 0.0f;
    for (int i = 0; i < 8; i += 4) {
        {
            s += x[g + i];
        }
        {
            s += x[g + (i + 1)];
        }
        {
            s += x[g + (i + 2)];
        }
        {
            s += x[g + (i + 3)];
        }
    }
    y[g] = s;
}
