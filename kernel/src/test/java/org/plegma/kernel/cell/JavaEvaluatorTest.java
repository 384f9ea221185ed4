package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.kernel.cell.CellTraces.CellFrame;
import org.plegma.kernel.cell.CompileException.Problem;

class JavaEvaluatorTest {
    private static JavaEvaluator java;

    @BeforeAll
    static void open() {
        java = new JavaEvaluator(new InterruptShield());
        java.beginCell(7);
        DefaultImports.declare(java);
    }

    @AfterAll
    static void close() {
        java.close();
    }

    @Test
    void theLastExpressionIsTheResultAsAnObject() throws Throwable {
        assertEquals(List.of(1, 2), java.evaluate("var l = List.of(1, 2);\nl", 1));
        assertNull(java.evaluate("1 + 1;", 1));
        assertNull(java.evaluate("int assigned = 3", 1));
        assertNull(java.evaluate("// nothing", 1));
        assertNull(java.evaluate("", 1));
        assertEquals(6, java.evaluate("int first = 2; first * 3 // comment", 1));
    }

    @Test
    void streamsThatAreSetToNullComeBackAndOthersStay() throws Throwable {
        PrintStream out = System.out;
        PrintStream err = System.err;
        InputStream in = System.in;
        try {
            java.evaluate("System.setOut(null); System.setErr(null); System.setIn(null);", 1);
            assertSame(out, System.out);
            assertSame(err, System.err);
            assertSame(in, System.in);
            java.evaluate("System.setOut(System.err)", 1);
            assertSame(err, System.out);
        } finally {
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
        }
    }

    @Test
    void problemsPointIntoTheCell() {
        CompileException failure = assertThrows(
                CompileException.class, () -> java.evaluate("/* a\n b */ int ok = 1;\n\n  ok = \"no\";", 10));
        Problem problem = failure.problems().get(0);
        assertEquals(13, problem.line());
        assertEquals(8, problem.column());
        assertEquals("  ok = \"no\";", problem.text());
        assertEquals("incompatible types: String cannot be converted to int", problem.message());
    }

    @Test
    void classesAreNamedInShortWhereThatTellsThemApart() {
        CompileException failure =
                assertThrows(CompileException.class, () -> java.evaluate("java.util.Set<String> s = new Object();", 1));
        assertEquals(
                "incompatible types: Object cannot be converted to Set<String>",
                failure.problems().get(0).message());
        failure = assertThrows(
                CompileException.class, () -> java.evaluate("java.util.List a = null; java.awt.List b = a;", 1));
        assertTrue(
                failure.problems().stream()
                        .anyMatch(p -> p.message().contains("java.util.List cannot be converted to java.awt.List")),
                failure::toString);
    }

    @Test
    void framesPointIntoTheCellWhateverIsBeforeTheCode() {
        String source = "\n// comment\nint quot(int a) {\n\n    // comment\n    return 1 / a;\n}\n\n/* more */ quot(0)";
        Throwable failure = assertThrows(ArithmeticException.class, () -> java.evaluate(source, 1));
        assertEquals(
                List.of(new CellFrame(7, 6, "quot", "    return 1 / a;"), new CellFrame(7, 9, "", "quot(0)")),
                java.traces().of(failure));
    }

    @Test
    void statementsInABlockBehaveAsAlone() throws Throwable {
        java.evaluate("var log = new StringBuilder();", 1);
        CompileException failure = assertThrows(
                CompileException.class,
                () -> java.evaluate("log.append(1);\nlog.append(2);\nlog.missing();\nlog.append(3);", 1));
        assertEquals(3, failure.problems().get(0).line());
        assertEquals("12", java.evaluate("log.toString()", 1), "those before the wrong one ran, the one after did not");
        Throwable thrown = assertThrows(
                ArithmeticException.class,
                () -> java.evaluate("log.append(4);\nlog.append(1 / 0);\nlog.append(5);", 1));
        assertEquals(2, java.traces().of(thrown).get(0).line());
        assertEquals("124", java.evaluate("log.toString()", 1));
    }

    @Test
    void nothingRunsIfTheCellIsNoJava() throws Throwable {
        java.evaluate("int counted = 0;", 1);
        for (String wrong :
                List.of("counted++;\nint a = ;", "counted++;\nif (true) {", "counted++;\nString s = \"open;")) {
            CompileException failure = assertThrows(CompileException.class, () -> java.evaluate(wrong, 1));
            assertEquals(2, failure.problems().get(0).line());
        }
        assertEquals(0, java.evaluate("counted", 1));
    }

    @Test
    void declarationsMayComeAfterTheirUse() throws Throwable {
        assertEquals(
                25,
                java.evaluate(
                        "int r = sq(new Holder().v);\nint sq(int x) { return x * x; }\n"
                                + "class Holder extends Base { @Override int v() { return v; } }\n"
                                + "class Base { int v = 5; int v() { return 0; } Holder h; }\nr",
                        1));
    }

    @Test
    void aCallOfWhatUsesUndeclaredThingsSaysSo() throws Throwable {
        java.evaluate("int usesNothing() { return nowhere; }", 1);
        Throwable failure = assertThrows(RuntimeException.class, () -> java.evaluate("usesNothing()", 1));
        assertTrue(failure.getMessage().contains("variable nowhere"), failure.getMessage());
        java.evaluate("int nowhere = 4;", 1);
        assertEquals(4, java.evaluate("usesNothing()", 1));
    }

    @Test
    void liveObjectsGoInAndOut() throws Throwable {
        Object object = new Object();
        java.bind("live", "Object", object);
        assertSame(object, java.variable("live").orElseThrow());
        assertSame(object, java.evaluate("live", 1));
        float[] data = {1, 2};
        java.bind("live", "float[]", data);
        assertSame(data, java.evaluate("live[0] = 3; live", 1));
        assertEquals(3, data[0]);
        java.bind("number", "int", 5);
        assertEquals(10, java.evaluate("number * 2", 1));
        java.bind("nothing", "String", null);
        assertEquals(Optional.empty(), java.variable("nothing"));
        assertEquals(Optional.empty(), java.variable("neverDeclared"));
        assertThrows(IllegalArgumentException.class, () -> java.bind("number", "int", null));
    }

    /** Magics that look at all variables, such as %whos, must not fail by one. */
    @Test
    void aVariableWhoseTypeIsGoneHasNoValue() throws Throwable {
        java.evaluate("String name = \"abc\"; var made = name.length();", 1);
        assertEquals(3, java.variable("made").orElseThrow());
        java.evaluate("int name = 5;", 1);
        assertEquals(Optional.empty(), java.variable("made"));
        assertEquals(5, java.variable("name").orElseThrow());
        assertTrue(java.variables().noneMatch(v -> v.name().equals("made")));
        CompileException gone = assertThrows(CompileException.class, () -> java.evaluate("made", 1));
        assertEquals(
                "What it was made from was declared anew, as something else. Run the cell again that makes made.",
                gone.problems().get(0).cure());
        java.evaluate("String name = \"abcd\";", 1);
        assertEquals(Optional.empty(), java.variable("made"), "it would be 0");
        assertThrows(CompileException.class, () -> java.evaluate("made", 1));
        java.evaluate("var made = 2 * name.length();", 1);
        assertEquals(8, java.variable("made").orElseThrow());
    }

    @Test
    void variablesAreThoseOfTheUser() throws Throwable {
        java.evaluate("List<String> names = List.of(); 1 + 1", 1);
        assertTrue(java.variables()
                .anyMatch(v -> v.name().equals("names") && v.typeName().equals("List<String>")));
        assertTrue(java.variables().noneMatch(v -> v.name().startsWith("$")));
    }

    @Test
    void theClasspathGrowsWhileTheNotebookRuns(@TempDir Path folder) throws Throwable {
        assertThrows(CompileException.class, () -> java.evaluate("new late.Comer().value()", 1));
        Path source = Files.createDirectories(folder.resolve("late")).resolve("Comer.java");
        Files.writeString(source, "package late; public class Comer { public int value() { return 9; } }");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()));
        java.addToClasspath(List.of(folder));
        assertEquals(9, java.evaluate("new late.Comer().value()", 1));
    }

    @Test
    void severalMessagesOfOneCauseTellItsCureOnce() {
        CompileException refused =
                assertThrows(CompileException.class, () -> java.evaluate("for i in range(10): print(i)", 1));
        assertTrue(refused.problems().size() > 1);
        assertEquals(
                1,
                refused.problems().stream()
                        .filter(problem -> !problem.cure().isEmpty())
                        .count());
        CompileException quoted = assertThrows(CompileException.class, () -> java.evaluate("'two words'", 1));
        assertEquals(1, quoted.problems().size(), quoted.problems()::toString);
    }

    @Test
    void pythonIsToldItsJava() {
        for (List<String> habit : List.of(
                List.of("print 5", "System.out.println"),
                List.of("def f(x):\n    return x", "braces"),
                List.of("for i in range(9):\n    print(i)", "for (int i = 0; i < 9; i++)"),
                List.of("import numpy as np", "Grid"),
                List.of("undeclared = 5", "var undeclared"),
                List.of("int n = 2**3;", "Math.pow(2, 3)"),
                List.of("int n = 3 # three", "//"),
                List.of("boolean b = not true;", "!"),
                List.of("boolean b = True;", "true"),
                List.of("int[] list = {1}; int n = len(list);", "list.length"),
                List.of("int n = len(List.of(1));", "x.size() of a list"),
                List.of("x = 3", "var x"),
                List.of("'two words'", "\"double\" quotes"),
                List.of("not true", "Java's not is !"),
                List.of("List.of(1)[0]", "list.get(i)"),
                List.of("\"ab\"[0]", "s.charAt(i)"),
                List.of("\"ab\".length", "It is a method: length()"),
                List.of("List.of(1).size", "It is a method: size()"),
                List.of("int[] three = {1, 2, 3}; three.length()", "without parentheses"),
                List.of("abs(-1)", "Math.abs"),
                List.of("String s = 3;", "String.valueOf"),
                List.of("record Even(int n) { Even { if (n % 2 != 0) throw new Error(); } }", "write public before it"),
                List.of("np.zeros(3)", "Grid"))) {
            CompileException refused =
                    assertThrows(CompileException.class, () -> java.evaluate(habit.get(0), 1), habit.get(0));
            String cure = refused.problems().get(0).cure();
            assertTrue(cure.contains(habit.get(1)), habit.get(0) + ": " + cure);
        }
    }

    @Test
    void namesThatWereProbablyMeantAreTold() throws Throwable {
        java.evaluate("var row = new ArrayList<Integer>(); class Own { int width; }", 1);
        for (List<String> slip : List.of(
                List.of("row.ad(3)", "Did you mean add?"),
                List.of("row.sise()", "Did you mean size?"),
                List.of("row.sise", "Did you mean size()?"),
                List.of("Math.PY", "Did you mean PI?"),
                List.of("Math.squrt(2)", "Did you mean sqrt?"),
                List.of("Grid.flots(3)", "Did you mean floats?"),
                List.of("row.whatever()", ""),
                List.of("new Own().widht", ""),
                List.of("Sting s = null;", "Did you mean String?"),
                List.of("new Arraylist<Integer>()", "Did you mean ArrayList?"),
                List.of("Gird.floats(3)", "Did you mean Grid?"),
                List.of("Sytem.out.println(1)", "Did you mean System?"),
                List.of("rwo.data.length", "Did you mean row?"),
                List.of("new Whatever()", ""))) {
            CompileException refused =
                    assertThrows(CompileException.class, () -> java.evaluate(slip.get(0), 1), slip.get(0));
            assertEquals(slip.get(1), refused.problems().get(0).cure(), slip.get(0));
        }
    }

    @Test
    void messagesOfSeveralLinesAreOneSentence() {
        CompileException refused =
                assertThrows(CompileException.class, () -> java.evaluate("new Thread(1, 2, 3, 4, 5)", 1));
        assertTrue(!refused.problems().get(0).message().contains(";;"), refused::toString);
    }

    @Test
    void whatIsThereElsewhereIsToldWhere() throws Throwable {
        java.evaluate("org.plegma.stencil.Stencil heat = null;", 1);
        for (List<String> missing : List.of(
                List.of("ranks", "plegma mpi"),
                List.of("spark.range(9)", "%spark"),
                List.of("heat.run(null, 3)", "heat.on(session()).run(…)"))) {
            CompileException refused =
                    assertThrows(CompileException.class, () -> java.evaluate(missing.get(0), 1), missing.get(0));
            String cure = refused.problems().get(0).cure();
            assertTrue(cure.contains(missing.get(1)), missing.get(0) + ": " + cure);
        }
    }
}
