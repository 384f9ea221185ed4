package org.plegma.bench.primitives;

import java.util.List;
import java.util.function.IntToLongFunction;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.primitives.Scan;
import org.plegma.primitives.ScanPlan;

/** Prefix sums of random values, compared with a loop. */
final class ScanRun implements Trial {
    private final ElementType type;
    private final int n;
    private final ScanPlan plan;
    private final DeviceArray in;
    private final DeviceArray out;

    ScanRun(Buffers buffers, ElementType type, int n) {
        this.type = type;
        this.n = n;
        plan = Scan.of(buffers.session(), type).plan(n);
        in = buffers.input(type, n);
        out = buffers.scratch(type, n);
    }

    @Override
    public List<Event> run() {
        return plan.launch(in, out);
    }

    /** Wrong sums of whole numbers; of others the largest difference, as a part of the sum of all. */
    @Override
    public double error() {
        switch (type) {
            case INT -> {
                int[] values = new int[n];
                int[] sums = new int[n];
                in.download(values);
                out.download(sums);
                return wrong(i -> values[i], i -> sums[i], 0xFFFF_FFFFL);
            }
            case LONG -> {
                long[] values = new long[n];
                long[] sums = new long[n];
                in.download(values);
                out.download(sums);
                return wrong(i -> values[i], i -> sums[i], -1);
            }
            default -> {
                Grid values = in.download();
                Grid sums = out.download();
                return difference(values, sums);
            }
        }
    }

    /** @param mask the bits that a sum has in its type */
    private double wrong(IntToLongFunction values, IntToLongFunction sums, long mask) {
        long sum = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            wrong += ((sums.applyAsLong(i) - sum) & mask) == 0 ? 0 : 1;
            sum += values.applyAsLong(i);
        }
        return wrong;
    }

    private double difference(Grid values, Grid sums) {
        double sum = 0;
        double most = 0;
        for (int i = 0; i < n; i++) {
            most = Math.max(most, Math.abs(sums.at(i) - sum));
            sum += values.at(i);
        }
        return most / sum;
    }

    @Override
    public void close() {
        plan.close();
    }
}
