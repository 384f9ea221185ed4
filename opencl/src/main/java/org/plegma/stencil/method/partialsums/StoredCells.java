package org.plegma.stencil.method.partialsums;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectPieces;
import org.plegma.stencil.tile.DirectTile;

/**
 * Which of a work-item's cells are stored, and when. What is computed is stored once its sums are complete, but not for cells near fixed ends:
 * of a work-item that has such, all old values are stored before, while their plane is in local memory.
 */
record StoredCells(StencilInstance instance, DirectTile tile) {
    /** Writes a statement. */
    @FunctionalInterface
    interface Write {
        /**
         * @param at the first place
         * @param value of the type, a cell or a vector of them
         */
        String of(String type, String at, String value);
    }

    /** The cells of a row of an item, all of them as a vector, or one. */
    record Values(String all, IntFunction<String> cell) {
        /** Of a variable. */
        static Values of(String name, DirectTile tile) {
            return new Values(name, at -> tile.vector() == 1 ? name : name + DirectPieces.component(at));
        }
    }

    /** The cells at both ends of an axis that keep their values. */
    private record Ends(int low, int high) {
        boolean none() {
            return low == 0 && high == 0;
        }
    }

    private Ends ends(String field, int axis) {
        Footprint footprint = instance.spec().footprint(field);
        return instance.boundaries().get(axis).keepsCells()
                ? new Ends(footprint.low(axis), footprint.high(axis) + (axis == 2 ? instance.pad() : 0))
                : new Ends(0, 0);
    }

    private boolean keepsSome(String field) {
        return Stream.of(0, 1, 2).anyMatch(axis -> !ends(field, axis).none());
    }

    private Stream<String> keepingFields() {
        return instance.spec().updatedFields().stream().filter(this::keepsSome);
    }

    private boolean isRagged() {
        return instance.shape()[2] % tile.vector() > 0;
    }

    /** Whether a vector may have cells that keep their values, and others. */
    private boolean hasMixedVectors(String field) {
        Ends ends = ends(field, 2);
        return !ends.none() && (ends.low % tile.vector() > 0 || (instance.shape()[2] - ends.high) % tile.vector() != 0);
    }

    /** Before the loop: of each of this work-item's cells, whether it is computed in all planes but the first and last ones. */
    String before() {
        return keepingFields().map(this::before).collect(Collectors.joining());
    }

    private String before(String field) {
        Ends rows = ends(field, 1);
        Ends columns = ends(field, 2);
        return """
                    // A bit for each of this work-item's cells that is computed; others keep their values.
                    uint computed_%1$s = 0;
                    for (int row = 0; row < %2$s; row++) {
                        for (int cell = 0; cell < %3$s; cell++) {
                            const uint is = y + row >= %4$s && y + row < n1 - %5$s && x + cell >= %6$s && x + cell < n2 - %7$s;
                            computed_%1$s |= is << (row*%3$s + cell);
                        }
                    }
                """
                .formatted(field, tile.rows(), tile.vector(), rows.low, rows.high, columns.low, columns.high);
    }

    /** Whether this work-item has cells in a plane that keep their values; empty if no cell does. */
    String keeps(String plane) {
        return keepingFields()
                .flatMap(field -> Stream.of(
                        ends(field, 1).none() && ends(field, 2).none()
                                ? ""
                                : "computed_%s != %s".formatted(field, bits(0, tile.rows() * tile.vector())),
                        planeKept(field, plane)))
                .filter(test -> !test.isEmpty())
                .collect(Collectors.joining(" || "));
    }

    /** The bits of some cells. */
    private static String bits(int first, int count) {
        return "0x%su".formatted(Integer.toHexString((-1 >>> (32 - count)) << first));
    }

    private String planeKept(String field, String plane) {
        Ends ends = ends(field, 0);
        return joined(
                " || ",
                ends.low > 0 ? plane + " < " + ends.low : "",
                ends.high > 0 ? "%s >= n0 - %s".formatted(plane, ends.high) : "");
    }

    private static String joined(String between, String... tests) {
        return Stream.of(tests).filter(test -> !test.isEmpty()).collect(Collectors.joining(between));
    }

    /** Writes what was computed for the cells of a row in plane {@code i0}, {@code p} being the place of the first of them. */
    String computed(String field, int row, Values values, Write write) {
        if (!keepsSome(field)) {
            return all(values, write);
        }
        Ends planes = ends(field, 0);
        int first = row * tile.vector();
        String whole = bits(first, tile.vector());
        IntFunction<String> isComputed = at -> "(computed_%s & %s) != 0".formatted(field, bits(first + at, 1));
        String stored = isRagged()
                ? cells(values, isComputed, write)
                : !hasMixedVectors(field)
                        ? where(isComputed.apply(0), vector(values, write))
                        : "if ((computed_%s & %s) == %2$s) {\n%s} else {\n%s}\n"
                                .formatted(
                                        field,
                                        whole,
                                        vector(values, write).indent(4),
                                        cells(values, isComputed, write).indent(4));
        return where(
                joined(
                        " && ",
                        planes.low > 0 ? "i0 >= " + planes.low : "",
                        planes.high > 0 ? "i0 < n0 - " + planes.high : ""),
                stored);
    }

    /** Gives the cells of a vector that are none of the grid's what lies beyond its end. */
    String pads(String vector) {
        Boundary end = instance.boundaries().get(2);
        if (!end.isNumber()) {
            return "";
        }
        IntFunction<String> cell = Values.of(vector, tile).cell;
        return IntStream.range(Math.max(0, tile.vector() - instance.pad()), tile.vector())
                .mapToObj(at -> "%1$s = x < n2 - %2$s ? %1$s : %3$s;\n"
                        .formatted(
                                cell.apply(at), instance.pad() + at, ClPrinter.literal(end.value(), instance.type())))
                .collect(Collectors.joining());
    }

    private static String where(String test, String body) {
        return test.isEmpty() ? body : "if (%s) {\n%s}\n".formatted(test, body.indent(4));
    }

    /** Writes the old values of a row of a work-item that keeps some; what is computed comes later. */
    String old(String field, Values values, Write write) {
        return keepsSome(field) ? all(values, write) : "";
    }

    private String all(Values values, Write write) {
        return isRagged()
                ? cells(values, at -> at == 0 ? "" : "x + %s < n2".formatted(at), write)
                : vector(values, write);
    }

    private String vector(Values values, Write write) {
        return write.of(instance.type().openclName() + (tile.vector() == 1 ? "" : tile.vector()), "p", values.all);
    }

    private String cells(Values values, IntFunction<String> test, Write write) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < tile.vector(); at++) {
            String written =
                    write.of(instance.type().openclName(), "p" + (at == 0 ? "" : " + " + at), values.cell.apply(at));
            out.append(where(test.apply(at), written));
        }
        return out.toString();
    }
}
