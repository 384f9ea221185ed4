package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.expr.tree.MathFunction;

class StencilLanguageTest {

    /** The cursor is where the bar is. */
    private static List<String> complete(String source) {
        return StencilLanguage.complete(source.replace("|", ""), source.indexOf('|'));
    }

    private static Optional<StencilLanguage.Word> describe(String source) {
        return StencilLanguage.describe(source.replace("|", ""), source.indexOf('|'));
    }

    @Test
    void completesBuiltInAndDeclaredWords() {
        assertEquals(List.of("sinh"), complete("u[x] = sin|"));
        assertEquals(List.of("alpha", "alpha2"), complete("param alpha, alpha2\nu[x] = alph|*u"));
        assertEquals(List.of("rho"), complete("field rho\nu[x] = (u + rh|"));
        assertEquals(List.of("velocity"), complete("u[x] = velo|\nvelocity = 3"));
        assertEquals(List.of("param"), complete("par|"));
        assertEquals(List.of(), complete("u[x] = nothing|"));
        assertTrue(complete("u[x] = |").contains("lap"));
    }

    @Test
    void describesWhatIsUnderTheCursor() {
        assertEquals("sqrt(a)", describe("u[x] = sq|rt(u)").orElseThrow().form());
        assertEquals(
                new StencilLanguage.Word("c", "coef c = [1, 2]  # weights", "A coefficient list, read as c[i]."),
                describe("coef c = [1, 2]  # weights\nu[x] = c|[0]*u").orElseThrow());
        assertEquals(
                "lap(f) = d2(f, x)",
                describe("lap(f) = d2(f, x)\nu[x] = la|p(u").orElseThrow().form());
        assertEquals(
                "An updated field.", describe("u[x] = |u + 1").orElseThrow().meaning());
        assertEquals(Optional.empty(), describe("u[x] = u | + 1"));
        assertEquals(Optional.empty(), describe("u[x] = unknow|n"));
    }

    @Test
    void everyWordHasHelp() {
        for (StencilLanguage.Word word : StencilLanguage.words()) {
            assertTrue(word.form().contains(word.name()), word.name());
            assertTrue(word.meaning().endsWith("."), word.name());
        }
        for (MathFunction function : MathFunction.values()) {
            assertFalse(StencilLanguage.describe(function.text(), 1).isEmpty());
        }
    }
}
