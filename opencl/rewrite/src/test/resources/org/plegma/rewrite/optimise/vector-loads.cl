// before
kernel void sum(global const float *x, global float *partial, int n) {
    local float w[256];
    int t = get_local_id(0);
    float v = 0.0f;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        v += x[i];
    }
    w[t] = v;
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
    int groups = min((n + 255) / 256, 1024);
    launch(sum, groups * 256, 256, x, partial, n);
}

// after vector-loads
kernel void sum(global const float *x, global float *partial, int n) {
    local float w[256];
    int t = get_local_id(0);
    float v = 0.0f;
    float4 four = (float4)0.0f;
    for (int i = get_global_id(0); i < n / 4; i += get_global_size(0)) {
        four += ((global const float4 *)x)[i];
    }
    v += four.x + four.y + four.z + four.w;
    for (int i = n / 4 * 4 + get_global_id(0); i < n; i += get_global_size(0)) {
        v += x[i];
    }
    w[t] = v;
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
    int groups = min((n + 255) / 256, 1024);
    launch(sum, groups * 256, 256, x, partial, n);
}
