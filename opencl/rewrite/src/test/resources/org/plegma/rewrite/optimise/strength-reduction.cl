// before
kernel void index(global int *y, uint u) {
    y[u * 8 + 2 * 3] = u % 16u;
}

// after strength-reduction
kernel void index(global int *y, uint u) {
    y[(u << 3) + 2 * 3] = u & 15;
}
