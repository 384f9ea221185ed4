package org.plegma.stencil;

import java.util.Locale;
import org.plegma.expr.Boundary;

/** The functions of generated code that say which cell a place outside the grid stands for, as {@link Boundary#fold}. */
final class Folds {
    private Folds() {}

    static String name(Boundary.Kind kind) {
        return "fold_" + kind.name().toLowerCase(Locale.ROOT);
    }

    static String function(Boundary.Kind kind) {
        String body =
                switch (kind) {
                    case CONSTANT -> "    return i < 0 || i >= n ? -1 : i;\n";
                        // Cells that would read outside keep their value; the read only has to stay in the grid.
                    case FIXED, NEAREST -> "    return clamp(i, 0, n - 1);\n";
                    case PERIODIC -> """
                                const int folded = i % n;
                                return folded < 0 ? folded + n : folded;
                            """;
                    case REFLECT -> periodic("2L*n", "2L*n - 1");
                    case MIRROR -> "    if (n == 1) {\n        return 0;\n    }\n" + periodic("2L*n - 2", "2L*n - 2");
                };
        return "int %s(const int i, const int n) {\n%s}\n".formatted(name(kind), body);
    }

    private static String periodic(String period, String end) {
        return """
                    const long remainder = i %% (%1$s);
                    const long folded = remainder < 0 ? remainder + %1$s : remainder;
                    return (int)(folded < n ? folded : %2$s - folded);
                """
                .formatted(period, end);
    }
}
