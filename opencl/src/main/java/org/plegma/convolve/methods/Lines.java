package org.plegma.convolve.methods;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;

/** A filter along the last axis on a GPU, {@code lines.cl}: rows go through local memory. */
final class Lines implements Executable {
    /** So many taps have code of their own, as constants in unrolled loops. */
    static final int KNOWN = 129;

    private static final int SHORT = 8;
    private static final int ITEMS = 64;

    private final Window window;
    private final ElementType type;
    private final String source = Workshop.source("lines.cl");
    private final DeviceArray taps;
    private final Kernel kernel;

    Lines(Workshop workshop, ElementType type, Window window, double[] taps) {
        this.window = window;
        this.type = type;
        this.taps = workshop.taps(taps, type);
        int span = ITEMS * run(window, workshop.device().isAmd());
        long spans = (window.out()[2] - 1L + span) / span;
        this.kernel = workshop.program(
                        source, options(type, window, taps, workshop.device().isAmd()))
                .kernel("lines")
                .global(spans * ITEMS, (long) window.out()[0] * window.out()[1])
                .local(ITEMS, 1);
    }

    /** Whether a window is one of rows. */
    static boolean fits(Window window) {
        return window.taps()[0] == 1
                && window.taps()[1] == 1
                && window.image()[0] == window.out()[0]
                && window.image()[1] == window.out()[1]
                && window.shift()[0] == 0
                && window.shift()[1] == 0;
    }

    /** @param amd whether scalar registers are too few for many taps that are not constants */
    private static int run(Window window, boolean amd) {
        int m = window.taps()[2];
        return m <= SHORT || amd && m > KNOWN ? 8 : 16;
    }

    static String[] options(ElementType type, Window window, double[] taps, boolean amd) {
        int m = taps.length;
        return new String[] {
            "-DREAL=" + type.openclName(),
            "-DFOLD=" + window.fold(),
            "-DRUN=" + run(window, amd),
            "-DITEMS=" + ITEMS,
            "-DKNOWN_TAPS=" + (m <= KNOWN ? m : 0),
            "-DTAPS=" + (m <= KNOWN ? Workshop.literals(taps, type) : ""),
            "-DTAPS_SPACE=" + Workshop.tapsSpace(m, type)
        };
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        return List.of(kernel.launch(
                queue,
                image,
                result,
                taps,
                window.image()[2],
                window.out()[2],
                window.taps()[2],
                window.shift()[2],
                Workshop.number(window.boundary().value(), type)));
    }

    @Override
    public long bytes() {
        return taps.bytes();
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String explain() {
        return "rows through local memory: " + window;
    }

    @Override
    public void close() {
        taps.close();
    }
}
