// before
kernel void sum(global const float *x, global float *work, global float *partial, int n) {
    int t = get_local_id(0);
    int i = get_global_id(0);
    work[i] = i < n ? x[i] : 0.0f;
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0) {
            work[i] += work[i + s];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if (t == 0) {
        partial[get_group_id(0)] = work[i];
    }
}

// one group adds up what the others left
kernel void finish(global const float *partial, global float *result, int n) {
    local float w[256];
    int t = get_local_id(0);
    float v = 0.0f;
    for (int i = t; i < n; i += 256) {
        v += partial[i];
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
        result[0] = w[0];
    }
}

void host(global const float *x, global float *work, global float *partial, global float *result, int n) {
    int groups = (n + 255) / 256;
    launch(sum, groups * 256, 256, x, work, partial, n);
    launch(finish, 256, 256, partial, result, groups);
}

// after global-to-local
kernel void sum(global const float *x, global float *partial, int n) {
    local float work[256];
    int t = get_local_id(0);
    int i = get_global_id(0);
    work[t] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0) {
            work[t] += work[t + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        partial[get_group_id(0)] = work[t];
    }
}

// one group adds up what the others left
kernel void finish(global const float *partial, global float *result, int n) {
    local float w[256];
    int t = get_local_id(0);
    float v = 0.0f;
    for (int i = t; i < n; i += 256) {
        v += partial[i];
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
        result[0] = w[0];
    }
}

void host(global const float *x, global float *partial, global float *result, int n) {
    int groups = (n + 255) / 256;
    launch(sum, groups * 256, 256, x, partial, n);
    launch(finish, 256, 256, partial, result, groups);
}
