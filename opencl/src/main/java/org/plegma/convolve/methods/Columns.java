package org.plegma.convolve.methods;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Device;
import org.plegma.device.Kernel;

/**
 * A filter along the axis before the last on a GPU, {@code columns.cl}: columns go through local memory. The taps of short
 * filters are constants in the code; long ones are worked on in parts.
 */
final class Columns {
    private static final int ACROSS = 32;
    /** More constants than that do not fit its registers in double precision. */
    private static final int KNOWN_ON_AMD = 33;
    /** Local memory of a group; more would leave a multiprocessor too few groups. */
    private static final int LOCAL_BYTES = 25 << 10;
    /** That of groups that work on parts, where kernels may declare more than is reported: long parts are worth more than groups. */
    private static final int LONG_PARTS_BYTES = 96 << 10;

    private Columns() {}

    static Executable of(Workshop workshop, ElementType type, Window given, double[] taps) {
        Device device = workshop.device();
        return AddedParts.suits(taps.length, device.isAmd())
                        && TurnedColumns.fits(type, Math.min(taps.length, AddedParts.LONGEST), localBytes(device))
                ? AddedParts.of(
                        Blocks.flat(given),
                        1,
                        taps,
                        (part, some, adds) -> new TurnedColumns(workshop, type, part, some, adds))
                : inParts(workshop, type, given, taps, localBytes(device));
    }

    /** Local memory that a group may declare. */
    static long localBytes(Device device) {
        return device.declaredLocalMemoryBytes() > device.localMemoryBytes()
                ? Math.min(LONG_PARTS_BYTES, device.declaredLocalMemoryBytes())
                : Math.min(SweepCode.LOCAL_BYTES, device.localMemoryBytes());
    }

    /** By one kernel. @param localBytes of groups that work on parts of a filter; the fewer parts the better */
    static Executable inParts(Workshop workshop, ElementType type, Window given, double[] taps, long localBytes) {
        Window window = Blocks.flat(given);
        boolean amd = workshop.device().isAmd();
        int items = items(type, taps.length, amd);
        int span = run(type, taps.length, amd) * items;
        String source = Workshop.source("columns.cl");
        Kernel kernel = workshop.program(source, options(type, window, taps, amd, localBytes))
                .kernel("columns")
                .global(
                        Kernel.roundUp(window.out()[2], ACROSS),
                        (window.out()[1] - 1L + span) / span * items,
                        window.out()[0])
                .local(ACROSS, items, 1);
        List<Object> arguments = List.of(
                window.image()[1],
                window.out()[1],
                window.image()[2],
                window.taps()[1],
                window.shift()[1],
                Workshop.number(window.boundary().value(), type));
        return new OneLaunch(
                source, kernel, workshop.taps(taps, type), arguments, "columns through local memory: " + window);
    }

    /** Whether a window is one of columns. */
    static boolean fits(Window given) {
        Window window = Blocks.flat(given);
        return window.taps()[0] == 1
                && window.taps()[2] == 1
                && window.image()[0] == window.out()[0]
                && window.image()[2] == window.out()[2]
                && window.shift()[0] == 0
                && window.shift()[2] == 0;
    }

    private static boolean known(int taps, boolean amd) {
        return taps <= (amd ? KNOWN_ON_AMD : Lines.KNOWN);
    }

    /** Results of a work-item; taps that are not constants take AMD's scalar registers. */
    private static int run(ElementType type, int taps, boolean amd) {
        return type == ElementType.FLOAT && (!amd || known(taps, true)) ? 16 : 8;
    }

    private static int items(ElementType type, int taps, boolean amd) {
        return !known(taps, amd) || rows(type, 8 * run(type, taps, amd), taps) <= LOCAL_BYTES ? 8 : 4;
    }

    /** Bytes of the rows that so many results and taps need. */
    private static int rows(ElementType type, int results, int taps) {
        return (results + taps - 1) * ACROSS * type.bytes();
    }

    /** Taps that are worked on at once: all, or parts of about equal length. */
    private static int part(ElementType type, int taps, boolean amd, long localBytes) {
        if (known(taps, amd)) {
            return taps;
        }
        int results = run(type, taps, amd) * items(type, taps, amd);
        int most = (int) (localBytes / (ACROSS * type.bytes())) - results;
        int parts = (taps + most - 1) / most;
        return (taps + parts - 1) / parts;
    }

    static String[] options(ElementType type, Window window, double[] taps, boolean amd, long localBytes) {
        int m = taps.length;
        return new String[] {
            "-DREAL=" + type.openclName(),
            "-DFOLD=" + window.fold(),
            "-DRUN=" + run(type, m, amd),
            "-DITEMS=" + items(type, m, amd),
            "-DPART=" + part(type, m, amd, localBytes),
            "-DKNOWN_TAPS=" + (known(m, amd) ? m : 0),
            "-DTAPS=" + (known(m, amd) ? Workshop.literals(taps, type) : ""),
            "-DTAPS_SPACE=" + Workshop.tapsSpace(m, type)
        };
    }
}
