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

/**
 * A filter along the axis before the last on a GPU, {@code turned-columns.cl}: columns lie in local memory as rows do, taps are
 * constants. The numbers are those that were the fastest on an NVIDIA H200.
 */
final class TurnedColumns implements Executable {
    private static final int ACROSS = 32;
    private static final int ITEMS = 8;
    private static final int RUN = 8;
    /** Bytes of a vector in local memory. */
    private static final int VECTOR = 16;
    /** Runs of a work-item, at most: the more, the less is read twice. */
    private static final int MOST_RUNS = 4;
    /** Local memory of which a multiprocessor has enough for four groups, while some wait for what they read. */
    private static final int LOCAL_BYTES = 56 << 10;

    private final String source;
    private final Kernel kernel;
    private final Window window;
    private final ElementType type;

    /** @param adds whether results are added to what is there */
    TurnedColumns(Workshop workshop, ElementType type, Window given, double[] taps, boolean adds) {
        this.window = Blocks.flat(given);
        this.type = type;
        this.source = Workshop.source("turned-columns.cl");
        long localBytes = Columns.localBytes(workshop.device());
        int span = ITEMS * RUN * repeat(type, taps.length, localBytes);
        this.kernel = workshop.program(source, options(type, window, taps, localBytes, adds))
                .kernel("turned_columns")
                .global(
                        Kernel.roundUp(window.out()[2], ACROSS),
                        (window.out()[1] - 1L + span) / span * ITEMS,
                        window.out()[0])
                .local(ACROSS, ITEMS, 1);
    }

    /** Whether local memory holds what a group needs. */
    static boolean fits(ElementType type, int taps, long localBytes) {
        return bytes(type, taps, 1) <= localBytes;
    }

    /** Runs of a work-item. */
    private static int repeat(ElementType type, int taps, long localBytes) {
        int repeat = MOST_RUNS;
        while (repeat > 1 && bytes(type, taps, repeat) > Math.min(LOCAL_BYTES, localBytes)) {
            repeat--;
        }
        return repeat;
    }

    /** Local memory, as the kernel declares it. */
    private static long bytes(ElementType type, int taps, int repeat) {
        int width = VECTOR / type.bytes();
        int run = (RUN + taps - 1 + width - 1) / width;
        return (long) ACROSS * VECTOR * ((RUN * (ITEMS * repeat - 1)) / width + run | 1);
    }

    static String[] options(ElementType type, Window window, double[] taps, long localBytes, boolean adds) {
        return new String[] {
            "-DREAL=" + type.openclName(),
            "-DFOLD=" + window.fold(),
            "-DWIDTH=" + VECTOR / type.bytes(),
            "-DRUN=" + RUN,
            "-DITEMS=" + ITEMS,
            "-DREPEAT=" + repeat(type, taps.length, localBytes),
            "-DMY=" + taps.length,
            "-DADDS=" + (adds ? 1 : 0),
            "-DTAPS=" + Workshop.literals(taps, type)
        };
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        return List.of(kernel.launch(
                queue,
                image,
                result,
                window.image()[1],
                window.out()[1],
                window.out()[2],
                window.shift()[1],
                Workshop.number(window.boundary().value(), type)));
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String explain() {
        return "columns as rows of local memory: " + window;
    }

    @Override
    public void close() {}
}
