package org.plegma.convolve.methods;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;

/**
 * A filter of a plane on a GPU in one launch, {@code sweep.cl} or {@code sweep-separable.cl}: groups go down strips of the
 * image, rows come through local memory, sums stay in registers, taps are constants.
 */
final class Sweep implements Executable {
    /** Each strip begins with rows that are computed in vain; so many times as tall, they are few. */
    private static final int TIMES_VAIN = 16;

    private static final int LEAST_STRIP = 64;
    /** Groups that every unit shall have if the image is small; those with many sums need more registers. */
    private static final int GROUPS = 4;

    private static final int GROUPS_OF_COLUMNS = 2;

    private final Window window;
    private final ElementType type;
    private final String source;
    private final int strip;
    private final Kernel kernel;

    /** @param taps all taps, or with {@code factors} those of the column and then those of the row */
    Sweep(Workshop workshop, ElementType type, Window window, double[] taps, boolean factors) {
        this(workshop, type, window, taps, factors, workshop.device().computeUnits());
    }

    /** @param units that shall all have work */
    Sweep(Workshop workshop, ElementType type, Window window, double[] taps, boolean factors, int units) {
        this(workshop, type, window, taps, factors, false, units);
    }

    /** @param adds whether results of rows are added to what is there */
    private Sweep(
            Workshop workshop,
            ElementType type,
            Window window,
            double[] taps,
            boolean factors,
            boolean adds,
            int units) {
        this.type = type;
        this.window = window;
        SweepCode code = SweepCode.of(type, window, factors, workshop.device()).orElseThrow();
        this.source = Workshop.source(code.file());
        int[] out = window.out();
        this.strip = strip(code, window, units);
        long across = across(code, window);
        String[] options =
                code.options(type, window, taps, factors, workshop.device().isNvidia());
        this.kernel = workshop.program(source, adds ? with("-DADDS=1", options) : options)
                .kernel(code.kernel())
                .global(across * code.items(), (out[1] - 1L + strip) / strip, out[0])
                .local(code.items(), 1, 1);
    }

    /** A filter along rows alone. */
    static Sweep ofRows(Workshop workshop, ElementType type, Window window, double[] taps, boolean adds) {
        double[] factors = columnThenRow(List.of(new double[] {1}, new double[] {1}, taps));
        return new Sweep(
                workshop, type, window, factors, true, adds, workshop.device().computeUnits());
    }

    private static String[] with(String option, String[] options) {
        String[] more = Arrays.copyOf(options, options.length + 1);
        more[options.length] = option;
        return more;
    }

    private static long across(SweepCode code, Window window) {
        return (window.out()[2] - 1L + code.across()) / code.across();
    }

    private static int strip(SweepCode code, Window window, int units) {
        int[] out = window.out();
        long wanted = (long) (code.separable() ? GROUPS_OF_COLUMNS : GROUPS) * units;
        int vain = window.taps()[1] - 1;
        long tall = Math.max(LEAST_STRIP, (long) TIMES_VAIN * vain);
        return code.strip(Math.max(1, Math.min(tall, out[0] * across(code, window) * out[1] / wanted)), vain + 1);
    }

    /** How many times as many rows are computed as there are. */
    static double effort(SweepCode code, Window window, int units) {
        int rows = Math.min(strip(code, window, units), window.out()[1]);
        return (rows + window.taps()[1] - 1.0) / rows;
    }

    /** The taps of a separable filter as the kernels take them. */
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
        return List.of(kernel.launch(
                queue,
                image,
                result,
                (long) n[1] * n[2],
                (long) o[1] * o[2],
                n[1],
                n[2],
                o[1],
                o[2],
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
        return "strips of " + strip + " rows, rows through local memory, sums in registers: " + window;
    }

    @Override
    public void close() {}
}
