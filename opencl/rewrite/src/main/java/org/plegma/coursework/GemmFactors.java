package org.plegma.coursework;

import java.util.List;
import org.plegma.coursework.GemmExercise.Size;
import org.plegma.coursework.KernelExercise.Expected;
import org.plegma.gemm.product.CompensatedSum;

/** What the elements of a product should be, and what wrong ones point to. */
final class GemmFactors {
    private static final int TILE = 16;

    private final GemmForm form;
    private final Size size;
    private final float[] a;
    private final float[] b;
    private final float[] c;

    /** @param arguments of a kernel of this form */
    GemmFactors(GemmForm form, Size size, List<Object> arguments) {
        this.form = form;
        this.size = size;
        a = (float[]) arguments.get(3);
        b = (float[]) arguments.get(4);
        c = form.hasSummand() ? (float[]) arguments.get(5) : new float[0];
    }

    Expected element(int i, int j) {
        return terms(i, j, 0, size.k());
    }

    private Expected terms(int i, int j, int from, int to) {
        return sum(i, j, from, to, form.isTransposedA(), form.isTransposedB(), form.hasSummand());
    }

    /** A sum of k terms in any order is off by at most k roundings of the magnitudes. */
    private Expected sum(int i, int j, int from, int to, boolean turnedA, boolean turnedB, boolean isAdded) {
        CompensatedSum sum = new CompensatedSum();
        for (int p = from; p < to; p++) {
            sum.add(a[turnedA ? p * size.m() + i : i * size.k() + p], b[turnedB ? j * size.k() + p : p * size.n() + j]);
        }
        if (isAdded) {
            sum.add(c[i * size.n() + j], 1);
        }
        return new Expected(sum.value(), (to - from + 2) * 0x1p-24 * sum.magnitude());
    }

    String hint(int i, int j, double found) {
        int k = size.k();
        int whole = k / TILE * TILE;
        boolean a = form.isTransposedA();
        boolean b = form.isTransposedB();
        if (i < size.n() && j < size.m() && element(j, i).isMetBy(found)) {
            return ", which is " + form.result() + "[" + j + "][" + i + "]: are rows and columns mixed up?";
        } else if (form.hasSummand() && sum(i, j, 0, k, a, b, false).isMetBy(found)) {
            return ": C is not added";
        } else if (whole < k && whole > 0 && terms(i, j, 0, whole).isMetBy(found)) {
            return ": the terms from p = " + whole + " on, which do not fill a tile, are missing";
        } else if (k > 1 && terms(i, j, 0, k - 1).isMetBy(found)) {
            return ": the last term, of p = " + (k - 1) + ", is missing";
        } else if (k > 1 && terms(i, j, 1, k).isMetBy(found)) {
            return ": the first term, of p = 0, is missing";
        } else if (sum(i, j, 0, k, a, !b, form.hasSummand()).isMetBy(found)) {
            return turned(a, !b, "B", b);
        } else if (sum(i, j, 0, k, !a, b, form.hasSummand()).isMetBy(found)) {
            return turned(!a, b, "A", a);
        }
        return "";
    }

    private static String turned(boolean turnedA, boolean turnedB, String which, boolean isTransposed) {
        return ", the sum of " + GemmForm.left(turnedA) + " * " + GemmForm.right(turnedB) + ": is " + which
                + " read as if it was " + (isTransposed ? "not " : "") + "transposed?";
    }
}
