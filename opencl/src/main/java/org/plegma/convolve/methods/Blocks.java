package org.plegma.convolve.methods;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Kernel;

/** Any window, {@code blocks.cl}: blocks of rows in registers, images read through the cache. */
final class Blocks {
    /** Filters so long along y have code of their own, with all loops unrolled. */
    private static final int UNROLLED = 16;

    private static final int ROWS = 8;
    /** AMD's scalar registers are too few for the loops over long filters with more. */
    private static final int ROWS_OF_LONG_FILTERS_ON_AMD = 4;

    private Blocks() {}

    static Executable of(Workshop workshop, ElementType type, Window given, double[] taps) {
        Window window = flat(given);
        boolean cpu = workshop.isForCpu();
        boolean amd = workshop.device().isAmd();
        int lanes = cpu ? 64 / type.bytes() : 1;
        int rows = rows(window, amd);
        int[] n = window.image();
        int[] o = window.out();
        int[] m = window.taps();
        int[] s = window.shift();
        String source = Workshop.source("blocks.cl");
        Kernel kernel =
                workshop.program(source, options(type, window, lanes, amd)).kernel("blocks");
        if (cpu) {
            kernel = kernel.global(up(o[2], lanes), up(o[1], rows), o[0]).local(1, 1, 1);
        } else {
            int across = o[2] > 16 ? 32 : 8;
            int down = (int) Math.min(128, workshop.device().maxWorkGroupSize()) / across;
            kernel = kernel.global(Kernel.roundUp(o[2], across), Kernel.roundUp(up(o[1], rows), down), o[0])
                    .local(across, down, 1);
        }
        List<Object> arguments = List.of(
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
                Workshop.number(window.boundary().value(), type));
        return new OneLaunch(source, kernel, workshop.taps(taps, type), arguments, "blocks of rows: " + window);
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
        int[] s = window.shift();
        boolean rowsAreKept =
                m[1] == 1 && m[2] == 1 && s[1] == 0 && s[2] == 0 && n[1] == window.out()[1] && n[2] == window.out()[2];
        if (m[0] == 1 || !rowsAreKept) {
            return window;
        }
        int row = Math.multiplyExact(n[1], n[2]);
        return new Window(
                new int[] {1, n[0], row},
                new int[] {1, window.out()[0], row},
                new int[] {1, m[0], 1},
                new int[] {0, s[0], 0},
                window.boundary());
    }

    private static long up(int n, int unit) {
        return (n - 1L + unit) / unit;
    }
}
