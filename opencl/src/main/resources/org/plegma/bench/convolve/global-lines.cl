// The pass without local memory: each work-item reads all that it needs from the image. Zero beyond its edges.
#ifndef RADIUS
#define RADIUS 1
#endif
// 1 along rows, 0 along columns.
#ifndef ROWS
#define ROWS 1
#endif

kernel void global_line(global const float* restrict in, global float* restrict out, constant float* taps, int height, int width) {
    const int x = get_global_id(0), y = get_global_id(1);
    const int place = ROWS ? x : y;
    const int count = ROWS ? width : height;
    const int step = ROWS ? 1 : width;
    const int at = y * width + x;
    float sum = 0;
    for (int r = max(-RADIUS, -place); r <= min(RADIUS, count - 1 - place); r++) {
        sum += taps[RADIUS - r] * in[at + r * step];
    }
    out[at] = sum;
}
