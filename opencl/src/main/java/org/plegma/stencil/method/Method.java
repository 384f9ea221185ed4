package org.plegma.stencil.method;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;

/**
 * How steps of a stencil are computed; all methods give the same values. Written {@code direct}, or {@code blocked(4)} with the
 * steps that are done together, or {@code direct#2} with the number of a tile other than the usual; {@code partial-sums#1} is
 * that method with a block of cells for each work-item. {@code auto} is the fastest of the others.
 *
 * @param name one of the catalogue, or {@code auto}
 * @param steps steps done together, 1 or more
 * @param tile which of the method's tiles, those for GPUs; 0 is the usual
 */
public record Method(String name, int steps, int tile) {
    private static final Pattern TEXT = Pattern.compile("([a-z-]+)\\s*(?:\\((.*)\\))?(?:#(\\d{1,3}))?");
    private static final Pattern WHOLE = Pattern.compile("-?\\d+");
    private static final String AUTO = "auto";

    /** Twice as many, and a halo, are still an int in their kernels. */
    private static final int LONGEST_AXIS = 1 << 29;

    /** With the usual tile. */
    public Method(String name, int steps) {
        this(name, steps, 0);
    }

    public Method {
        boolean auto = name.equals(AUTO);
        boolean fuses = !auto && known(name).fuses();
        int tiles = auto ? 0 : known(name).mostTiles();
        if (tile < 0 || tile > tiles) {
            throw new IllegalArgumentException("The method " + name
                    + (tiles == 0 ? " has no numbered tiles" : " has the tiles 0 to " + tiles) + ", found " + name + "#"
                    + tile + ".");
        }
        requireFew(name, String.valueOf(steps));
        if (steps < 1 || (steps > 1 && !fuses)) {
            throw new IllegalArgumentException("The method " + name + " cannot do " + steps + " steps together: "
                    + (fuses ? "give 1 or more." : "it does one at a time."));
        }
    }

    private static StepMethod known(String name) {
        return MethodCatalogue.find(name).orElseThrow(() -> unknown(name));
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException("There is no method '" + text + "'. The methods are "
                + String.join(", ", names()) + ", where k is a number of steps.");
    }

    /** @param steps as text, because it may be more than any int */
    private static void requireFew(String name, String steps) {
        int most = name.equals(AUTO) ? StepMethod.MOST_STEPS : known(name).mostSteps();
        if (new BigInteger(steps).compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                    "The method " + name + " does at most " + most + " steps together, not " + steps + ".");
        }
    }

    /** What computes it; auto has none. */
    public StepMethod way() {
        if (isAuto()) {
            throw new IllegalStateException("auto is not a method of its own: choose first");
        }
        return known(name);
    }

    /**
     * The fastest of the others: measured on the device before, expected, or timed when a run is long enough to gain by it. Short runs
     * are direct; on a GPU only until so many have come that compiling another method has paid, which then rounds in another order.
     */
    public static Method auto() {
        return new Method(AUTO, 1);
    }

    /** One step a launch. */
    public static Method direct() {
        return new Method("direct", 1);
    }

    /** Whether the method is still to be chosen. */
    public boolean isAuto() {
        return name.equals(AUTO);
    }

    /** This method, or direct in place of auto, where there is no grid to choose for. */
    public Method orDirect() {
        return isAuto() ? direct() : this;
    }

    /** The methods' names, those that do several steps together with {@code (k)}. */
    public static List<String> names() {
        return Stream.concat(
                        Stream.of(AUTO),
                        MethodCatalogue.ALL.stream().map(way -> way.name() + (way.fuses() ? "(k)" : "")))
                .toList();
    }

    /** Some methods as one may write them, at least one of each name. */
    public static List<String> examples() {
        return Stream.concat(
                        Stream.of(AUTO),
                        MethodCatalogue.ALL.stream()
                                .flatMap(way -> way.fuses()
                                        ? Arrays.stream(way.examples()).mapToObj(k -> way.name() + "(" + k + ")")
                                        : Stream.of(way.name())))
                .toList();
    }

    /** Reads a name such as {@code direct} or {@code blocked(4)}. */
    public static Method parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw unknown(text);
        }
        String name = matcher.group(1);
        boolean fuses = !name.equals(AUTO)
                && MethodCatalogue.find(name).orElseThrow(() -> unknown(text)).fuses();
        return new Method(
                name,
                steps(name, fuses, text, matcher.group(2)),
                matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)));
    }

    /** The number in parentheses, if the method has one; null if there are none. */
    private static int steps(String name, boolean fuses, String text, String inParentheses) {
        if (!fuses && inParentheses == null) {
            return 1;
        } else if (!fuses) {
            throw new IllegalArgumentException("The method " + name
                    + " does one step at a time and takes no number, found '" + text + "'. Write '" + name + "'.");
        }
        String number = inParentheses == null ? "" : inParentheses.strip();
        if (!WHOLE.matcher(number).matches()) {
            throw new IllegalArgumentException("The method " + name
                    + " takes a whole number of steps in parentheses, found '" + text + "'. Write, for example, '"
                    + name + "(4)'.");
        }
        requireFew(name, number);
        // Below any number of steps, negative ones are all alike.
        return new BigInteger(number).max(BigInteger.valueOf(Integer.MIN_VALUE)).intValue();
    }

    /** Whether an axis is so long that only the method direct takes it. */
    public static boolean isLong(int[] shape) {
        return Arrays.stream(shape).anyMatch(size -> size > LONGEST_AXIS);
    }

    /** Whether a run has steps enough for it: a product in frequency is the same for fewer. */
    public boolean fits(long count) {
        return way().isForGivenSteps() || steps <= count;
    }

    /**
     * The time of a run of so many steps. Those that are left over take as long as a round of the method, which does them by
     * the same ways, or are direct.
     */
    public double seconds(long count, double secondsAStep, double directSeconds) {
        long rest = count % steps;
        return (count - rest) * secondsAStep + Math.min(rest == 0 ? 0 : steps * secondsAStep, rest * directSeconds);
    }

    /**
     * The code of this method for an instance.
     *
     * @throws IllegalArgumentException if there is none, with the reason
     */
    public StepCode code(StencilInstance instance) {
        if (!way().takesLongAxes() && isLong(instance.shape())) {
            throw new IllegalArgumentException("The method " + this + " takes axes of at most " + LONGEST_AXIS
                    + " cells, found the shape " + Arrays.toString(instance.shape()) + ". Use the method direct.");
        }
        way().requireKnown(instance.boundaries());
        if (instance.part().isPresent() && !way().takesParts(instance)) {
            throw new IllegalArgumentException("The method " + this + " does not compute a part of the planes.");
        }
        return way().code(instance, this);
    }

    @Override
    public String toString() {
        return name + (!isAuto() && way().fuses() ? "(" + steps + ")" : "") + (tile == 0 ? "" : "#" + tile);
    }
}
