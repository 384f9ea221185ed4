// before
kernel void index(global int *y, uint u) {
    y[u * 8 + 2 * 3] = u % 16u;
}

// after constant-folding
kernel void index(global int *y, uint u) {
    y[u * 8 + 6] = u % 16u;
}
