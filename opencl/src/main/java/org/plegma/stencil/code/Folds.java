package org.plegma.stencil.code;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.plegma.array.ElementType;
import org.plegma.expr.tree.Boundary;

/**
 * Reads of generated code beyond an edge: the functions that say which cell a place outside the grid stands for, as {@link
 * Boundary#fold}, the index that they give, and what a read is guarded by where a number lies outside.
 *
 * <p>They fold as often as it takes, which is once unless the grid is smaller than the reach: a division would be slower.
 */
public final class Folds {
    private Folds() {}

    public static String name(Boundary.Kind kind) {
        return name("", kind);
    }

    public static String name(String prefix, Boundary.Kind kind) {
        return prefix + "fold_" + kind.name().toLowerCase(Locale.ROOT);
    }

    public static String function(Boundary.Kind kind) {
        return function("", kind);
    }

    /** {@code prefix} is put before the name, so that two pieces of code can stand in one program. */
    public static String function(String prefix, Boundary.Kind kind) {
        String body =
                switch (kind) {
                    case CONSTANT -> "    return i < 0 || i >= n ? -1 : i;\n";
                        // Cells that would read outside keep their value; the read only has to stay in the grid.
                    case FIXED, NEAREST -> "    return clamp(i, 0, n - 1);\n";
                    case PERIODIC -> repeated("folded + n", "folded - n");
                    case REFLECT -> repeated("-1 - folded", "n - 1 - (folded - n)");
                    case MIRROR -> "    if (n == 1) {\n        return 0;\n    }\n"
                            + repeated("-folded", "n - 2 - (folded - n)");
                };
        return "int %s(const int i, const int n) {\n%s}\n".formatted(name(prefix, kind), body);
    }

    /** A prefix of the function of {@link #once}. */
    public static final String ONCE = "once_";

    /** A function for places that are less than the grid's size beyond an edge: without a loop, which costs the code around it. */
    public static String once(Boundary.Kind kind) {
        String body =
                switch (kind) {
                    case PERIODIC -> "    return i < 0 ? i + n : i >= n ? i - n : i;\n";
                    case REFLECT -> "    return i < 0 ? -1 - i : i >= n ? 2*n - 1 - i : i;\n";
                    case MIRROR -> "    return i < 0 ? -i : i >= n ? 2*n - 2 - i : i;\n";
                    case CONSTANT, FIXED, NEAREST -> throw new IllegalArgumentException(
                            "Nothing is repeated: " + kind + ".");
                };
        return "int %s(const int i, const int n) {\n%s}\n".formatted(name(ONCE, kind), body);
    }

    /** Whether what lies outside is found by folding again and again. */
    public static boolean repeats(Boundary.Kind kind) {
        return kind == Boundary.Kind.PERIODIC || kind == Boundary.Kind.REFLECT || kind == Boundary.Kind.MIRROR;
    }

    /** The index along an axis of the cell that a place there stands for. */
    public static String index(Boundary boundary, String at, int axis) {
        return index("", boundary, at, axis);
    }

    /** The same by functions whose names have a prefix. */
    public static String index(String prefix, Boundary boundary, String at, int axis) {
        return "%s(%s, n%s)".formatted(name(prefix, boundary.kind()), at, axis);
    }

    /** What is put before a read: the number beyond the edge if the folded index is outside; nothing where none lies outside. */
    public static String guard(Boundary boundary, String index, ElementType type) {
        return guard(boundary, index, type, UnaryOperator.identity());
    }

    /** @param written how the number is written, such as one for each lane */
    public static String guard(Boundary boundary, String index, ElementType type, UnaryOperator<String> written) {
        return boundary.isNumber()
                ? index + " < 0 ? " + written.apply(ClPrinter.literal(boundary.value(), type)) + " : "
                : "";
    }

    private static String repeated(String below, String above) {
        return """
                    int folded = i;
                    while (folded < 0 || folded >= n) {
                        folded = folded < 0 ? %s : %s;
                    }
                    return folded;
                """
                .formatted(below, above);
    }
}
