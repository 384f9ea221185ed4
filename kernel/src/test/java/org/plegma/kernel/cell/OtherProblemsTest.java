package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.kernel.cures.OpenClHabits;

class OtherProblemsTest {
    private static JavaEvaluator java;

    @BeforeAll
    static void open() throws Throwable {
        java = new JavaEvaluator(new InterruptShield());
        java.beginCell(1);
        DefaultImports.declare(java);
        java.evaluate("int ran = 0;", 1);
    }

    @AfterAll
    static void close() {
        java.close();
    }

    /** Each problem as "line: message". */
    private static List<String> problems(String cell) {
        return assertThrows(CompileException.class, () -> java.evaluate(cell, 1)).problems().stream()
                .map(problem -> problem.line() + ": " + problem.message())
                .toList();
    }

    @Test
    void allErrorsOfACellAreTold() {
        CompileException failure = assertThrows(
                CompileException.class, () -> java.evaluate("int a = \"x\";\nint b = \"y\";\nunheardOf(a + b);", 1));
        assertEquals(
                "line 1: incompatible types: String cannot be converted to int (and 2 more errors)",
                failure.getMessage());
        assertEquals(
                List.of(
                        "1: incompatible types: String cannot be converted to int",
                        "2: incompatible types: String cannot be converted to int",
                        "3: cannot find symbol: method unheardOf(int)"),
                problems("int a = \"x\";\nint b = \"y\";\nunheardOf(a + b);"));
        assertEquals(1, failure.problems().get(2).column());
    }

    @Test
    void errorsWithinMethodsAndTypesAreTold() {
        assertEquals(
                List.of(
                        "1: cannot find symbol: variable missing",
                        "3: incompatible types: String cannot be converted to int",
                        "6: incompatible types: int cannot be converted to String"),
                problems(
                        "missing++;\npublic static int f() {\n    return \"\";\n}\nclass C {\n    String s = 1;\n}\n1 + 1"));
    }

    @Test
    void faultsOfSyntaxAreTold() {
        assertEquals(
                List.of(
                        "1: illegal start of expression",
                        "2: illegal start of expression",
                        "4: illegal start of expression"),
                problems("int a = 5 +;\nint b = Math.abs(;\nint c = 5;\nint d = ;\nint e = 6;"));
        assertEquals(
                List.of(
                        "1: incompatible types: String cannot be converted to int",
                        "2: illegal start of expression",
                        "3: incompatible types: String cannot be converted to int"),
                problems("int a = \"x\";\nint b = ;\nint c = \"y\";"));
    }

    @Test
    void nothingOfWhatFollowsRuns() throws Throwable {
        problems("int wrong = \"\";\nran = 1;\nran++;");
        assertEquals(0, java.evaluate("ran", 1));
    }

    /** Each has one fault, in its first line; what follows would run if that were mended. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "int a = \"\";\na = twice(a);\nint twice(int x) { return 2 * x; }",
                "int a = \"\";\nString a = \"\";\na.length()",
                "int a = \"\";\nimport java.awt.*;\nPoint p = null;",
                "int a = \"\";\nimport java.awt.Point;\nPoint p = null;",
                "int a = \"\";\nthrow new Exception();\nint b = 1;",
                "int a = \"\";\nint b = 1;\nb = 2;\nRunnable r = () -> System.out.println(b);",
                "int a = \"\";\nint later() { return afterwards; }\nint afterwards = 3;",
                "int a = \"\";\nsealed interface S permits T {}\nrecord T(int x) implements S {}\nS s = new T(a);",
                "int a = \"\";\nabstract class P { abstract Q q(); }\nclass Q extends P { Q q() { return this; } }",
                "int a = \"\";\nint b;\nb + 1",
                "int a = \"\";\npublic int b = a;\nprivate static final int C = 4;\nenum E { F, G }\nE.F",
                "int a = \"\";\nvar f = new ArrayList<String>();\nfor (var s : f) {\n    s.length();\n}\nf.get(0).length()",
                "int a = ;\na + 1;\nint b = a;\nb",
                "undefined(\n    1,\n    2);\nint b = 4;",
                "int a = foo(1,,\n    2);\nint b = 4;",
                "for (int i = 0; i < ; i++) {\n    int b = i;\n}\nint c = 3;",
                "class Open {\n    int x;\n    int y() { return x; }\n",
                "<T> T same(T x) { return \"\"; }\nsame(3) + 1",
            })
    void whatIsWellIsNotReported(String cell) {
        assertEquals(1, problems(cell).size(), () -> cell + "\n" + problems(cell));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int n = 3;\nkernel void f(global int* x) { x[0] = 1; }",
                "float2 g(float2 x) { return x; }\n__kernel void f(__global float2* x) { x[0] = g(x[0]); }",
                "#define N 5\n__kernel __attribute__((reqd_work_group_size(8, 1, 1)))\nvoid f(global int* x) { }"
            })
    void aKernelWithoutItsMagicIsOneError(String cell) {
        assertEquals(List.of("2: " + OpenClHabits.MESSAGE), problems(cell));
    }

    @Test
    void aKernelInAStringIsNoError() {
        assertEquals(
                List.of("3: cannot find symbol: variable nowhere"),
                problems("// kernel void f(\nvar s = \"\"\"\n    kernel void f() \"\"\" + nowhere;"));
    }
}
