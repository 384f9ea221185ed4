package org.plegma.expr.tree;

import java.util.List;
import java.util.function.Predicate;

/** Writes trees in the formula language, so that the parser reads the same tree back. */
public final class InfixPrinter extends ExprPrinter {
    private final List<String> axes;
    private final Predicate<String> timed;

    private final boolean olderLevelsToo;

    private InfixPrinter(List<String> axes, Predicate<String> timed, boolean olderLevelsToo) {
        this.axes = List.copyOf(axes);
        this.timed = timed;
        this.olderLevelsToo = olderLevelsToo;
    }

    /** For messages about a tree whose axes have no known names: x, y and z, a time index only where it matters. */
    public static InfixPrinter generic() {
        return new InfixPrinter(List.of("x", "y", "z"), field -> false, true);
    }

    /** Fields without a time index, {@code u[x+1,y]}. */
    public static InfixPrinter of(List<String> axes) {
        return new InfixPrinter(axes, field -> false, false);
    }

    /** Fields with a time index, {@code u[t-1,x+1,y]}, where {@code timed} holds. */
    public static InfixPrinter withTime(List<String> axes, Predicate<String> timed) {
        return new InfixPrinter(axes, timed, false);
    }

    @Override
    public Text access(Expr.Access access) {
        StringBuilder out = new StringBuilder(access.field()).append('[');
        if (timed.test(access.field()) || olderLevelsToo && access.level() != 0) {
            out.append(index("t", access.level())).append(',');
        } else if (access.level() != 0) {
            throw new IllegalArgumentException(
                    "An older level of " + access.field() + " needs a printer that writes the time index.");
        }
        for (int axis = 0; axis < access.offset().rank(); axis++) {
            out.append(axis == 0 ? "" : ",")
                    .append(index(axes.get(axis), access.offset().at(axis)));
        }
        return Text.atom(out.append(']').toString());
    }

    static String index(String name, int step) {
        return step == 0 ? name : name + (step > 0 ? "+" : "") + step;
    }
}
