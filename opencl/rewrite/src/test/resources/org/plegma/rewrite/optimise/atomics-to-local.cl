// before
kernel void histogram(global const int *data, global int *bins, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        atomic_inc(&bins[data[i] & 255]);
    }
}

void host(global const int *data, global int *bins, int n) {
    int groups = min((n + 255) / 256, 256);
    launch(histogram, groups * 256, 256, data, bins, n);
}

// after atomics-to-local
kernel void histogram(global const int *data, global int *bins, int n) {
    local int bins1[256];
    for (int q = get_local_id(0); q < 256; q += get_local_size(0)) {
        bins1[q] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        atomic_inc(&bins1[data[i] & 255]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int q = get_local_id(0); q < 256; q += get_local_size(0)) {
        if (bins1[q] != 0) {
            atomic_add(&bins[q], bins1[q]);
        }
    }
}

void host(global const int *data, global int *bins, int n) {
    int groups = min((n + 255) / 256, 256);
    launch(histogram, groups * 256, 256, data, bins, n);
}
