package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SnippetMemoryTest {
    private static JavaEvaluator java;
    private static int cell;

    @BeforeAll
    static void open() {
        java = new JavaEvaluator(new InterruptShield());
        DefaultImports.declare(java);
    }

    @AfterAll
    static void close() {
        java.close();
    }

    private static Object run(String source) throws Throwable {
        java.beginCell(++cell);
        return java.evaluate(source, 1);
    }

    @Test
    void theSnippetsOfManyCellsAreForgottenAndWhatIsDeclaredStays() throws Throwable {
        run("int x = 1; int[] data = {1}; class Item { int v = 5; } Item item = new Item();");
        run("int add(int n) { x += n; return x; } List<Runnable> later = new ArrayList<>();");
        run("later.add(() -> { x += 1000; }); later.add(() -> { throw new IllegalStateException(); });");
        long most = 0;
        for (int i = 0; i < 700; i++) {
            switch (i % 4) {
                case 0 -> assertEquals(i + 1, run("1 + " + i));
                case 1 -> run("int x = " + i + ";");
                case 2 -> run("x++; x++;");
                default -> assertEquals((i - 2) + 2 + i, run("add(" + i + ")"));
            }
            most = Math.max(most, java.shell().snippets().count());
        }
        assertTrue(most < 500, "snippets: " + most);
        assertEquals(5, run("item.v"));
        assertEquals(6, run("item = new Item(); item.v + data[0]"));
        run("later.get(0).run();");
        Throwable late = assertThrows(IllegalStateException.class, () -> run("later.get(1).run();"));
        assertEquals(
                List.of("later.get(1).run();"),
                java.traces().of(late).stream().map(CellTraces.CellFrame::text).toList());
    }

    @Test
    void theResultOfACellIsFreeAsTheNextBegins() throws Throwable {
        WeakReference<Object> result = new WeakReference<>(run("new Object()"));
        run("1 + 1");
        System.gc();
        assertNull(result.get());
    }

    @Test
    void theCompilerIsShownTheClassesOfWhatIsDeclaredOnly() throws Throwable {
        run("class Shown { int n = 3; } Shown shown = new Shown(); int twice(int n) { return 2 * n; }");
        for (int i = 0; i < 40; i++) {
            run("twice(" + i + ");");
            run("shown.n + " + i);
        }
        Object files = field(field(field(java.shell(), "taskFactory"), "fileManager"), "classObjects");
        assertTrue(((Map<?, ?>) files).size() < 40, "of 80 cells: " + ((Map<?, ?>) files).keySet());
        assertEquals(6, run("twice(new Shown().n)"));
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }
}
