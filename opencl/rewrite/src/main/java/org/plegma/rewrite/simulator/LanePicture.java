package org.plegma.rewrite.simulator;

import java.util.Collections;
import java.util.List;

/**
 * A picture of what the lanes of a warp do: coloured cells in rows and columns, and a sentence that reads it. A notebook
 * draws it; {@code toString()} is the same in letters.
 *
 * @param title what is seen
 * @param reading what it shows, in a sentence
 * @param across what the columns are
 * @param down what the rows are
 * @param columns a label for each column, perhaps empty
 * @param rows a label for each row, perhaps empty
 * @param shades the kinds of cells, for the legend
 * @param cells those that are not empty; the last wins where there are several
 */
public record LanePicture(
        String title,
        String reading,
        String across,
        String down,
        List<String> columns,
        List<String> rows,
        List<Shade> shades,
        List<Cell> cells) {
    public LanePicture {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        shades = List.copyOf(shades);
        cells = List.copyOf(cells);
    }

    /**
     * A kind of cell.
     *
     * @param name for the legend
     * @param letter in text
     * @param rgb its colour, as {@code 0xRRGGBB}
     */
    public record Shade(String name, char letter, int rgb) {}

    /**
     * A cell.
     *
     * @param row from 0 on top
     * @param column from 0 on the left
     * @param shade the index of its kind
     * @param text what is written into it if there is room
     */
    public record Cell(int row, int column, int shade, String text) {}

    @Override
    public String toString() {
        int widest = rows.stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder(title).append('\n');
        char[][] letters = new char[rows.size()][columns.size()];
        for (char[] line : letters) {
            java.util.Arrays.fill(line, '.');
        }
        cells.forEach(cell ->
                letters[cell.row()][cell.column()] = shades.get(cell.shade()).letter());
        for (int row = 0; row < letters.length; row++) {
            text.append(" ".repeat(widest - rows.get(row).length()))
                    .append(rows.get(row))
                    .append(' ')
                    .append(letters[row])
                    .append('\n');
        }
        for (Shade shade : shades) {
            text.append(shade.letter()).append(" ").append(shade.name()).append("   ");
        }
        return text.append('\n').append(reading).toString();
    }

    /** Labels 0, 1, 2… of which only every so manyth is written. */
    static List<String> numbers(int from, int count, int every) {
        List<String> labels = new java.util.ArrayList<>(Collections.nCopies(count, ""));
        for (int i = 0; i < count; i++) {
            if ((from + i) % every == 0) {
                labels.set(i, Integer.toString(from + i));
            }
        }
        return labels;
    }
}
