package org.plegma.graph.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.plegma.array.DataFiles;
import org.plegma.array.Preconditions;
import org.plegma.graph.BuiltGraph;

/**
 * Reads graphs. A file that begins with {@code %%MatrixMarket} is a Matrix Market file of a square sparse matrix, any other a list
 * of edges: two vertices a line, numbered from 0, perhaps with numbers after them that are not used, and comments after {@code #} or
 * {@code %}. A file whose name ends in {@code .gz} is unpacked on the way. Directions and values are not looked at.
 */
public final class GraphReader {
    private GraphReader() {}

    /**
     * The graph of a file.
     *
     * @throws GraphFormatException if a line is malformed; the message names the file and the line
     */
    public static BuiltGraph read(Path file) throws IOException {
        Preconditions.notNull(file, "file");
        String name = String.valueOf(file.getFileName());
        DataFiles.reading(file);
        try (InputStream packed = Files.newInputStream(file);
                InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(packed, 1 << 16) : packed) {
            return read(plain, name);
        }
    }

    /**
     * The graph of a text that is read to its end.
     *
     * @param name what messages call it
     */
    public static BuiltGraph read(InputStream text, String name) throws IOException {
        Preconditions.notNull(text, "text");
        Preconditions.notNull(name, "name");
        GraphLines lines =
                new GraphLines(new BufferedReader(new InputStreamReader(text, StandardCharsets.ISO_8859_1)), name);
        boolean any = lines.next();
        boolean matrix = any && MatrixMarket.begins(lines.text());
        if (!matrix && name.matches("(?i).*\\.mtx(\\.gz)?")) { // its sizes would be read as an edge
            throw lines.wrong("%%MatrixMarket, as files .mtx begin", any ? lines.shown() : "the end of the file");
        }
        return matrix ? MatrixMarket.read(lines) : EdgeList.read(lines, any);
    }
}
