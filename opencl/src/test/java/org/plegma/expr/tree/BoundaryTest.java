package org.plegma.expr.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BoundaryTest {

    /** What scipy.ndimage.correlate1d reads from index -9 to 9, found by correlating with a single one. */
    @ParameterizedTest
    @CsvSource({
        "reflect, 1, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "reflect, 2, 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1",
        "reflect, 3, 2 1 0 0 1 2 2 1 0 0 1 2 2 1 0 0 1 2 2",
        "reflect, 4, 0 0 1 2 3 3 2 1 0 0 1 2 3 3 2 1 0 0 1",
        "mirror, 1, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "mirror, 2, 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1",
        "mirror, 3, 1 0 1 2 1 0 1 2 1 0 1 2 1 0 1 2 1 0 1",
        "mirror, 4, 3 2 1 0 1 2 3 2 1 0 1 2 3 2 1 0 1 2 3",
        "nearest, 1, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "nearest, 2, 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1",
        "nearest, 4, 0 0 0 0 0 0 0 0 0 0 1 2 3 3 3 3 3 3 3",
        "periodic, 1, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "periodic, 3, 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0",
        "periodic, 4, 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1",
    })
    void foldsAsSciPyDoes(String name, int size, String expected) {
        Boundary boundary = Boundary.parse(name);
        int[] folded =
                IntStream.rangeClosed(-9, 9).map(i -> boundary.fold(i, size)).toArray();
        assertArrayEquals(
                Arrays.stream(expected.split(" ")).mapToInt(Integer::parseInt).toArray(), folded);
    }

    @ParameterizedTest
    @EnumSource
    void saysOfItselfWhatItsFoldDoes(Boundary.Kind kind) {
        Boundary boundary = new Boundary(kind, 0);
        assertEquals(boundary.fold(-1, 5) == 1, boundary.skipsEdgeCell());
        assertEquals(boundary.skipsEdgeCell() || boundary.fold(-2, 5) == 1, boundary.isImage());
        for (int size = 1; boundary.isImage() && size < 6; size++) {
            int period = (int) boundary.period(size);
            int[] image = unfolded(boundary, size, 0, period);
            assertArrayEquals(image, unfolded(boundary, size, period, 2 * period));
            assertEquals(size, Arrays.stream(image).distinct().count());
            assertTrue(size < 3 || image[period - 1] == (boundary.skipsEdgeCell() ? 1 : 0));
        }
    }

    private static int[] unfolded(Boundary boundary, int size, int from, int to) {
        return IntStream.range(from, to).map(i -> boundary.fold(i, size)).toArray();
    }

    @ParameterizedTest
    @CsvSource({"zero", "constant(3.0)", "fixed"})
    void constantAndFixedHaveNoCellOutside(String name) {
        Boundary boundary = Boundary.parse(name);
        assertEquals(Boundary.OUTSIDE, boundary.fold(-1, 5));
        assertEquals(Boundary.OUTSIDE, boundary.fold(5, 5));
        assertEquals(0, boundary.fold(0, 5));
        assertEquals(4, boundary.fold(4, 5));
    }

    @ParameterizedTest
    @CsvSource({"zero", "constant(-1.5)", "constant(NaN)", "fixed", "periodic", "reflect", "mirror", "nearest"})
    void readsBackWhatItWrites(String text) {
        assertEquals(text, Boundary.parse(text).toString());
        assertEquals(Boundary.parse(text), Boundary.parse("  " + text.replace("(", " ( ") + " "));
    }

    @Test
    void knowsSciPysNameForPeriodic() {
        assertEquals(Boundary.PERIODIC, Boundary.parse("Wrap"));
    }

    @Test
    void namesWhatItKnows() {
        String message = assertThrows(IllegalArgumentException.class, () -> Boundary.parse("warp"))
                .getMessage();
        assertEquals(
                "Unknown boundary 'warp'. Known are " + Boundary.known(EnumSet.allOf(Boundary.Kind.class)) + ".",
                message);
        message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Boundary.parse(
                                "warp", EnumSet.of(Boundary.Kind.CONSTANT, Boundary.Kind.REFLECT, Boundary.Kind.FIXED)))
                .getMessage();
        assertEquals("Unknown boundary 'warp'. Known are zero, constant(v), fixed and reflect.", message);
        message = assertThrows(IllegalArgumentException.class, () -> Boundary.parse("constant(a)"))
                .getMessage();
        assertEquals("The boundary 'constant(a)' has no number in it. Write, for example, 'constant(1.5)'.", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "constant    | The boundary 'constant' has no number in parentheses. Write, for example, 'constant(1.5)'.",
                "constant()  | The boundary 'constant()' has no number in parentheses. Write, for example, 'constant(1.5)'.",
                "constant 1  | The boundary 'constant 1' has no number in parentheses. Write, for example, 'constant(1.5)'.",
                "symmetric   | Unknown boundary 'symmetric'. It is called 'reflect' here. KNOWN",
            })
    void whatIsMissingIsTold(String text, String message) {
        String known = "Known are " + Boundary.known(EnumSet.allOf(Boundary.Kind.class)) + ".";
        assertEquals(
                message.replace("KNOWN", known),
                assertThrows(IllegalArgumentException.class, () -> Boundary.parse(text))
                        .getMessage());
    }

    @Test
    void placesOfTheLongestAxesAreFolded() {
        int most = Integer.MAX_VALUE;
        for (Boundary boundary : List.of(Boundary.PERIODIC, Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST)) {
            int before = boundary.fold(-1, most);
            assertEquals(boundary.fold(-1, 1000) < 500, before < most / 2, boundary + " " + before);
        }
        assertEquals(0, Boundary.REFLECT.fold(-1, most));
        assertEquals(1, Boundary.MIRROR.fold(-1, most));
        assertEquals(most - 2, Boundary.MIRROR.fold(most, most));
    }

    @Test
    void eachKindHasANameThatIsRead() {
        assertEquals(
                EnumSet.allOf(Boundary.Kind.class),
                Boundary.names().stream()
                        .map(name -> Boundary.parse(name).kind())
                        .collect(Collectors.toSet()));
        for (String name : Boundary.names()) {
            String told = assertThrows(IllegalArgumentException.class, () -> Boundary.parse("no-" + name))
                    .getMessage();
            assertTrue(told.contains(name.replace("(0)", "(v)")), told);
        }
    }
}
