package org.plegma.gemm.product;

import org.plegma.array.ElementType;

/** How exactly the products of a sum are computed. All but {@link #IEEE} need an NVIDIA device, for its tensor cores. */
public enum Precision {
    /**
     * Fused multiply-adds in the element type, or better: in double also tensor cores, which round alike, and in float also those of
     * double where they are as fast, with exact products and one rounding a sum. The default.
     */
    IEEE("ieee"),
    /**
     * Float by three TF32 products a term ("3xTF32"), added in float every 16 to 64 terms: the error of a long sum is less
     * than that of a chain of float FMAs. Products with a factor of up to 16 lines are computed as in {@link #IEEE}, which takes
     * no longer. Not for the ends of float's range: factors below 2^-114 in magnitude lose digits, those below 2^-137 count as
     * 0, results below 2^-126 have few digits, and an infinite factor gives NaN. The largest floats are no exception, and sums
     * that exceed them are infinite.
     */
    FP32_FAST("fp32-fast"),
    /**
     * Float factors rounded to TF32, the range of float with 11 bits instead of 24, where the largest floats become infinite; sums
     * by the tensor cores, which cut what they add: an error of up to 2^-23 a term, besides the factors'.
     */
    TF32("tf32"),
    /** The same with BF16: 8 bits instead of 24. */
    BF16("bf16");

    private final String text;

    Precision(String text) {
        this.text = text;
    }

    /** Whether it exists for an element type. */
    public boolean fits(ElementType type) {
        return this == IEEE || type == ElementType.FLOAT;
    }

    /** The type as results name it: with the precision, unless it is that of the type. */
    public String label(ElementType type) {
        return type.javaName() + (this == IEEE ? "" : " " + this);
    }

    /** The name on the command line and in tables, for example {@code fp32-fast}. */
    @Override
    public String toString() {
        return text;
    }
}
