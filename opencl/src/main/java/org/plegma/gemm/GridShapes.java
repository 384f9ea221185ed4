package org.plegma.gemm;

import java.util.Arrays;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.SharedArray;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;

/** The grids of a product that is dealt out, checked as a whole: what a device finds wrong with its part says little. */
record GridShapes(Grid a, Op opA, Grid b, Op opB, Grid c, Grid d) {
    void check() {
        check(a, "A");
        check(b, "B");
        check(d, "D");
        check(c, "C");
        int m = a.size(opA == Op.N ? -2 : -1);
        int k = a.size(opA == Op.N ? -1 : -2);
        int n = b.size(opB == Op.N ? -1 : -2);
        int terms = b.size(opB == Op.N ? -2 : -1);
        if (k != terms) {
            throw new IllegalArgumentException("Cannot multiply " + opA.text("A " + text(a)) + " by "
                    + opB.text("B " + text(b)) + ": " + opA.text("A") + " has " + k + " columns, " + opB.text("B") + " "
                    + terms + " rows, and both must be equal.");
        }
        requireResult(d, "D", m, n);
        requireResult(c, "C", m, n);
        requireCount(a, "A");
        requireCount(b, "B");
        requireCount(c, "C");
    }

    private void requireResult(Grid grid, String role, int m, int n) {
        if (grid.size(-2) != m || grid.size(-1) != n) {
            throw new IllegalArgumentException(
                    "The product is " + m + " x " + n + ", and " + role + " is " + text(grid) + ".");
        }
    }

    /** As many matrices as D has, or one for all. */
    private void requireCount(Grid grid, String role) {
        boolean fits =
                grid.rank() == d.rank() ? d.rank() == 2 || count(grid) == count(d) || count(grid) == 1 : d.rank() == 3;
        if (!fits) {
            throw new IllegalArgumentException("D is " + text(d) + ", and " + role + " is " + text(grid)
                    + ": a batch has 3 axes, and as many matrices in each, or one for all.");
        }
    }

    private static int count(Grid grid) {
        return grid.rank() == 3 ? grid.size(0) : 1;
    }

    /** The matrices of a batch from one on, or the one for all. */
    static Grid matrices(Grid grid, int first, int count) {
        return count(grid) == 1 ? grid : SharedArray.along(grid, 0, first, count);
    }

    /** What is added, for each product of a batch. */
    Grid added() {
        if (c.rank() == d.rank() && count(c) == count(d)) {
            return c;
        }
        Grid all = Grid.zeros(c.type(), d.shape());
        int length = Math.toIntExact(c.length());
        for (int i = 0; i < count(d); i++) {
            System.arraycopy(c.data(), 0, all.data(), i * length, length);
        }
        return all;
    }

    private void check(Grid grid, String role) {
        Product.requireGiven(grid, role);
        if (grid.rank() != 2 && grid.rank() != 3) {
            throw new IllegalArgumentException(
                    role + " must be a grid of 2 axes, or of 3 for a batch, not " + grid.rank() + ".");
        }
        if (grid.type() != ElementType.FLOAT && grid.type() != ElementType.DOUBLE || grid.type() != a.type()) {
            throw new IllegalArgumentException(role + " is of " + grid.type().javaName()
                    + ", and a product is of float or double, all of one type: convert it by to(…).");
        }
    }

    private static String text(Grid grid) {
        return Arrays.toString(grid.shape()).replace(", ", " x ").replaceAll("[\\[\\]]", "");
    }
}
