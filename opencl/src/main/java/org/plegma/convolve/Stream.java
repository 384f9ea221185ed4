package org.plegma.convolve;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;

/**
 * A filter of a plane on a GPU, {@code stream.cl}: strips in registers, taps are constants. What lies near the edges is a
 * launch of its own, as folding costs the inside registers.
 */
final class Stream implements Executable {
    /** Sums of a work-item, in registers of 4 bytes, and products for each row, in code. */
    private static final int MOST_SUMS = 72;

    private static final int MOST_PRODUCTS = 1300;

    private static final int MOST_TAPS_ON_AMD = 16;

    private static final int ITEMS = 64;
    /** The longest strip; its first rows are computed in vain. */
    private static final int STRIP = 256;

    /** Bytes that the memory moves at once; strips begin at multiples of it. */
    private static final int SECTOR = 32;

    private static final int ITEMS_AT_EDGES = 64;

    private final Window window;
    private final ElementType type;
    private final String source = Workshop.source("stream.cl");
    private final Part inside;
    private final int strip;
    private final Kernel stream;
    private final Kernel edges;

    /** @param taps all taps, or with {@code separable} those of the column and then those of the row */
    Stream(Workshop workshop, ElementType type, Window window, double[] taps, boolean separable) {
        this.type = type;
        this.window = window;
        this.inside = inside(type, window, separable);
        int[] out = window.out();
        long width = (long) columns(type, window, separable) * ITEMS;
        long across = (inside.x1 - inside.x0 + width - 1) / width;
        int rows = inside.y1 - inside.y0;
        // Short enough that every unit has several groups.
        long wanted = 16L * workshop.device().computeUnits();
        this.strip = (int) Math.max(8, Math.min(STRIP, out[0] * across * rows / wanted));
        Program program = workshop.program(
                source, options(type, window, taps, separable, workshop.device().isNvidia()));
        this.stream = inside.cells() == 0
                ? null
                : program.kernel("stream")
                        .global(across * ITEMS, (rows + strip - 1L) / strip, out[0])
                        .local(ITEMS, 1, 1);
        long rest = (long) out[1] * out[2] - inside.cells();
        this.edges = rest == 0
                ? null
                : program.kernel("edges")
                        .global(Kernel.roundUp(rest, ITEMS_AT_EDGES), out[0])
                        .local(ITEMS_AT_EDGES, 1);
    }

    /** A part of a plane of the result, from {@code 0} to before {@code 1}. */
    record Part(int x0, int x1, int y0, int y1) {
        long cells() {
            return (long) (x1 - x0) * (y1 - y0);
        }
    }

    /** Where work-items have whole strips and all that they load lies in the image. */
    static Part inside(ElementType type, Window window, boolean separable) {
        int columns = columns(type, window, separable);
        int width = width(type);
        int before = before(type, window);
        int loaded = (before + columns + window.taps()[2] - 1 + width - 1) / width * width;
        int first = before - window.shift()[2];
        int x0 = Math.toIntExact(Kernel.roundUp(Math.max(0, first), Math.max(columns, SECTOR / type.bytes())));
        int last = Math.min(window.out()[2] - columns, window.image()[2] - loaded + first);
        int x1 = x0 + Math.floorDiv(last - x0, columns) * columns + columns;
        int y0 = Math.max(0, -window.shift()[1]);
        int y1 = Math.min(window.out()[1], window.image()[1] - window.taps()[1] + 1 - window.shift()[1]);
        return x1 <= x0 || y1 <= y0 ? new Part(0, 0, 0, 0) : new Part(x0, x1, y0, y1);
    }

    /** Elements of a vector in memory. */
    private static int width(ElementType type) {
        return 16 / type.bytes();
    }

    private static boolean aligned(ElementType type, Window window) {
        return window.image()[2] % width(type) == 0;
    }

    /** Elements between the start of an aligned vector and what the first tap reads. */
    private static int before(ElementType type, Window window) {
        return aligned(type, window) ? Math.floorMod(window.shift()[2], width(type)) : 0;
    }

    /** @param amd whether constants in code take scalar registers, of which there are few */
    static boolean fits(ElementType type, Window window, boolean separable, boolean amd) {
        int my = window.taps()[1];
        int mx = window.taps()[2];
        if (amd && (separable ? my + mx : my * mx) > MOST_TAPS_ON_AMD) {
            return false;
        }
        int columns = columns(type, window, separable);
        return window.taps()[0] == 1
                && window.shift()[0] == 0
                && window.image()[0] == window.out()[0]
                && my * columns * type.bytes() / 4 <= MOST_SUMS
                && mx <= MOST_SUMS / columns
                && (separable ? my + mx : my * mx) * columns <= MOST_PRODUCTS;
    }

    private static int columns(ElementType type, Window window, boolean separable) {
        if (type == ElementType.DOUBLE) {
            return 2;
        }
        return !separable && window.taps()[1] <= 5 && window.taps()[2] <= 5 ? 8 : 4;
    }

    static String[] options(ElementType type, Window window, double[] taps, boolean separable, boolean nvidia) {
        int my = window.taps()[1];
        int mx = window.taps()[2];
        // A row ahead costs registers, which filters between have no room for.
        boolean ahead = separable ? my <= 5 : my * mx <= 25 || my * mx > 150;
        List<String> options = new ArrayList<>(List.of(
                "-DREAL=" + type.openclName(),
                "-DFOLD=" + window.fold(),
                "-DMY=" + my,
                "-DMX=" + mx,
                "-DWIDTH=" + width(type),
                "-DCOLUMNS=" + columns(type, window, separable),
                "-DITEMS=" + ITEMS,
                "-DAHEAD=" + (ahead ? 1 : 0),
                "-DALIGNED=" + (aligned(type, window) ? 1 : 0),
                "-DBEFORE=" + before(type, window),
                "-DALIGNED_RESULT=" + (window.out()[2] % width(type) == 0 ? 1 : 0),
                "-DSEPARABLE=" + (separable ? 1 : 0),
                "-DTAPS=" + Workshop.literals(taps, type)));
        if (nvidia && !ahead) {
            options.add("-DPREFETCH=4");
        }
        return options.toArray(String[]::new);
    }

    /** The taps of a separable filter as the kernel takes them. */
    static double[] columnThenRow(List<double[]> factors) {
        double before = factors.get(0)[0];
        return DoubleStream.concat(
                        DoubleStream.of(factors.get(1)).map(x -> x * before), DoubleStream.of(factors.get(2)))
                .toArray();
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        int[] n = window.image();
        int[] o = window.out();
        int[] at = window.shift();
        long image1 = (long) n[1] * n[2];
        long result1 = (long) o[1] * o[2];
        List<Event> events = new ArrayList<>();
        if (stream != null) {
            events.add(stream.launch(
                    queue, image, result, image1, result1, n[2], o[2], at[1], at[2], inside.x0, inside.x1, inside.y0,
                    inside.y1, strip));
        }
        if (edges != null) {
            events.add(edges.launch(
                    queue,
                    image,
                    result,
                    image1,
                    result1,
                    n[1],
                    n[2],
                    o[1],
                    o[2],
                    at[1],
                    at[2],
                    inside.x0,
                    inside.x1,
                    inside.y0,
                    inside.y1,
                    Workshop.number(window.boundary().value(), type)));
        }
        return events;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String explain() {
        return "strips of " + strip + " rows in registers, then the cells near the edges: " + window;
    }

    @Override
    public void close() {}
}
