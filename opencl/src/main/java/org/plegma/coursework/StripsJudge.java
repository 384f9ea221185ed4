package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.coursework.ConvolveExercise.InStrips;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Session;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Judges a convolution in strips by its values and by the device memory that it has at once. */
final class StripsJudge {
    private static final String RIGHT = "right";
    private static final String MISSING = "still to be written";
    private static final List<Case> CASES = List.of(
            new Case(64, 48, 3, 16),
            new Case(100, 33, 5, 7),
            new Case(50, 64, 20, 8),
            new Case(33, 40, 4, 100),
            new Case(2048, 512, 8, 64));

    private final Session session;
    private final String task;
    private final int stripsAtOnce;
    private final long seed = Judging.anySeed();
    private final StringColumn sizes = StringColumn.create("height x width, radius, rows");
    private final StringColumn verdicts = StringColumn.create("verdict");

    private final List<String> reasons = new ArrayList<>();

    /** An image, a filter, and how many rows of the result a strip has. */
    record Case(int height, int width, int radius, int rows) {
        @Override
        public String toString() {
            return height + " x " + width + ", " + radius + ", " + rows;
        }
    }

    /** @param stripsAtOnce how many strips may have an input, what lies between the passes, and a result at the same time */
    StripsJudge(Session session, String task, int stripsAtOnce) {
        this.session = session;
        this.task = task;
        this.stripsAtOnce = stripsAtOnce;
    }

    /** Tries the cases until one fails. */
    StripsJudge tryAll(InStrips inStrips) {
        Judging.awaitEarlier(session);
        for (Case each : CASES) {
            if (allRight()) {
                add(each.toString(), attempt(inStrips, each));
            }
        }
        return this;
    }

    boolean allRight() {
        return reasons.stream().allMatch(RIGHT::equals);
    }

    /** Adds a row. */
    void add(String size, String reason) {
        sizes.append(size);
        verdicts.append(reason);
        reasons.add(reason);
    }

    /** The verdict; a task of so many rows. */
    Verdict verdict(int rows) {
        String last = reasons.get(reasons.size() - 1);
        FaultKind fault =
                switch (last) {
                    case RIGHT -> FaultKind.NONE;
                    case MISSING -> FaultKind.MISSING;
                    default -> kind(last);
                };
        double right = reasons.stream().filter(RIGHT::equals).count();
        return new Verdict(
                task,
                Table.create(task, sizes, verdicts),
                right / rows,
                fault,
                last,
                seed,
                session.device().name(),
                Double.NaN,
                false,
                Optional.empty());
    }

    private static FaultKind kind(String reason) {
        if (reason.startsWith("not at the same time") || reason.startsWith("too much")) {
            return FaultKind.EVADED;
        }
        if (reason.startsWith("failed")) {
            return FaultKind.LAUNCH;
        }
        return reason.contains(", is NaN") ? FaultKind.NAN : FaultKind.VALUES;
    }

    static int cases() {
        return CASES.size();
    }

    /** "right", or what is wrong. */
    String attempt(InStrips inStrips, Case size) {
        Grid image = Grid.random(ElementType.FLOAT, seed, size.height, size.width);
        float[] taps = ConvolveExercise.taps(size.radius);
        Grid found;
        MemoryWatch watch = new MemoryWatch(session);
        try (watch) {
            found = inStrips.convolve(image, taps, size.rows);
        } catch (RuntimeException e) {
            return "failed: " + e.getMessage();
        }
        if (found == null) {
            return MISSING;
        }
        if (!Arrays.equals(found.shape(), image.shape()) || found.type() != ElementType.FLOAT) {
            return "wrong: the result is " + found + ", expected float " + size.height + " x " + size.width;
        }
        long strip = 3L * Math.min(size.height, size.rows + 2 * size.radius) * size.width * Float.BYTES;
        long allowed = stripsAtOnce * strip + (1 << 16);
        if (watch.mostBytes() > allowed) {
            return "too much: " + watch.mostBytes() + " bytes of device memory at once, strips need less than "
                    + allowed;
        }
        return differences(image, taps, size.rows, found).orElse(RIGHT);
    }

    private static Optional<String> differences(Grid image, float[] taps, int stripRows, Grid found) {
        int height = image.size(0);
        int width = image.size(1);
        int cells = height * width;
        float[] rows = new float[cells];
        for (int cell = 0; cell < cells; cell++) {
            rows[cell] = (float) ConvolveExercise.sum(image.floats(), taps, cell, cell % width, width, 1)[0];
        }
        for (int cell = 0; cell < cells; cell++) {
            double[] sum = ConvolveExercise.sum(rows, taps, cell, cell / width, height, width);
            if (!isMet(sum, taps, found.floats()[cell])) {
                int strip = cell / width / stripRows;
                return Optional.of(String.format(
                        Locale.ROOT,
                        "wrong: row %d, column %d should be %.6g, is %.6g%s (row %d of strip %d, which has the rows"
                                + " %d to %d of the result)",
                        cell / width,
                        cell % width,
                        sum[0],
                        found.floats()[cell],
                        hint(
                                rows,
                                taps,
                                cell,
                                width,
                                strip * stripRows,
                                Math.min(height, (strip + 1) * stripRows),
                                found),
                        cell / width - strip * stripRows,
                        strip,
                        strip * stripRows,
                        Math.min(height, (strip + 1) * stripRows) - 1));
            }
        }
        return Optional.empty();
    }

    /** Both passes round every term. */
    private static boolean isMet(double[] sum, float[] taps, float found) {
        return Math.abs(found - sum[0]) <= 2 * (taps.length + 1) * 0x1p-24 * sum[1];
    }

    /** What a wrong cell points to, of the strip from row {@code first} to before row {@code end}; empty if to nothing. */
    private static String hint(float[] rows, float[] taps, int cell, int width, int first, int end, Grid found) {
        float value = found.floats()[cell];
        if (value == Results.UNTOUCHED || value == 0) {
            return ": it was not written";
        }
        if (isMet(ConvolveExercise.sum(rows, taps, cell, cell / width - first, end - first, width), taps, value)) {
            return ": the rows above and below its strip count as 0";
        }
        return Math.abs(value - rows[cell]) <= 1e-5 * Math.abs(rows[cell])
                ? ": that is the result along rows alone"
                : "";
    }
}
