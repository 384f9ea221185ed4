package org.plegma.display.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NumbersTest {

    private static List<String> column(double... values) {
        DoubleFunction<String> format = Numbers.column(values, 5);
        return Arrays.stream(values)
                .mapToObj(value -> format.apply(value).replace('\u2007', '_').replace('\u2008', ','))
                .toList();
    }

    private static List<String> aligned(double... values) {
        DoubleFunction<String> format = Numbers.aligned(values, 5);
        return Arrays.stream(values).mapToObj(format).toList();
    }

    @Test
    void bytes() {
        assertEquals("0 B", Numbers.bytes(0));
        assertEquals("999 B", Numbers.bytes(999));
        assertEquals("1.00 KiB", Numbers.bytes(1024));
        assertEquals("16.3 KiB", Numbers.bytes(16640));
        assertEquals("139 GiB", Numbers.bytes(139L << 30));
        assertEquals("0.98 GiB", Numbers.bytes(1000L << 20), "never four digits before the unit");
        assertEquals("8.00 EiB", Numbers.bytes(Long.MAX_VALUE));
    }

    @Test
    void seconds() {
        assertEquals("0 s", Numbers.seconds(0));
        assertEquals("12.3 ns", Numbers.seconds(12.34e-9));
        assertEquals("1.00 µs", Numbers.seconds(999.9e-9));
        assertEquals("50.0 ms", Numbers.seconds(0.05));
        assertEquals("1.00 s", Numbers.seconds(0.9999));
        assertEquals("59.9 s", Numbers.seconds(59.9));
        assertEquals("1:00", Numbers.seconds(59.99));
        assertEquals("1:02:03", Numbers.seconds(3723));
        assertEquals("–", Numbers.seconds(Double.NaN));
    }

    @Test
    void counts() {
        assertEquals("1 row", Numbers.counted(1, "row"));
        assertEquals("0 rows", Numbers.counted(0, "row"));
        assertEquals("1,234,567 rows", Numbers.counted(1234567, "row"));
    }

    @Test
    void significantDigits() {
        assertEquals("-0", Numbers.significant(-0.0, 3));
        assertEquals("0.3", Numbers.significant(0.1 + 0.2, 6));
        assertEquals("123457", Numbers.significant(123456.789, 6));
        assertEquals("1.2346e8", Numbers.significant(123456789, 5));
        assertEquals("-1e-7", Numbers.significant(-1e-7, 5));
        assertEquals("0.00012", Numbers.significant(0.00012, 5));
        assertEquals("NaN", Numbers.significant(Double.NaN, 5));
        assertEquals("-inf", Numbers.significant(Double.NEGATIVE_INFINITY, 5));
    }

    @Test
    void figuresHaveThreeDigits() {
        assertEquals("38.0", Numbers.figure(38));
        assertEquals("0.110", Numbers.figure(0.11));
        assertEquals("1.00", Numbers.figure(0.99999));
        assertEquals("-1230", Numbers.figure(-1234.5));
        assertEquals("0", Numbers.figure(0));
        assertEquals("1.5e-7", Numbers.figure(1.5e-7));
        assertEquals("NaN", Numbers.figure(Double.NaN));
    }

    @Test
    void alignedColumns() {
        assertEquals(List.of("1", "20", "-3"), aligned(1, 20, -3));
        assertEquals(List.of("0.5", "10.0", "NaN"), aligned(0.5, 10, Double.NaN));
        assertEquals(List.of("3.1416", "2.7183"), aligned(Math.PI, Math.E));
        assertEquals(List.of("0.00123", "1234.50000"), aligned(0.00123, 1234.5));
        assertEquals(List.of("1e-12", "1.5"), aligned(1e-12, 1.5), "too many orders for one number of decimals");
        assertEquals(List.of("1e12", "0.5"), aligned(1e12, 0.5));
        assertEquals(List.of("0", "-0"), aligned(0, -0.0));
        assertEquals(List.of("1e12", "0.5", "-0"), aligned(1e12, 0.5, -0.0));
        assertEquals(List.of("NaN", "inf"), aligned(Double.NaN, Double.POSITIVE_INFINITY));
        assertEquals(List.of("0.1"), aligned(0.1f), "a float's digits end where they should");
        assertEquals(List.of(), aligned());
    }

    @Test
    void largeValuesAmongSmallOnesEndAfterFiveDigits() {
        assertEquals(List.of("0.00123", "1234.5____"), column(0.00123, 1234.5));
        assertEquals(List.of("0.00445", "43.477__", "-12346,_____"), column(0.00445, 43.47674, -12345.67891));
        assertEquals(List.of("9999.9", "0.5"), column(9999.9, 0.5));
        assertEquals(List.of("123456", "1"), column(123456, 1), "whole numbers keep their digits");
        assertEquals(List.of("1e-12", "1.5", "NaN"), column(1e-12, 1.5, Double.NaN));
        assertEquals(
                "-12346      ",
                Numbers.inOneWidth(
                        Numbers.column(new double[] {-12345.67891, 0.00445}, 5).apply(-12345.67891)));
    }

    @Property
    void alignedValuesKeepFiveDigitsOfTheLargest(
            @ForAll @Size(min = 1, max = 8) List<@DoubleRange(min = -1e6, max = 1e6) Double> list) {
        double[] values = list.stream().mapToDouble(Double::doubleValue).toArray();
        double largest = Arrays.stream(values).map(Math::abs).max().orElseThrow();
        DoubleFunction<String> format = Numbers.aligned(values, 5);
        for (double value : values) {
            double error = Math.abs(Double.parseDouble(format.apply(value)) - value);
            assertTrue(error <= 1e-4 * largest, () -> value + " became " + format.apply(value));
        }
    }
}
