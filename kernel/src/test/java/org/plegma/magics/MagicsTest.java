package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.plegma.display.page.MimeBundle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class MagicsTest {
    private final JShellHost host = new JShellHost();
    private final MagicRegistry registry = new MagicRegistry();
    private final Magics magics = new Magics(host, registry);

    MagicsTest() {
        registry.add("echo", Echo::new);
        registry.add("code", Code::new);
        registry.add("fail", Fail::new);
    }

    @AfterEach
    void close() {
        magics.close();
        host.close();
    }

    @Command(name = "echo", description = "Says what it was given.")
    static final class Echo implements Magic {
        enum Colour {
            RED,
            GREEN
        }

        static final class Animals extends Candidates {
            @Override
            protected List<String> values(Request request) {
                return request.before().contains("--colour") ? List.of("red panda") : List.of("aardvark", "ant", "bee");
            }
        }

        @Option(
                names = {"-c", "--colour"},
                paramLabel = "COLOUR",
                description = "One of the colours.")
        private Colour colour;

        @Option(names = "--loud", description = "Louder.")
        private boolean loud;

        @Parameters(arity = "1..*", paramLabel = "WORD", completionCandidates = Animals.class, description = "Words.")
        private List<String> words;

        @Override
        public Set<Kind> kinds() {
            return EnumSet.allOf(Kind.class);
        }

        @Override
        public String example() {
            return "%echo hello";
        }

        @Override
        public Object run(MagicCall call) {
            return words + (colour == null ? "" : " " + colour) + (loud ? "!" : "") + call.body();
        }
    }

    @Command(name = "code", description = "Runs code.")
    static final class Code implements Magic {
        @Option(names = "-n")
        private int number;

        @Parameters(arity = "0..*")
        private List<String> code;

        @Override
        public Set<Kind> kinds() {
            return EnumSet.allOf(Kind.class);
        }

        @Override
        public boolean takesJava() {
            return true;
        }

        @Override
        public String example() {
            return "%code 1 + 1";
        }

        @Override
        public Object run(MagicCall call) throws Exception {
            return number + ":" + call.codeLine() + ":" + call.codeColumn() + ":" + call.code();
        }
    }

    @Command(name = "fail", description = "Fails.")
    static final class Fail implements Magic {
        @Parameters
        private String how;

        @Override
        public String example() {
            return "%fail magic";
        }

        @Override
        public Object run(MagicCall call) throws Exception {
            return switch (how) {
                case "magic" -> throw new MagicException("Wrong.");
                case "io" -> throw new IOException("Disk full.");
                default -> call.evaluate("throw new java.io.IOException(\"mine\");", 1);
            };
        }
    }

    private String message(String cell) {
        MagicException e = assertThrows(MagicException.class, () -> magics.execute(cell), cell);
        return e.line() + ":" + e.column() + " " + e.getMessage();
    }

    @Test
    void partsRunInOrderWithTheirLines() throws Exception {
        assertEquals(7, magics.execute("int a = 3;\n\n%echo x\nint b = 4;\na + b"));
        assertEquals(List.of("1: int a = 3;\n\n", "4: int b = 4;\na + b"), host.evaluated);
        assertEquals("[x]", host.shown.get("#0").get(MimeBundle.TEXT));
    }

    @Test
    void theLastMagicsValueIsTheResult() throws Exception {
        assertEquals("[a b, c] RED!", magics.execute("int a = 3;\n%echo -c red --loud 'a b' c\n  \n"));
        assertTrue(host.shown.isEmpty());
        assertEquals(
                "[x]\nbody\n", magics.execute("//| option\n%%echo x\n\nbody\n").toString());
    }

    @Test
    void codeKeepsItsQuotesAndItsPlace() throws Exception {
        assertEquals("3:1:12:f(\"it's\", 'a')", magics.execute("%code -n 3 f(\"it's\", 'a')  "));
        assertEquals("0:2:1:a\nb", magics.execute("%%code\na\nb"));
        assertEquals("0:1:10:-1", magics.execute("%code -- -1"));
    }

    @Test
    void anUnknownMagicNamesTheNearestOneBeforeAnythingRuns() {
        String message = message("int a = 3;\n  %ecko x");
        assertEquals("2:3 There is no magic %ecko. Did you mean %echo, %%echo? %lsmagic lists all magics.", message);
        assertTrue(host.evaluated.isEmpty());
        assertTrue(message("%%nothinglikeit").contains("There is no magic %%nothinglikeit. %lsmagic"));
        assertTrue(message("%").contains("name is missing"));
    }

    @Test
    void aMagicOfAnotherKernelIsToldWhatThisKernelHasInstead() {
        assertEquals(
                "1:1 There is no magic %pip. %maven group:artifact:version adds a Java library. %lsmagic lists all magics.",
                message("%pip install numpy"));
        assertTrue(message("%%bash\nls").contains("%%sh runs a script"), message("%%bash\nls"));
        assertTrue(message("%use dataframe").contains("%maven group:artifact:version"), message("%use dataframe"));
        assertTrue(message("%%capture x\n1").contains("var x = …; keeps a value"), message("%%capture x\n1"));
    }

    @Test
    void theWrongNumberOfPercentSignsIsTold() {
        assertTrue(message("%%fail io").contains("%fail is a line magic"), message("%%fail io"));
        assertTrue(message("if (true) {\n %echo x\n}").startsWith("2:2 A magic cannot stand inside a block"));
        assertTrue(message("int a;\n%%echo x").startsWith("2:1 A cell magic has to be the first line"));
    }

    @Test
    void wrongArgumentsAreToldWithTheUsage() {
        assertTrue(
                message("%echo --laud x").contains("%echo has no option --laud. Did you mean --loud?"),
                message("%echo --laud x"));
        assertTrue(
                message("%echo --laud x").contains("Usage: %echo [--loud] [-c=COLOUR] WORD..."),
                message("%echo --laud x"));
        assertTrue(message("%echo").contains("Missing required parameter: 'WORD'"), message("%echo"));
        assertTrue(message("%echo -c blue x").contains("blue"), message("%echo -c blue x"));
        assertEquals(
                "1:9 A quote ' is not closed in the arguments of %echo. Close it, or write \\'.",
                message("%echo x 'y"));
    }

    @Test
    void failuresOfTheMagicGetItsPlaceAndThoseOfUserCodeAreLeftAlone() {
        assertEquals("2:1 Wrong.", message("int a;\n%fail magic"));
        assertEquals("1:1 Disk full.", message("%fail io"));
        Exception e = assertThrows(Exception.class, () -> magics.execute("%fail user"));
        assertFalse(e instanceof MagicException, e.toString());
    }

    @Test
    void handlesOnlyCellsWithMagics() {
        assertTrue(magics.handles("%echo"));
        assertFalse(magics.handles("int a = 5 % 3;"));
        assertTrue(magics.handles("int a;\n%nosuch"));
    }

    @Test
    void helpIsOneQuestionMarkAway() throws Exception {
        assertTrue(magics.execute("%%fail?").toString().contains("Usage: %fail"));
        for (String cell : List.of("%echo?", "%echo ?", "%echo --help", "%%echo?\n")) {
            MimeBundle help = (MimeBundle) magics.execute(cell);
            assertTrue(help.get(MimeBundle.TEXT).contains("-c, --colour COLOUR  One of the colours."), help.toString());
            assertTrue(help.get(MimeBundle.HTML).contains("<pre>%echo hello</pre>"), help.get(MimeBundle.HTML));
            assertTrue(help.get(MimeBundle.HTML).contains("mathjax_ignore"), "a $ in a text begins no formula");
        }
    }

    private List<String> complete(String cellWithCursor) {
        int cursor = cellWithCursor.indexOf('|');
        String cell = cellWithCursor.replace("|", "");
        return magics.complete(cell, cursor)
                .map(completions -> completions.matches().stream()
                        .map(match ->
                                cell.substring(0, completions.start()) + match + cell.substring(completions.end()))
                        .toList())
                .orElse(null);
    }

    @Test
    void completesNames() {
        assertEquals(List.of("%echo", "%%echo"), complete("%e|"));
        assertEquals(List.of("%%echo"), complete("%%e|cho"));
        assertEquals(List.of("int a;\n%echo x"), complete("int a;\n%ec| x"));
        assertEquals(
                List.of("%code", "%%code", "%echo", "%%echo", "%fail").stream()
                        .sorted()
                        .toList(),
                complete("%|").stream().sorted().toList());
        assertEquals(List.of("%%code", "%%echo"), complete("%%|"));
        assertEquals(List.of("int a;\n%code", "int a;\n%echo", "int a;\n%fail"), complete("int a;\n%|"));
    }

    @Test
    void completesOptionsAndValues() {
        assertEquals(List.of("%echo --colour", "%echo --loud"), complete("%echo --|"));
        assertEquals(List.of("%echo -c red", "%echo -c green").stream().sorted().toList(), complete("%echo -c |"));
        assertEquals(List.of("%echo --colour=green"), complete("%echo --colour=g|"));
        assertEquals(List.of("%echo --loud aardvark", "%echo --loud ant"), complete("%echo --loud a|"));
        assertEquals(List.of("%echo --colour red \"red panda\""), complete("%echo --colour red r|"));
        assertEquals(List.of("%echo bee x"), complete("%echo b| x"));
        assertEquals(List.of(), complete("%nosuch x|"));
    }

    @Test
    void wordsOfABodyAreCompleted() {
        assertEquals(
                List.of("%%echo x\nfarm farewell farewell", "%%echo x\nfarm farm farewell"),
                complete("%%echo x\nfarm fa| farewell"));
        assertEquals(List.of(), complete("%%echo x\n|"));
        assertEquals(List.of(), complete("%%echo x\nfarm|"));
    }

    @Test
    void javaIsLeftToJShell() {
        assertNull(complete("int a = 5;\na.|"));
        assertNull(complete("%code -n 3 System.|"));
        assertNull(complete("%%code\nSystem.|"));
        assertEquals(List.of("%code -n"), complete("%code -|"));
        assertEquals("           System.x\n     \nint b;", magics.javaOf("%code -n 3 System.x\n%echo\nint b;"));
        assertEquals("           \nint a;", magics.javaOf("%%code -n 3\nint a;"));
        assertEquals("        \n    \r\n", magics.javaOf("%%echo x\nbody\r\n"));
        String plain = "int a = 5 % 3;";
        assertEquals(plain, magics.javaOf(plain));
    }

    @Test
    void inspectionKnowsMagicsWhereverTheCursorIs() {
        String cell = "int a;\n%echo x\n%code f()";
        for (int cursor : new int[] {7, 8, 12, 14}) {
            assertTrue(
                    magics.inspect(cell, cursor)
                            .orElseThrow()
                            .get(MimeBundle.TEXT)
                            .startsWith("%echo"),
                    "at " + cursor);
        }
        assertTrue(magics.inspect(cell, 0).isEmpty());
        assertTrue(magics.inspect(cell, cell.length()).isEmpty(), "the code of %code is Java");
        assertTrue(magics.inspect("%code", 5).isPresent());
        assertTrue(magics.inspect("", 0).isEmpty());
        assertTrue(magics.inspect("%nosuch", 3).isEmpty());
    }

    @Test
    void statesAreKeptAndClosed() {
        boolean[] closed = {false};
        AutoCloseable state = () -> closed[0] = true;
        assertSame(state, magics.notebook().state(AutoCloseable.class, () -> state));
        assertSame(state, magics.notebook().state(AutoCloseable.class, () -> null));
        assertSame(magics.notebook(), NotebookSession.current());
        magics.close();
        assertTrue(closed[0]);
        assertThrows(IllegalStateException.class, NotebookSession::current);
    }
}
