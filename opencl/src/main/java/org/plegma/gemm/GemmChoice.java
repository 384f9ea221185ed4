package org.plegma.gemm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.errors.OpenClException;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.method.ProductCosts;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.choice.Chooser;
import org.plegma.tune.choice.Contest;
import org.plegma.tune.choice.Contest.Untimed;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningStore;

/**
 * How {@code auto} chooses: what was timed here for exactly this product, by an explanation, else by the rule of {@link
 * GemmMethods#choose}, which stands on measurements. No product waits for trials.
 */
final class GemmChoice {
    /** Changes when kernels become so different that old times mislead. */
    private static final String GENERATION = "1";

    private static final Chooser<String> CHOOSER = new Chooser<>();

    /** From so many seconds on a run says enough; before, the first one may have waited for something. */
    private static final double LONG = 0.1;

    private static final int REPEATED = 3;

    private GemmChoice() {}

    /** What a method for a product depends on. */
    private record Problem(
            ElementType type,
            Precision precision,
            int m,
            int n,
            int k,
            Op opA,
            Op opB,
            int count,
            boolean batchOfA,
            boolean batchOfB) {
        static Problem of(Product product) {
            return new Problem(
                    product.type(),
                    product.precision(),
                    product.m(),
                    product.n(),
                    product.k(),
                    product.opA(),
                    product.opB(),
                    product.count(),
                    product.a().count() > 1,
                    product.b().count() > 1);
        }
    }

    /** The method for a product, chosen once for all of its shape. */
    static GemmMethod method(ProductWorkshop workshop, Product product) {
        return workshop.choice(
                Problem.of(product),
                () -> GemmMethods.find(
                        untimed(workshop, product, TuningStore.open()).method()));
    }

    static Untimed<String> untimed(ProductWorkshop workshop, Product product, TuningStore store) {
        return CHOOSER.untimed(Methods.of(workshop, product, false), DeviceModel.of(workshop.device()), store)
                .orElseThrow();
    }

    /** The choice after all methods were timed, which all later products of exactly this shape then get. */
    static Choice<String> timed(ProductWorkshop workshop, Product product, TuningStore store) {
        Methods methods = Methods.of(workshop, product, true);
        Contest.Trials<String> timing = (candidates, known) -> {
            Map<String, TrialResult> trials = new LinkedHashMap<>();
            candidates.forEach(name -> trials.put(
                    name, trial(workshop, product, name, methods.key().configuration(name))));
            return trials;
        };
        Choice<String> choice = CHOOSER.choose(methods, timing, DeviceModel.of(workshop.device()), store, true);
        workshop.forgetChoices();
        return choice;
    }

    private static TrialResult trial(
            ProductWorkshop workshop, Product product, String name, Configuration configuration) {
        GemmMethod method = GemmMethods.find(name);
        ProductWorkshop own = new ProductWorkshop(workshop.session());
        try {
            double[] first = {seconds(own, product, method)};
            double[] runs = first[0] >= LONG
                    ? first
                    : DoubleStream.generate(() -> seconds(own, product, method))
                            .limit(REPEATED)
                            .toArray();
            return new TrialResult(configuration, Status.OK, runs, "", 0, 0, Instant.now(), Map.of());
        } catch (OpenClException e) {
            return TrialResult.failed(configuration, e, 0);
        } finally {
            own.close();
        }
    }

    private static double seconds(ProductWorkshop workshop, Product product, GemmMethod method) {
        double seconds = 0;
        for (Event event : method.run(workshop, product)) {
            event.await();
            seconds += event.seconds();
        }
        return seconds;
    }

    /**
     * The methods for a product.
     *
     * @param usual what is chosen without trials
     * @param usable methods by their names
     * @param refused the others with the reason
     * @param thorough whether all are timed, whatever is known
     */
    private record Methods(
            Device device,
            Product product,
            Untimed<GemmMethod> usual,
            List<String> usable,
            Map<String, String> refused,
            boolean thorough)
            implements Contest<String> {

        static Methods of(ProductWorkshop workshop, Product product, boolean thorough) {
            Device device = workshop.device();
            Untimed<GemmMethod> usual = GemmMethods.choose(device, product);
            List<String> usable = new ArrayList<>();
            Map<String, String> refused = new LinkedHashMap<>();
            for (GemmMethod method : GemmMethods.ALL) {
                method.refusal(device, product)
                        .ifPresentOrElse(reason -> refused.put(method.name(), reason), () -> usable.add(method.name()));
            }
            return new Methods(device, product, usual, usable, refused, thorough);
        }

        @Override
        public ChoiceKey<String> key() {
            String batch = product.count() == 1
                    ? ""
                    : "-" + product.a().count() + "-" + product.b().count();
            return ChoiceKey.ofMethods(
                    "gemm",
                    GENERATION + "-" + product.opA() + product.opB() + batch,
                    product.precision().label(product.type()).replace(' ', '-'),
                    new long[] {product.m(), product.n(), product.k()},
                    usable);
        }

        @Override
        public List<Option<String>> options() {
            ProductCosts costs = ProductCosts.of(device);
            List<Option<String>> options = new ArrayList<>();
            for (String method : usable) {
                double seconds = GemmMethods.find(method).seconds(costs, product);
                options.add(new Option<>(method, OptionalDouble.of(seconds), Optional.empty(), ""));
            }
            options.sort(Comparator.comparingDouble(option -> option.predicted().getAsDouble()));
            refused.forEach((method, reason) ->
                    options.add(new Option<>(method, OptionalDouble.empty(), Optional.empty(), reason)));
            return options;
        }

        @Override
        public List<String> candidates(Optional<String> near) {
            return usable;
        }

        @Override
        public boolean isDecidedBy(Map<String, TrialResult> known) {
            return !thorough && known.keySet().containsAll(usable);
        }

        @Override
        public Optional<Untimed<String>> untimed(Map<String, TrialResult> known, Optional<TuningStore.Best> near) {
            return Optional.of(new Untimed<>(usual.method().name(), usual.origin()));
        }

        /** The fastest; the usual one if none could be run. */
        @Override
        public String best(Map<String, TrialResult> trials) {
            return trials.entrySet().stream()
                    .filter(trial -> trial.getValue().ok())
                    .min(Comparator.comparingDouble(trial -> trial.getValue().seconds()))
                    .map(Map.Entry::getKey)
                    .orElse(usual.method().name());
        }
    }
}
