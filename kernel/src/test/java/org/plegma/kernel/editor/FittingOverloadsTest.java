package org.plegma.kernel.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FittingOverloadsTest {
    private static final List<String> METHODS = List.of(
            "void f()", "void f(int a)", "void f(Map<String, Integer> a, int b)", "void f(int a, int b, int c)");

    private static List<String> of(String code) {
        return FittingOverloads.of(METHODS, code, Function.identity());
    }

    @Test
    void methodsThatTakeFewerArgumentsThanAreTypedAreLeftOut() {
        assertEquals(METHODS, of("f("));
        assertEquals(METHODS.subList(1, 4), of("x = f(1"));
        assertEquals(METHODS.subList(2, 4), of("f(1, "));
        assertEquals(METHODS.subList(2, 4), of("f(g(1, 2, 3), {4, 5}[6]"));
        assertEquals(METHODS.subList(3, 4), of("f(1, 2,"));
        assertEquals(METHODS.subList(2, 4), of("f(\"a, \\\" ( b\", ','"));
    }

    @Test
    void whereNoneTakesSoManyAllAreShown() {
        assertEquals(METHODS, of("f(1, 2, 3, 4"));
        assertEquals(METHODS, of("f"));
        assertEquals(
                List.of("void f(int... a)"),
                FittingOverloads.of(List.of("void f()", "void f(int... a)"), "f(1, 2", s -> s));
    }
}
