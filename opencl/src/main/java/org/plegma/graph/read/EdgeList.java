package org.plegma.graph.read;

import java.io.IOException;
import org.plegma.graph.BuiltGraph;
import org.plegma.graph.Graph;
import org.plegma.graph.GraphBuilder;

/** Two vertices a line, numbered from 0. */
final class EdgeList {
    private static final String COMMENTS = "#%";
    private static final int HIGHEST = Graph.MOST_VERTICES - 1;
    private static final String EDGE = "two vertices from 0 to " + HIGHEST + ", and nothing but numbers after them";

    private EdgeList() {}

    /** @param any whether there is a line */
    static BuiltGraph read(GraphLines lines, boolean any) throws IOException {
        GraphBuilder builder = new GraphBuilder(0);
        for (boolean more = any; more; more = lines.next()) {
            if (MatrixMarket.begins(lines.text().strip())) {
                throw lines.wrong(MatrixMarket.BANNER + " at the beginning of the first line only", lines.shown());
            }
            if (lines.isEmptyOr(COMMENTS)) {
                continue;
            }
            int a = (int) lines.whole(0, HIGHEST, EDGE);
            int b = (int) lines.whole(0, HIGHEST, EDGE);
            while (lines.hasWord()) {
                lines.number(EDGE);
            }
            builder.add(a, b);
        }
        return builder.build();
    }
}
