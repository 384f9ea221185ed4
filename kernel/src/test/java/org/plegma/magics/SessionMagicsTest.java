package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.display.page.MimeBundle;

/** The magics of package {@code session}. */
class SessionMagicsTest extends MagicTest {
    @TempDir
    Path folder;

    private String text(String cell) throws Exception {
        return ((MimeBundle) magics.execute(cell)).get(MimeBundle.TEXT);
    }

    @Test
    void variablesAreListedWithShapePlaceAndBytes() throws Exception {
        magics.execute("%who");
        assertEquals("There are no variables yet.\n", host.printed());
        host.evaluate(
                "int n = 3; float[][] x = new float[n][4]; double[] gone = null; String s = \"a\\nb\";"
                        + " int[][] ragged = {{1}, {1, 2}}; int[] many = {1, 2, 3, 4, 5, 6};"
                        + " var g = org.plegma.array.Grid.doubles(2, 5);"
                        + " var d = org.plegma.magics.NotebookSession.session().upload(g);"
                        + " var closed = org.plegma.magics.NotebookSession.session().upload(g); closed.close();",
                1);
        magics.execute("%who");
        assertEquals("n  x  gone  s  ragged  many  g  d  closed\n", host.printed());
        magics.execute("%who float[][] Grid");
        assertEquals("x  g\n", host.printed());
        magics.execute("%who long");
        assertEquals("There are no variables of type long.\n", host.printed());
        String all = text("%whos");
        assertTrue(all.matches("(?s).*x +float\\[]\\[] +3 x 4 +host +48\\s.*"), all);
        assertTrue(all.matches("(?s).*ragged +int\\[]\\[] +2 x \\? +host +12\\s.*"), all);
        assertTrue(all.matches("(?s).*many +int\\[] +6 +host +24 +1, 2, 3, 4, 5, …\\s.*"), all);
        assertTrue(all.matches("(?s).*gone +double\\[] .*null.*"), all);
        assertTrue(all.matches("(?s).*s +String +3 +host +– +a b.*"), all);
        assertTrue(all.matches("(?s).*g +Grid +2 x 5 +host +80 .*"), all);
        String device = NotebookSession.session().device().name();
        assertTrue(all.contains(device.substring(0, 20)), all);
        assertTrue(all.contains("(closed)"), all);
    }

    @Test
    void commandsShowWhatTheyWriteAndTheirStatus() throws Exception {
        assertNull(magics.execute("!echo \"it's\" -la; echo wrong >&2"));
        assertEquals("it's -la\nwrong\n", host.printed());
        magics.execute("int a = 1;\n!exit 3\na");
        assertEquals("[the command ended with status 3]\n", host.printed());
        assertTrue(message("%%sh\necho before\nexit 4").startsWith("The command ended with status 4."));
        assertEquals("before\n", host.printed());
        magics.execute("%%sh --may-fail\nexit 5");
        assertEquals("[the command ended with status 5]\n", host.printed());
        magics.execute("%%sh --out lines\nprintf 'a\\nb'");
        assertEquals("", host.printed());
        assertEquals("a\nb", host.variable("lines").orElseThrow());
        assertTrue(message("%system").contains("Missing required parameter: 'COMMAND'"));
    }

    @Test
    void anInterruptEndsACommandWithItsChildren() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Path pid = folder.resolve("pid");
        Thread cell = new Thread(() -> thrown.set(assertThrows(
                Throwable.class, () -> magics.execute("%%sh\nsh -c 'echo $$ > " + pid + "; sleep 1000; true'; true"))));
        cell.start();
        while (!Files.exists(pid) || Files.readString(pid).isBlank()) {
            Thread.sleep(5);
        }
        cell.interrupt();
        cell.join();
        assertTrue(thrown.get() instanceof InterruptedException, String.valueOf(thrown.get()));
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .ifPresent(child -> child.onExit().join());
    }

    @Test
    void folderAndEnvironmentHoldForCommandsAndFiles() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        assertEquals(here.toString(), magics.execute("%pwd"));
        magics.execute("%cd " + folder);
        assertTrue(host.printed().contains("Relative paths in Java code still begin at " + here));
        magics.execute("%env PLEGMA_WORD=two words\n".replace("two words", "'two words'") + "!pwd; echo $PLEGMA_WORD");
        assertEquals(folder + "\ntwo words\n", host.printed());
        assertEquals("two words", magics.execute("%env PLEGMA_WORD"));
        assertTrue(message("%env PLEGMA_NONE").contains("There is no variable PLEGMA_NONE."));
        assertTrue(message("%env =x").contains("A name is missing"));
        magics.execute("%%writefile a.txt\none\n");
        assertEquals("Wrote " + folder.resolve("a.txt") + " (4 B).\n", host.printed());
        magics.execute("%%writefile -a a.txt\ntwo");
        magics.execute("!cat a.txt");
        assertTrue(host.printed().endsWith("one\ntwo\n"));
        magics.execute("%%writefile a.txt\nthree");
        assertTrue(host.printed().startsWith("Replaced "));
        assertEquals("three\n", Files.readString(folder.resolve("a.txt")));
        assertTrue(message("%%writefile no/a.txt\nx").contains("!mkdir -p " + folder.resolve("no")));
        assertTrue(message("%%writefile " + folder + "\nx").contains("it is a folder"));
        assertEquals("There is no file /proc/none, or its folder takes none.", message("%%writefile /proc/none\nx"));
        magics.execute("%cd -");
        assertEquals(here + "\n", host.printed());
        assertTrue(message("%cd a.txt/b").contains("There is no folder"));
        assertTrue(message("%load no.txt").contains("There is no file " + here.resolve("no.txt")));
    }

    @Test
    void aNotebookOrAFileRunsInThisOne() throws Exception {
        Files.writeString(
                folder.resolve("other.ipynb"),
                """
                {"nbformat": 4, "cells": [
                  {"cell_type": "markdown", "source": ["not Java"]},
                  {"cell_type": "code", "source": ["int a = 20;\\n", "!echo from a command\\n", "a + 1"]},
                  {"cell_type": "code", "source": "int b = a + 2;"}]}
                """);
        magics.execute("%run " + folder.resolve("other.ipynb"));
        assertEquals("from a command\n", host.printed());
        assertEquals("21", host.shown.get("#0").get(MimeBundle.TEXT));
        assertEquals(1, host.shown.size(), "a cell without a value shows nothing");
        assertEquals(22, host.evaluate("b", 1));
        Files.writeString(folder.resolve("wrong.jsh"), "int c = 1;\n%nosuch\n");
        assertTrue(message("%run " + folder.resolve("wrong.jsh")).contains("There is no magic %nosuch."));
        assertTrue(host.printed().contains("The error below is in cell 1 of 1 cell"));
        Files.writeString(folder.resolve("self.jsh"), "%run " + folder.resolve("self.jsh"));
        assertTrue(message("%run " + folder.resolve("self.jsh")).contains("runs itself"));
        Files.writeString(folder.resolve("broken.ipynb"), "{\"cells\": 3}");
        assertTrue(message("%run " + folder.resolve("broken.ipynb")).contains("is no Jupyter notebook"));
    }

    @Test
    void pagesAreShownAsTheyAre() throws Exception {
        MimeBundle html = (MimeBundle) magics.execute("%%HTML\n<b>x</b>\n");
        assertEquals("<b>x</b>\n", html.get(MimeBundle.HTML));
        MimeBundle markdown = (MimeBundle) magics.execute("%%markdown\n# T\n%time\n");
        assertEquals("# T\n%time\n", markdown.get("text/markdown"));
    }

    @Test
    void namesFilesAndVariablesAreCompleted() throws Exception {
        Files.writeString(folder.resolve("long-name.txt"), "");
        String cell = "!cat " + folder + "/long";
        assertEquals(
                folder + "/long-name.txt",
                magics.complete(cell, cell.length()).orElseThrow().matches().get(0));
        assertTrue(magics.complete("%env HOM", 8).orElseThrow().matches().contains("HOME"));
        host.evaluate("float[] x = {};", 1);
        assertTrue(magics.complete("%whos fl", 8).orElseThrow().matches().contains("float[]"));
        assertFalse(magics.javaOf("int a = 1;\n!ls 'x\na").contains("ls"));
    }
}
