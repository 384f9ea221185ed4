package org.plegma.gemm.host;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.gemm.product.Op;

/**
 * Matrix products by the host's processor without OpenCL, to compare with: plain Java loops, or OpenBLAS.
 *
 * <p>Operands are memory from {@link #allocate}, of the kind on which an implementation works without a copy.
 */
public interface HostGemm {

    /** For tables: what computes, and on how many threads. */
    String name();

    /** Whether it is there to be read and compared, and is slow. */
    default boolean isExample() {
        return false;
    }

    /** A zero-filled matrix of float or double. */
    HostMatrix allocate(ElementType type, int rows, int columns);

    /**
     * {@code C = alpha*op(A)*op(B) + beta*C}; returns when it is done. C is not read if beta is 0. Shapes and types are not
     * checked.
     */
    void multiply(double alpha, HostMatrix a, Op opA, HostMatrix b, Op opB, double beta, HostMatrix c);

    /** Three nested loops in Java on so many threads. */
    static HostGemm loops(int threads) {
        return new JavaLoops(threads);
    }

    /**
     * OpenBLAS on so many threads, through bytedeco's binding {@code org.bytedeco:openblas}, which Plegma's jar does not
     * hold.
     *
     * @throws UnsupportedOperationException if the binding is not on the class path; the message says how to get it
     */
    static HostGemm openBlas(int threads) {
        try {
            return new OpenBlas(threads);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new UnsupportedOperationException(
                    "OpenBLAS is not on the class path (" + e + "). A notebook gets it on Linux by"
                            + " %maven org.bytedeco:openblas:0.3.31-1.5.13"
                            + " org.bytedeco:openblas:jar:linux-x86_64:0.3.31-1.5.13"
                            + " org.bytedeco:javacpp:jar:linux-x86_64:1.5.13, and plegma bench by --with-openblas",
                    e);
        }
    }

    /** The loops on 1, 2, 4 … and all processors, and OpenBLAS on one and all if it is on the class path. */
    static List<HostGemm> available() {
        int processors = Runtime.getRuntime().availableProcessors();
        List<HostGemm> found = new ArrayList<>();
        for (int threads = 1; threads < processors; threads *= 2) {
            found.add(loops(threads));
        }
        found.add(loops(processors));
        try {
            found.add(openBlas(1));
            if (processors > 1) {
                found.add(openBlas(processors));
            }
        } catch (UnsupportedOperationException e) {
            return found;
        }
        return found;
    }

    /**
     * {@code op(A)*op(B)} of two grids of 2 axes; copies them to memory of this implementation's and the result back.
     *
     * @throws IllegalArgumentException if shapes or types do not fit
     */
    default Grid multiply(Grid a, Op opA, Grid b, Op opB) {
        Preconditions.notNull(a, "a");
        Preconditions.notNull(opA, "opA");
        Preconditions.notNull(b, "b");
        Preconditions.notNull(opB, "opB");
        HostMatrix left = copy(a);
        HostMatrix right = copy(b);
        if (left.columns(opA) != right.rows(opB) || a.type() != b.type()) {
            throw new IllegalArgumentException(
                    "Cannot multiply " + opA.text("A") + " by " + opB.text("B") + ": A is " + a + ", B is " + b + ".");
        }
        HostMatrix product = allocate(a.type(), left.rows(opA), right.columns(opB));
        multiply(1, left, opA, right, opB, 0, product);
        return product.grid();
    }

    /**
     * The values of a grid of 2 axes in memory of this implementation's kind.
     *
     * @throws IllegalArgumentException if it has others, or is neither of float nor of double
     */
    default HostMatrix copy(Grid grid) {
        Preconditions.notNull(grid, "grid");
        if (grid.rank() != 2 || grid.type() != ElementType.FLOAT && grid.type() != ElementType.DOUBLE) {
            throw new IllegalArgumentException("A matrix is a grid of 2 axes, of float or double: got " + grid + ".");
        }
        return allocate(grid.type(), grid.size(0), grid.size(1)).set(grid);
    }
}
