package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Definition;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.OnDevice;
import org.plegma.expr.tree.Boundary;

/** Filters as steps of stencils, with the code of processors and that of GPUs. */
class StencilPassTest extends OnDevice {
    /** Image and filter; even lengths, filters longer than the image, and one axis alone, too. */
    private static final int[][][] SHAPES = {
        {{9, 6, 16}, {3, 2, 4}}, {{2, 3, 4}, {5, 3, 1}}, {{7, 5, 12}, {3, 5, 3}}, {{21, 37}, {3, 4}}, {{40}, {9}}
    };

    /** A third of the values is 0. */
    private static Filter sparse(int... shape) {
        Grid values = Grid.random(ElementType.DOUBLE, 5, shape);
        values.fill(at -> (at[at.length - 1] + at[0]) % 3 == 1 ? 0 : values.get(at) - 0.4);
        return Filter.of(values);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyCellIsTheDefinition(boolean cpu) {
        Convolve stencil = Convolve.of(new Workshop(session, cpu)).method("stencil");
        Boundary[] boundaries = {
            Boundary.constant(1.5),
            Boundary.REFLECT,
            Boundary.MIRROR,
            Boundary.NEAREST,
            Boundary.PERIODIC,
            Boundary.ZERO
        };
        int next = cpu ? 0 : 3;
        for (int[][] shapes : SHAPES) {
            Boundary boundary = boundaries[next++ % boundaries.length];
            ElementType type = next % 3 == 0 ? ElementType.DOUBLE : ElementType.FLOAT;
            Grid image = Grid.random(type, next, shapes[0]);
            Filter filter = sparse(shapes[1]);
            Grid values = filter.values();
            Grid expected = Definition.convolve(image, values, Mode.SAME, boundary);
            Grid found = stencil.boundary(boundary).convolve(image, filter);
            double bound = Definition.bound(image, values, boundary, type);
            assertEquals(0, expected.maxAbsDifference(found.to(ElementType.DOUBLE)), bound, filter + ", " + boundary);
            Grid turned =
                    stencil.boundary(boundary).origin(new int[shapes[0].length]).correlate(image, filter.flipped());
            if (filter.shape()[0] % 2 == 1 && filter.shape()[filter.rank() - 1] % 2 == 1) {
                assertEquals(found, turned, "a correlation with the filter turned round");
            }
        }
    }

    @Test
    void valuesThatAre0AreNotRead() {
        Grid image = Grid.random(ElementType.FLOAT, 1, 4, 5, 6);
        image.set(Double.NaN, 2, 2, 2);
        Filter faces =
                Filter.of(Grid.zeros(ElementType.DOUBLE, 3, 3, 3).fill(at -> (at[0] + at[1] + at[2]) % 2 == 0 ? 1 : 0));
        Grid found = Convolve.of(session).method("stencil").convolve(image, faces);
        assertFalse(Double.isNaN(found.get(2, 2, 2)));
        assertTrue(Double.isNaN(found.get(1, 2, 2)));
    }

    @Test
    void whatItCannotDoItRefuses() {
        Convolve stencil = Convolve.of(session).method("stencil");
        Grid image = Grid.random(ElementType.FLOAT, 1, 20, 20, 20);
        refused(() -> stencil.mode("full").convolve(image, sparse(3, 3, 3)), "as large as the image");
        refused(() -> stencil.convolve(image, sparse(9, 9, 9)), "found 486");
        refused(() -> stencil.convolve(image, Filter.of(Grid.zeros(ElementType.DOUBLE, 3, 3, 3))), "found 0");
        Grid infinite = Grid.random(ElementType.DOUBLE, 1, 3, 3, 3);
        infinite.set(Double.POSITIVE_INFINITY, 1, 1, 1);
        refused(() -> stencil.convolve(image, Filter.of(infinite)), "finite values only");
        Grid result = Grid.zeros(ElementType.FLOAT, 20, 20, 20);
        refused(
                () -> stencil.stream(sparse(3, 3, 3)).run(StreamSource.of(image), StreamSink.of(result)),
                "whole images, no strips");
    }

    private static void refused(Runnable work, String reason) {
        String text = assertThrows(IllegalArgumentException.class, work::run).getMessage();
        assertTrue(text.contains(reason), text);
    }

    /** Its costs are those of the values that are not 0, and images in 3-D have it among their methods. */
    @Test
    void theModelKnowsIt() {
        ConvolutionCosts costs = new ConvolutionCosts(4e12, 2e13, 2e13, 2e13, 2e13, 2e13, 1e12, 1e-5, 132);
        int[] shape = {512, 512, 512};
        Window window = Window.of(Mode.SAME, false, new int[0], shape, new int[] {5, 5, 5}, Boundary.ZERO);
        double cells = Window.count(shape);
        assertEquals(1e-5 + 2 * 4 * cells / 4e12, costs.stencil(window, ElementType.FLOAT, 10), 1e-9);
        assertEquals(1e-5 + 125 * cells / 2e13, costs.stencil(window, ElementType.FLOAT, 125), 1e-9);
        assertTrue(ConvolutionMethods.candidates(window).contains(ConvolutionMethods.named("stencil")));
        Window line = Window.of(Mode.SAME, false, new int[0], shape, new int[] {5, 1, 1}, Boundary.ZERO);
        assertFalse(ConvolutionMethods.candidates(line).contains(ConvolutionMethods.named("stencil")));
    }

    /** A filter of as many values of another number that are not 0 is another choice. */
    @Test
    void autoKnowsHowManyValuesThereAre() {
        Workshop workshop = new Workshop(session);
        int[] shape = {6, 7, 8};
        Window window = Window.of(Mode.SAME, false, new int[0], shape, new int[] {3, 3, 3}, Boundary.ZERO);
        Taps taps = new Taps(sparse(3, 3, 3), ElementType.FLOAT);
        assertTrue(ConvolutionChoice.of(workshop, ElementType.FLOAT, window, taps)
                .usable()
                .contains("stencil"));
        Window full = Window.of(Mode.FULL, false, new int[0], shape, new int[] {3, 3, 3}, Boundary.ZERO);
        assertFalse(ConvolutionChoice.of(workshop, ElementType.FLOAT, full, taps)
                .usable()
                .contains("stencil"));
    }
}
