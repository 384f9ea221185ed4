package org.plegma.convolve.methods;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.fft.arithmetic.GoodLengths;
import org.plegma.tune.choice.StoredRates;
import org.plegma.tune.store.TuningStore;

/**
 * What the methods cost on a device: memory traffic or arithmetic, whichever takes longer, and launches. The rates are those
 * of seven small convolutions, timed once for each device and type and kept in the tuning store.
 *
 * @param bytesPerSecond of memory, by a filter of 3 taps
 * @param streamed products a second of small filters taken directly
 * @param blocked products a second of large filters taken directly
 * @param lines products a second of one filter an axis, on a GPU both in one launch
 * @param passes products a second of filters that are too long for that
 * @param folded the same for results whose window reaches beyond the image, where a CPU folds every index; a GPU folds once
 *     for a group, and has the rate of passes
 * @param transformed values times binary logarithm a second, there and back
 * @param launchSeconds of a launch
 * @param units compute units of the device, which small images leave idle
 */
public record ConvolutionCosts(
        double bytesPerSecond,
        double streamed,
        double blocked,
        double lines,
        double passes,
        double folded,
        double transformed,
        double launchSeconds,
        int units) {
    private static final String NAME = "convolve-rates";
    private static final int SAMPLES = 5;
    /** Taps of a filter whose column does not fit the registers of a sweep. */
    private static final int LONG = 257;

    /** Results that keep a unit of a GPU busy if they are computed in blocks. */
    private static final double BLOCKED_RESULTS = 4096;

    private static final Map<List<Object>, ConvolutionCosts> KNOWN = new ConcurrentHashMap<>();

    /** The rates of a device, from the store or measured now. */
    public static ConvolutionCosts of(Workshop workshop, ElementType type) {
        return KNOWN.computeIfAbsent(
                List.of(workshop.device().key(), type, workshop.isForCpu()),
                key -> stored(workshop, type, TuningStore.open()));
    }

    static ConvolutionCosts stored(Workshop workshop, ElementType type, TuningStore store) {
        StoredRates rates = StoredRates.of(
                store,
                workshop.device(),
                NAME,
                ConvolutionChoice.GENERATION + (workshop.isForCpu() ? "-cpu" : "-gpu"),
                type,
                () -> measured(workshop, type));
        return new ConvolutionCosts(
                rates.figure("bytesPerSecond"),
                rates.figure("streamed"),
                rates.figure("blocked"),
                rates.figure("lines"),
                rates.figure("passes"),
                rates.figure("folded"),
                rates.figure("transformed"),
                rates.figure("launchSeconds"),
                workshop.device().computeUnits());
    }

    private static Map<String, Double> measured(Workshop workshop, ElementType type) {
        int n = workshop.isForCpu() ? 512 : 4096;
        double cells = (double) n * n;
        double launch = seconds(workshop, type, 16, 1, 3, ConvolutionMethods.DIRECT);
        double copy = Math.max(1e-9, seconds(workshop, type, n, 1, 3, ConvolutionMethods.DIRECT) - launch);
        double small = seconds(workshop, type, n, 9, 9, ConvolutionMethods.DIRECT);
        double large = seconds(workshop, type, n / 4, 31, 31, ConvolutionMethods.DIRECT);
        double line = seconds(workshop, type, n, 65, 65, ConvolutionMethods.SEPARABLE);
        double passes = workshop.isForCpu()
                ? 130 * cells / line
                : 2 * LONG * cells / 4 / seconds(workshop, type, n / 2, LONG, LONG, ConvolutionMethods.SEPARABLE);
        // The filter is longer than the image, so that all windows reach beyond it.
        int edge = n / 8;
        int reach = 2 * edge + 1;
        double beyond = workshop.isForCpu()
                ? 2.0 * reach * edge * edge / seconds(workshop, type, edge, reach, reach, ConvolutionMethods.SEPARABLE)
                : passes;
        double transform = seconds(workshop, type, n, 9, 9, ConvolutionMethods.FFT);
        double points = Math.pow(GoodLengths.ofTiles(n + 9 - 1), 2); // of one tile
        return Map.of(
                "bytesPerSecond", 2 * cells * type.bytes() / copy,
                "streamed", 81 * cells / small,
                "blocked", 961 * cells / 16 / large,
                "lines", 130 * cells / line,
                "passes", passes,
                "folded", beyond,
                "transformed", points * Math.log(points) / Math.log(2) / transform,
                "launchSeconds", launch);
    }

    private static double seconds(
            Workshop workshop, ElementType type, int n, int my, int mx, ConvolutionMethod method) {
        Window window = Window.of(Mode.SAME, true, new int[0], new int[] {n, n}, new int[] {my, mx}, Boundary.ZERO);
        Filter filter = Filter.separable(ones(my), ones(mx));
        try (Executable executable = method.make(workshop, type, window, new Taps(filter, type))) {
            return seconds(workshop.session(), executable, type, window);
        }
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        java.util.Arrays.fill(ones, 1.0 / n);
        return ones;
    }

    /** The least time of some runs on an image of one value. */
    static double seconds(Session session, Executable executable, ElementType type, Window window) {
        try (DeviceArray image = session.allocate(type, window.image()).named("image to time");
                DeviceArray result = session.allocate(type, window.out()).named("result to time")) {
            image.fill(0.5);
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i <= SAMPLES && (i < 3 || least < 0.1); i++) {
                long host = System.nanoTime();
                List<Event> events = executable.launch(session.compute(), image, result);
                session.compute().finish();
                double elapsed = (System.nanoTime() - host) * 1e-9;
                // Some launches of a transform have no event of their own.
                double device = 1e-9
                        * (events.get(events.size() - 1).endedNanos()
                                - events.get(0).startedNanos());
                if (i > 0) {
                    least = Math.min(least, device > 0 ? device : elapsed);
                }
            }
            return least;
        }
    }

    /** Seconds to read the image and write the result. */
    private double traffic(Window window, ElementType type) {
        return ((double) Window.count(window.image()) + window.cells()) * type.bytes() / bytesPerSecond;
    }

    /** Seconds of sums over all values at once. */
    double direct(Window window, ElementType type, boolean cpu) {
        double out = window.cells();
        OptionalDouble effort = cpu ? OptionalDouble.of(1) : effort(window, type, false);
        double arithmetic = out
                * window.tapCount()
                * (effort.isPresent()
                        ? effort.getAsDouble() / streamed
                        : Math.max(1, BLOCKED_RESULTS * units / out) / blocked);
        return launchSeconds + Math.max(traffic(window, type), arithmetic);
    }

    /** Seconds of transforms of tiles, there and back. */
    double transforms(Tiling tiling) {
        double values = tiling.count() * (double) Window.count(tiling.size());
        double size = Window.count(tiling.size());
        double rounds = Math.ceil((double) tiling.count() / tiling.batch());
        return values * Math.log(size) / Math.log(2) / transformed + 5 * rounds * launchSeconds;
    }

    /** Seconds of a step of a stencil of so many points. */
    double stencil(Window window, ElementType type, long points) {
        double traffic = 2.0 * window.cells() * type.bytes() / bytesPerSecond;
        return launchSeconds + Math.max(traffic, window.cells() * (double) points / streamed);
    }

    /** How many times the rows are computed by {@link Sweep}; none if it does not take such a filter. */
    private OptionalDouble effort(Window window, ElementType type, boolean factors) {
        return SweepCode.of(type, window, factors, false, SweepCode.LOCAL_BYTES).stream()
                .mapToDouble(code -> Sweep.effort(code, window, units))
                .findFirst();
    }

    /** Seconds of one filter an axis. */
    double separable(Window window, ElementType type, boolean cpu) {
        double traffic = traffic(window, type);
        int[] m = window.taps();
        double out = window.cells();
        OptionalDouble effort = cpu ? OptionalDouble.empty() : effort(window, type, true);
        if (effort.isPresent()) {
            return launchSeconds + Math.max(traffic, effort.getAsDouble() * out * (m[1] + m[2]) / lines);
        }
        double sum = 0;
        for (int axis = 0; axis < Window.AXES; axis++) {
            double beyond = Math.min(1, (m[axis] - 1.0) / window.out()[axis]);
            double each = beyond / folded + (1 - beyond) / passes;
            sum += m[axis] == 1 ? 0 : launchSeconds + Math.max(traffic, out * m[axis] * each);
        }
        return Math.max(sum, launchSeconds);
    }
}
