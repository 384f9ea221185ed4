package org.plegma.measure;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/**
 * Random inputs that are the same on the host and on a device: element i depends on i and the seed alone, by the same
 * function as {@code fill_random} in {@code buffers.cl}.
 */
final class RandomData {

    private RandomData() {}

    /** Fills a grid: floating point uniform in [0, 1), integers in [0, 256). */
    static Grid fill(Grid grid, int seed) {
        int length = Math.toIntExact(grid.length());
        switch (grid.type()) {
            case FLOAT -> {
                for (int i = 0; i < length; i++) {
                    grid.floats()[i] = (mix(i, seed) >>> 8) * 0x1p-24f;
                }
            }
            case DOUBLE -> {
                for (int i = 0; i < length; i++) {
                    grid.doubles()[i] = Integer.toUnsignedLong(mix(i, seed)) * 0x1p-32;
                }
            }
            case LONG -> {
                for (int i = 0; i < length; i++) {
                    grid.longs()[i] = mix(i, seed) & 255;
                }
            }
            default -> {
                for (int i = 0; i < length; i++) {
                    grid.ints()[i] = mix(i, seed) & 255;
                }
            }
        }
        return grid;
    }

    /** The OpenCL expression of a random element of a type from the 32 random bits {@code h}. */
    static String expression(ElementType type) {
        return switch (type) {
            case FLOAT -> "((h>>8)*0x1p-24f)";
            case DOUBLE -> "(h*0x1p-32)";
            case BYTE -> "(h&127)";
            default -> "(h&255)";
        };
    }

    private static int mix(int i, int seed) {
        int h = i ^ seed;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
