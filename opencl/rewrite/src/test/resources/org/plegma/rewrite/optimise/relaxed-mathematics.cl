// before
kernel void decay(global float *x, float a) {
    int g = get_global_id(0);
    x[g] = exp(x[g]) / sqrt(a + x[g]);
}

// after relaxed-mathematics
kernel void decay(global float *x, float a) {
    int g = get_global_id(0);
    x[g] = native_divide(native_exp(x[g]), native_sqrt(a + x[g]));
}
