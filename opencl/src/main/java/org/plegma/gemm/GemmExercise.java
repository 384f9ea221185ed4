package org.plegma.gemm;

import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.OpenClException;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Judges a product kernel that somebody wrote as an exercise: {@code C = A*B} in float, with the parameters
 * {@code (int m, int n, int k, global const float* A, global const float* B, global float* C)}, all row-major.
 *
 * <p>It is tried on sizes that are not multiples of anything, with guards behind each matrix: C's must stay as they are, and
 * those of A and B are NaN, which spoils a result that takes part of them. The verdicts say what to look at.
 */
public final class GemmExercise {
    private static final int[][] SIZES = {
        {16, 16, 16}, {64, 32, 48}, {1, 1, 1}, {17, 16, 16}, {16, 16, 19}, {5, 70, 33}, {100, 1, 37}, {127, 129, 65}
    };
    private static final int GUARD = 4096;
    private static final float UNTOUCHED = -12345.5f;

    private GemmExercise() {}

    /** How a kernel is launched for m by n results: {@code (kernel, m, n) -> kernel.global(...).local(...)}. */
    @FunctionalInterface
    public interface Launch {
        /** The kernel with its sizes set. */
        Kernel of(Kernel kernel, int m, int n);
    }

    /** What a kernel did for a size. */
    private record Verdict(String text, boolean isRight, double seconds) {}

    /**
     * Tries a kernel, then times it. The first size that fails is the last row; if none does, the last row has the rate
     * and its share of what the device's arithmetic units can do.
     */
    public static Table check(Session session, Kernel kernel, Launch launch) {
        StringColumn sizes = StringColumn.create("m x n x k");
        StringColumn verdicts = StringColumn.create("verdict");
        DoubleColumn rates = DoubleColumn.create("GFLOP/s");
        DoubleColumn shares = DoubleColumn.create("% of the limit");
        Table table = Table.create(kernel.name(), sizes, verdicts, rates, shares);
        boolean isRight = true;
        for (int s = 0; isRight && s <= SIZES.length; s++) {
            boolean timed = s == SIZES.length;
            int side = session.device().kind() == Device.Kind.CPU ? 256 : 2048;
            int[] size = timed ? new int[] {side, side, side} : SIZES[s];
            Verdict verdict = tryOut(session, kernel, launch, size[0], size[1], size[2], timed ? 3 : 1);
            sizes.append(size[0] + " x " + size[1] + " x " + size[2]);
            verdicts.append(verdict.text);
            if (timed && verdict.isRight) {
                double gflops = 2.0 * side * side * side / verdict.seconds * 1e-9;
                rates.append(gflops);
                shares.append(100 * gflops / Ceilings.of(session).arithmetic("float"));
            } else {
                rates.appendMissing();
                shares.appendMissing();
            }
            isRight = verdict.isRight;
        }
        return table;
    }

    private static Verdict tryOut(Session session, Kernel kernel, Launch launch, int m, int n, int k, int runs) {
        Grid a = guarded(m * k, 1, Float.NaN);
        Grid b = guarded(k * n, 2, Float.NaN);
        Grid c = Grid.floats(m * n + GUARD).fill(UNTOUCHED);
        double seconds = Double.POSITIVE_INFINITY;
        try (DeviceArray deviceA = session.upload(a);
                DeviceArray deviceB = session.upload(b);
                DeviceArray deviceC = session.upload(c)) {
            for (int run = 0; run < runs; run++) {
                Event event = launch.of(kernel, m, n).call(m, n, k, deviceA, deviceB, deviceC);
                event.await();
                seconds = Math.min(seconds, event.seconds());
            }
            deviceC.download(c);
        } catch (OpenClException | IllegalArgumentException e) {
            return new Verdict("cannot be launched: " + e.getMessage(), false, 0);
        }
        Optional<String> fault = fault(a.floats(), b.floats(), c.floats(), m, n, k);
        return new Verdict(fault.orElse("right"), fault.isEmpty(), seconds);
    }

    private static Grid guarded(int length, long seed, float guard) {
        Grid values = Grid.random(ElementType.FLOAT, seed, Math.max(1, length));
        return Grid.generate(ElementType.FLOAT, i -> i[0] < length ? values.get(i[0]) - 0.5 : guard, length + GUARD);
    }

    /** What is wrong with a result; empty if nothing is. */
    private static Optional<String> fault(float[] a, float[] b, float[] c, int m, int n, int k) {
        boolean written = false;
        for (int i = 0; i < m * n && !written; i++) {
            written = c[i] != UNTOUCHED;
        }
        if (!written) {
            return Optional.of("still to be written: C is as it was before");
        }
        for (int i = m * n; i < c.length; i++) {
            if (c[i] != UNTOUCHED) {
                return Optional.of("writes behind C, at element " + i + " of " + m * n
                        + ": does every work-item check that its row is below m and its column below n?");
            }
        }
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                CompensatedSum sum = new CompensatedSum();
                for (int p = 0; p < k; p++) {
                    sum.add(a[i * k + p], b[p * n + j]);
                }
                float found = c[i * n + j];
                // A sum of k terms in any order is off by at most k roundings of the magnitudes.
                if (!(Math.abs(found - sum.value()) <= (k + 1) * 0x1p-24 * sum.magnitude())) {
                    String hint = Float.isNaN(found)
                            ? ": it takes elements from outside of A or B"
                            : found == UNTOUCHED ? ": it was not written" : "";
                    return Optional.of(String.format(
                            "wrong: C[%d][%d] should be %.6g, is %.6g%s", i, j, sum.value(), found, hint));
                }
            }
        }
        return Optional.empty();
    }
}
