package org.plegma.rewrite.text;

import java.util.Arrays;

/** A text with its lines, for places and messages. */
public final class Source {
    /** Longer lines are shown in part. */
    private static final int MAX_EXCERPT = 120;

    public final String text;
    private final int[] lineStarts;

    public Source(String text) {
        this.text = text;
        lineStarts = java.util.stream.IntStream.concat(
                        java.util.stream.IntStream.of(0),
                        java.util.stream.IntStream.range(0, text.length())
                                .filter(i -> text.charAt(i) == '\n')
                                .map(i -> i + 1))
                .toArray();
    }

    public Place place(int start, int end) {
        int line = line(start);
        return new Place(line, start - lineStarts[line - 1] + 1, start, end);
    }

    /** The line of an offset, counted from 1. */
    public int line(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The offset of a line and column, both counted from 1. */
    public int offset(int line, int column) {
        return lineStarts[line - 1] + column - 1;
    }

    /** Whether an empty line lies within a stretch between two tokens. */
    public boolean hasBlankLine(int start, int end) {
        return line(end) - line(start) > 1;
    }

    /** The failure to show for a stretch: its line with carets below it. */
    public CodeException fault(int start, int end, String cause, String cure) {
        Place place = place(Math.min(start, text.length()), Math.min(end, text.length()));
        int from = lineStarts[place.line() - 1];
        int to = text.indexOf('\n', from);
        String line = text.substring(from, to < 0 ? text.length() : to).replace('\t', ' ');
        int cut = Math.max(0, place.column() - 1 - MAX_EXCERPT / 2);
        String excerpt = line.substring(cut, Math.min(line.length(), cut + MAX_EXCERPT));
        int mark = place.column() - 1 - cut;
        int marked = Math.max(1, Math.min(end - start, excerpt.length() - mark));
        return new CodeException(place, excerpt, mark, marked, cause, cure);
    }
}
