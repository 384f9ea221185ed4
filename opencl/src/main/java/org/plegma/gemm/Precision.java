package org.plegma.gemm;

import org.plegma.array.ElementType;

/** How exactly the products of a sum are computed. All but {@link #IEEE} need an NVIDIA device, for its tensor cores. */
public enum Precision {
    /** Fused multiply-adds in the element type; in double also tensor cores, which round alike. The default. */
    IEEE("ieee"),
    /**
     * Float by three TF32 products a term ("3xTF32"), added in float: about as exact as a chain of float FMAs, often
     * more. Elements below 2^-103 in magnitude lose digits and those below 2^-126 count as 0.
     */
    FP32_FAST("fp32-fast"),
    /** Float factors cut to TF32: 11 bits instead of 24, the range of float. */
    TF32("tf32"),
    /** Float factors rounded to BF16: 8 bits instead of 24, the range of float. */
    BF16("bf16");

    private final String text;

    Precision(String text) {
        this.text = text;
    }

    /** Whether it exists for an element type. */
    boolean fits(ElementType type) {
        return this == IEEE || type == ElementType.FLOAT;
    }

    /** The name on the command line and in tables, for example {@code fp32-fast}. */
    @Override
    public String toString() {
        return text;
    }
}
