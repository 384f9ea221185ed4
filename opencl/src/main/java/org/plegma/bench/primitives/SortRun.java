package org.plegma.bench.primitives;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.primitives.RadixSort;
import org.plegma.primitives.SortPlan;

/** A sort of random keys, compared with Java's. */
final class SortRun implements Trial {
    /** What moves with the keys. */
    enum Moved {
        NOTHING,
        FLOATS,
        PLACES
    }

    private final int n;
    private final Moved moved;
    private final int[] keys;
    private final SortPlan plan;
    private final DeviceArray in;
    private final DeviceArray values;
    private final DeviceArray out;
    private final DeviceArray others;

    SortRun(Buffers buffers, int n, int bits, Moved moved) {
        this.n = n;
        this.moved = moved;
        SplittableRandom random = new SplittableRandom(n);
        keys = new int[n];
        for (int i = 0; i < n; i++) {
            keys[i] = bits == 32 ? random.nextInt() : random.nextInt() >>> (32 - bits);
        }
        RadixSort sort = RadixSort.of(buffers.session(), ElementType.INT);
        plan = (bits == 32 ? sort : sort.bits(0, bits)).plan(n);
        in = buffers.input(Grid.of(keys, n));
        out = buffers.scratch(ElementType.INT, n);
        values = moved == Moved.FLOATS ? buffers.input(numbers(n)) : in;
        others = moved == Moved.NOTHING
                ? out
                : buffers.scratch(moved == Moved.FLOATS ? ElementType.FLOAT : ElementType.INT, n);
    }

    /** Places as floats, which are exact up to 2²⁴; beyond, those of keys near each other are the same. */
    private static Grid numbers(int n) {
        float[] numbers = new float[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
        return Grid.of(numbers, n);
    }

    @Override
    public List<Event> run() {
        return switch (moved) {
            case NOTHING -> plan.launch(in, out);
            case FLOATS -> plan.launch(in, values, out, others);
            case PLACES -> plan.launchPermutation(in, out, others);
        };
    }

    /** Elements that differ: Java sorts keys with their places as longs. */
    @Override
    public double error() {
        long[] expected = new long[n];
        Arrays.parallelSetAll(expected, i -> (long) keys[i] << 32 | i);
        Arrays.parallelSort(expected);
        int[] sorted = out.download().ints();
        Object with = others.download().data();
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            int place = (int) expected[i];
            boolean right = sorted[i] == (int) (expected[i] >> 32)
                    && (moved != Moved.FLOATS || ((float[]) with)[i] == place)
                    && (moved != Moved.PLACES || ((int[]) with)[i] == place);
            wrong += right ? 0 : 1;
        }
        return wrong;
    }

    @Override
    public void close() {
        plan.close();
    }
}
