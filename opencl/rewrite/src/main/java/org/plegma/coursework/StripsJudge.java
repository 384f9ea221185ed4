package org.plegma.coursework;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.coursework.ConvolveExercise.InStrips;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Session;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Judges a convolution in strips by its values and by the device memory that it has at once. */
final class StripsJudge {
    private static final List<Case> CASES = List.of(
            new Case(64, 48, 3, 16),
            new Case(100, 33, 5, 7),
            new Case(50, 64, 20, 8),
            new Case(33, 40, 4, 100),
            new Case(2048, 512, 8, 64));

    /** To think through, the smallest first: one strip, several, a last one that is not full, a filter beyond a strip. */
    private static final List<Case> SMALL = List.of(
            new Case(1, 1, 1, 1),
            new Case(1, 2, 1, 1),
            new Case(2, 1, 1, 1),
            new Case(2, 2, 1, 2),
            new Case(3, 2, 1, 2),
            new Case(4, 3, 2, 2),
            new Case(5, 4, 2, 3),
            new Case(7, 5, 3, 2),
            new Case(8, 8, 4, 3));

    private final Session session;
    private final String task;
    private final int stripsAtOnce;
    private final long seed;
    private final StringColumn sizes = StringColumn.create("height x width, radius, rows");
    private final StringColumn verdicts = StringColumn.create("verdict");
    private Optional<SubmissionFault> fault = Optional.empty();

    /** An image, a filter, and how many rows of the result a strip has. */
    record Case(int height, int width, int radius, int rows) {
        @Override
        public String toString() {
            return height + " x " + width + ", " + radius + ", " + rows;
        }

        private String place(int cell) {
            return "row " + cell / width + ", column " + cell % width;
        }
    }

    /**
     * @param stripsAtOnce how many strips may have an input, what lies between the passes, and a result at the same time
     * @param seed of the values
     */
    StripsJudge(Session session, String task, int stripsAtOnce, long seed) {
        this.session = session;
        this.task = task;
        this.stripsAtOnce = stripsAtOnce;
        this.seed = seed;
    }

    /** Tries the cases until one fails, and of one with wrong values the small ones, too. */
    StripsJudge tryAll(InStrips inStrips) {
        Judging.awaitEarlier(session);
        for (Case each : CASES) {
            if (allRight()) {
                add(each.toString(), attempt(inStrips, each));
            }
        }
        fault = fault.map(found -> found.kind().isFatal() ? found : withSmallest(found, inStrips));
        return this;
    }

    boolean allRight() {
        return fault.isEmpty();
    }

    /** Adds a row. */
    void add(String size, Optional<SubmissionFault> found) {
        sizes.append(size);
        verdicts.append(found.map(SubmissionFault::text).orElse("right"));
        fault = found;
    }

    /** The verdict; a task of so many rows. */
    Verdict verdict(int rows) {
        double right = sizes.size() - (allRight() ? 0 : 1);
        return new Verdict(
                task,
                Table.create(task, sizes, verdicts),
                right / rows,
                fault.map(SubmissionFault::kind).orElse(FaultKind.NONE),
                fault.map(SubmissionFault::text).orElse("right"),
                OptionalLong.of(seed),
                session.device().name(),
                Double.NaN,
                false,
                fault.flatMap(SubmissionFault::picture));
    }

    static int cases() {
        return CASES.size();
    }

    /** What is wrong with a case; empty if nothing is. */
    Optional<SubmissionFault> attempt(InStrips inStrips, Case size) {
        Grid image = image(size);
        float[] taps = ConvolveExercise.taps(size.radius);
        Grid found;
        MemoryWatch watch = new MemoryWatch(session);
        try (watch) {
            found = inStrips.convolve(image, taps, size.rows);
        } catch (CancellationException e) { // which is no fault of the student's
            throw e;
        } catch (RuntimeException e) {
            return Optional.of(new SubmissionFault(FaultKind.LAUNCH, "failed: " + e.getMessage()));
        }
        if (found == null) {
            return Optional.of(new SubmissionFault(FaultKind.MISSING, "still to be written"));
        }
        if (!Arrays.equals(found.shape(), image.shape()) || found.type() != ElementType.FLOAT) {
            return Optional.of(new SubmissionFault(
                    FaultKind.VALUES,
                    "wrong: the result is " + found + ", expected float " + size.height + " x " + size.width));
        }
        long strip = 3L * Math.min(size.height, size.rows + 2 * size.radius) * size.width * Float.BYTES;
        long allowed = stripsAtOnce * strip + (1 << 16);
        if (watch.mostBytes() > allowed) {
            return Optional.of(new SubmissionFault(
                    FaultKind.EVADED,
                    "too much: " + watch.mostBytes() + " bytes of device memory at once, strips need less than "
                            + allowed));
        }
        return wrongCell(size, image, taps, found);
    }

    private Grid image(Case size) {
        return Grid.random(ElementType.FLOAT, seed, size.height, size.width);
    }

    /** A fault with the first of the small cases that fails. */
    private SubmissionFault withSmallest(SubmissionFault large, InStrips inStrips) {
        for (Case each : SMALL) {
            Optional<SubmissionFault> small = attempt(inStrips, each);
            if (small.isPresent()) {
                return new SubmissionFault(
                        large.kind(),
                        large.text() + "\nThe smallest case that fails is " + each + ": "
                                + small.get().text(),
                        small.get().picture());
            }
        }
        return large;
    }

    private static Optional<SubmissionFault> wrongCell(Case size, Grid image, float[] taps, Grid found) {
        int width = size.width;
        int cells = size.height * width;
        float[] rows = new float[cells];
        for (int cell = 0; cell < cells; cell++) {
            rows[cell] = (float) ConvolveExercise.sum(image.floats(), taps, cell, cell % width, width, 1)[0];
        }
        boolean[] isRight = new boolean[cells];
        int first = cells;
        for (int cell = cells - 1; cell >= 0; cell--) {
            double[] sum = ConvolveExercise.sum(rows, taps, cell, cell / width, size.height, width);
            isRight[cell] = isMet(sum, taps, found.floats()[cell]);
            first = isRight[cell] ? first : cell;
        }
        if (first == cells) {
            return Optional.empty();
        }
        float value = found.floats()[first];
        int strip = first / width / size.rows;
        int begin = strip * size.rows;
        int end = Math.min(size.height, begin + size.rows);
        String text = String.format(
                Locale.ROOT,
                "wrong: %s should be %.6g, is %.6g%s (row %d of strip %d, which has %s of the result)",
                size.place(first),
                ConvolveExercise.sum(rows, taps, first, first / width, size.height, width)[0],
                value,
                hint(rows, taps, first, width, begin, end, found),
                first / width - begin,
                strip,
                begin == end - 1 ? "row " + begin : "the rows " + begin + " to " + (end - 1));
        FaultKind kind = Float.isNaN(value) ? FaultKind.NAN : FaultKind.VALUES;
        if (!SMALL.contains(size)) {
            return Optional.of(new SubmissionFault(kind, text));
        }
        int[] strips =
                IntStream.range(0, size.height).map(row -> row / size.rows).toArray();
        float[] values = found.floats().clone();
        for (int cell = 0; cell < cells; cell++) {
            values[cell] = isUnwritten(values[cell]) ? Results.UNTOUCHED : values[cell];
        }
        FailurePicture picture = FailurePicture.ofParts(values, isRight, width, strips, "strip");
        return Optional.of(new SubmissionFault(
                kind,
                text + "\n" + picture.text(),
                Optional.of(picture.picture("The smallest case that fails, " + size, size::place))));
    }

    /** No right value is 0. */
    private static boolean isUnwritten(float value) {
        return value == Results.UNTOUCHED || value == 0;
    }

    /** Both passes round every term. */
    private static boolean isMet(double[] sum, float[] taps, float found) {
        return Math.abs(found - sum[0]) <= 2 * (taps.length + 1) * 0x1p-24 * sum[1];
    }

    /** What a wrong cell points to, of the strip from row {@code first} to before row {@code end}; empty if to nothing. */
    private static String hint(float[] rows, float[] taps, int cell, int width, int first, int end, Grid found) {
        float value = found.floats()[cell];
        if (isUnwritten(value)) {
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
