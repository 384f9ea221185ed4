package org.plegma.bench.primitives;

import java.util.List;
import org.plegma.array.ElementType;
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
        return switch (type) {
            case INT -> ints();
            case LONG -> longs();
            case FLOAT -> floats();
            default -> doubles();
        };
    }

    private double ints() {
        int[] values = new int[n];
        in.download(values);
        int[] sums = new int[n];
        out.download(sums);
        int sum = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            wrong += sums[i] == sum ? 0 : 1;
            sum += values[i];
        }
        return wrong;
    }

    private double longs() {
        long[] values = new long[n];
        in.download(values);
        long[] sums = new long[n];
        out.download(sums);
        long sum = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            wrong += sums[i] == sum ? 0 : 1;
            sum += values[i];
        }
        return wrong;
    }

    private double floats() {
        float[] values = new float[n];
        in.download(values);
        float[] sums = new float[n];
        out.download(sums);
        double sum = 0;
        double most = 0;
        for (int i = 0; i < n; i++) {
            most = Math.max(most, Math.abs(sums[i] - sum));
            sum += values[i];
        }
        return most / sum;
    }

    private double doubles() {
        double[] values = new double[n];
        in.download(values);
        double[] sums = new double[n];
        out.download(sums);
        double sum = 0;
        double most = 0;
        for (int i = 0; i < n; i++) {
            most = Math.max(most, Math.abs(sums[i] - sum));
            sum += values[i];
        }
        return most / sum;
    }

    @Override
    public void close() {
        plan.close();
    }
}
