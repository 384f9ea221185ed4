package org.plegma.fft.pass;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A part of a transform: one launch that reads an array and writes an array. */
public sealed interface PassStep {
    Slot from();

    Slot to();

    /** What the step multiplies by, or null. */
    @Nullable
    Slot by();

    /** An array of a running plan: the caller's, memory of the plan by its name, of so many reals, or a table. */
    record Slot(String name, long reals, @Nullable Table table) {
        public static final Slot IN = new Slot("in", 0);
        public static final Slot OUT = new Slot("out", 0);
        public static final Slot BY = new Slot("by", 0);

        public Slot(String name, long reals) {
            this(name, reals, null);
        }

        public static Slot of(Table table) {
            return new Slot(table.toString(), 0, table);
        }

        public boolean isOwn() {
            return reals > 0;
        }
    }

    /** The transform of lines. */
    record Lines(LinePass pass, Slot from, Slot to, @Nullable Slot by) implements PassStep {
        public Lines(LinePass pass, Slot from, Slot to) {
            this(pass, from, to, null);
        }

        /** As {@code FftPlan.explain} shows it. */
        @Override
        public String toString() {
            return between(this) + pass;
        }
    }

    /**
     * A kernel of {@code elements.cl}, for {@code items} values.
     *
     * @param table the table that it reads after the arrays, or null
     * @param arguments what follows; a {@link Real} is given in the plan's type
     */
    record Elements(
            String kernel,
            long items,
            @Nullable Table table,
            List<Object> arguments,
            Slot from,
            Slot to,
            @Nullable Slot by)
            implements PassStep {
        public Elements(String kernel, long items, @Nullable Table table, List<Object> arguments, Slot from, Slot to) {
            this(kernel, items, table, arguments, from, to, null);
        }

        @Override
        public String toString() {
            return between(this) + kernel + " of " + items + " values";
        }
    }

    private static String between(PassStep step) {
        Slot by = step.by();
        String factors = by == null ? "" : " with " + by.name();
        return step.from().name() + " to " + step.to().name() + factors + ": ";
    }

    /** The transforms of lines among steps. */
    static List<LinePass> passes(List<PassStep> steps) {
        return steps.stream()
                .filter(Lines.class::isInstance)
                .map(step -> ((Lines) step).pass())
                .toList();
    }

    /** A number that a kernel takes as REAL. */
    record Real(double value) {}

    /**
     * Factors of lines of {@code n}.
     *
     * @param m another length, or 0
     */
    record Table(Kind kind, int n, int m) {
        enum Kind {
            CHIRP,
            CHIRP_SPECTRUM,
            ROOTS
        }

        /** Of Bluestein's algorithm: exp(-πi·k²/n). */
        public static Table chirp(int n) {
            return new Table(Kind.CHIRP, n, 0);
        }

        /** The transform of length m of the chirp's conjugate, wrapped round, over m. */
        public static Table chirpSpectrum(int n, int m) {
            return new Table(Kind.CHIRP_SPECTRUM, n, m);
        }

        /** {@code Turns.twoParts}. */
        public static Table roots(int n) {
            return new Table(Kind.ROOTS, n, 0);
        }

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " of " + n + (m == 0 ? "" : " by " + m);
        }
    }
}
