// before
kernel void exchange(global int *x, int k, int j) {
    int t = get_global_id(0);
    int i = 2 * t - (t & (j - 1));
    int p = i + j;
    int a = x[i];
    int b = x[p];
    if ((a > b) == ((i & k) == 0)) {
        x[i] = b;
        x[p] = a;
    }
}

void host(global int *x, int n) {
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            launch(exchange, n / 2, min(n / 2, 256), x, k, j);
        }
    }
}

// after steps-in-local-memory
kernel void exchange(global int *x, int k, int j) {
    int t = get_global_id(0);
    int i = 2 * t - (t & (j - 1));
    int p = i + j;
    int a = x[i];
    int b = x[p];
    if ((a > b) == ((i & k) == 0)) {
        x[i] = b;
        x[p] = a;
    }
}

kernel void within(global int *x, int k) {
    local int w[512];
    int l = get_local_id(0);
    int size = get_local_size(0);
    int base = get_group_id(0) * 2 * size;
    w[l] = x[base + l];
    w[l + size] = x[base + l + size];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = min(k / 2, size); j > 0; j /= 2) {
        int i = 2 * l - (l & (j - 1));
        int p = i + j;
        int a = w[i];
        int b = w[p];
        if ((a > b) == ((base + i & k) == 0)) {
            w[i] = b;
            w[p] = a;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    x[base + l] = w[l];
    x[base + l + size] = w[l + size];
}

void host(global int *x, int n) {
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 256; j /= 2) {
            launch(exchange, n / 2, min(n / 2, 256), x, k, j);
        }
        launch(within, n / 2, min(n / 2, 256), x, k);
    }
}
