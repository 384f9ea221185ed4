// What training a network does element by element; the products are elsewhere.
#ifndef REAL
#define REAL float
#endif

// error := error * f', the slope written in terms of the output y of the layer. function: 0 none, 1 ReLU, 2 sigmoid.
kernel void times_slope(global REAL* error, global const REAL* outputs, int function) {
    const size_t i = get_global_id(0);
    const REAL y = outputs[i];
    const REAL slope = function == 0 ? 1 : function == 1 ? (y > 0 ? 1 : 0) : y * (1 - y);
    error[i] *= slope;
}

// scores := softmax(scores) - targets; a work-item has a row.
kernel void softmax_error(global REAL* scores, global const REAL* targets, int firstTarget, int columns) {
    const long row = get_global_id(0);
    scores += row * columns;
    targets += (firstTarget + row) * columns;
    REAL largest = scores[0];
    for (int j = 1; j < columns; j++) {
        largest = fmax(largest, scores[j]);
    }
    REAL sum = 0;
    for (int j = 0; j < columns; j++) {
        sum += exp(scores[j] - largest);
    }
    for (int j = 0; j < columns; j++) {
        scores[j] = exp(scores[j] - largest) / sum - targets[j];
    }
}
