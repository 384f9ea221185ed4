package org.plegma.convolve;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;

/** A filter along the axis before the last on a GPU, {@code columns.cl}: columns go through local memory, taps are constants. */
final class Columns implements Executable {
    private static final int ACROSS = 32;
    /** More constants than that do not fit its registers in double precision. */
    private static final int MOST_TAPS_ON_AMD = 33;
    /** Local memory of a group; more would leave a multiprocessor too few groups. */
    private static final int LOCAL_BYTES = 25 << 10;

    private final Window window;
    private final ElementType type;
    private final String source;
    private final Kernel kernel;

    Columns(Workshop workshop, ElementType type, Window given, double[] taps) {
        this.window = Blocks.flat(given);
        this.type = type;
        this.source = Workshop.source("columns.cl");
        int span = run(type) * items(type, taps.length);
        this.kernel = workshop.program(source, options(type, window, taps))
                .kernel("columns")
                .global(
                        Kernel.roundUp(window.out()[2], ACROSS),
                        (window.out()[1] + span - 1L) / span * items(type, taps.length),
                        window.out()[0])
                .local(ACROSS, items(type, taps.length), 1);
    }

    /** Whether a window is one of columns, of not too many taps. */
    static boolean fits(Window given, boolean amd) {
        Window window = Blocks.flat(given);
        return window.taps()[0] == 1
                && window.taps()[2] == 1
                && window.taps()[1] <= (amd ? MOST_TAPS_ON_AMD : Lines.KNOWN)
                && window.image()[0] == window.out()[0]
                && window.image()[2] == window.out()[2]
                && window.shift()[0] == 0
                && window.shift()[2] == 0;
    }

    private static int run(ElementType type) {
        return type == ElementType.FLOAT ? 16 : 8;
    }

    private static int items(ElementType type, int taps) {
        return (8 * run(type) + taps - 1) * ACROSS * type.bytes() <= LOCAL_BYTES ? 8 : 4;
    }

    static String[] options(ElementType type, Window window, double[] taps) {
        return new String[] {
            "-DREAL=" + type.openclName(),
            "-DFOLD=" + window.fold(),
            "-DRUN=" + run(type),
            "-DITEMS=" + items(type, taps.length),
            "-DKNOWN_TAPS=" + taps.length,
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
                window.image()[2],
                window.shift()[1],
                Workshop.number(window.boundary().value(), type)));
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String explain() {
        return "columns through local memory: " + window;
    }

    @Override
    public void close() {}
}
