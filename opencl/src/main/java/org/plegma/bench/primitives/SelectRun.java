package org.plegma.bench.primitives;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.primitives.Select;
import org.plegma.primitives.SelectPlan;

/** A selection by flags that are bytes. */
final class SelectRun implements Trial {
    private final int n;
    private final SelectPlan plan;
    private final DeviceArray values;
    private final DeviceArray marks;
    private final DeviceArray out;
    private final DeviceArray total;

    SelectRun(Buffers buffers, int n, int oneOf) {
        this.n = n;
        plan = Select.of(buffers.session(), ElementType.FLOAT).plan(ElementType.BYTE, n);
        values = buffers.input(ElementType.FLOAT, n);
        marks = buffers.scratch(ElementType.BYTE, n);
        out = buffers.scratch(ElementType.FLOAT, n);
        total = buffers.output(ElementType.INT, 1);
        java.util.SplittableRandom random = new java.util.SplittableRandom(n);
        byte[] flags = new byte[n];
        for (int i = 0; i < n; i++) {
            flags[i] = (byte) (random.nextInt(oneOf) == 0 ? 1 : 0);
        }
        marks.upload(flags);
    }

    @Override
    public List<Event> run() {
        return plan.launch(values, marks, out, total);
    }

    /** Chosen values that are not in their place. */
    @Override
    public double error() {
        byte[] flags = new byte[n];
        marks.download(flags);
        float[] from = values.download().floats();
        float[] found = out.download().floats();
        int at = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            if (flags[i] != 0) {
                wrong += found[at++] == from[i] ? 0 : 1;
            }
        }
        return wrong + Math.abs(at - total.download().ints()[0]);
    }

    @Override
    public void close() {
        plan.close();
    }
}
