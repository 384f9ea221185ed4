package org.plegma.gemm.product;

/** The function that a product's elements go through last. */
public enum Activation {
    /** None: {@code x}. */
    NONE,
    /** Rectifier: {@code max(x, 0)}; NaN stays NaN. */
    RELU,
    /** Logistic function: {@code 1 / (1 + exp(-x))}. */
    SIGMOID
}
