package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.kernel.cell.CompileException.Problem;

/** Cells after which JShell of JDK 17 compiles nothing any more: they are refused, and all that was declared stays. */
class CompilerRepairTest {
    private static final String HALF = "\"" + "k".repeat(40_000) + "\"";

    private static JavaEvaluator java;

    @BeforeAll
    static void open() throws Throwable {
        java = new JavaEvaluator(new InterruptShield());
        DefaultImports.declare(java);
        java.evaluate(
                """
                import java.util.regex.Pattern;
                int[] kept = {40};
                String name = "before";
                record Kept(int n) {}
                Kept object = new Kept(2);
                int sum(Kept k) { return k.n() + kept[0]; }
                """,
                1);
    }

    @AfterAll
    static void close() {
        java.close();
    }

    private static Problem refused(String cell) throws Throwable {
        Problem problem = assertThrows(CompileException.class, () -> java.evaluate(cell, 1))
                .problems()
                .get(0);
        assertEquals(2, java.evaluate("1 + 1", 1));
        assertEquals(42, java.evaluate("sum(object)", 1));
        assertEquals("before", java.evaluate("name", 1));
        assertEquals(true, java.evaluate("Pattern.matches(\"b.*\", name)", 1));
        return problem;
    }

    @Test
    void aLiteralThatIsTooLongIsRefusedWithItsPlace() throws Throwable {
        Problem problem = refused("int a = 1;\n  String s = \"" + "x".repeat(70_000) + "\";");
        assertEquals(2, problem.line());
        assertEquals(14, problem.column());
        assertEquals("this text takes 70000 bytes of UTF-8: expected at most 65534 in a constant", problem.message());
        assertEquals(StringLiterals.CURE, problem.cure());
        assertThrows(CompileException.class, () -> java.evaluate("a", 1), "nothing of the cell ran");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "String s = %s + %1$s;",
                "%s + %1$s",
                "String long_() { return %s + %1$s; }",
                "class C { static final String A = %s; static final String B = A + A; }",
                "interface I { String A = %s, B = A + I.A; }",
                "System.out.print(\"\"); System.out.println(%s + %1$s);",
                "{ final String a = %s; String b = a + a; }",
                "String s = \"é\" + %s.formatted() + (%1$s + \"\\u00e9\" + %1$s);"
            })
    void aConstantThatTheCompilerMakesIsRefused(String cell) throws Throwable {
        Problem problem = refused(String.format(cell, HALF));
        assertEquals("constant string too long", problem.message());
        assertEquals(StringLiterals.CURE, problem.cure());
        assertEquals(1, problem.line());
    }

    @Test
    void constantsOfEarlierCellsCount() throws Throwable {
        java.evaluate("class Parts { static final String A = " + HALF + "; }", 1);
        Problem problem = refused("int one = 1;\nString s = Parts.A + Parts.A;");
        assertEquals(2, problem.line());
        assertEquals(1, java.evaluate("one", 1));
    }

    @Test
    void textWithoutLatinLettersIsCountedInBytes() throws Throwable {
        assertTrue(
                refused("String s = \"" + "ü".repeat(40_000) + "\";").message().contains("80000 bytes"));
        refused("String s = \"" + "ü".repeat(20_000) + "\" + \"" + "ü".repeat(20_000) + "\";");
    }

    @Test
    void whatAFailedDeclarationWouldHaveReplacedStays() throws Throwable {
        refused("String name = " + HALF + " + " + HALF + ";");
        refused("int sum(Kept k) { return (" + HALF + " + " + HALF + ").length(); }");
        java.evaluate("int[] live = {1, 2};", 1);
        Object live = java.evaluate("live", 1);
        refused("int live = (" + HALF + " + " + HALF + ").length();");
        assertTrue(live == java.evaluate("live", 1), "the same object");
        assertArrayEquals(new int[] {1, 2}, (int[]) live);
    }

    @Test
    void codeOfMoreThan64KilobytesIsRefused() throws Throwable {
        Problem problem = refused("int[] many = {" + "1234567,".repeat(20_000) + "};");
        assertEquals("code too large", problem.message());
        refused("void many() { int[] many = {" + "1234567,".repeat(20_000) + "}; }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class Object {}",
                "\ninterface Object { int f(); }",
                "enum Throwable { A }",
                "class java {}",
                "record $JShell$60(int a) {}",
                "class Object<T> extends Exception {}"
            })
    void typesThatWouldHideWhatAllCodeNeedsAreRefused(String cell) throws Throwable {
        Problem problem = refused(cell);
        assertTrue(problem.message().contains("would hide Java's own"), problem.message());
        assertEquals(cell.startsWith("\n") ? 2 : 1, problem.line());
    }

    @Test
    void ofATypeAndAnImportOfTheSameNameTheNewerCounts() throws Throwable {
        java.evaluate("class Queue { int v = 3; }", 1); // there is an import of java.util.Queue by default
        assertEquals(3, java.evaluate("new Queue().v", 1));
        java.evaluate("import java.util.Queue;", 1);
        assertEquals(true, java.evaluate("new LinkedList<String>() instanceof Queue", 1));
        java.evaluate("import static java.util.Map.Entry;", 1);
        java.evaluate("record Entry(int w) {}", 1);
        assertEquals(4, java.evaluate("new Entry(4).w()", 1));
    }

    @Test
    void whatKeepsAllCodeFromCompilingIsTakenBack() throws Throwable {
        java.shell().eval("class Object {}"); // as a cell would, were it not refused
        java.shell().eval("class Later {}");
        Problem problem = refused("1 + 1");
        assertEquals(
                "No code compiled beside the declaration of Object, so it was taken back, with what came after it: Later."
                        + " Run this cell again.",
                problem.cure());
    }

    @Test
    void anInterruptTakesNothingBack() throws Throwable {
        StopSwitch.set(true);
        try {
            assertTrue(java.repair().heal().isEmpty());
        } finally {
            StopSwitch.set(false);
        }
        assertEquals(42, java.evaluate("sum(object)", 1));
    }

    @Test
    void afterAnOrdinaryErrorNothingIsTakenBack() throws Throwable {
        assertEquals("", refused("int bad = new Object();").cure());
    }

    @Test
    void aMethodThatFitsItsTypesNoMoreSaysWhy() throws Throwable {
        java.evaluate("class Box { int v; } int open(Box b) { return b.v; }", 1);
        java.evaluate("class Box { private String w; }", 1);
        Throwable failure = assertThrows(RuntimeException.class, () -> java.evaluate("open(new Box())", 1));
        assertTrue(failure.getMessage().contains("variable v"), failure.getMessage());
        java.evaluate("int first(Pair p) { return p.n; } record Pair(int n) {}", 1);
        failure = assertThrows(RuntimeException.class, () -> java.evaluate("first(new Pair(1))", 1));
        assertEquals("first cannot be called: n has private access in Pair.", failure.getMessage());
    }
}
