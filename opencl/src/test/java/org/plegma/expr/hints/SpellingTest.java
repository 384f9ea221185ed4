package org.plegma.expr.hints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    @Test
    void distanceCountsSlips() {
        assertEquals(0, Spelling.distance("Time", "time"));
        assertEquals(1, Spelling.distance("tiem", "time"));
        assertEquals(2, Spelling.distance("timeit", "time"));
        assertEquals(4, Spelling.distance("", "time"));
    }

    @Test
    void theNearestWordHasTheFewestSlipsAndOfSeveralIsTheBeginning() {
        List<String> functions = List.of("asin", "sinh", "sin", "sqrt", "saxpy");
        assertEquals("sqrt", Spelling.nearest("squrt", functions));
        assertEquals("sin", Spelling.nearest("sine", functions));
        assertEquals("sinh", Spelling.nearest("sinn", List.of("sinh")));
        assertEquals("saxpy", Spelling.nearest("sax", functions));
        assertNull(Spelling.nearest("laplace", functions));
    }
}
