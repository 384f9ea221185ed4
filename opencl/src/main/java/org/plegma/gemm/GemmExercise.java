package org.plegma.gemm;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.KernelFaultException;
import org.plegma.device.OclgrindCheck;
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
 * <p>Each size, drawn anew for each check, is first simulated in a process of its own if Oclgrind is installed: what would
 * end or hang this process on a device, and a race that does no harm there, are verdicts with a place. Then it runs with
 * guards behind each matrix: C's must stay as they are, and those of A and B are NaN, which spoils a result that takes part
 * of them.
 */
public final class GemmExercise {
    private static final int TILE = 16;
    private static final int GUARD = 4096;
    private static final float UNTOUCHED = -12345.5f;

    private final Session session;
    private final Kernel kernel;
    private final Launch launch;
    private final Optional<? extends ArgumentCheck> simulation;

    private GemmExercise(Session session, Kernel kernel, Launch launch, Optional<? extends ArgumentCheck> simulation) {
        this.session = session;
        this.kernel = kernel;
        this.launch = launch;
        this.simulation = simulation;
    }

    /** How a kernel is launched for m by n results: {@code (kernel, m, n) -> kernel.global(...).local(...)}. */
    @FunctionalInterface
    public interface Launch {
        /** The kernel with its sizes set. */
        Kernel of(Kernel kernel, int m, int n);
    }

    /** What a kernel did for a size. */
    private record Verdict(String text, boolean isRight, double seconds) {}

    /** Sizes of a product. */
    private record Size(int m, int n, int k) {
        @Override
        public String toString() {
            return m + " x " + n + " x " + k;
        }
    }

    /**
     * Tries a kernel, then times it. The first size that fails is the last row; if none does, the last row has the rate
     * and its share of the roofline, what the device's arithmetic units and memory bandwidth allow.
     */
    public static Table check(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, OclgrindCheck.ifInstalled());
    }

    /** With this simulation of each launch. */
    static Table check(Session session, Kernel kernel, Launch launch, Optional<? extends ArgumentCheck> simulation) {
        return new GemmExercise(session, kernel, launch, simulation).table();
    }

    private Table table() {
        StringColumn sizes = StringColumn.create("m x n x k");
        StringColumn verdicts = StringColumn.create("verdict");
        DoubleColumn rates = DoubleColumn.create("GFLOP/s");
        DoubleColumn shares = DoubleColumn.create("% of the roofline");
        String caption = simulation.isPresent() ? "" : " (not simulated first: the command oclgrind-kernel is missing)";
        Table table = Table.create(kernel.name() + caption, sizes, verdicts, rates, shares);
        boolean isRight = true;
        for (Size size : drawSizes(new Random())) {
            if (isRight) {
                Verdict verdict = simulate(size).orElseGet(() -> tryOut(size, 1));
                sizes.append(size.toString());
                verdicts.append(verdict.text);
                rates.appendMissing();
                shares.appendMissing();
                isRight = verdict.isRight;
            }
        }
        if (isRight) {
            int side = session.device().kind() == Device.Kind.CPU ? 256 : 2048;
            Size size = new Size(side, side, side);
            Verdict verdict = tryOut(size, 3);
            double gflops = verdict.isRight ? 2.0 * side * side * side / verdict.seconds * 1e-9 : Double.NaN;
            sizes.append(size.toString());
            verdicts.append(verdict.text);
            rates.append(gflops); // NaN is Tablesaw's missing value
            shares.append(100 * gflops / roofline(side));
        }
        return table;
    }

    /** GFLOP/s above which no product of squares comes that reads and writes each matrix once. */
    private double roofline(int side) {
        Ceilings limits = Ceilings.of(session);
        double operationsPerByte = 2.0 * side / (3 * Float.BYTES);
        return Math.min(limits.arithmetic("float"), operationsPerByte * limits.bandwidth());
    }

    /** Whole tiles, one element, each side in turn a little more than tiles, flat ones, and more than one large tile. */
    static List<Size> drawSizes(Random random) {
        int whole = TILE * (1 + random.nextInt(3));
        int odd = TILE * random.nextInt(2) + 1 + random.nextInt(TILE - 1);
        int large = 65 + random.nextInt(30);
        return List.of(
                new Size(TILE, TILE, TILE),
                new Size(whole, 2 * TILE, 3 * TILE),
                new Size(1, 1, 1),
                new Size(TILE + 1 + random.nextInt(3), TILE, TILE),
                new Size(TILE, TILE, TILE + 1 + random.nextInt(5)),
                new Size(1 + random.nextInt(6), large, odd + 16),
                new Size(large, 1 + random.nextInt(3), odd),
                new Size(large, large + 1 + random.nextInt(3), 20 + random.nextInt(20)));
    }

    /** What a simulator finds wrong, on arrays without guards. */
    private Optional<Verdict> simulate(Size size) {
        try {
            simulation.ifPresent(check -> {
                float[] a = factor(size.m * size.k, 1).floats();
                float[] b = factor(size.k * size.n, 2).floats();
                List<Object> arguments = List.of(size.m, size.n, size.k, a, b, new float[size.m * size.n]);
                check.check(sized(size), arguments);
            });
            return Optional.empty();
        } catch (KernelFaultException e) {
            return Optional.of(new Verdict("wrong: " + e.getMessage(), false, 0));
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return Optional.of(cannotBeLaunched(e));
        }
    }

    private Kernel sized(Size size) {
        Kernel sized = launch.of(kernel, size.m, size.n);
        if (sized == null) {
            throw new IllegalArgumentException("the launch gives null instead of the kernel with its sizes");
        }
        return sized;
    }

    private static Verdict cannotBeLaunched(RuntimeException e) {
        return new Verdict("cannot be launched: " + e.getMessage(), false, 0);
    }

    private Verdict tryOut(Size size, int runs) {
        Grid a = guarded(factor(size.m * size.k, 1));
        Grid b = guarded(factor(size.k * size.n, 2));
        Grid c = Grid.floats(size.m * size.n + GUARD).fill(UNTOUCHED);
        double seconds = Double.POSITIVE_INFINITY;
        try (DeviceArray deviceA = session.upload(a);
                DeviceArray deviceB = session.upload(b);
                DeviceArray deviceC = session.upload(c)) {
            for (int run = 0; run < runs; run++) {
                Event event = sized(size).call(size.m, size.n, size.k, deviceA, deviceB, deviceC);
                event.await();
                seconds = Math.min(seconds, event.seconds());
            }
            deviceC.download(c);
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return cannotBeLaunched(e);
        }
        Optional<String> fault = new Result(size, a.floats(), b.floats(), c.floats()).fault();
        return new Verdict(fault.orElse("right"), fault.isEmpty(), seconds);
    }

    private static Grid factor(int length, long seed) {
        Grid values = Grid.random(ElementType.FLOAT, seed, length);
        return Grid.generate(ElementType.FLOAT, i -> values.get(i[0]) - 0.5, length);
    }

    private static Grid guarded(Grid values) {
        int length = values.size(0);
        return Grid.generate(ElementType.FLOAT, i -> i[0] < length ? values.get(i[0]) : Float.NaN, length + GUARD);
    }

    /** What a kernel wrote, and from what. */
    private record Result(Size size, float[] a, float[] b, float[] c) {

        /** What is wrong; empty if nothing is. */
        Optional<String> fault() {
            int length = size.m * size.n;
            boolean written = false;
            for (int i = 0; i < length && !written; i++) {
                written = c[i] != UNTOUCHED;
            }
            if (!written) {
                return Optional.of("still to be written: C is as it was before");
            }
            for (int i = length; i < c.length; i++) {
                if (c[i] != UNTOUCHED) {
                    return Optional.of("writes behind C, at element " + i + " of " + length
                            + ": does every work-item check that its row is below m and its column below n?");
                }
            }
            for (int i = 0; i < size.m; i++) {
                for (int j = 0; j < size.n; j++) {
                    if (!agrees(i, j, size.k, c[i * size.n + j])) {
                        return Optional.of(String.format(
                                "wrong: C[%d][%d] should be %.6g, is %.6g%s",
                                i, j, sum(i, j, size.k).value(), c[i * size.n + j], hint(i, j, c[i * size.n + j])));
                    }
                }
            }
            return Optional.empty();
        }

        private CompensatedSum sum(int i, int j, int terms) {
            CompensatedSum sum = new CompensatedSum();
            for (int p = 0; p < terms; p++) {
                sum.add(a[i * size.k + p], b[p * size.n + j]);
            }
            return sum;
        }

        /** A sum of k terms in any order is off by at most k roundings of the magnitudes. */
        private boolean agrees(int i, int j, int terms, float found) {
            CompensatedSum sum = sum(i, j, terms);
            return Math.abs(found - sum.value()) <= (terms + 1) * 0x1p-24 * sum.magnitude();
        }

        private String hint(int i, int j, float found) {
            int whole = size.k / TILE * TILE;
            if (Float.isNaN(found)) {
                return ": it takes elements from outside of A or B";
            } else if (found == UNTOUCHED) {
                return ": it was not written";
            } else if (i < size.n && j < size.m && agrees(j, i, size.k, found)) {
                return String.format(", which is C[%d][%d]: are rows and columns mixed up?", j, i);
            } else if (whole < size.k && whole > 0 && agrees(i, j, whole, found)) {
                return ": the terms from p = " + whole + " on, which do not fill a tile, are missing";
            }
            return "";
        }
    }
}
