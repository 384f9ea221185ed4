package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.cell.CellSplitter.Part;

class CellSplitterTest {
    private static JShell shell;
    private static CellSplitter splitter;

    @BeforeAll
    static void open() {
        shell = JShell.builder().executionEngine("local").build();
        splitter = new CellSplitter(shell.sourceCodeAnalysis());
    }

    @AfterAll
    static void close() {
        shell.close();
    }

    private static List<String> split(String cell) {
        List<Part> parts = splitter.split(cell);
        for (Part part : parts) {
            String original = cell.substring(part.offset(), part.end());
            assertEquals(0, part.source().indexOf(original.stripTrailing().replaceFirst(";$", "")), original);
        }
        return parts.stream().map(part -> part.source().strip()).toList();
    }

    @Test
    void cellsOfSeveralSnippets() {
        assertEquals(
                List.of("import a.*;", "int x = 1;", "class C { ; }", "f(x);", "x"),
                split("import a.*;\n// c ; }\nint x = 1; /* ; */ class C { ; }\nf(x);\n\nx"));
        assertEquals(List.of(), split(" \n// only a comment\n/* another */ "));
    }

    @Test
    void anElseFarAwayBelongsToItsIf() {
        String blanks = "// comment\n".repeat(2000); // more than a window
        String cell = "if (a) b();\n" + blanks + "else c();\nd();";
        assertEquals(2, split(cell).size());
    }

    @Test
    void snippetsLargerThanAWindow() {
        String large = "String t = \"\"\"\n" + "line; }\n".repeat(5000) + "\"\"\";";
        assertEquals(List.of("int a = 1;", large, "t"), split("int a = 1;\n" + large + "\nt"));
    }

    @Test
    void onlyStatementsGoIntoBlocks() {
        for (String statement :
                List.of("f();", "a.b.c(1);", "x = 1;", "x[2] += 3;", "i++;", "for (;;) {}", "if (a) {}")) {
            assertEquals(List.of(true), declareNothing(statement), statement);
        }
        for (String other : List.of(
                "int x = 1;",
                "List<String> l;",
                "class A {}",
                "int f() { return 1; }",
                "x == 1",
                "import a.b;",
                "var v = f();",
                "a.B c = d;",
                "record P(int x) {}",
                "@A class B {}",
                "x",
                "int[] y = {1};",
                "f()")) {
            assertEquals(List.of(false), declareNothing(other), other);
        }
    }

    private static List<Boolean> declareNothing(String cell) {
        return splitter.split(cell).stream().map(Part::declaresNothing).toList();
    }
}
