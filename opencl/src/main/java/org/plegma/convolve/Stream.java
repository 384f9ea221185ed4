package org.plegma.convolve;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;

/** A filter of a plane on a GPU, {@code stream.cl}: strips in registers, taps are constants. */
final class Stream implements Executable {
    /** Sums of a work-item, in registers of 4 bytes, and products for each row, in code. */
    private static final int MOST_SUMS = 72;

    private static final int MOST_PRODUCTS = 1300;

    private static final int MOST_TAPS_ON_AMD = 16;

    private static final int ITEMS = 64;
    /** The longest strip; its first rows are computed in vain. */
    private static final int STRIP = 256;

    private final Window window;
    private final ElementType type;
    private final String source = Workshop.source("stream.cl");
    private final int strip;
    private final Kernel kernel;

    /** @param taps all taps, or with {@code separable} those of the column and then those of the row */
    Stream(Workshop workshop, ElementType type, Window window, double[] taps, boolean separable) {
        this.type = type;
        this.window = window;
        int[] out = window.out();
        long across = (out[2] + (long) columns(type, window, separable) * ITEMS - 1)
                / ((long) columns(type, window, separable) * ITEMS);
        // Short enough that every unit has several groups.
        long wanted = 16L * workshop.device().computeUnits();
        this.strip = (int) Math.max(8, Math.min(STRIP, out[0] * across * out[1] / wanted));
        this.kernel = workshop.program(
                        source,
                        options(type, window, taps, separable, workshop.device().isNvidia()))
                .kernel("stream")
                .global(across * ITEMS, (out[1] + strip - 1L) / strip, out[0])
                .local(ITEMS, 1, 1);
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
        int width = 16 / type.bytes();
        boolean aligned = window.image()[2] % width == 0;
        int columns = columns(type, window, separable);
        // A row ahead costs registers, which filters between have no room for.
        boolean ahead = separable ? my <= 5 : my * mx <= 25 || my * mx > 150;
        List<String> options = new ArrayList<>(List.of(
                "-DREAL=" + type.openclName(),
                "-DFOLD=" + window.fold(),
                "-DMY=" + my,
                "-DMX=" + mx,
                "-DWIDTH=" + width,
                "-DCOLUMNS=" + columns,
                "-DITEMS=" + ITEMS,
                "-DAHEAD=" + (ahead ? 1 : 0),
                "-DALIGNED=" + (aligned ? 1 : 0),
                "-DBEFORE=" + (aligned ? Math.floorMod(window.shift()[2], width) : 0),
                "-DALIGNED_RESULT=" + (window.out()[2] % width == 0 ? 1 : 0),
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
        return List.of(kernel.launch(
                queue,
                image,
                result,
                window.image()[1],
                window.image()[2],
                window.out()[1],
                window.out()[2],
                window.shift()[1],
                window.shift()[2],
                strip,
                Workshop.number(window.boundary().value(), type)));
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String explain() {
        return "strips of " + strip + " rows in registers: " + window;
    }

    @Override
    public void close() {}
}
