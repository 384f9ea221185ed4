// before
kernel void scale(global float *x, int n, float a) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        float factor = 2.0f * a + 1.0f;
        x[i] *= factor;
    }
}

// after hoist-invariant
kernel void scale(global float *x, int n, float a) {
    float factor1 = 2.0f * a + 1.0f;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        x[i] *= factor1;
    }
}
