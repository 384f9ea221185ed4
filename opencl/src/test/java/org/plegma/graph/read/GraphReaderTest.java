package org.plegma.graph.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.graph.BuiltGraph;
import org.plegma.graph.Graph;
import org.plegma.graph.generate.Graphs;

/** Files of graphs: what is read, what is dropped, and which lines are refused. */
class GraphReaderTest {
    private static final Graph PATH = Graph.of(new int[] {0, 1, 2, 2}, new int[] {1, 2});

    private static BuiltGraph read(String... lines) throws IOException {
        byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return GraphReader.read(new ByteArrayInputStream(text), "test.txt");
    }

    @Test
    void listsOfEdges() throws IOException {
        assertEquals(PATH, read("0 1", "1 2").graph());
        BuiltGraph built = read("# a path, é", "", "% 3", " 1\t0  0.5", "1,0", "2, 2", "2 1 -1e3 7", "\t", "0 1 ");
        assertEquals(PATH, built.graph());
        assertEquals(5, built.given());
        assertEquals(1, built.loops());
        assertEquals(2, built.duplicates());
        assertEquals(0, read().graph().vertices());
        assertEquals(0, read("# nothing").graph().vertices());
        assertEquals("graph of 10 vertices, 0 edges", read("9 9").graph().toString());
    }

    @Test
    void matrixMarketFiles() throws IOException {
        assertEquals(
                PATH,
                read("%%MatrixMarket matrix coordinate pattern symmetric", "% a path", "3 3 2", "2 1", "3 2")
                        .graph());
        BuiltGraph general = read(
                "%%MatrixMarket MATRIX Coordinate real General",
                "", "3 3 5", "1 2 0.5", "2 1 -1e-3", "% here", "2 3 0", "3 3 NaN", "3 2 7", "", "% the end");
        assertEquals(PATH, general.graph());
        assertEquals(
                "of 5 given, 1 loop and 2 duplicates were dropped",
                general.toString().split("; ")[1]);
        assertEquals(
                PATH,
                read("%%MatrixMarket matrix coordinate complex hermitian", "3 3 2", "2 1 1 0", "3 2 0 1")
                        .graph());
        assertEquals(
                4,
                read("%%MatrixMarket matrix coordinate integer general", "4 4 0")
                        .graph()
                        .vertices());
    }

    @Test
    void capitalsOfTheBannerDoNotCount() throws IOException {
        BuiltGraph built = read("%%matrixmarket MATRIX coordinate pattern general", "3 3 1", "1 2");
        assertEquals(Graph.of(new int[] {0, 1, 1, 1}, new int[] {1}), built.graph());
    }

    @Test
    void malformedListsAreRefusedByLine() {
        assertRefused(2, "expected two vertices", "found '1'", "0 1", "1");
        assertRefused(1, "from 0 to 2147483637", "found '0 -1'", "0 -1");
        assertRefused(3, "two vertices", "found '1 2147483638'", "0 1", "#", "1 2147483638");
        assertRefused(1, "two vertices", "found '1 99999999999999999999'", "1 99999999999999999999");
        assertRefused(1, "nothing but numbers", "found '1 2 x'", "1 2 x");
        assertRefused(1, "two vertices", "found 'a b'", "a b");
        assertRefused(1, "two vertices", "…'.", "1 x" + "y".repeat(1000));
        String banner = "%%MatrixMarket matrix coordinate pattern general"; // else its sizes were an edge
        assertRefused(2, "first line only", "'%%MatrixMarket", "", banner, "3 3 1", "1 2");
        assertRefused(1, "first line only", "' %%MatrixMarket", " " + banner, "3 3 1", "1 2");
    }

    @Test
    void malformedMatricesAreRefusedByLine() {
        String banner = "%%MatrixMarket matrix coordinate pattern general";
        assertRefused(1, "matrix coordinate, then pattern", "array real", "%%MatrixMarket matrix array real general");
        assertRefused(1, "matrix coordinate", "found '%%MatrixMarket'", "%%MatrixMarket");
        assertRefused(1, "one of [general", "odd", "%%MatrixMarket matrix coordinate pattern odd");
        assertRefused(2, "sizes of a square matrix", "the end of the file", banner, "% no more");
        assertRefused(2, "square", "'3 4 1'", banner, "3 4 1", "1 2");
        assertRefused(2, "sizes", "'3 3'", banner, "3 3", "1 2");
        assertRefused(2, "sizes", "'3 3 1 1'", banner, "3 3 1 1", "1 2");
        assertRefused(3, "from 1 to 3", "'0 2'", banner, "3 3 1", "0 2");
        assertRefused(4, "from 1 to 3", "'1 4'", banner, "3 3 2", "1 2", "1 4");
        assertRefused(3, "from 1 to 3", "'1 2 5'", banner, "3 3 1", "1 2 5");
        assertRefused(3, "2 entries", "the end of the file after 1", banner, "3 3 2", "1 2");
        assertRefused(4, "after 1 entries", "'2 3'", banner, "3 3 1", "1 2", "2 3");
        assertRefused(3, "and a number", "'1 2'", "%%MatrixMarket matrix coordinate real general", "3 3 1", "1 2");
        assertRefused(
                3, "and 2 numbers", "'1 2 1'", "%%MatrixMarket matrix coordinate complex general", "3 3 1", "1 2 1");
    }

    private static void assertRefused(long line, String expected, String found, String... lines) {
        GraphFormatException refusal = assertThrows(GraphFormatException.class, () -> read(lines));
        assertEquals(line, refusal.line(), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith("test.txt, line " + line + ": expected "), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(found), refusal.getMessage());
    }

    /** With one percent sign its sizes were an edge. */
    @Test
    void aMatrixFileWithoutItsBannerIsNoListOfEdges(@TempDir Path folder) throws IOException {
        for (String text : List.of("%MatrixMarket matrix coordinate pattern general\n5 5 1\n1 2\n", "", "1 2\n")) {
            Path file = Files.writeString(folder.resolve("graph.MTX"), text);
            String message = assertThrows(GraphFormatException.class, () -> GraphReader.read(file))
                    .getMessage();
            assertTrue(message.contains("expected %%MatrixMarket, as files .mtx begin, found "), message);
        }
    }

    @Test
    void theMarkOfWindowsIsNoPartOfTheText() throws IOException {
        assertEquals(PATH, read("\ufeff0 1", "1 2").graph());
        String banner = "\ufeff%%MatrixMarket matrix coordinate pattern symmetric";
        assertEquals(PATH, read(banner, "3 3 2", "2 1", "3 2").graph());
    }

    @Test
    void filesPlainAndPacked(@TempDir Path folder) throws IOException {
        Graph graph = Graphs.rmat(8, 8, 5).graph();
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < graph.vertices(); v++) {
            text.append(v).append(' ').append(v).append('\n');
            for (int at = graph.offset(v); at < graph.offset(v + 1); at++) {
                text.append(graph.column(at)).append(' ').append(v).append('\n');
            }
        }
        Path plain = Files.writeString(folder.resolve("graph.txt"), text);
        assertEquals(graph, GraphReader.read(plain).graph());
        Path packed = folder.resolve("graph.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(graph, GraphReader.read(packed).graph());
    }
}
