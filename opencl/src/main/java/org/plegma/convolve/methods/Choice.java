package org.plegma.convolve.methods;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.errors.OpenClException;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/**
 * How {@code auto} chooses: by the cost model, and where it has no clear winner by timing those that may win, once for each
 * size of image and filter; the times are kept in the tuning store.
 *
 * @param method what was chosen
 * @param rows all methods, the best first
 */
public record Choice(String method, List<Row> rows) {
    /** Changes when kernels become so different that old times mislead. */
    static final String GENERATION = "5";

    /** Predictions may be wrong by so much. */
    private static final double DOUBT = 2.5;
    /** What is over sooner is not worth any timing, and what takes longer neither. */
    private static final double SHORTEST = 30e-6;

    private static final double SHORTEST_ON_GPU = 10e-6;

    private static final double LONGEST = 1;

    private static final Map<List<Object>, Choice> REMEMBERED = new ConcurrentHashMap<>();

    /**
     * A method.
     *
     * @param predicted seconds by the cost model
     * @param measured seconds; empty if it was not timed
     */
    public record Row(String method, double predicted, OptionalDouble measured) {
        double best() {
            return measured.orElse(predicted);
        }
    }

    /** The choice for a window that may have the memory that the device can give. */
    public static Choice of(Workshop workshop, ElementType type, Window window, Taps taps) {
        return of(workshop, type, window, taps, workshop.device().globalMemoryBytes() / 4 * 3);
    }

    /**
     * The choice for a window, which holds for all in this process.
     *
     * @param bytes device memory for image and result while methods are timed; with less, the model chooses
     */
    public static Choice of(Workshop workshop, ElementType type, Window window, Taps taps, long bytes) {
        boolean separable = taps.factors().isPresent();
        List<Object> key = List.of(
                workshop.device().key(),
                workshop.isForCpu(),
                type,
                separable,
                window.boundary().kind(),
                Arrays.toString(window.image()) + Arrays.toString(window.out()) + Arrays.toString(window.taps()));
        Choice known = REMEMBERED.get(key);
        if (known == null) {
            known = find(workshop, type, window, taps, TuningStore.open(), bytes);
            REMEMBERED.put(key, known);
        }
        return known;
    }

    /** The methods, the best first. */
    public List<String> methods() {
        return rows.stream().map(Row::method).toList();
    }

    static Choice find(Workshop workshop, ElementType type, Window window, Taps taps, TuningStore store, long bytes) {
        boolean separable = taps.factors().isPresent();
        ConvolutionCosts model = ConvolutionCosts.of(workshop, type);
        Map<String, Double> predicted = new LinkedHashMap<>();
        boolean held = isHeld(workshop, type, window, bytes);
        for (String method : ConvolutionMethods.candidates(window)) {
            if (!held && method.equals(ConvolutionMethods.FFT)) {
                continue; // one transform of all
            }
            model.seconds(method, window, type, separable, workshop.isForCpu())
                    .ifPresent(seconds -> predicted.put(method, seconds));
        }
        double least = predicted.values().stream().mapToDouble(x -> x).min().orElseThrow();
        List<String> likely = predicted.keySet().stream()
                .filter(method -> predicted.get(method) <= DOUBT * least)
                .toList();
        MethodTunable methods = new MethodTunable(workshop, type, window, separable, List.copyOf(predicted.keySet()));
        TuningKey key = TuningKey.of(methods, DeviceModel.of(workshop.device()));
        Map<Configuration, TrialResult> trials = new LinkedHashMap<>(store.trials(key, methods.space()));
        if (held
                && likely.size() > 1
                && least > (workshop.isForCpu() ? SHORTEST : SHORTEST_ON_GPU)
                && least < LONGEST) {
            for (String method : likely) {
                Configuration configuration = methods.configuration(method);
                if (!trials.containsKey(configuration)) {
                    TrialResult trial = trial(workshop, type, window, taps, method, configuration);
                    store.append(key, trial);
                    trials.put(configuration, trial);
                }
            }
        }
        List<Row> rows = new ArrayList<>();
        predicted.forEach((method, seconds) -> {
            TrialResult trial = trials.get(methods.configuration(method));
            if (trial == null || trial.ok()) {
                rows.add(new Row(
                        method, seconds, trial == null ? OptionalDouble.empty() : OptionalDouble.of(trial.seconds())));
            }
        });
        // What was timed goes before what was not: nothing is chosen by a prediction if there is a measurement.
        boolean timed = rows.stream().anyMatch(row -> row.measured().isPresent());
        rows.sort(Comparator.comparing((Row row) -> timed && row.measured().isEmpty())
                .thenComparingDouble(Row::best));
        return new Choice(rows.get(0).method(), List.copyOf(rows));
    }

    /** Whether image and result can be in so much device memory at once, as a trial needs them. */
    private static boolean isHeld(Workshop workshop, ElementType type, Window window, long bytes) {
        long image = Window.count(window.image()) * type.bytes();
        long result = Window.count(window.out()) * type.bytes();
        return Math.max(image, result) <= workshop.device().maxAllocationBytes() && image + result <= bytes;
    }

    private static TrialResult trial(
            Workshop workshop, ElementType type, Window window, Taps taps, String method, Configuration configuration) {
        long from = System.nanoTime();
        try (Executable executable = ConvolutionMethods.make(method, workshop, type, window, taps)) {
            double compiled = (System.nanoTime() - from) * 1e-9;
            double seconds = ConvolutionCosts.seconds(workshop.session(), executable, type, window);
            return new TrialResult(
                    configuration, Status.OK, new double[] {seconds}, "", compiled, 0, Instant.now(), Map.of());
        } catch (OpenClException e) {
            String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            return new TrialResult(
                    configuration, Status.RUN_ERROR, new double[0], message, 0, 0, Instant.now(), Map.of());
        }
    }

    /** The methods of a window as the tuning store knows them. */
    private static final class MethodTunable implements Tunable {
        private static final String METHOD = "METHOD";

        private final Window window;
        private final ElementType type;
        private final String hash;
        private final Space space;

        MethodTunable(Workshop workshop, ElementType type, Window window, boolean separable, List<String> methods) {
            this.window = window;
            this.type = type;
            this.hash = GENERATION
                    + (workshop.isForCpu() ? "-cpu-" : "-gpu-")
                    + Window.text(window.out())
                    + (separable ? "-separable-" : "-")
                    + window.boundary().kind();
            this.space = Space.of(Parameter.words(METHOD, methods.toArray(String[]::new)));
        }

        Configuration configuration(String method) {
            return space.configuration(METHOD, method);
        }

        @Override
        public String name() {
            return "convolve-" + Window.text(window.taps());
        }

        @Override
        public String sourceHash() {
            return hash;
        }

        @Override
        public String type() {
            return type.openclName();
        }

        @Override
        public long[] size() {
            return Arrays.stream(window.image()).asLongStream().toArray();
        }

        @Override
        public Space space() {
            return space;
        }

        @Override
        public Candidate compile(Configuration configuration) {
            throw new UnsupportedOperationException("methods are timed by Choice");
        }
    }
}
