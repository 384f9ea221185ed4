package org.plegma.gemm;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/**
 * Matrix products by the host's processor without OpenCL, to compare with: plain Java loops, or OpenBLAS.
 *
 * <p>Operands are buffers from {@link #allocate}, row-major, with leading dimensions as in BLAS.
 */
public interface HostGemm {

    /** For tables: what computes, and on how many threads. */
    String name();

    /** Zero-filled memory for float or double, of the kind on which this implementation works without a copy. */
    Buffer allocate(ElementType type, int length);

    /**
     * {@code C = alpha*op(A)*op(B) + beta*C}; returns when it is done. C is not read if beta is 0. Nothing is checked but
     * the types of the buffers.
     *
     * @param m rows of op(A) and C
     * @param n columns of op(B) and C
     * @param k columns of op(A), rows of op(B)
     */
    void multiply(
            int m,
            int n,
            int k,
            double alpha,
            Buffer a,
            Op opA,
            int lda,
            Buffer b,
            Op opB,
            int ldb,
            double beta,
            Buffer c,
            int ldc);

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
                            + " org.bytedeco:javacpp:jar:linux-x86_64:1.5.13",
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

    /** {@code op(A)*op(B)} of two grids of 2 axes; copies them to buffers and the result back. */
    default Grid multiply(Grid a, Op opA, Grid b, Op opB) {
        int m = a.size(opA == Op.N ? 0 : 1);
        int k = a.size(opA == Op.N ? 1 : 0);
        int n = b.size(opB == Op.N ? 1 : 0);
        if (k != b.size(opB == Op.N ? 0 : 1) || a.type() != b.type()) {
            throw new IllegalArgumentException(
                    "Cannot multiply " + opA.text("A") + " by " + opB.text("B") + ": A is " + a + ", B is " + b + ".");
        }
        Grid c = Grid.zeros(a.type(), m, n);
        Buffer product = allocate(a.type(), m * n);
        multiply(m, n, k, 1, filled(a), opA, a.size(1), filled(b), opB, b.size(1), 0, product, n);
        if (product instanceof FloatBuffer floats) {
            floats.get(0, c.floats());
        } else {
            ((DoubleBuffer) product).get(0, c.doubles());
        }
        return c;
    }

    /** The values of a grid in a buffer of this implementation's kind. */
    default Buffer filled(Grid grid) {
        Buffer buffer = allocate(grid.type(), Math.toIntExact(grid.length()));
        if (buffer instanceof FloatBuffer floats) {
            floats.put(0, grid.floats());
        } else {
            ((DoubleBuffer) buffer).put(0, grid.doubles());
        }
        return buffer;
    }
}
