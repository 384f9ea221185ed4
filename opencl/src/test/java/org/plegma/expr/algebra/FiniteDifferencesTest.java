package org.plegma.expr.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiniteDifferencesTest {

    /** The central weights that every table of finite differences lists, Fornberg's table 1 among them. */
    @ParameterizedTest
    @CsvSource({
        "1, 2, -1/2 0 1/2",
        "1, 4, 1/12 -2/3 0 2/3 -1/12",
        "1, 6, -1/60 3/20 -3/4 0 3/4 -3/20 1/60",
        "2, 2, 1 -2 1",
        "2, 4, -1/12 4/3 -5/2 4/3 -1/12",
        "2, 6, 1/90 -3/20 3/2 -49/18 3/2 -3/20 1/90",
        "2, 8, -1/560 8/315 -1/5 8/5 -205/72 8/5 -1/5 8/315 -1/560",
        "3, 2, -1/2 1 0 -1 1/2",
        "4, 2, 1 -4 6 -4 1",
        "4, 4, -1/6 2 -13/2 28/3 -13/2 2 -1/6",
    })
    void centredWeightsAreThoseOfTheTables(int derivative, int order, String expected) {
        assertEquals(fractions(expected), FiniteDifferences.centred(derivative, order));
    }

    /** One-sided weights of the same tables, through the interface for arbitrary nodes. */
    @Test
    void oneSidedWeightsAreThoseOfTheTables() {
        assertEquals(fractions("-3/2 2 -1/2"), FiniteDifferences.weights(1, BigFraction.ZERO, fractions("0 1 2")));
        assertEquals(fractions("2 -5 4 -1"), FiniteDifferences.weights(2, BigFraction.ZERO, fractions("0 1 2 3")));
        assertEquals(
                fractions("1/24 -9/8 9/8 -1/24"),
                FiniteDifferences.weights(1, BigFraction.ZERO, fractions("-3/2 -1/2 1/2 3/2")));
    }

    @Property(tries = 100)
    void derivativesOfPolynomialsAreExact(
            @ForAll @Size(min = 1, max = 9) Set<@IntRange(min = -20, max = 20) Integer> positions,
            @ForAll @IntRange(min = 0, max = 4) int derivative,
            @ForAll @IntRange(min = -5, max = 5) int at) {
        if (derivative >= positions.size()) {
            return;
        }
        List<BigFraction> nodes =
                positions.stream().map(p -> new BigFraction(p, 3)).collect(Collectors.toList());
        BigFraction point = new BigFraction(at, 2);
        List<BigFraction> weights = FiniteDifferences.weights(derivative, point, nodes);
        for (int power = 0; power < nodes.size(); power++) {
            BigFraction sum = BigFraction.ZERO;
            for (int j = 0; j < nodes.size(); j++) {
                sum = sum.add(weights.get(j).multiply(nodes.get(j).pow(power)));
            }
            assertEquals(derivativeOfPower(power, derivative, point), sum);
        }
    }

    private static BigFraction derivativeOfPower(int power, int derivative, BigFraction at) {
        if (derivative > power) {
            return BigFraction.ZERO;
        }
        int factor = IntStream.range(0, derivative).map(i -> power - i).reduce(1, (a, b) -> a * b);
        return at.pow(power - derivative).multiply(factor);
    }

    @Test
    void saysWhatIsImpossible() {
        assertEquals(
                "A centred difference has an even order of accuracy, 2 or more, not 3.",
                assertThrows(IllegalArgumentException.class, () -> FiniteDifferences.centred(2, 3))
                        .getMessage());
        assertEquals(
                "A derivative of order 2 needs at least 3 nodes and an order of 0 or more, found 2 nodes.",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> FiniteDifferences.weights(2, BigFraction.ZERO, fractions("0 1")))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> FiniteDifferences.weights(1, BigFraction.ZERO, fractions("1 0 1")));
        assertThrows(IllegalArgumentException.class, () -> FiniteDifferences.centred(0, 2));
    }

    private static List<BigFraction> fractions(String text) {
        return Arrays.stream(text.split(" "))
                .map(word -> {
                    String[] parts = word.split("/");
                    return new BigFraction(
                            Integer.parseInt(parts[0]), parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
                })
                .toList();
    }
}
