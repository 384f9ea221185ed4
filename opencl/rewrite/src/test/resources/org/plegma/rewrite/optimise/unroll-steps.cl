// before
kernel void sum(global const float *x, global float *partial, int n) {
    local float w[256];
    int t = get_local_id(0);
    int i = get_global_id(0);
    w[t] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) {
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

// after unroll-steps
kernel void sum(global const float *x, global float *partial, int n) {
    local float w[256];
    int t = get_local_id(0);
    int i = get_global_id(0);
    w[t] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 64) {
        w[t] += w[t + 64] + w[t + 128] + w[t + 192];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 16) {
        w[t] += w[t + 16] + w[t + 32] + w[t + 48];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 4) {
        w[t] += w[t + 4] + w[t + 8] + w[t + 12];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) {
        w[t] += w[t + 1] + w[t + 2] + w[t + 3];
        partial[get_group_id(0)] = w[t];
    }
}

void host(global const float *x, global float *partial, int n) {
    int groups = (n + 255) / 256;
    launch(sum, groups * 256, 256, x, partial, n);
}
