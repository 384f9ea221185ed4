package org.plegma.kernel.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.cell.InterruptShield;
import org.plegma.kernel.cell.JavaEvaluator;

class CellContextTest {
    private static JavaEvaluator java;

    @BeforeAll
    static void open() {
        java = new JavaEvaluator(new InterruptShield());
    }

    @AfterAll
    static void close() {
        java.close();
    }

    private static List<String> declared(String cell) {
        return CellContext.of(java, cell, cell.length()).declared();
    }

    @Test
    void variablesOfTheCellAreKnownByName() {
        assertEquals(List.of("quux"), declared("int quux = 3;\nqu"));
        assertEquals(
                List.of("quux", "quota"),
                declared("int quux = 3, quota = 4; int other;\nSystem.out.println(\"a\" + qu"));
        assertEquals(List.of(), declared("int quux = 3;\nrow"));
        assertEquals(
                List.of("quux"),
                declared("int quux = 3;\nf(\"" + "a\\\"b".repeat(1000) + "x".repeat(20_000) + "\" + qu"));
    }

    @Test
    void nothingIsOfferedBehindADotOrASemicolon() {
        for (String end : List.of("quux.qu", "quux = 4; ")) {
            assertEquals(List.of(), declared("int quux = 3;\n" + end), end);
        }
    }
}
