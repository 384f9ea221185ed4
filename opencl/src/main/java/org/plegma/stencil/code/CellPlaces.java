package org.plegma.stencil.code;

import java.util.function.Function;
import org.plegma.expr.tree.Offset;

/** Where cells are in memory, as text of the generated code. */
public final class CellPlaces {
    private CellPlaces() {}

    /** The place of a cell in row-major order, each index as {@code at} says for its axis. */
    public static String linear(String index, int rank, Function<Integer, String> at) {
        String text = "long".equals(index) ? "(long)" + at.apply(0) : at.apply(0);
        for (int axis = 1; axis < rank; axis++) {
            text = (axis > 1 ? "(" + text + ")" : text) + "*n" + axis + " + " + at.apply(axis);
        }
        return text;
    }

    /** A displacement in memory, where the variable of the name with the axis is the distance along that axis. */
    public static String moved(Offset offset, String stride) {
        StringBuilder out = new StringBuilder();
        for (int axis = 0; axis < offset.rank(); axis++) {
            int step = offset.at(axis);
            if (step != 0 && axis == offset.rank() - 1) {
                out.append(signed(step));
            } else if (step != 0) {
                String times = Math.abs(step) == 1 ? "" : Math.abs(step) + "*";
                out.append(step < 0 ? " - " : " + ")
                        .append(times)
                        .append(stride)
                        .append(axis);
            }
        }
        return out.toString();
    }

    /** What is added to an index. */
    public static String signed(int step) {
        return (step < 0 ? " - " : " + ") + Math.abs(step);
    }
}
