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

/** Any window, {@code blocks.cl}: blocks of rows in registers, images read through the cache. */
final class Blocks implements Executable {
    /** Filters so long along y have code of their own, with all loops unrolled. */
    private static final int UNROLLED = 16;

    private static final int ROWS = 8;
    /** AMD's scalar registers are too few for the loops over long filters with more. */
    private static final int ROWS_OF_LONG_FILTERS_ON_AMD = 4;

    private final Window window;
    private final ElementType type;
    private final String source = Workshop.source("blocks.cl");
    private final DeviceArray taps;
    private final Kernel kernel;

    Blocks(Workshop workshop, ElementType type, Window given, double[] taps) {
        this.type = type;
        this.window = flat(given);
        int[] m = window.taps();
        boolean cpu = workshop.isForCpu();
        int lanes = cpu ? 64 / type.bytes() : 1;
        int[] out = window.out();
        Kernel all = workshop.program(
                        source, options(type, window, lanes, workshop.device().isAmd()))
                .kernel("blocks");
        int rows = rows(window, workshop.device().isAmd());
        this.taps = workshop.taps(taps, type);
        if (cpu) {
            this.kernel =
                    all.global(up(out[2], lanes), up(out[1], rows), out[0]).local(1, 1, 1);
        } else {
            int across = out[2] > 16 ? 32 : 8;
            int down = (int) Math.min(128, workshop.device().maxWorkGroupSize()) / across;
            this.kernel = all.global(Kernel.roundUp(out[2], across), Kernel.roundUp(up(out[1], rows), down), out[0])
                    .local(across, down, 1);
        }
    }

    private static int rows(Window window, boolean amd) {
        return amd && window.taps()[1] > UNROLLED ? ROWS_OF_LONG_FILTERS_ON_AMD : ROWS;
    }

    static String[] options(ElementType type, Window window, int lanes, boolean amd) {
        int my = window.taps()[1];
        return new String[] {
            "-DREAL=" + type.openclName(),
            "-DFOLD=" + window.fold(),
            "-DLANES=" + lanes,
            "-DROWS=" + rows(window, amd),
            "-DTAPS_Y=" + (my <= UNROLLED ? my : 0),
            "-DTAPS_SPACE=" + Workshop.tapsSpace(window.tapCount(), type)
        };
    }

    /** A filter along z alone is one along y of rows as long as planes. */
    static Window flat(Window window) {
        int[] n = window.image();
        int[] m = window.taps();
        if (m[0] == 1 || m[1] > 1 || m[2] > 1 || n[1] != window.out()[1] || n[2] != window.out()[2]) {
            return window;
        }
        int row = Math.multiplyExact(n[1], n[2]);
        return new Window(
                new int[] {1, n[0], row},
                new int[] {1, window.out()[0], row},
                new int[] {1, m[0], 1},
                new int[] {0, window.shift()[0], 0},
                window.boundary());
    }

    private static long up(int n, int unit) {
        return (n - 1L + unit) / unit;
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        int[] n = window.image();
        int[] o = window.out();
        int[] m = window.taps();
        int[] s = window.shift();
        return List.of(kernel.launch(
                queue,
                image,
                result,
                taps,
                n[0],
                n[1],
                n[2],
                o[1],
                o[2],
                m[0],
                m[1],
                m[2],
                s[0],
                s[1],
                s[2],
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
        return "blocks of rows: " + window;
    }

    @Override
    public void close() {
        taps.close();
    }
}
