// before
kernel void sum(global const float *x, global float *partial, int n) {
    local float w[256];
    int t = get_local_id(0);
    int i = get_global_id(0);
    w[t] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0) {
            w[t] += w[t + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        partial[get_group_id(0)] = w[t];
    }
}

void host(global const float *x, global float *partial, int n) {
    int groups = (n + 255) / 256;
    launch(sum, groups * 256, 256, x, partial, n);
}

// after contiguous-threads
kernel void sum(global const float *x, global float *partial, int n) {
    local float w[256];
    int t = get_local_id(0);
    int i = get_global_id(0);
    w[t] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 256; s *= 2) {
        int q = 2 * s * t;
        if (q < 256) {
            w[q] += w[q + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        partial[get_group_id(0)] = w[t];
    }
}

void host(global const float *x, global float *partial, int n) {
    int groups = (n + 255) / 256;
    launch(sum, groups * 256, 256, x, partial, n);
}
