package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Faults of one block of an array, or of one lane of a vector along each axis, must be met wherever they are. */
class PlacesTest {
    private static final int COUNT = 1024;

    /** Equal sizes, powers of two, and multiples of numbers that look as if nobody would take them. */
    private static final int[][] SHAPES = {
        {4096, 4096},
        {32_768, 32_768},
        {7919, 7919},
        {104_729, 7919},
        {1000, 1000},
        {65, 4097},
        {1 << 20, 64},
        {128, 128, 128},
        {512, 64, 7919},
        {1 << 24},
        {7919 * 3}
    };

    private static Set<List<Integer>> met(int[][] places, IntUnaryOperator[] classes) {
        return Arrays.stream(places)
                .map(place -> {
                    Integer[] found = new Integer[place.length];
                    Arrays.setAll(found, axis -> classes[axis].applyAsInt(place[axis]));
                    return List.of(found);
                })
                .collect(Collectors.toSet());
    }

    @Test
    void allBlocksAndAllLanesAreMetWhateverTheShape() {
        for (int[] shape : SHAPES) {
            int[][] places = Places.of(COUNT, shape);
            int parts = new int[] {0, 256, 8, 5}[shape.length];
            int lanes = new int[] {0, 64, 8, 4}[shape.length];
            IntUnaryOperator[] blocks = new IntUnaryOperator[shape.length];
            IntUnaryOperator[] lane = new IntUnaryOperator[shape.length];
            for (int axis = 0; axis < shape.length; axis++) {
                int size = shape[axis];
                blocks[axis] = i -> (int) ((long) i * parts / size);
                lane[axis] = i -> i % lanes;
            }
            String what = Arrays.toString(shape);
            assertEquals(
                    (int) Math.pow(parts, shape.length), met(places, blocks).size(), what + " by blocks");
            assertEquals((int) Math.pow(lanes, shape.length), met(places, lane).size(), what + " by lanes");
        }
    }

    @Test
    void cornersAndEndsAreAmongThem() {
        int[][] places = Places.of(64, 9, 20);
        assertArrayEquals(new int[] {0, 0}, places[0]);
        assertArrayEquals(new int[] {8, 0}, places[1]);
        assertArrayEquals(new int[] {0, 19}, places[2]);
        assertArrayEquals(new int[] {8, 19}, places[3]);
        assertTrue(Arrays.stream(places).filter(p -> p[0] == 8).count() >= 8);
        assertTrue(Arrays.stream(places).filter(p -> p[1] == 19).count() >= 8);
        Set<List<Integer>> different = new HashSet<>();
        for (int[] place : places) {
            assertTrue(place[0] >= 0 && place[0] < 9 && place[1] >= 0 && place[1] < 20, Arrays.toString(place));
            different.add(List.of(place[0], place[1]));
        }
        assertTrue(different.size() > 45, different.size() + " different ones");
    }

    @Test
    void anArrayOfOneElementHasOnePlace() {
        for (int[] place : Places.of(20, 1, 1, 1)) {
            assertArrayEquals(new int[3], place);
        }
    }
}
