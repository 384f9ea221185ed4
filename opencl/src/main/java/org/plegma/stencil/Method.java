package org.plegma.stencil;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A way to compute steps of a stencil; all give the same values. Written {@code direct}, or {@code blocked(4)} with the
 * steps that are done together, or {@code direct#2} with the number of a tile other than the usual; {@code partial-sums#1} is
 * that method with a block of cells for each work-item.
 *
 * @param steps steps done together, 1 or more
 * @param tile which of the method's tiles, those for GPUs; 0 is the usual
 */
public record Method(Kind kind, int steps, int tile) {
    private static final Pattern TEXT = Pattern.compile("([a-z-]+)\\s*(?:\\((.*)\\))?(?:#(\\d{1,3}))?");
    private static final Pattern WHOLE = Pattern.compile("-?\\d+");

    /** Of methods that compute each step. */
    private static final int MOST_STEPS = 9999;

    private static final int MOST_STEPS_OF_FFT = 999_999;

    /** Twice as many, and a halo, are still an int in their kernels. */
    private static final int LONGEST_AXIS = 1 << 29;

    /** What the ways are called. */
    public enum Kind {
        /** The fastest of the others: measured, or expected to be. */
        AUTO(false),
        /** One step a launch. */
        DIRECT(false),
        /** One step a launch, stars in 3-D: a queue of registers along the first axis, planes in local memory. */
        MICIKEVICIUS(false),
        /** One step a launch, linear stencils in 3-D: sums wait in registers while planes stream past. */
        PARTIAL_SUMS(false),
        /**
         * Several steps multiplied out to one wider stencil; linear with constant coefficients. What cancels is not read, so
         * that a NaN there does not reach as far as in single steps.
         */
        COMPOSED(true),
        /** Several steps on chip for a part of the grid at a time. */
        BLOCKED(true),
        /**
         * Several steps as one product in frequency; linear with constant coefficients. Rounding errors are parts of the
         * largest value of the grid, in every cell. Grids with a NaN or an infinity are stepped directly.
         */
        FFT(true);

        private final boolean fuses;

        Kind(boolean fuses) {
            this.fuses = fuses;
        }

        /** Whether it does several steps together. */
        public boolean fuses() {
            return fuses;
        }

        /** The name in texts. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** With the usual tile. */
    public Method(Kind kind, int steps) {
        this(kind, steps, 0);
    }

    public Method {
        if (tile != 0 && kind != Kind.DIRECT && (kind != Kind.PARTIAL_SUMS || tile > 1)) {
            throw new IllegalArgumentException(
                    "Only the method direct has numbered tiles, and partial-sums the tile 1, found " + kind.text() + "#"
                            + tile + ".");
        }
        requireFew(kind, String.valueOf(steps));
        if (steps < 1 || (steps > 1 && !kind.fuses)) {
            throw new IllegalArgumentException("The method " + kind.text() + " cannot do " + steps + " steps together: "
                    + (kind.fuses ? "give 1 or more." : "it does one at a time."));
        }
    }

    /** @param steps as text, because it may be more than any int */
    private static void requireFew(Kind kind, String steps) {
        int most = kind == Kind.FFT ? MOST_STEPS_OF_FFT : MOST_STEPS;
        if (new BigInteger(steps).compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                    "The method " + kind.text() + " does at most " + most + " steps together, not " + steps + ".");
        }
    }

    /** The fastest of the others: measured on the device before, or timed when a run is long enough to gain by it. */
    public static Method auto() {
        return new Method(Kind.AUTO, 1);
    }

    /** One step a launch. */
    public static Method direct() {
        return new Method(Kind.DIRECT, 1);
    }

    /** The methods' names, those that do several steps together with {@code (k)}. */
    public static List<String> names() {
        return Arrays.stream(Kind.values())
                .map(kind -> kind.text() + (kind.fuses ? "(k)" : ""))
                .toList();
    }

    /** Reads a name such as {@code direct} or {@code blocked(4)}. */
    public static Method parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            for (Kind kind : Kind.values()) {
                if (kind.text().equals(matcher.group(1))) {
                    return new Method(
                            kind,
                            steps(kind, text, matcher.group(2)),
                            matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)));
                }
            }
        }
        throw new IllegalArgumentException("There is no method '" + text + "'. The methods are "
                + names().stream().collect(Collectors.joining(", ")) + ", where k is a number of steps.");
    }

    /** The number in parentheses, if the method has one; null if there are none. */
    private static int steps(Kind kind, String text, String inParentheses) {
        if (!kind.fuses && inParentheses == null) {
            return 1;
        } else if (!kind.fuses) {
            throw new IllegalArgumentException(
                    "The method " + kind.text() + " does one step at a time and takes no number, found '" + text
                            + "'. Write '" + kind.text() + "'.");
        }
        String number = inParentheses == null ? "" : inParentheses.strip();
        if (!WHOLE.matcher(number).matches()) {
            throw new IllegalArgumentException("The method " + kind.text()
                    + " takes a whole number of steps in parentheses, found '" + text + "'. Write, for example, '"
                    + kind.text() + "(4)'.");
        }
        requireFew(kind, number);
        // Below any number of steps, negative ones are all alike.
        return new BigInteger(number).max(BigInteger.valueOf(Integer.MIN_VALUE)).intValue();
    }

    /** Whether an axis is so long that only the method direct takes it. */
    static boolean isLong(int[] shape) {
        return Arrays.stream(shape).anyMatch(size -> size > LONGEST_AXIS);
    }

    /** Whether a run has steps enough for it: a product in frequency is the same for fewer. */
    boolean fits(long count) {
        return kind == Kind.FFT || steps <= count;
    }

    /**
     * The time of a run of so many steps. Those that are left over take as long as a round of the method, which does them by
     * the same ways, or are direct.
     */
    double seconds(long count, double secondsAStep, double directSeconds) {
        long rest = count % steps;
        return (count - rest) * secondsAStep + Math.min(rest == 0 ? 0 : steps * secondsAStep, rest * directSeconds);
    }

    /**
     * The code of this method for a setting.
     *
     * @throws IllegalArgumentException if there is none, with the reason
     */
    StepCode code(Setting setting) {
        if (kind != Kind.DIRECT && isLong(setting.shape())) {
            throw new IllegalArgumentException("The method " + this + " takes axes of at most " + LONGEST_AXIS
                    + " cells, found the shape " + Arrays.toString(setting.shape()) + ". Use the method direct.");
        }
        return switch (kind) {
            case AUTO -> throw new IllegalStateException("auto is not a method of its own: choose first");
            case DIRECT -> tile == 0 ? DirectMethod.code(setting) : DirectMethod.code(setting, numberedTile(setting));
            case MICIKEVICIUS -> Micikevicius.code(setting);
            case PARTIAL_SUMS -> tile == 0 ? PartialSums.code(setting) : PartialSums.codeOfBlocks(setting);
            case COMPOSED -> ComposedMethod.code(setting, steps);
            case BLOCKED -> BlockedMethod.code(setting, steps);
            case FFT -> FrequencyMethod.code(setting, steps);
        };
    }

    private DirectTile numberedTile(Setting setting) {
        List<DirectTile> tiles = setting.variant() == Variant.GPU ? DirectTile.candidates(setting) : List.of();
        if (tile >= tiles.size()) {
            throw new IllegalArgumentException("There is no tile " + tile + " of direct here, only the usual"
                    + (tiles.size() > 1 ? " and 1 to " + (tiles.size() - 1) : "") + ".");
        }
        return tiles.get(tile);
    }

    @Override
    public String toString() {
        return kind.text() + (kind.fuses ? "(" + steps + ")" : "") + (tile == 0 ? "" : "#" + tile);
    }
}
