package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.expr.tree.MathFunction;

class StencilLanguageTest {

    private static Optional<StencilLanguage.Word> describe(String source) {
        return StencilLanguage.describe(source.replace("|", ""), source.indexOf('|'));
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
