package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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
    private final Optional<int[]> writers;
    private final int width;
    private final long[] global;
    private final long[] local;

    /**
     * @param found the elements of the result
     * @param isRight whether each is
     * @param writers of each, as {@link Writers} has them; empty if they are not known
     * @param width how many elements are side by side
     */
    FailurePicture(float[] found, boolean[] isRight, Optional<int[]> writers, int width, long[] global, long[] local) {
        states = IntStream.range(0, isRight.length)
                .map(i -> isRight[i]
                        ? RIGHT
                        : found[i] == Results.UNTOUCHED ? UNWRITTEN : Float.isNaN(found[i]) ? NAN : WRONG)
                .toArray();
        this.writers = writers;
        this.width = width;
        this.global = global;
        this.local = local;
    }

    /** A line for each row of the result. */
    String text() {
        int widest = IntStream.range(0, states.length)
                .map(i -> writer(i).length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < states.length; row += width) {
            StringBuilder line = new StringBuilder();
            for (int i = row; i < Math.min(row + width, states.length); i++) {
                line.append(' ').append(SHADES.get(states[i]).letter()).append(writer(i));
                line.append(" ".repeat(widest - writer(i).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text + ". right, x wrong, _ not written, N not a number\n"
                + (writers.isPresent() ? "each with the global id of the work-item that writes it, * several do\n" : "")
                + "global size " + Arrays.toString(global)
                + (local.length == 0 ? "" : ", local size " + Arrays.toString(local));
    }

    /**
     * To be drawn; empty if it is not known who writes what.
     *
     * @param place the name of an element
     */
    Optional<LanePicture> picture(String title, IntFunction<String> place) {
        if (writers.isEmpty()) {
            return Optional.empty();
        }
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            cells.add(new Cell(i / width, i % width, states[i], writer(i)));
        }
        return Optional.of(new LanePicture(
                title,
                reading(place),
                "column",
                "row",
                numbers(width),
                numbers((states.length + width - 1) / width),
                SHADES,
                cells));
    }

    /** The first element that is not right. */
    private int first() {
        return IntStream.range(0, states.length)
                .filter(i -> states[i] != RIGHT)
                .findFirst()
                .orElse(0);
    }

    /** Who writes the first wrong element. */
    private String reading(IntFunction<String> place) {
        int first = first();
        String where = place.apply(first);
        int number = writers.map(all -> all[first]).orElse(Writers.NOBODY);
        String who = number == Writers.NOBODY
                ? "no work-item writes " + where
                : number == Writers.SEVERAL
                        ? "several write " + where + ", of which the last wins"
                        : "(" + writer(first).replace(",", ", ") + ") writes " + where;
        return "Each element has the global id of the work-item that writes it: " + who + ".";
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> count <= 20 || i % 8 == 0 ? Integer.toString(i) : "")
                .toList();
    }

    /** Its global id in as many dimensions as there are; empty if nobody's or not known. */
    private String writer(int element) {
        int number = writers.map(all -> all[element]).orElse(Writers.NOBODY);
        if (number < 0) {
            return number == Writers.SEVERAL ? "*" : "";
        }
        List<String> ids = new ArrayList<>();
        long left = number;
        for (long size : global) {
            ids.add(Long.toString(left % size));
            left /= size;
        }
        return String.join(",", ids);
    }
}
