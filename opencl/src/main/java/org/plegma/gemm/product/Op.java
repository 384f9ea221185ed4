package org.plegma.gemm.product;

/** How a factor enters a product. */
public enum Op {
    /** As it is. */
    N,
    /** Transposed. */
    T;

    /** How a message writes the factor: {@code A} or {@code A'}. */
    public String text(String factor) {
        return this == N ? factor : factor + "'";
    }
}
