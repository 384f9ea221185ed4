package org.plegma.convolve.methods;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Kernel;

/** A filter along the last axis on a GPU, {@code lines.cl}: rows go through local memory. */
final class Lines {
    /** So many taps have code of their own, as constants in unrolled loops. */
    static final int KNOWN = 129;

    private static final int SHORT = 8;
    private static final int ITEMS = 64;

    private Lines() {}

    static Executable of(Workshop workshop, ElementType type, Window window, double[] taps) {
        return AddedParts.suits(taps.length, workshop.device().isAmd())
                ? AddedParts.of(window, 2, taps, (part, some, adds) -> Sweep.ofRows(workshop, type, part, some, adds))
                : inParts(workshop, type, window, taps);
    }

    /** By one kernel, that works on parts of filters that are too long for constants. */
    static Executable inParts(Workshop workshop, ElementType type, Window window, double[] taps) {
        boolean amd = workshop.device().isAmd();
        int span = ITEMS * run(window, amd);
        long spans = (window.out()[2] - 1L + span) / span;
        String source = Workshop.source("lines.cl");
        Kernel kernel = workshop.program(source, options(type, window, taps, amd))
                .kernel("lines")
                .global(spans * ITEMS, (long) window.out()[0] * window.out()[1])
                .local(ITEMS, 1);
        List<Object> arguments = List.of(
                window.image()[2],
                window.out()[2],
                window.taps()[2],
                window.shift()[2],
                Workshop.number(window.boundary().value(), type));
        return new OneLaunch(
                source, kernel, workshop.taps(taps, type), arguments, "rows through local memory: " + window);
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
}
