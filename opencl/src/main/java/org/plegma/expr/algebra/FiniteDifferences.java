package org.plegma.expr.algebra;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Weights that turn values at given nodes into a derivative, in exact rationals.
 *
 * <p>Source: B. Fornberg, "Generation of finite difference formulas on arbitrarily spaced grids", Mathematics of
 * Computation 51 (1988), 699-706.
 */
public final class FiniteDifferences {
    private FiniteDifferences() {}

    /**
     * The weights w such that the sum of w[j]·f(nodes[j]) is the derivative of the polynomial through all values.
     *
     * @param derivative the order of the derivative, 0 for interpolation; less than the number of nodes
     * @param at where the derivative is taken
     * @param nodes distinct positions in any order
     * @throws IllegalArgumentException if there are too few nodes or two are equal
     */
    public static List<BigFraction> weights(int derivative, BigFraction at, List<BigFraction> nodes) {
        if (derivative < 0 || derivative >= nodes.size()) {
            throw new IllegalArgumentException("A derivative of order " + derivative + " needs at least "
                    + (derivative + 1) + " nodes and an order of 0 or more, found " + nodes.size() + " nodes.");
        }
        if (nodes.stream().distinct().count() != nodes.size()) {
            throw new IllegalArgumentException("The nodes of a finite difference must differ: " + nodes);
        }
        int count = nodes.size();
        // delta[k][j]: weight of node j for derivative k, using the nodes read so far.
        BigFraction[][] delta = new BigFraction[derivative + 1][count];
        Arrays.stream(delta).forEach(row -> Arrays.fill(row, BigFraction.ZERO));
        delta[0][0] = BigFraction.ONE;
        BigFraction c1 = BigFraction.ONE;
        BigFraction before = nodes.get(0).subtract(at);
        for (int n = 1; n < count; n++) {
            BigFraction here = nodes.get(n).subtract(at);
            BigFraction c2 = BigFraction.ONE;
            int top = Math.min(n, derivative);
            for (int j = 0; j < n; j++) {
                BigFraction c3 = nodes.get(n).subtract(nodes.get(j));
                c2 = c2.multiply(c3);
                if (j == n - 1) {
                    for (int k = top; k >= 0; k--) {
                        BigFraction lower = k == 0 ? BigFraction.ZERO : delta[k - 1][n - 1].multiply(k);
                        delta[k][n] = lower.subtract(before.multiply(delta[k][n - 1]))
                                .multiply(c1)
                                .divide(c2);
                    }
                }
                for (int k = top; k >= 0; k--) {
                    BigFraction lower = k == 0 ? BigFraction.ZERO : delta[k - 1][j].multiply(k);
                    delta[k][j] = here.multiply(delta[k][j]).subtract(lower).divide(c3);
                }
            }
            c1 = c2;
            before = here;
        }
        return List.of(delta[derivative]);
    }

    /**
     * The centred weights for offsets -r to r on a grid of spacing 1, with r = {@link #radius}.
     *
     * @param derivative the order of the derivative, 1 or more
     * @param accuracy the order of the error in the spacing, even and 2 or more
     */
    public static List<BigFraction> centred(int derivative, int accuracy) {
        int radius = radius(derivative, accuracy);
        return weights(derivative, BigFraction.ZERO, wholeNodes(-radius, radius));
    }

    /** Half the width of the centred difference: (derivative + accuracy - 1) / 2, rounded down. */
    public static int radius(int derivative, int accuracy) {
        if (derivative < 1) {
            throw new IllegalArgumentException("A derivative has order 1 or more, not " + derivative + ".");
        }
        if (accuracy < 2 || accuracy % 2 != 0) {
            throw new IllegalArgumentException(
                    "A centred difference has an even order of accuracy, 2 or more, not " + accuracy + ".");
        }
        return (derivative + accuracy - 1) / 2;
    }

    private static List<BigFraction> wholeNodes(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(BigFraction::new).toList();
    }
}
