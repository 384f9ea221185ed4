package org.plegma.expr.tree;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a read outside the grid gives along one axis. The names and meanings of the index foldings are those of
 * {@code scipy.ndimage}: {@code a b c d} continues to the right as
 *
 * <pre>
 * reflect   d c b a | a b c d | d c b a      about the edge of the last cell
 * mirror      d c b | a b c d | c b a        about the centre of the last cell
 * nearest   a a a a | a b c d | d d d d
 * periodic  a b c d | a b c d | a b c d      ("wrap" there)
 * </pre>
 *
 * <p>{@code zero} and {@code constant} give a number. {@code fixed} never reads outside: a cell whose update would do
 * so along this axis keeps its value. All hold for grids smaller than the radius.
 *
 * @param value what lies outside, for {@code CONSTANT}; 0 otherwise
 */
public record Boundary(Kind kind, double value) {
    /** How the value outside is found. */
    public enum Kind {
        CONSTANT,
        FIXED,
        PERIODIC,
        REFLECT,
        MIRROR,
        NEAREST
    }

    /** All cells outside of the grid are 0. */
    public static final Boundary ZERO = new Boundary(Kind.CONSTANT, 0);
    /** Cells whose update would read outside keep their values. */
    public static final Boundary FIXED = new Boundary(Kind.FIXED, 0);
    /** The grid follows itself: {@code a b c d | a b c d}. */
    public static final Boundary PERIODIC = new Boundary(Kind.PERIODIC, 0);
    /** Mirrored about the edge of the last cell: {@code a b c d | d c b a}. */
    public static final Boundary REFLECT = new Boundary(Kind.REFLECT, 0);
    /** Mirrored about the centre of the last cell: {@code a b c d | c b a}. */
    public static final Boundary MIRROR = new Boundary(Kind.MIRROR, 0);
    /** The last cell goes on: {@code a b c d | d d d d}. */
    public static final Boundary NEAREST = new Boundary(Kind.NEAREST, 0);

    /** What {@link #fold} gives for a place that no cell stands for. */
    public static final int OUTSIDE = -1;

    private static final Pattern CONSTANT_TEXT = Pattern.compile("(?i)constant\\s*\\(\\s*([^)\\s]+)\\s*\\)");

    /** All cells outside of the grid have this value. */
    public static Boundary constant(double value) {
        return new Boundary(Kind.CONSTANT, value);
    }

    /**
     * Reads a boundary as a user writes it: {@code zero}, {@code constant(1.5)}, {@code fixed}, {@code periodic} (or SciPy's
     * name for it, {@code wrap}), {@code reflect}, {@code mirror} or {@code nearest}.
     */
    public static Boundary parse(String text) {
        return parse(text, EnumSet.allOf(Kind.class));
    }

    /** The same where an error names only those that make sense. */
    public static Boundary parse(String text, Set<Kind> sensible) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        Matcher constant = CONSTANT_TEXT.matcher(text.strip());
        if (constant.matches()) {
            try {
                return constant(Double.parseDouble(constant.group(1)));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "The boundary '" + text + "' has no number in it. Write, for example, 'constant(1.5)'.", e);
            }
        }
        if (name.equals("zero")) {
            return ZERO;
        } else if (name.equals("wrap")) {
            return PERIODIC;
        }
        return ofOneValue()
                .filter(boundary -> boundary.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        name.startsWith("constant")
                                ? "The boundary '" + text
                                        + "' has no number in parentheses. Write, for example, 'constant(1.5)'."
                                : "Unknown boundary '" + text + "'. " + elsewhere(name) + "Known are " + known(sensible)
                                        + "."));
    }

    /** Those whose kind says all. */
    private static Stream<Boundary> ofOneValue() {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind != Kind.CONSTANT)
                .map(kind -> new Boundary(kind, 0));
    }

    /** Their names in a sentence: "zero, constant(v), reflect and nearest". */
    public static String known(Set<Kind> kinds) {
        String all = Stream.concat(
                        kinds.contains(Kind.CONSTANT) ? Stream.of("zero", "constant(v)") : Stream.empty(),
                        ofOneValue().filter(each -> kinds.contains(each.kind)).map(Boundary::toString))
                .collect(Collectors.joining(", "));
        return all.substring(0, all.lastIndexOf(", ")) + " and " + all.substring(all.lastIndexOf(", ") + 2);
    }

    /** What other tools call one of these. */
    private static String elsewhere(String name) {
        String here =
                switch (name) {
                    case "dirichlet" -> "constant(v)";
                    case "neumann", "symmetric", "symm" -> "reflect";
                    case "edge", "replicate", "clamp", "extend" -> "nearest";
                    case "circular", "cyclic", "torus" -> "periodic";
                    case "fill", "pad", "none" -> "zero";
                    default -> "";
                };
        return here.isEmpty() ? "" : "It is called '" + here + "' here. ";
    }

    /** Whether the grid goes on beyond an end with the cells of the other end, so that it has no edge. */
    public boolean wraps() {
        return kind == Kind.PERIODIC;
    }

    /** Whether a number lies outside. */
    public boolean isNumber() {
        return kind == Kind.CONSTANT;
    }

    /** Whether cells that would read outside keep their value. */
    public boolean keepsCells() {
        return kind == Kind.FIXED;
    }

    /** Whether the cells go on outside in reverse, so that the grid and its image behind it are periodic. */
    public boolean isImage() {
        return kind == Kind.REFLECT || kind == Kind.MIRROR;
    }

    /** Whether the first place outside stands for the second cell, which a grid of one cell lacks. */
    public boolean skipsEdgeCell() {
        return kind == Kind.MIRROR;
    }

    /** After how many places an {@linkplain #isImage image} of so many cells begins again. */
    public long period(int size) {
        return skipsEdgeCell() ? Math.max(1, 2L * size - 2) : 2L * size;
    }

    /** One boundary of each name, as one may write it. */
    public static List<String> names() {
        return Stream.concat(Stream.of("constant(0)", "zero"), ofOneValue().map(Boundary::toString))
                .sorted()
                .toList();
    }

    /** The cell that a place outside stands for, or {@link #OUTSIDE} if that is a number or must not be read. */
    public int fold(int index, int size) {
        if (index >= 0 && index < size) {
            return index;
        }
        return switch (kind) {
            case CONSTANT, FIXED -> OUTSIDE;
            case PERIODIC -> Math.floorMod(index, size);
            case NEAREST -> index < 0 ? 0 : size - 1;
            case REFLECT, MIRROR -> {
                long folded = Math.floorMod((long) index, period(size));
                yield (int) (folded < size ? folded : period(size) - folded - (skipsEdgeCell() ? 0 : 1));
            }
        };
    }

    @Override
    public String toString() {
        if (kind != Kind.CONSTANT) {
            return kind.name().toLowerCase(Locale.ROOT);
        }
        return value == 0 ? "zero" : "constant(" + value + ")";
    }
}
