package org.plegma.convolve.methods;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.errors.OpenClException;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.choice.Chooser;
import org.plegma.tune.choice.Contest;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningStore;

/**
 * How {@code auto} chooses: by the cost model, and where it has no clear winner by timing those that may win, once for each
 * size of image and filter.
 */
public final class ConvolutionChoice {
    /** Changes when kernels become so different that old times mislead. */
    static final String GENERATION = "7";

    /** Predictions may be wrong by so much. */
    private static final double DOUBT = 2.5;
    /** What is over sooner is not worth any timing, and what takes longer neither. */
    private static final double SHORTEST = 30e-6;

    private static final double SHORTEST_ON_GPU = 10e-6;

    private static final double LONGEST = 1;

    private static final Chooser<String> CHOOSER = new Chooser<>();

    private ConvolutionChoice() {}

    /** The choice for a window that may have the memory that the device can give. */
    public static Choice<String> of(Workshop workshop, ElementType type, Window window, Taps taps) {
        return of(workshop, type, window, taps, workshop.device().globalMemoryBytes() / 4 * 3);
    }

    /**
     * The choice for a window, which holds for all in this process.
     *
     * @param bytes device memory for image and result while methods are timed; with less, the model chooses
     */
    public static Choice<String> of(Workshop workshop, ElementType type, Window window, Taps taps, long bytes) {
        List<Object> problem = List.of(
                workshop.device().key(),
                workshop.isForCpu(),
                type,
                taps.factors().isPresent(),
                stencilPoints(window, taps),
                window.boundary().kind(),
                Arrays.toString(window.image()) + Arrays.toString(window.out()) + Arrays.toString(window.taps()));
        return CHOOSER.remembered(problem, () -> find(workshop, type, window, taps, TuningStore.open(), bytes));
    }

    static Choice<String> find(
            Workshop workshop, ElementType type, Window window, Taps taps, TuningStore store, long bytes) {
        Methods methods = Methods.of(workshop, type, window, taps, isHeld(workshop, type, window, bytes));
        Contest.Trials<String> timing = (candidates, known) -> {
            Map<String, TrialResult> trials = new LinkedHashMap<>(known);
            candidates.forEach(method -> trials.computeIfAbsent(
                    method,
                    any -> trial(
                            workshop, type, window, taps, method, methods.key().configuration(method))));
            return trials;
        };
        return CHOOSER.choose(methods, timing, DeviceModel.of(workshop.device()), store, false);
    }

    /** Values that a stencil would read; 0 where none may be best. */
    private static long stencilPoints(Window window, Taps taps) {
        return StencilPass.suits(window) ? StencilPass.count(taps.values()) : 0;
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
        try (Executable executable = ConvolutionMethods.named(method).make(workshop, type, window, taps)) {
            double compiled = (System.nanoTime() - from) * 1e-9;
            double seconds = ConvolutionCosts.seconds(workshop.session(), executable, type, window);
            return new TrialResult(
                    configuration, Status.OK, new double[] {seconds}, "", compiled, 0, Instant.now(), Map.of());
        } catch (OpenClException e) {
            return TrialResult.failed(configuration, e, 0);
        }
    }

    /**
     * The methods for a window.
     *
     * @param points of a stencil that computes it
     * @param predicted seconds of those that can be used
     * @param refused the others with the reason
     * @param held whether there is memory for trials
     */
    private record Methods(
            Workshop workshop,
            ElementType type,
            Window window,
            boolean separable,
            long points,
            Map<String, Double> predicted,
            Map<String, String> refused,
            boolean held)
            implements Contest<String> {

        static Methods of(Workshop workshop, ElementType type, Window window, Taps taps, boolean held) {
            boolean separable = taps.factors().isPresent();
            long points = stencilPoints(window, taps);
            ConvolutionCosts model = ConvolutionCosts.of(workshop, type);
            Map<String, Double> predicted = new LinkedHashMap<>();
            Map<String, String> refused = new LinkedHashMap<>();
            for (ConvolutionMethod method : ConvolutionMethods.candidates(window)) {
                Optional<String> refusal = method.refusal(type, window, taps, held);
                if (refusal.isPresent()) {
                    refused.put(method.name(), refusal.get());
                } else {
                    predicted.put(method.name(), method.seconds(model, type, window, points, workshop.isForCpu()));
                }
            }
            return new Methods(workshop, type, window, separable, points, predicted, refused, held);
        }

        private double least() {
            return predicted.values().stream().mapToDouble(x -> x).min().orElseThrow();
        }

        @Override
        public ChoiceKey<String> key() {
            String hash = GENERATION
                    + (workshop.isForCpu() ? "-cpu-" : "-gpu-")
                    + Window.text(window.out())
                    + (separable ? "-separable-" : "-")
                    + (points > 0 ? points + "-" : "")
                    + window.boundary().kind();
            return ChoiceKey.ofMethods(
                    "convolve-" + Window.text(window.taps()),
                    hash,
                    type.openclName(),
                    Arrays.stream(window.image()).asLongStream().toArray(),
                    List.copyOf(predicted.keySet()));
        }

        @Override
        public List<Option<String>> options() {
            List<Option<String>> options = new ArrayList<>();
            predicted.forEach((method, seconds) ->
                    options.add(new Option<>(method, OptionalDouble.of(seconds), Optional.empty(), "")));
            options.sort(Comparator.comparingDouble(option -> option.predicted().getAsDouble()));
            refused.forEach((method, reason) ->
                    options.add(new Option<>(method, OptionalDouble.empty(), Optional.empty(), reason)));
            return options;
        }

        @Override
        public List<String> candidates(Optional<String> near) {
            return predicted.entrySet().stream()
                    .filter(method -> method.getValue() <= DOUBT * least())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Override
        public boolean isDecidedBy(Map<String, TrialResult> known) {
            return known.keySet().containsAll(candidates(Optional.empty()));
        }

        @Override
        public Optional<Untimed<String>> untimed(Map<String, TrialResult> known, Optional<TuningStore.Best> near) {
            Optional<Origin> origin = Optional.empty();
            if (candidates(Optional.empty()).size() == 1) {
                origin = Optional.of(Origin.ALONE);
            } else if (!held) {
                origin = Optional.of(Origin.LARGE);
            } else if (least() <= (workshop.isForCpu() ? SHORTEST : SHORTEST_ON_GPU)) {
                origin = Optional.of(Origin.SHORT);
            } else if (least() >= LONGEST) {
                origin = Optional.of(Origin.LONG);
            }
            return origin.map(why -> new Untimed<>(best(known), why));
        }

        /** What was timed goes before what was not: nothing is chosen by a prediction if there is a measurement. */
        @Override
        public String best(Map<String, TrialResult> trials) {
            return predicted.keySet().stream()
                    .filter(method ->
                            trials.containsKey(method) && trials.get(method).ok())
                    .min(Comparator.comparingDouble(
                            method -> Objects.requireNonNull(trials.get(method)).seconds()))
                    .or(() -> predicted.keySet().stream()
                            .filter(method -> !trials.containsKey(method))
                            .min(Comparator.comparingDouble(predicted::get)))
                    .orElseThrow(() ->
                            new IllegalStateException("No method can compute this convolution: " + trials.values()));
        }
    }
}
