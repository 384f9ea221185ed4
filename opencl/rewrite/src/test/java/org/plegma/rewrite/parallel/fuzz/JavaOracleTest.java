package org.plegma.rewrite.parallel.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.parallel.fuzz.JavaOracle.Source;

class JavaOracleTest {
    /** 4503599627370495 is odd, so that the signs stay. */
    @Test
    void powersAreThoseOfTheDocumentation() {
        Source source = new Source(
                "static double power(double x) { return Math.pow(x, 4503599627370495L); }",
                "p[0] = power(p[0]); p[1] = Math.pow(p[1], 4503599627370495L); p[2] = Math.pow(p[2], 0.5);",
                Map.of("p", "double[]"),
                Map.of());
        List<String> errors = new ArrayList<>();
        double[] powers = {Double.NEGATIVE_INFINITY, -0.0, 4};
        JavaOracle.compile(List.of(source), errors).get(0).run(new HashMap<>(Map.of("p", powers)));
        assertEquals(List.of(), errors);
        assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, -0.0, 2}, powers);
    }
}
