package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;

/** What a cell is compared with is its text, whatever was read from it. */
class JavaOriginalTest {
    private static final Map<String, String> TYPES = Map.of("x", "int[]", "n", "int", "java", "int", "Object", "int");
    private static final ParallelCode.Options NONE = new ParallelCode.Options(false, false);

    private static ParallelCode code(String text, String... notebook) {
        return ParallelCode.of("k", text, TYPES, List.of(notebook), NONE);
    }

    private static int[] run(ParallelCode code) {
        int[] x = new int[3];
        Map<String, Object> values = new HashMap<>(Map.of("x", x, "n", 3, "java", 5, "Object", 7));
        new JavaOriginal(code).accept(values);
        return x;
    }

    /** Methods stand in the class between blanks, statements where the methods are blank. */
    @Test
    void theTextIsUntouched() {
        String cell =
                "int h=0x1_0;\nint f(int a) {\n\treturn a+2; /* as {it}\t is */ } // {\n\tfor(int i=0;i<n;i++){x[i]=f(i)\n+h;}\n";
        ParallelCode code = code(cell);
        String text = OriginalText.of(code).text();
        int from = cell.indexOf("int f");
        int to = cell.indexOf(" // {");
        String blank = cell.substring(from, to).replaceAll("[^\n]", " ");
        assertTrue(text.contains(cell.substring(0, from) + blank + cell.substring(to)), text);
        assertTrue(text.contains("\n" + cell.substring(from, to) + "     \n"), text);
        assertArrayEquals(new int[] {18, 19, 20}, run(code));
    }

    @Test
    void overloadsAreTheCompilersChoice() {
        String loop = "for (int i = 0; i < n; i++) { x[i] = g(i) + g(1L * i); }\n";
        String methods = "int g(int a) { return a + 1; }\nint g(long a) { return 100; }\n";
        assertArrayEquals(new int[] {101, 102, 103}, run(code(methods + loop)));
        assertArrayEquals(new int[] {101, 102, 103}, run(code(loop, methods.split("\n"))));
        assertArrayEquals(
                new int[] {1001, 1002, 1003},
                run(code("int g(long a) { return 1000; }\n" + loop, methods.split("\n"))));
    }

    /** A method of the notebook comes with those that it calls, and without those that nobody does. */
    @Test
    void theNotebooksMethodsAreThereAsFarAsTheyAreCalled() {
        assertArrayEquals(
                new int[] {2, 4, 6},
                run(code(
                        "for (int i = 0; i < n; i++) { x[i] = f(i); }",
                        "int f(int a) { return 2 * h(a); }",
                        "/** (more) */ static int h(int a) { return a + 1; }",
                        "int other(Nowhere a) { return a.b(); }")));
    }

    @Test
    void noNameOfTheCellIsTakenForAnother() {
        assertArrayEquals(
                new int[] {12, 13, 14}, run(code("for (int i = 0; i < n; i++) { x[i] = java + i + Object; }")));
        ParallelCode code = code("int PlegmaOriginal = 4; for (int i = 0; i < n; i++) { x[i] = PlegmaOriginal; }");
        assertArrayEquals(new int[] {4, 4, 4}, run(code));
    }

    @Test
    void newValuesOfVariablesComeBack() {
        Map<String, Object> values = new HashMap<>(Map.of("x", new int[] {4, 5, 6}, "n", 3));
        String cell = "int s = 1;\nint[] y = new int[n];\nfor (int i = 0; i < n; i++) { y[i] = 2 * x[i]; s += x[i]; }";
        new JavaOriginal(code(cell)).accept(values);
        assertEquals(16, values.get("s"));
        assertArrayEquals(new int[] {8, 10, 12}, (int[]) values.get("y"));
    }

    /** What cannot be compiled so is named, with its line in the cell. */
    @Test
    void whatJavaDoesNotTakeIsNamed() {
        for (String methods : List.of("", "int f(int a) { return a; }\n")) {
            String cell = methods + "int unused;\nfor (int i = 0; i < n; i++) { x[i] = i; }";
            IllegalStateException e =
                    assertThrows(IllegalStateException.class, () -> new JavaOriginal(code(cell)), cell);
            assertTrue(
                    e.getMessage().contains("'unused'") || e.getMessage().contains("unused might not"), e.getMessage());
        }
        ParallelCode late = code(
                "int f(int a) { return a; }\nfor (int i = 0; i < n; i++) {\nx[i] = i == 0 ? 1 : 2.0f > i ? 3 : 4;\n}\nint h = 2.5f;");
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> new JavaOriginal(late));
        assertTrue(e.getMessage().contains("line 5: incompatible types"), e.getMessage());
    }

    /** javac makes a double of the long number directly where the language says that the choice is a float. */
    @Test
    void aChoiceOfFloatAndLongIsAFloatAndTheCheckShowsWhereJavacDiffers() {
        Map<String, String> types = Map.of("y", "double[]", "l", "long[]", "f", "float", "n", "int");
        String loop = "for (int i = 0; i < n; i++) y[i] = CHOICE;";
        Map<String, Object> values =
                Map.of("y", new double[2], "l", new long[] {16777217L, 16777219L}, "f", 1f, "n", 2);
        Map.of("i > 5 ? f : l[i]", false, "(i > 5 ? f : l[i])", true, "i > 5 ? f : (float) l[i]", true)
                .forEach((choice, agrees) -> {
                    ParallelCode code = ParallelCode.of("k", loop.replace("CHOICE", choice), types);
                    try (Session session = Session.open();
                            ParallelLoop parallel = new ParallelLoop(session, code, null)) {
                        assertEquals(agrees, parallel.compare(values).agrees(), choice);
                        Map<String, Object> device = JavaValues.copy(values);
                        code.run(session, device);
                        assertArrayEquals(new double[] {16777216, 16777220}, (double[]) device.get("y"), choice);
                    }
                });
    }
}
