package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class GridTest {
    @Test
    void isRowMajorWithTheLastAxisContiguous() {
        Grid grid = Grid.generate(ElementType.INT, i -> 100 * i[0] + 10 * i[1] + i[2], 2, 3, 4);
        assertEquals(0, grid.ints()[0]);
        assertEquals(1, grid.ints()[1]);
        assertEquals(10, grid.ints()[4]);
        assertEquals(123, grid.ints()[23]);
        assertEquals(123, grid.get(1, 2, 3));
        assertEquals(3, grid.rank());
        assertEquals(4, grid.size(2));
        assertEquals(4, grid.size(-1));
        assertEquals(24, grid.length());
        assertEquals(96, grid.bytes());
    }

    @Test
    void wrapsArraysAndCopiesNestedOnes() {
        float[] data = {1, 2, 3, 4, 5, 6};
        assertSame(data, Grid.of(data, 2, 3).floats());
        assertArrayEquals(new int[] {6}, Grid.of(data).shape());
        assertEquals(Grid.of(data, 2, 3), Grid.of(new float[][] {{1, 2, 3}, {4, 5, 6}}));
        assertEquals(Grid.of(new double[] {1, 2}, 2, 1, 1), Grid.of(new double[][][] {{{1}}, {{2}}}));
        assertEquals(Grid.of(new int[] {1, 2}, 1, 1, 2), Grid.of(new int[][][] {{{1, 2}}}));
        assertEquals(Grid.of(new int[] {1, 2}, 1, 2), Grid.of(new int[][] {{1, 2}}));
        assertEquals(Grid.of(new double[] {1, 2}, 1, 2), Grid.of(new double[][] {{1, 2}}));
        assertEquals(Grid.of(data, 1, 2, 3), Grid.of(new float[][][] {{{1, 2, 3}, {4, 5, 6}}}));
    }

    @Test
    void longsKeepAllDigitsWhereNoDoubleIsAskedFor() {
        long odd = (1L << 60) + 1;
        Grid grid = Grid.of(new long[] {odd, -2, 3, 4}, 2, 2);
        assertEquals("Grid long 2 x 2 [1152921504606846977, -2, 3, 4]", grid.toString());
        assertEquals(odd, grid.copy().region(new int[] {0, 0}, new int[] {1, 2}).longs()[0]);
        assertEquals(0x1p60, grid.get(0, 0));
        grid.set(-7.9, 1, 1);
        assertEquals(-7, grid.longs()[3]);
        assertEquals(Grid.of(new double[] {0x1p60, -2, 3, -7}, 2, 2), grid.to(ElementType.DOUBLE));
        assertEquals(
                Grid.of(new long[] {-5, -5}), Grid.zeros(ElementType.LONG, 2).fill(-5.5));
        assertThrows(IllegalStateException.class, grid::ints);
        assertThrows(IllegalStateException.class, Grid.ints(1)::longs);
    }

    @Test
    void refusesShapesThatDoNotFit() {
        var length = assertThrows(IllegalArgumentException.class, () -> Grid.of(new float[5], 2, 3));
        assertEquals("Shape 2 x 3 needs 6 elements, but the array has 5.", length.getMessage());
        var ragged = assertThrows(IllegalArgumentException.class, () -> Grid.of(new float[][] {{1, 2}, {3}}));
        assertEquals(
                "Ragged array: expected 2 entries along axis 1 everywhere, found one with 1.", ragged.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Grid.of(new float[][] {{1, 2}, null}));
        assertThrows(IllegalArgumentException.class, () -> Grid.of(new float[0][0]));
        assertThrows(IllegalArgumentException.class, () -> Grid.zeros(ElementType.INT));
        assertThrows(IllegalArgumentException.class, () -> Grid.floats(-1));
        var large = assertThrows(IllegalArgumentException.class, () -> Grid.doubles(1 << 16, 1 << 16));
        assertTrue(large.getMessage().contains("more than a Java array can hold"), large.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Grid.ints(1 << 30, 1 << 30, 1 << 30));
        assertThrows(IllegalArgumentException.class, () -> Grid.zeros(ElementType.BYTE, 3));
    }

    @Test
    void namesTheRealTypeWhenAskedForAnother() {
        var error =
                assertThrows(IllegalStateException.class, () -> Grid.floats(2).doubles());
        assertEquals(
                "This grid holds float, not double: use floats(), or convert with to(ElementType.DOUBLE).",
                error.getMessage());
    }

    @Test
    void refusesIndicesOutside() {
        Grid grid = Grid.floats(2, 3);
        assertThrows(IndexOutOfBoundsException.class, () -> grid.get(0, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> grid.set(1, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> grid.get(0));
        assertThrows(IllegalArgumentException.class, () -> grid.size(2));
        assertThrows(IllegalArgumentException.class, () -> grid.slice(-3, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> grid.slice(0, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> grid.region(new int[] {1, 1}, new int[] {1, 3}));
        assertThrows(IllegalArgumentException.class, () -> grid.region(new int[] {1}, new int[] {1, 3}));
    }

    @Test
    void slicesAreCopiesAndReshapesAreNot() {
        Grid grid = Grid.generate(ElementType.DOUBLE, i -> 10 * i[0] + i[1], 2, 3);
        Grid row = grid.slice(0, 1);
        Grid column = grid.slice(1, 2);
        assertEquals(Grid.of(new double[] {10, 11, 12}), row);
        assertEquals(Grid.of(new double[] {2, 12}), column);
        assertEquals(Grid.of(new double[] {11}), row.slice(0, 1));
        row.set(99, 0);
        assertEquals(10, grid.get(1, 0));
        grid.reshape(6).set(7, 5);
        assertEquals(7, grid.get(1, 2));
        assertEquals(Grid.of(new double[][] {{1, 2}}), grid.region(new int[] {0, 1}, new int[] {1, 2}));
        assertThrows(IllegalArgumentException.class, () -> grid.reshape(5));
    }

    @Test
    void convertsBetweenTypes() {
        Grid grid = Grid.of(new double[] {1.9, -1.9, 1e10, Double.NaN});
        assertArrayEquals(
                new int[] {1, -1, Integer.MAX_VALUE, 0},
                grid.to(ElementType.INT).ints());
        assertEquals(1.9f, grid.to(ElementType.FLOAT).floats()[0]);
        Grid same = grid.to(ElementType.DOUBLE);
        assertEquals(grid, same);
        assertNotSame(grid.data(), same.data());
    }

    /** 2^54 + 2^30 + 1: a double drops the 1, and what is left lies in the middle between two floats. */
    @Test
    void longsAreRoundedOnce() {
        long above = (1L << 54) + (1L << 30) + 1;
        Grid grid = Grid.of(new long[] {above, -above, Long.MAX_VALUE, Long.MIN_VALUE, 7});
        assertArrayEquals(
                new float[] {above, -above, 0x1p63f, -0x1p63f, 7},
                grid.to(ElementType.FLOAT).floats());
        assertTrue((float) (double) above != (float) above, "rounding twice shows");
    }

    @Test
    void differencesOfLongsAreExact() {
        long[] odd = {(1L << 60) + 1, Long.MAX_VALUE};
        assertEquals(1, Grid.of(odd).maxAbsDifference(Grid.of(new long[] {1L << 60, Long.MAX_VALUE - 1})));
        assertEquals(0x1p64, Grid.of(odd).maxAbsDifference(Grid.of(new long[] {0, Long.MIN_VALUE})));
        assertEquals(0, Grid.of(odd).maxAbsDifference(Grid.of(odd.clone())));
    }

    @Test
    void meansOfSingleCellsAreACopyAsAllOthers() {
        int[] values = {1, 2, 3};
        Grid means = Grid.of(values).coarsen(1);
        values[0] = 9;
        assertEquals(Grid.of(new int[] {1, 2, 3}), means);
    }

    @Test
    void statisticsIgnoreNaN() {
        Grid grid = Grid.of(new float[] {Float.NaN, 3, -1, 4, Float.NaN});
        assertEquals(-1, grid.min());
        assertEquals(4, grid.max());
        assertEquals(2, grid.mean());
        Grid nothing = Grid.of(new double[] {Double.NaN});
        assertTrue(Double.isNaN(nothing.min()) && Double.isNaN(nothing.max()) && Double.isNaN(nothing.mean()));
        assertEquals(
                Double.POSITIVE_INFINITY,
                Grid.of(new double[] {1, Double.POSITIVE_INFINITY}).mean());
        assertEquals(
                1.0 / 3, Grid.of(new double[] {1, 1e100, -1e100}).mean(), "compensated, so that the 1 is not lost");
    }

    @Test
    void differencesSeeNaNAndInfinityOnOneSide() {
        double infinity = Double.POSITIVE_INFINITY;
        Grid a = Grid.of(new double[] {1, Double.NaN, infinity});
        assertEquals(0, a.maxAbsDifference(a.copy()));
        assertEquals(0.5, a.maxAbsDifference(Grid.of(new double[] {1.5, Double.NaN, infinity})));
        assertEquals(infinity, a.maxAbsDifference(Grid.of(new double[] {1, 2, infinity})));
        assertEquals(infinity, a.maxAbsDifference(Grid.of(new double[] {1, Double.NaN, -infinity})));
        assertThrows(IllegalArgumentException.class, () -> a.maxAbsDifference(Grid.doubles(3, 1)));
    }

    @Test
    void attributesTravelAlong() {
        Grid grid = Grid.ints(2, 2).withAttribute("units", "m").withAttribute("spacing", 2.5);
        assertEquals(Map.of("units", "m", "spacing", 2.5), grid.slice(0, 0).attributes());
        assertEquals("m", grid.copy().to(ElementType.FLOAT).reshape(4).attribute("units"));
        assertNull(grid.attribute("none"));
        assertEquals(Grid.ints(2, 2), grid, "attributes are not part of the value");
        assertThrows(
                UnsupportedOperationException.class, () -> grid.attributes().put("x", 1));
    }

    @Test
    void randomValuesDependOnlyOnTheSeed() {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE, ElementType.INT)) {
            Grid grid = Grid.random(type, 42, 100, 10);
            assertEquals(grid, Grid.random(type, 42, 100, 10));
            assertNotEquals(grid, Grid.random(type, 43, 100, 10));
            double most = type == ElementType.INT ? 256 : 1;
            assertTrue(grid.min() >= 0 && grid.max() < most, grid.toString());
            assertEquals(most / 2, grid.mean(), most / 10);
        }
    }

    @Test
    void linspaceHitsBothEnds() {
        assertEquals(Grid.of(new double[] {-1, 0, 1, 2}), Grid.linspace(-1, 2, 4));
        assertEquals(-6.3, Grid.linspace(13.6, -6.3, 7).at(6), "the sum is -6.299999999999999");
        assertThrows(IllegalArgumentException.class, () -> Grid.linspace(0, 1, 1));
    }

    @Test
    void valuesAreEqualIfTypeShapeAndElementsAre() {
        Grid grid = Grid.of(new double[] {1, Double.NaN});
        assertEquals(grid, grid.copy());
        assertEquals(grid.hashCode(), grid.copy().hashCode());
        assertNotEquals(grid, grid.reshape(2, 1));
        assertNotEquals(Grid.floats(2), Grid.doubles(2));
        assertNotEquals(grid, "a grid");
        assertEquals("Grid double 2 [1.0, NaN]", grid.toString());
        assertEquals("Grid int 2 x 5 [0, 0, 0, 0, 0, 0, ...]", Grid.ints(2, 5).toString());
    }

    @Test
    void emptyGridsAreGrids() {
        Grid empty = Grid.floats(0, 3);
        assertEquals(0, empty.length());
        assertTrue(Double.isNaN(empty.mean()));
        assertEquals(0, empty.fill(i -> 1).copy().length());
        assertArrayEquals(new int[] {0}, empty.slice(1, 2).shape());
    }

    @Property(tries = 200)
    void everyIndexIsVisitedOnceInOrder(@ForAll("shapes") int[] shape) {
        Grid grid = Grid.generate(
                ElementType.INT,
                index -> {
                    long position = 0;
                    for (int axis = 0; axis < shape.length; axis++) {
                        position = position * shape[axis] + index[axis];
                    }
                    return position;
                },
                shape);
        for (int i = 0; i < grid.length(); i++) {
            assertEquals(i, grid.ints()[i]);
        }
    }

    @Property(tries = 200)
    void aRegionHasTheValuesOfItsPlace(@ForAll("shapes") int[] shape, @ForAll int seed) {
        java.util.Random random = new java.util.Random(seed);
        int[] from = new int[shape.length];
        int[] extent = new int[shape.length];
        for (int axis = 0; axis < shape.length; axis++) {
            from[axis] = random.nextInt(shape[axis] + 1);
            extent[axis] = random.nextInt(shape[axis] - from[axis] + 1);
        }
        Grid grid = Grid.random(ElementType.DOUBLE, seed, shape);
        Grid expected = Grid.zeros(ElementType.DOUBLE, extent).fill(index -> {
            int[] source = new int[index.length];
            Arrays.setAll(source, axis -> from[axis] + index[axis]);
            return grid.get(source);
        });
        assertEquals(expected, grid.region(from, extent));
    }

    @Provide
    Arbitrary<int[]> shapes() {
        return Arbitraries.integers()
                .between(1, 6)
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(4);
    }
}
