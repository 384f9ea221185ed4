package org.plegma.expr.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactTest {

    @Property
    void doublesSurvive(@ForAll double value) {
        assertEquals(value + 0.0, Exact.toDouble(Exact.of(value)));
        assertEquals(
                Math.abs(value),
                Double.parseDouble(Decimals.text(Exact.of(value).abs())));
    }

    @Property
    void decimalsAreRoundedOnceToTheNearest(@ForAll BigDecimal value, @ForAll @IntRange(min = -320, max = 320) int e) {
        BigDecimal scaled = value.scaleByPowerOfTen(e);
        assertEquals(Double.parseDouble(scaled.toString()) + 0.0, Exact.toDouble(Exact.of(scaled)) + 0.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, (1L << 52) - 1, (1L << 52) - 2})
    void tiesGoToEven(long significand) {
        // Exactly between two neighbours, then a hair beside it: only the first is a tie.
        BigFraction tie =
                new BigFraction(BigInteger.valueOf((1L << 53) + 2 * significand + 1), BigInteger.ONE.shiftLeft(53));
        BigFraction hair = new BigFraction(BigInteger.ONE, BigInteger.ONE.shiftLeft(300));
        double below = (double) ((1L << 53) + 2 * significand) / (1L << 53);
        double above = Math.nextUp(below);
        assertEquals((significand & 1) == 0 ? below : above, Exact.toDouble(tie));
        assertEquals(above, Exact.toDouble(tie.add(hair)));
        assertEquals(below, Exact.toDouble(tie.subtract(hair)));
        assertEquals(-above, Exact.toDouble(tie.add(hair).negate()));
    }

    @Test
    void numbersOutsideTheRangeOverflowOrVanish() {
        BigFraction huge = new BigFraction(BigInteger.TEN.pow(400));
        assertEquals(Double.POSITIVE_INFINITY, Exact.toDouble(huge));
        assertEquals(Double.NEGATIVE_INFINITY, Exact.toDouble(huge.negate()));
        assertEquals(0.0, Exact.toDouble(huge.reciprocal()));
        assertEquals(1e-10, Exact.toDouble(huge.reciprocal().multiply(new BigFraction(BigInteger.TEN.pow(390)))));
    }

    @Test
    void shortNumbersAreWrittenAsPeopleWriteThem() {
        assertEquals("1000000", Decimals.text(new BigFraction(1_000_000)));
        assertEquals("0.1", Decimals.text(new BigFraction(1, 10)));
        assertEquals("1/3", Decimals.text(new BigFraction(1, 3)));
        assertEquals("1e-9", Decimals.text(new BigFraction(1, 1_000_000_000)));
        assertEquals("1e+300", Decimals.text(new BigFraction(BigInteger.TEN.pow(300))));
    }
}
