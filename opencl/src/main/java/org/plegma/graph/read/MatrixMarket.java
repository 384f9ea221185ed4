package org.plegma.graph.read;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plegma.graph.BuiltGraph;
import org.plegma.graph.Graph;
import org.plegma.graph.GraphBuilder;

/**
 * The coordinate format: a line that says what the values are, comments, the sizes, and an entry a line with row and column from 1.
 *
 * <p>R. F. Boisvert, R. Pozo, K. A. Remington: The Matrix Market exchange formats, NISTIR 5935 (1996).
 */
final class MatrixMarket {
    static final String BANNER = "%%MatrixMarket";

    /** How many numbers an entry has after row and column. */
    private static final Map<String, Integer> VALUES = Map.of("pattern", 0, "real", 1, "integer", 1, "complex", 2);

    private static final List<String> SYMMETRIES = List.of("general", "symmetric", "skew-symmetric", "hermitian");

    private MatrixMarket() {}

    /** Whether a line is the first of such a file; capitals do not count. */
    static boolean begins(String line) {
        return line.regionMatches(true, 0, BANNER, 0, BANNER.length());
    }

    static BuiltGraph read(GraphLines lines) throws IOException {
        int values = values(lines);
        String sizes = "the sizes of a square matrix and the number of its entries";
        do {
            if (!lines.next()) {
                throw lines.wrong(sizes, "the end of the file");
            }
        } while (lines.isEmptyOr("%"));
        long rows = lines.whole(0, Graph.MOST_VERTICES, sizes);
        lines.whole(rows, rows, sizes);
        long entries = lines.whole(0, Long.MAX_VALUE, sizes);
        lines.end(sizes);
        GraphBuilder builder = new GraphBuilder((int) rows);
        String entry = "a row and a column from 1 to " + rows + (values == 0 ? "" : " and " + count(values));
        for (long read = 0; read < entries; ) {
            if (!lines.next()) {
                throw lines.wrong(entries + " entries", "the end of the file after " + read);
            }
            if (lines.isEmptyOr("%")) {
                continue;
            }
            int row = (int) lines.whole(1, rows, entry);
            int column = (int) lines.whole(1, rows, entry);
            for (int k = 0; k < values; k++) {
                lines.number(entry);
            }
            lines.end(entry);
            builder.add(row - 1, column - 1);
            read++;
        }
        while (lines.next()) {
            if (!lines.isEmptyOr("%")) {
                throw lines.wrong("the end of the file after " + entries + " entries", lines.shown());
            }
        }
        return builder.build();
    }

    private static int values(GraphLines lines) {
        String[] words = lines.text().strip().toLowerCase(Locale.ROOT).split("\\s+");
        Integer values = words.length == 5 ? VALUES.get(words[3]) : null;
        boolean known = values != null
                && words[1].equals("matrix")
                && words[2].equals("coordinate")
                && SYMMETRIES.contains(words[4]);
        if (values == null || !known) {
            throw lines.wrong(
                    BANNER + " matrix coordinate, then pattern, real, integer or complex, then one of " + SYMMETRIES,
                    lines.shown());
        }
        return values;
    }

    private static String count(int values) {
        return values == 1 ? "a number" : values + " numbers";
    }
}
