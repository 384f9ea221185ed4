package org.plegma.rewrite.optimise;

import org.plegma.rewrite.optimise.rules.Examples;

/** Computations from which the optimisations begin, as they come out of plain loops. */
public final class Computations {
    private Computations() {}

    /** The paper's parallel sum of n floats: a tree in global memory. Sums may differ by 10⁻⁵, relatively. */
    public static Computation sum() {
        return Computation.of("sum", Examples.SUM)
                .array("x", n -> n)
                .temporary("work", n -> (n + 255) / 256 * 256)
                .temporary("partial", n -> (n + 255) / 256)
                .result("result", n -> 1)
                .scalar("n", n -> n)
                .tolerance(1e-5)
                .sizes(1, 37, 1000, 4099, (1 << 20) + 3);
    }

    /** The paper's bitonic sort of n ints, n a power of two from 2 on: a launch for each step. */
    public static Computation bitonicSort() {
        return Computation.of("bitonic sort", Examples.BITONIC)
                .result("x", n -> n)
                .scalar("n", n -> n)
                .sizes(2, 64, 1024, 2048);
    }

    /** The product of matrices of n by n + 1 and n + 1 by n + 2. */
    public static Computation product() {
        return Computation.of("product", Examples.PRODUCT)
                .array("a", n -> n * (n + 1))
                .array("b", n -> (n + 1) * (n + 2))
                .result("c", n -> n * (n + 2))
                .scalar("m", n -> n)
                .scalar("n", n -> n + 2)
                .scalar("l", n -> n + 1)
                .tolerance(1e-5)
                .sizes(1, 16, 37);
    }

    /** How many of n ints have each of 256 last bytes: counters that work-items add to atomically. */
    public static Computation histogram() {
        return Computation.of("histogram", Examples.HISTOGRAM)
                .array("data", n -> n)
                .result("bins", n -> 256)
                .scalar("n", n -> n)
                .sizes(1, 37, 1000, 4099);
    }
}
