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
import org.plegma.primitives.DeviceHistogram;
import org.plegma.primitives.HistogramPlan;

/** A histogram of int keys, random or all the same. */
final class HistogramRun implements Trial {
    private final int[] expected;
    private final HistogramPlan plan;
    private final DeviceArray keys;
    private final DeviceArray out;

    HistogramRun(Buffers buffers, int n, int bins, boolean random) {
        int[] values = new int[n];
        expected = new int[bins];
        SplittableRandom source = new SplittableRandom(n);
        for (int i = 0; i < n; i++) {
            values[i] = random ? source.nextInt(bins) : bins / 2;
            expected[values[i]]++;
        }
        plan = DeviceHistogram.of(buffers.session(), bins).plan(n);
        keys = buffers.input(Grid.of(values, n));
        out = buffers.output(ElementType.INT, bins);
    }

    @Override
    public List<Event> run() {
        return plan.launch(keys, out);
    }

    @Override
    public double error() {
        return Arrays.equals(expected, out.download().ints()) ? 0 : 1;
    }

    @Override
    public void close() {
        plan.close();
    }
}
