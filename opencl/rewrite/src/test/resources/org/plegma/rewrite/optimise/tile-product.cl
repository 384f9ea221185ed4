// before
kernel void product(global const float *a, global const float *b, global float *c, int m, int n, int l) {
    int j = get_global_id(0);
    int i = get_global_id(1);
    if (i < m && j < n) {
        float s = 0.0f;
        for (int k = 0; k < l; k++) {
            s += a[i * l + k] * b[k * n + j];
        }
        c[i * n + j] = s;
    }
}

void host(global const float *a, global const float *b, global float *c, int m, int n, int l) {
    launch(product, grid((n + 15) / 16 * 16, (m + 15) / 16 * 16), grid(16, 16), a, b, c, m, n, l);
}

// after tile-product
kernel void product(global const float *a, global const float *b, global float *c, int m, int n, int l) {
    int j = get_global_id(0);
    int i = get_global_id(1);
    local float tileA[16][16];
    local float tileB[16][16];
    int column = get_local_id(0);
    int row = get_local_id(1);
    float s = 0.0f;
    for (int start = 0; start < l; start += 16) {
        tileA[row][column] = i < m && start + column < l ? a[i * l + start + column] : 0.0f;
        tileB[row][column] = start + row < l && j < n ? b[(start + row) * n + j] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) {
            s += tileA[row][k] * tileB[k][column];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < m && j < n) {
        c[i * n + j] = s;
    }
}

void host(global const float *a, global const float *b, global float *c, int m, int n, int l) {
    launch(product, grid((n + 15) / 16 * 16, (m + 15) / 16 * 16), grid(16, 16), a, b, c, m, n, l);
}
