package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.plegma.coursework.inspection.Writers;
import org.plegma.rewrite.simulator.LanePicture;
import org.plegma.rewrite.simulator.LanePicture.Cell;
import org.plegma.rewrite.simulator.LanePicture.Shade;

/** A small result of a kernel that is wrong: which elements are, and which work-item wrote each. */
final class FailurePicture {
    private static final int RIGHT = 0;
    private static final int WRONG = 1;
    private static final int UNWRITTEN = 2;
    private static final int NAN = 3;
    private static final List<Shade> SHADES = List.of(
            new Shade("right", '.', 0xD5E8D4),
            new Shade("wrong", 'x', 0xC0392B),
            new Shade("not written", '_', 0xBDC3C7),
            new Shade("not a number", 'N', 0x7D3C98));

    private final int[] states;
    private final int width;
    /** What is written beside each element, perhaps nothing. */
    private final List<String> labels;

    private final String legend;
    /** What the picture says of an element, of which it has the name. */
    private final BiFunction<Integer, String, String> reading;

    private FailurePicture(
            float[] found,
            boolean[] isRight,
            int width,
            List<String> labels,
            String legend,
            BiFunction<Integer, String, String> reading) {
        states = IntStream.range(0, isRight.length)
                .map(i -> isRight[i]
                        ? RIGHT
                        : found[i] == Results.UNTOUCHED ? UNWRITTEN : Float.isNaN(found[i]) ? NAN : WRONG)
                .toArray();
        this.width = width;
        this.labels = labels;
        this.legend = legend;
        this.reading = reading;
    }

    /**
     * Of a kernel's result.
     *
     * @param found the elements of the result
     * @param isRight whether each is
     * @param writers of each, as {@link Writers} has them
     * @param width how many elements are side by side
     */
    static FailurePicture of(
            float[] found, boolean[] isRight, Optional<int[]> writers, int width, long[] global, long[] local) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < isRight.length; i++) {
            labels.add(writers.isEmpty() ? "" : label(writers.get()[i], global));
        }
        String legend =
                (writers.isPresent() ? "each with the global id of the work-item that writes it, * several do\n" : "")
                        + "global size " + Arrays.toString(global)
                        + (local.length == 0 ? "" : ", local size " + Arrays.toString(local));
        return new FailurePicture(
                found,
                isRight,
                width,
                labels,
                legend,
                (element, place) -> writers.isEmpty()
                        ? "The first that is wrong is " + place + "."
                        : "Each element has the global id of the work-item that writes it: "
                                + who(writers.get()[element], labels.get(element), place) + ".");
    }

    /** Of a result that several launches have made, with a number beside each row that says which part of it that is. */
    static FailurePicture ofParts(float[] found, boolean[] isRight, int width, int[] parts, String part) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < isRight.length; i++) {
            labels.add(Integer.toString(parts[i / width]));
        }
        return new FailurePicture(
                found,
                isRight,
                width,
                labels,
                "each with the number of its " + part,
                (element, place) -> "Each element has the number of its " + part + ": " + place
                        + ", the first that is wrong, is in " + part + " " + labels.get(element) + ".");
    }

    /** Of a result alone. */
    static FailurePicture of(float[] found, boolean[] isRight, int width) {
        return new FailurePicture(
                found,
                isRight,
                width,
                Collections.nCopies(isRight.length, ""),
                "",
                (element, place) -> "The first that is wrong is " + place + ".");
    }

    /** A line for each row of the result. */
    String text() {
        int widest = labels.stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < states.length; row += width) {
            StringBuilder line = new StringBuilder();
            for (int i = row; i < Math.min(row + width, states.length); i++) {
                line.append(' ').append(SHADES.get(states[i]).letter()).append(labels.get(i));
                line.append(" ".repeat(widest - labels.get(i).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text + ". right, x wrong, _ not written, N not a number" + (legend.isEmpty() ? "" : "\n" + legend);
    }

    /**
     * To be drawn.
     *
     * @param place the name of an element
     */
    LanePicture picture(String title, IntFunction<String> place) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            cells.add(new Cell(i / width, i % width, states[i], labels.get(i)));
        }
        return new LanePicture(
                title,
                reading.apply(first(), place.apply(first())),
                "column",
                "row",
                numbers(width),
                numbers((states.length + width - 1) / width),
                SHADES,
                cells);
    }

    /** The first element that is not right. */
    private int first() {
        return IntStream.range(0, states.length)
                .filter(i -> states[i] != RIGHT)
                .findFirst()
                .orElse(0);
    }

    private static String who(int writer, String label, String where) {
        return writer == Writers.NOBODY
                ? "no work-item writes " + where
                : writer == Writers.SEVERAL
                        ? "several write " + where + ", of which the last wins"
                        : "(" + label.replace(",", ", ") + ") writes " + where;
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> count <= 20 || i % 8 == 0 ? Integer.toString(i) : "")
                .toList();
    }

    /** A writer's global id in as many dimensions as there are; empty if nobody's. */
    private static String label(int writer, long[] global) {
        if (writer < 0) {
            return writer == Writers.SEVERAL ? "*" : "";
        }
        List<String> ids = new ArrayList<>();
        long left = writer;
        for (long size : global) {
            ids.add(Long.toString(left % size));
            left /= size;
        }
        return String.join(",", ids);
    }
}
