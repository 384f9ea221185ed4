package org.plegma.gemm.product;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;

/**
 * One call, checked: {@code D = epilogue(alpha*op(A)*op(B) + beta*C)}, with {@code op(A)} of m rows and k columns.
 *
 * @param k terms of each sum; 0 if alpha is, since the factors are not read then
 * @param c the matrix added; the same as {@code d} if beta is 0, when it is not read
 */
public record Product(
        int m,
        int n,
        int k,
        double alpha,
        Matrix a,
        Op opA,
        Matrix b,
        Op opB,
        double beta,
        Matrix c,
        Matrix d,
        Epilogue epilogue,
        Precision precision) {

    /** So that rounding up to tiles does not overflow. */
    private static final int MOST = Integer.MAX_VALUE - (1 << 16);

    /** Checks a call. @param c may be null if beta is 0 */
    public static Product of(
            double alpha,
            Matrix a,
            Op opA,
            Matrix b,
            Op opB,
            double beta,
            @Nullable Matrix c,
            Matrix d,
            Epilogue epilogue,
            Precision precision) {
        requireGiven(a, "A");
        requireGiven(b, "B");
        requireGiven(opA, "The operation of A");
        requireGiven(opB, "The operation of B");
        require(beta == 0 || c != null, () -> "C is null, but it is read, because beta is not 0 but " + beta + ".");
        String target = c == d ? "C" : "D";
        requireGiven(d, target);
        Matrix added = beta == 0 || c == null ? d : c;
        int m = a.rows(opA);
        int n = b.columns(opB);
        int k = a.columns(opA);
        Supplier<String> factors = () -> opA.text(a.text("A")) + " by " + opB.text(b.text("B"));
        require(
                k == b.rows(opB),
                () -> "Cannot multiply " + factors.get() + ": " + opA.text("A") + " has " + k + " columns, "
                        + opB.text("B") + " " + b.rows(opB) + " rows, and both must be equal.");
        require(
                Math.max(k, Math.max(m, n)) <= MOST,
                () -> "Cannot multiply " + factors.get() + ": no side may be longer than " + MOST + ".");
        checkShape(factors, target, d, m, n);
        checkType(b, "B", a);
        checkType(d, target, a);
        if (added != d) {
            checkShape(factors, "C", added, m, n);
            checkType(added, "C", a);
        }
        checkCounts(a, "A", d, target);
        checkCounts(b, "B", d, target);
        checkCounts(added, "C", d, target);
        require(
                isDisjoint(d),
                () -> "The matrices of the batch " + d.text(target) + " overlap: they are " + d.step()
                        + " elements apart and each takes " + ((long) (m - 1) * d.leading() + n) + ".");
        checkAliases(a, "A", d, target);
        checkAliases(b, "B", d, target);
        require(
                added.isSame(d) || !added.overlaps(d),
                () -> d.text(target) + " overlaps " + added.text("C")
                        + " without being the same matrix: use another array for " + target + ".");
        checkBias(epilogue, m, n, d, target);
        require(
                precision.fits(d.type()),
                () -> "Precision " + precision + " is for float, and " + d.text(target) + " is "
                        + d.type().javaName() + ".");
        double scale = rounded(alpha, "alpha", d);
        boolean empty = k == 0 || scale == 0;
        return new Product(
                m,
                n,
                empty ? 0 : k,
                empty ? 0 : scale,
                a,
                opA,
                b,
                opB,
                rounded(beta, "beta", d),
                added,
                d,
                epilogue,
                precision);
    }

    /** A scalar in the type of the matrices, so that one too small for it is the 0 that it becomes. */
    private static double rounded(double value, String name, Matrix d) {
        double own = d.type() == ElementType.FLOAT ? (float) value : value;
        require(
                Double.isInfinite(own) == Double.isInfinite(value),
                () -> name + " is " + value + ", beyond the largest float, and the matrices are of float.");
        return own;
    }

    /** Fails by name if something is null. */
    public static <T> T requireGiven(@Nullable T value, String role) {
        if (value == null) {
            throw new IllegalArgumentException(role + " is null.");
        }
        return value;
    }

    private static void checkShape(Supplier<String> factors, String role, Matrix matrix, int m, int n) {
        require(
                matrix.rows() == m && matrix.columns() == n,
                () -> "The product of " + factors.get() + " is " + ArrayShapes.text(m, n) + ", and " + matrix.text(role)
                        + " has another shape.");
    }

    private static void checkType(Matrix matrix, String role, Matrix a) {
        require(
                matrix.type() == a.type(),
                () -> matrix.text(role) + " is " + matrix.type().javaName() + " and " + a.text("A") + " is "
                        + a.type().javaName() + ": all matrices of a product have one type.");
    }

    private static void checkCounts(Matrix matrix, String role, Matrix d, String target) {
        require(
                matrix.count() == d.count() || matrix.count() == 1,
                () -> "A batch of " + d.count() + " products, as many as " + d.text(target)
                        + " has, needs as many matrices " + role + ", or one for all: got " + matrix.count() + ".");
    }

    private static void checkAliases(Matrix factor, String role, Matrix d, String target) {
        require(
                !factor.overlaps(d),
                () -> d.text(target) + " overlaps " + factor.text(role)
                        + ", which is still read while it is written: use another array for " + target + ".");
    }

    private static void checkBias(Epilogue epilogue, int m, int n, Matrix d, String target) {
        DeviceArray bias = epilogue.bias();
        if (bias == null) {
            return;
        }
        boolean columns = epilogue.along() == Epilogue.Along.COLUMNS;
        int expected = columns ? n : m;
        require(
                bias.length() == expected && bias.type() == d.type(),
                () -> "The bias of " + d.text(target) + " needs " + expected + " "
                        + d.type().javaName() + "s, one a "
                        + (columns ? "column" : "row") + ": got " + bias.type().javaName() + " "
                        + ArrayShapes.text(bias.shape()) + ".");
        require(
                bias.length() == 0 || !Matrix.of(bias, 0, 1, expected, expected).overlaps(d),
                () -> "The bias overlaps " + d.text(target) + ": use another array.");
    }

    private static boolean isDisjoint(Matrix d) {
        boolean apart = d.step() >= (long) (d.rows() - 1) * d.leading() + d.columns();
        boolean sideBySide = d.step() >= d.columns() && d.step() * d.count() <= d.leading();
        return d.count() <= 1 || d.length() == 0 || apart || sideBySide;
    }

    /** Messages are made only when they are needed, as they take longer than the checks. */
    private static void require(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw new IllegalArgumentException(message.get());
        }
    }

    /** The type of the elements. */
    public ElementType type() {
        return d.type();
    }

    /** The number of products in the batch. */
    public int count() {
        return d.count();
    }

    /** Floating-point operations of all products. */
    public double flops() {
        return 2.0 * m * n * k * count();
    }

    /** Whether there is nothing to compute. */
    public boolean isEmpty() {
        return d.length() == 0;
    }

    /** The macros that every kernel knows: types, transpositions, epilogue. */
    public String[] options() {
        List<String> all = new ArrayList<>(epilogueOptions());
        all.add("-DA_TRANSPOSED=" + opA.ordinal());
        all.add("-DB_TRANSPOSED=" + opB.ordinal());
        return all.toArray(new String[0]);
    }

    /** Those of kernels that see factors the way they lie, whatever the operations are. */
    public List<String> epilogueOptions() {
        return List.of(
                "-DREAL=" + type().openclName(),
                "-DBIAS=" + epilogue.biasCode(),
                "-DACTIVATION=" + epilogue.activation().ordinal());
    }

    /** The arguments that every kernel begins with. */
    public ProductArguments arguments() {
        return ProductArguments.of(this);
    }

    /** From a matrix of a batch to the next one, as kernels take it. */
    public static long step(Matrix matrix) {
        return matrix.count() == 1 ? 0 : matrix.step();
    }

    /** Sizes, operations and type: {@code 3 x 4 * 5 x 4' in float}. */
    @Override
    public String toString() {
        return (count() == 1 ? "" : count() + " of ") + factor(opA, a) + " * " + factor(opB, b) + " in "
                + precision.label(type());
    }

    private static String factor(Op op, Matrix matrix) {
        return op.text(ArrayShapes.text(matrix.rows(), matrix.columns()));
    }
}
