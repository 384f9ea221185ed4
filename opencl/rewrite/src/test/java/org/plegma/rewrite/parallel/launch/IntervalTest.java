package org.plegma.rewrite.parallel.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals of whole numbers, beside all values one by one. */
class IntervalTest {
    private static final long[] EXTREMES = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Long.MIN_VALUE / 2,
        -5,
        -1,
        0,
        1,
        7,
        1L << 62,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
    };

    /** The exact result; null if there is none. */
    static BigInteger result(String operator, long a, long b) {
        BigInteger x = BigInteger.valueOf(a);
        BigInteger y = BigInteger.valueOf(b);
        return switch (operator) {
            case "+" -> x.add(y);
            case "-" -> x.subtract(y);
            case "*" -> x.multiply(y);
            case "/" -> b == 0 ? null : x.divide(y);
            case "%" -> b == 0 ? null : x.remainder(y);
            case "&" -> x.and(y);
            case "|" -> x.or(y);
            case "^" -> x.xor(y);
            case "<<" -> b < 0 || b > 31 ? null : x.shiftLeft((int) b);
            case ">>" -> b < 0 || b > 31 ? null : x.shiftRight((int) b);
            case "min" -> x.min(y);
            default -> x.max(y);
        };
    }

    static boolean contains(Interval interval, BigInteger value) {
        return value.bitLength() < 64 && interval.contains(value.longValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "min", "max"})
    void anIntervalHoldsAllResultsAndFewOthers(String operator) {
        for (Interval a : intervals(-4, 5)) {
            for (Interval b : intervals(-3, 6)) {
                Optional<Interval> found = Interval.of(operator, a, b);
                String text = a + " " + operator + " " + b + " is " + found;
                BigInteger least = null;
                BigInteger most = null;
                boolean all = true;
                for (long x = a.low(); x <= a.high(); x++) {
                    for (long y = b.low(); y <= b.high(); y++) {
                        BigInteger value = result(operator, x, y);
                        all &= value != null;
                        if (value != null) {
                            least = least == null ? value : least.min(value);
                            most = most == null ? value : most.max(value);
                        }
                    }
                }
                boolean signed = a.low() < 0 || b.low() < 0;
                boolean expected = all
                        && switch (operator) {
                            case "&" -> a.low() >= 0 || b.low() >= 0;
                            case "|", "^" -> !signed;
                            case "<<", ">>" -> b.low() == b.high();
                            default -> true;
                        };
                assertEquals(expected, found.isPresent(), text);
                if (!expected) {
                    continue;
                }
                assertTrue(contains(found.get(), least) && contains(found.get(), most), text);
                long low = found.get().low();
                long high = found.get().high();
                switch (operator) {
                    case "%" -> {
                        long divisor = Math.max(Math.abs(b.low()), Math.abs(b.high()));
                        assertTrue(found.get().within(1 - divisor, divisor - 1), text);
                        assertTrue(found.get().within(Math.min(a.low(), 0), Math.max(a.high(), 0)), text);
                        assertTrue(a.low() < a.high() || b.low() < b.high() || low == high, text);
                    }
                    case "&" -> {
                        long ofFirst = a.low() >= 0 ? a.high() : Long.MAX_VALUE;
                        assertTrue(found.get().within(0, b.low() >= 0 ? Math.min(ofFirst, b.high()) : ofFirst), text);
                    }
                    case "|", "^" -> {
                        assertTrue(low == 0 && high <= 2 * Math.max(a.high(), b.high()), text);
                        assertTrue(Long.bitCount(high + 1) == 1, text);
                    }
                    default -> assertEquals(new Interval(least.longValue(), most.longValue()), found.get(), text);
                }
            }
        }
    }

    private static List<Interval> intervals(int from, int to) {
        List<Interval> all = new ArrayList<>();
        for (int low = from; low <= to; low++) {
            for (int high = low; high <= to; high++) {
                all.add(new Interval(low, high));
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "min", "max"})
    void whatDoesNotFitALongIsNotTold(String operator) {
        for (Interval a : ofExtremes()) {
            for (Interval b : ofExtremes()) {
                Optional<Interval> found = Interval.of(operator, a, b);
                for (long x : new long[] {a.low(), a.low() + (a.low() < a.high() ? 1 : 0), a.high()}) {
                    for (long y : new long[] {b.low(), b.high()}) {
                        BigInteger value = result(operator, x, y);
                        assertTrue(
                                found.isEmpty() || value != null && contains(found.get(), value),
                                () -> x + " " + operator + " " + y + " in " + a + " " + operator + " " + b + " is "
                                        + found);
                    }
                }
            }
        }
    }

    private static List<Interval> ofExtremes() {
        return LongStream.of(EXTREMES)
                .boxed()
                .flatMap(low ->
                        LongStream.of(EXTREMES).filter(high -> high >= low).mapToObj(high -> new Interval(low, high)))
                .toList();
    }

    @Test
    void intervalsWithoutNumbersStaySo() {
        Interval none = new Interval(3, 2);
        assertTrue(none.isEmpty() && none.within(7, 7) && !Interval.of(3).isEmpty());
        assertFalse(new Interval(2, 3).within(3, 4) || new Interval(2, 3).within(1, 2));
        assertTrue(new Interval(2, 3).within(2, 3));
        assertTrue(Interval.of("/", Interval.of(1), none).orElseThrow().isEmpty());
        assertTrue(Interval.of("+", none, Interval.of(1)).orElseThrow().isEmpty());
        assertEquals(new Interval(-1, 9), new Interval(4, 9).union(new Interval(-1, 5)));
        assertEquals(Optional.empty(), Interval.of(">>>", Interval.of(1), Interval.of(1)));
    }
}
