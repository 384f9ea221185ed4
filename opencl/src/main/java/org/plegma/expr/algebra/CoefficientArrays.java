package org.plegma.expr.algebra;

import java.util.HashMap;
import java.util.Map;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Offset;

/**
 * Stencils given as arrays of coefficients, of rank 1 to 3. The entry at the middle, index {@code length / 2}, belongs
 * to the cell itself, and the entry one further along an axis to its next neighbour there: a correlation, as in
 * {@code scipy.ndimage.correlate}. Entries that are zero are not read.
 */
public final class CoefficientArrays {
    /** The name of the field. */
    private static final String FIELD = "u";

    private CoefficientArrays() {}

    /** Of one axis. */
    public static LinearForm linearForm(double[] coefficients) {
        requireEntries(coefficients.length);
        Map<Access, Polynomial> taps = new HashMap<>();
        for (int i = 0; i < coefficients.length; i++) {
            put(taps, coefficients[i], i - coefficients.length / 2);
        }
        return LinearForm.of(taps, Polynomial.ZERO);
    }

    /** The same for two axes; all rows must have one length. */
    public static LinearForm linearForm(double[][] coefficients) {
        requireEntries(coefficients.length);
        Map<Access, Polynomial> taps = new HashMap<>();
        int width = coefficients[0].length;
        for (int i = 0; i < coefficients.length; i++) {
            requireLength(width, coefficients[i].length);
            for (int j = 0; j < width; j++) {
                put(taps, coefficients[i][j], i - coefficients.length / 2, j - width / 2);
            }
        }
        return LinearForm.of(taps, Polynomial.ZERO);
    }

    /** The same for three axes; all planes and rows must have one length each. */
    public static LinearForm linearForm(double[][][] coefficients) {
        requireEntries(coefficients.length);
        requireEntries(coefficients[0].length);
        Map<Access, Polynomial> taps = new HashMap<>();
        int height = coefficients[0].length;
        int width = coefficients[0][0].length;
        for (int i = 0; i < coefficients.length; i++) {
            requireLength(height, coefficients[i].length);
            for (int j = 0; j < height; j++) {
                requireLength(width, coefficients[i][j].length);
                for (int k = 0; k < width; k++) {
                    double value = coefficients[i][j][k];
                    put(taps, value, i - coefficients.length / 2, j - height / 2, k - width / 2);
                }
            }
        }
        return LinearForm.of(taps, Polynomial.ZERO);
    }

    private static void put(Map<Access, Polynomial> taps, double value, int... offset) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "A coefficient must be a finite number, found " + value + " at offset " + Offset.of(offset) + ".");
        }
        taps.put(
                new Access(FIELD, 0, Offset.of(offset)),
                Polynomial.of(Exprs.num(value).value()));
    }

    private static void requireEntries(int length) {
        if (length == 0) {
            throw new IllegalArgumentException("A coefficient array needs at least one entry along each axis.");
        }
    }

    private static void requireLength(int expected, int found) {
        requireEntries(found);
        if (found != expected) {
            throw new IllegalArgumentException("The rows of a coefficient array must have equal lengths: expected "
                    + expected + " entries, found " + found + ". Fill the missing places with 0.");
        }
    }
}
