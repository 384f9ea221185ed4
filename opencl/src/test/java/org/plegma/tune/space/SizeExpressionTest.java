package org.plegma.tune.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeExpressionTest {
    private static final Map<String, Long> NAMES = Map.of("n", 1000L, "TILE", 16L, "x.length", 77L, "zero", 0L);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "n/TILE; 62; 63",
                "-n/TILE; -62; -62",
                "2 + 3*4 - 10%4; 12; 12",
                "(2 + 3)*4; 20; 20",
                "n - 1 - 2; 997; 997",
                "TILE*TILE <= 256 && n % TILE == 8; 1; 1",
                "TILE > 16 || !(n < 1000); 1; 1",
                "1 + 1 == 2 != 0; 1; 1",
                "min(n, TILE) + max(1, 2); 18; 18",
                "ceilDiv(n, 16); 63; 63",
                "roundUp(n, TILE); 1008; 1008",
                "x.length; 77; 77",
                "0x10 + 5L; 21; 21",
                // Checked over ones, their divisors are 0.
                "n/(TILE - 1) + TILE; 82; 83",
                "n % (TILE - 1) / (x.length - n % (TILE - 1)); 0; 1",
                "roundUp(n, TILE - 1) + ceilDiv(n, TILE - 1); 1072; 1072",
            })
    void valuesAreJavasExceptThatSizesRoundUp(String text, long value, long size) {
        assertEquals(value, SizeExpression.parse(text).value(SizeExpressionTest::value));
        assertEquals(size, SizeExpression.parseSize(text).value(SizeExpressionTest::value));
    }

    @Property
    void sizesCoverTheProblem(@ForAll @IntRange(min = 0) int n, @ForAll @IntRange(min = 1) int width) {
        long groups = SizeExpression.parseSize("n/width")
                .value(name -> Optional.of(name.equals("n") ? (long) n : (long) width));
        assertEquals(true, groups * width >= n && (groups - 1) * width < n);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "n +; something is missing at the end (at character 4)",
                "n 2; unexpected '2' (at character 3)",
                "(n; ')' is missing (at character 3)",
                "3x; '3x' is not a whole number (at character 1)",
                "1.5; '1.5' is not a whole number (at character 1)",
                "sqrt(4, 2); no function is called sqrt: there are min, max, ceilDiv and roundUp (at character 1)",
                "n ? 1 : 2; unexpected '?' (at character 3)",
            })
    void faultsAreNamedWithTheirPlace(String text, String cause) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> SizeExpression.parse(text));
        assertEquals("'" + text + "' is not an expression: " + cause + ".", e.getMessage());
    }

    @Test
    void namesAndValuesThatDoNotFitAreRefused() {
        assertEquals(Set.of("n", "TILE"), SizeExpression.parse("n/TILE + n").names());
        assertThrows(
                IllegalArgumentException.class, () -> SizeExpression.parse("m").value(SizeExpressionTest::value));
        assertThrows(IllegalArgumentException.class, () -> SizeExpression.parse("n/zero")
                .value(SizeExpressionTest::value));
        assertEquals(
                Set.of("n", "TILE"), SizeExpression.parse("n % (n - 1) + TILE").names());
        assertThrows(IllegalArgumentException.class, () -> SizeExpression.parse("9223372036854775807 + n"));
        assertThrows(IllegalArgumentException.class, () -> SizeExpression.parse("n*0x7fffffffffffffff")
                .value(SizeExpressionTest::value));
    }

    private static Optional<Long> value(String name) {
        return Optional.ofNullable(NAMES.get(name));
    }
}
