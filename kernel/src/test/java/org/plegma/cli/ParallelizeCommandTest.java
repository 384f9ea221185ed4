package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code plegma parallelize}: what it writes where, and what it refuses. */
class ParallelizeCommandTest {
    private static final String SQUARES =
            """
            public class Squares {
                public static void main(String[] args) {
                    int[] x = new int[50];
                    for (int i = 0; i < x.length; i++) {
                        for (int k = 0; k < x.length; k++) {
                            x[i] += i ^ k;
                        }
                    }
                    for (int i = 1; i < x.length; i++) {
                        x[i] -= x[i - 1];
                    }
                    System.out.println(x[49]);
                }
            }
            """;

    @TempDir
    Path folder;

    private String told = "";

    private int run(String... arguments) {
        CommandLine command = Plegma.commandLine();
        StringWriter text = new StringWriter();
        command.setOut(new PrintWriter(text));
        command.setErr(new PrintWriter(text));
        int status = command.execute(arguments);
        told = text.toString();
        return status;
    }

    @Test
    void theInputStaysUnlessOneAsks() throws Exception {
        Path file = folder.resolve("Squares.java");
        Files.writeString(file, SQUARES);
        assertEquals(0, run("parallelize", "--table", file.toString()), told);
        assertTrue(told.contains("Squares.java:4") && told.contains("Nothing was written."), told);
        assertFalse(Files.exists(folder.resolve("Squares-parallel")));

        assertEquals(0, run("parallelize", file.toString()), told);
        assertTrue(told.contains("work n^2, data n"), told);
        assertTrue(told.contains("writes what 'x[i - 1]' reads"), told);
        assertEquals(SQUARES, Files.readString(file));
        Path out = folder.resolve("Squares-parallel");
        assertTrue(Files.readString(out.resolve("Squares.java")).contains("PlegmaLoops.mainLoop.run(x)"));
        assertTrue(run("parallelize", file.toString()) != 0);
        assertTrue(told.contains("is not empty"), told);

        assertEquals(0, run("parallelize", "--in-place", file.toString()), told);
        assertTrue(Files.readString(file).contains("PlegmaLoops.open();"));
        assertTrue(Files.exists(folder.resolve("PlegmaLoops.java")));
    }

    @Test
    void whatContradictsIsRefused() {
        assertTrue(run("parallelize", "--profile", "--recording", "x.jfr", "X.java") != 0);
        assertTrue(told.contains("leave out --recording"), told);
        assertTrue(run("parallelize", "--in-place", "-o", "out", "X.java") != 0);
        assertTrue(told.contains("leave out --output"), told);
        assertTrue(run("parallelize", folder.resolve("Nowhere.java").toString()) != 0);
        assertTrue(told.contains("There is no file or folder"), told);
    }
}
