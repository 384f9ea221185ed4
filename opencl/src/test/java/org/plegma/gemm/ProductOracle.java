package org.plegma.gemm;

import java.util.function.IntToDoubleFunction;
import org.plegma.array.Grid;
import org.plegma.gemm.product.CompensatedSum;
import org.plegma.gemm.product.Op;

/** What the elements of a product are, by its definition: a sum on the host, in twice the precision of double. */
public final class ProductOracle {
    private ProductOracle() {}

    /** One element of A*B. */
    public static double element(Grid a, Grid b, int i, int j) {
        return element(a, Op.N, b, Op.N, i, j);
    }

    /** One element of op(A)*op(B). */
    public static double element(Grid a, Op opA, Grid b, Op opB, int i, int j) {
        return sum(
                        a.size(opA == Op.N ? 1 : 0),
                        p -> opA == Op.N ? a.get(i, p) : a.get(p, i),
                        p -> opB == Op.N ? b.get(p, j) : b.get(j, p))
                .value();
    }

    /** The sum of k products. */
    static CompensatedSum sum(int k, IntToDoubleFunction left, IntToDoubleFunction right) {
        CompensatedSum sum = new CompensatedSum();
        for (int p = 0; p < k; p++) {
            sum.add(left.applyAsDouble(p), right.applyAsDouble(p));
        }
        return sum;
    }
}
