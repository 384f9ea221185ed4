package org.plegma.stencil.code;

import java.util.Locale;
import org.plegma.expr.tree.Boundary;

/**
 * The functions of generated code that say which cell a place outside the grid stands for, as {@link Boundary#fold}.
 * They fold as often as it takes, which is once unless the grid is smaller than the reach: a division would be slower.
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
