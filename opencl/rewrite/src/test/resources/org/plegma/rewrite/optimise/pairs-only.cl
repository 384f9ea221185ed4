// before
kernel void exchange(global int *x, int k, int j) {
    int i = get_global_id(0);
    int p = i ^ j;
    if (p > i) {
        int a = x[i];
        int b = x[p];
        if ((a > b) == ((i & k) == 0)) {
            x[i] = b;
            x[p] = a;
        }
    }
}

void host(global int *x, int n) {
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            launch(exchange, n, min(n, 256), x, k, j);
        }
    }
}

// after pairs-only
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
