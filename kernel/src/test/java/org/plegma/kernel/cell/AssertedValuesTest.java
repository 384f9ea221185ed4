package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.cell.CompileException.Problem;

class AssertedValuesTest {
    private static JavaEvaluator java;

    @BeforeAll
    static void open() throws Throwable {
        java = new JavaEvaluator(new InterruptShield());
        DefaultImports.declare(java);
        java.evaluate("int a = 3; List<Integer> list = List.of(1, 2); int calls = 0; Object o = \"text\";", 1);
        java.evaluate("int next() { calls++; return calls; }", 1);
    }

    @AfterAll
    static void close() {
        java.close();
    }

    private static String message(String cell) {
        return assertThrows(AssertionError.class, () -> java.evaluate(cell, 1)).getMessage();
    }

    @Test
    void aComparisonShowsBothSidesAndItsVariables() {
        assertEquals("a == 4\n    a = 3", message("assert a == 4;"));
        assertEquals(
                "list.size() > a * 2\n    list.size() = 2\n    a * 2 = 6\n    list = [1, 2]\n    a = 3",
                message("assert list.size() > a * 2;"));
        assertEquals("\"x\" == o\n    o = text", message("assert \"x\" == o;"));
        assertEquals("o == null\n    o = text", message("int unused = 1;\nassert o == null;"));
    }

    @Test
    void otherConditionsShowTheirVariables() {
        assertEquals("list.contains(a)\n    list = [1, 2]\n    a = 3", message("assert list.contains(a);"));
        assertEquals(
                "a < 3 || !o.equals(\"text\")\n    a = 3\n    o = text",
                message("assert a < 3\n  || !o.equals(\"text\");"));
        assertEquals("Math.abs(a) == 0\n    Math.abs(a) = 3\n    a = 3", message("assert Math.abs(a) == 0;"));
        assertEquals(
                "Integer.MAX_VALUE == a\n    Integer.MAX_VALUE = 2147483647\n    a = 3",
                message("assert Integer.MAX_VALUE == a;"));
        assertEquals("o instanceof String s && s.isEmpty()", message("assert o instanceof String s && s.isEmpty();"));
        assertEquals("false", message("assert false;"));
    }

    @Test
    void eachSideIsComputedOnce() throws Throwable {
        java.evaluate("calls = 0;", 1);
        assertEquals(
                "next() == next() + 1\n    next() = 1\n    next() + 1 = 3", message("assert next() == next() + 1;"));
        assertEquals(2, java.evaluate("calls", 1));
    }

    @Test
    void assertionsWithinAssertionsKeepTheirValues() throws Throwable {
        java.evaluate("int checked(int x) { assert x > 0; return x; }", 1);
        assertEquals(
                "checked(1) == checked(2)\n    checked(1) = 1\n    checked(2) = 2",
                message("assert checked(1) == checked(2);"));
        assertEquals("x > 0\n    x = -5", message("checked(-5)"));
        assertEquals("b < 0\n    b = 7", message("class T { static void t(int b) { assert b < 0; } }\nT.t(7);"));
    }

    @Test
    void whatHoldsOrHasAMessageIsAsItWas() throws Throwable {
        assertEquals(7, java.evaluate("assert a == 3;\nassert list.size() == 2 : \"size\";\n7", 1));
        assertEquals("mine", message("assert a == 4 : \"mine\";"));
        assertEquals("assert a == 4;", java.evaluate("String s = \"assert a == 4;\"; s", 1));
    }

    @Test
    void errorsPointIntoTheCellAsItIsWritten() {
        Problem problem = assertThrows(CompileException.class, () -> java.evaluate("assert a == 3; a = \"no\";", 1))
                .problems()
                .get(0);
        assertEquals(20, problem.column());
        problem = assertThrows(CompileException.class, () -> java.evaluate("assert a == missing;", 1))
                .problems()
                .get(0);
        assertEquals("cannot find symbol: variable missing", problem.message());
        assertEquals(13, problem.column());
        Throwable failure = assertThrows(AssertionError.class, () -> java.evaluate("a = 3;\nassert a == 5;", 1));
        assertEquals("assert a == 5;", java.traces().of(failure).get(0).text());
        assertEquals(2, java.traces().of(failure).get(0).line());
    }
}
