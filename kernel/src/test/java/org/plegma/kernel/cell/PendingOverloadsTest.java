package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Methods of one name of which some cannot be used yet: nothing else may get lost by that, and they come back. */
class PendingOverloadsTest {
    private static JavaEvaluator java;

    private final PrintStream err = System.err;
    private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

    @BeforeAll
    static void open() {
        java = new JavaEvaluator(new InterruptShield());
    }

    @AfterAll
    static void close() {
        java.close();
    }

    @BeforeEach
    void begin() {
        java.reset();
        System.setErr(new PrintStream(notes));
    }

    @AfterEach
    void end() {
        System.setErr(err);
    }

    private static Object run(String... cells) throws Throwable {
        Object last = null;
        for (String cell : cells) {
            last = java.evaluate(cell, 1);
        }
        return last;
    }

    private static final String PENDING = "int f(int x) { return x + 1; } int f(Later x) { return x.n; }";

    @Test
    void anImportLosesNoMethodThatWasDeclaredBefore() throws Throwable {
        run("int g(String s) { return s.length(); }", PENDING, "import java.sql.*;");
        assertEquals(4, run("g(\"a\") + f(2)"));
    }

    @Test
    void anImportOfTheKernelsOwnLosesNoVariable() throws Throwable {
        run("class Point { int x = 5; } Point p = new Point(); String text = \"t\";", PENDING);
        run("Stream.of(1).collect(Collectors.toList())");
        assertEquals("5t2", run("p.x + text + f(1)"));
    }

    @Test
    void whatTheyCallCanBeDeclaredAnew() throws Throwable {
        run("int g(int n) { return n; }");
        run("int f(int x) { return (int) g(x); } int f(Later x) { return (int) g(7); }");
        run("long g(int n) { return 2L * n; }");
        assertEquals(6, run("f(3)"));
        assertEquals(14, run("class Later {}", "f(new Later())"));
    }

    @Test
    void aMethodThatCallsItselfIsNotLost() throws Throwable {
        run("int f(int x) { return x < 1 ? 5 : f(x - 1); }", "int f(Later x) { return 1; }");
        run("int h(int x) { return f(x); }", "import java.sql.*;");
        assertEquals(10, run("f(3) + h(3)"));
    }

    @Test
    void whatIsDeclaredAfterThemIsNotLost() throws Throwable {
        run("int f(Later x) { return 1; }", "int f(int x) { return x; }", "int h(int x) { return f(x); }");
        run("int k = h(4);", "import java.sql.*;");
        assertEquals(9, run("k + h(5)"));
    }

    @Test
    void theyAreDeclaredAsSoonAsTheirTypeIs() throws Throwable {
        run(PENDING);
        assertEquals("Note: f cannot be used yet: there is no class Later\n", notes.toString());
        assertEquals(8, run("class Later { int n = 8; } int after = f(new Later());", "after"));
        assertEquals(10, run("f(new Later()) + f(1)"));
    }

    @Test
    void theyAreDeclaredAsSoonAsTheirTypeIsImported() throws Throwable {
        run("int f(int x) { return x; } int f(Timestamp x) { return 4; }", "import java.sql.*;");
        assertEquals(4, run("f(new Timestamp(0))"));
    }

    @Test
    void inOneCellTheOrderIsFree() throws Throwable {
        run("int g() { return 1; } int f(int x) { return (int) g(); } int f(Later x) { return (int) g() + 2; }"
                + " long g() { return 3; } class Later {}");
        assertEquals(8, run("f(new Later()) + f(1)"));
        assertEquals("", notes.toString());
    }

    @Test
    void aTypeThatOneOfThemDoesNotFitIsDeclared() throws Throwable {
        run("class A<T> {}", "int f(int x) { return new A().hashCode() * 0 + x; } int f(A<String> x) { return 2; }");
        run("class A { int z = 3; }");
        assertEquals("Note: f cannot be used yet: type A does not take parameters\n", notes.toString());
        assertEquals(4, run("new A().z + f(1)"));
        run("class B {}");
        assertEquals("Note: f cannot be used yet: type A does not take parameters\n", notes.toString());
        run("class A<T> { int z = 4; }");
        assertEquals(7, run("new A().z + f(1) + f(new A<String>())"));
    }

    @Test
    void theNewestDeclarationCounts() throws Throwable {
        run(PENDING, "int f(Later x) { return x.n + 100; }");
        assertEquals(108, run("class Later { int n = 8; }", "f(new Later())"));
        run("int f(Later x) { return 1; }", "class Other {}");
        assertEquals(1, run("f(new Later())"));
    }

    @Test
    void aRejectedDeclarationLeavesWhatWaits() throws Throwable {
        run(PENDING);
        assertThrows(CompileException.class, () -> run("int f(Later x) { return \"\"; }"));
        assertEquals(8, run("class Later { int n = 8; }", "f(new Later())"));
    }

    @Test
    void theResultOfACellIsKept() throws Throwable {
        run(PENDING);
        assertEquals(8, run("f(new Later()); class Later { int n = 8; } f(new Later())"));
        run("int f(Sooner x) { return 3; } int v = 9;");
        assertEquals(9, run("class Sooner {}\nv"));
    }

    @Test
    void aResetForgetsThem() throws Throwable {
        run(PENDING);
        java.reset();
        run("class Later { int n = 8; }");
        assertThrows(CompileException.class, () -> run("f(new Later())"));
    }
}
