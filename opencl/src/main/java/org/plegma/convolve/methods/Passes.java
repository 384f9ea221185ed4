package org.plegma.convolve.methods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.expr.tree.Boundary;

/** One filter an axis after the other, the last axis first, with arrays between them. */
final class Passes implements Executable {
    private final List<Executable> passes = new ArrayList<>();
    private final List<DeviceArray> between = new ArrayList<>();

    /** @param factors the taps along each of the three axes */
    Passes(Workshop workshop, ElementType type, Window window, List<double[]> factors) {
        int[] size = window.image().clone();
        // Outside is a number: after a pass what lies beyond the other axes is that number filtered.
        double outside = window.boundary().value();
        try {
            for (int axis = Window.AXES - 1; axis >= 0; axis--) {
                double[] taps = factors.get(axis);
                boolean nothing = taps.length == 1
                        && taps[0] == 1
                        && size[axis] == window.out()[axis]
                        && window.shift()[axis] == 0;
                if (nothing) {
                    continue;
                }
                if (!passes.isEmpty()) {
                    between.add(workshop.between(between.size(), type, size));
                }
                Window pass =
                        window.along(axis, size, new Boundary(window.boundary().kind(), outside));
                passes.add(pass(workshop, type, pass, taps));
                size[axis] = window.out()[axis];
                outside *= Arrays.stream(taps).sum();
            }
            if (passes.isEmpty()) {
                passes.add(pass(workshop, type, window, new double[] {1}));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** One filter along one axis. */
    static Executable pass(Workshop workshop, ElementType type, Window window, double[] taps) {
        if (!workshop.isForCpu() && Lines.fits(window)) {
            return Lines.of(workshop, type, window, taps);
        }
        return !workshop.isForCpu() && Columns.fits(window)
                ? Columns.of(workshop, type, window, taps)
                : Blocks.of(workshop, type, window, taps);
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < passes.size(); i++) {
            DeviceArray from = i == 0 ? image : between.get(i - 1);
            DeviceArray to = i == passes.size() - 1 ? result : between.get(i);
            events.addAll(passes.get(i).launch(queue, from, to));
        }
        return events;
    }

    @Override
    public long bytes() {
        return passes.stream().mapToLong(Executable::bytes).sum()
                + between.stream().mapToLong(DeviceArray::bytes).sum();
    }

    @Override
    public String source() {
        return passes.stream().map(Executable::source).distinct().collect(Collectors.joining("\n"));
    }

    @Override
    public String explain() {
        return passes.stream().map(Executable::explain).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        passes.forEach(Executable::close);
        between.forEach(DeviceArray::close);
    }
}
