package org.plegma.bench.gemm;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.gemm.network.DrawnDigits;
import org.plegma.gemm.network.Engine;
import org.plegma.gemm.network.Engine.Block;
import org.plegma.gemm.network.Engine.Form;
import org.plegma.gemm.network.Network;
import org.plegma.gemm.product.Activation;
import org.plegma.measure.Trial;

/** A training of some epochs, done once; its trials give the seconds of its parts. */
final class Training {
    private static final double RATE = 0.1;

    /** DrawnDigits that the network has not seen. */
    private static final int TESTED = 1000;

    /** Batches before the first epoch, so that all is compiled; their steps are taken back. */
    private static final int WARM_UP = 20;

    private final ElementType type;
    private final int images;
    private final int epochs;

    /** Empty before the training. */
    private final Map<String, Double> seconds = new HashMap<>();

    private double wrong = Double.NaN;

    Training(ElementType type, int images, int epochs) {
        this.type = type;
        this.images = images;
        this.epochs = epochs;
    }

    Trial trial(String part, Engine engine) {
        return new Trial() {
            @Override
            public List<Event> run() {
                if (seconds.isEmpty()) {
                    train(engine);
                }
                return List.of();
            }

            @Override
            public OptionalDouble ownSeconds() {
                return OptionalDouble.of(Objects.requireNonNull(seconds.get(part), part));
            }

            /** The share of digits that are read wrong. */
            @Override
            public double error() {
                return wrong;
            }
        };
    }

    private void train(Engine engine) {
        DrawnDigits digits = DrawnDigits.of(type, 1, images);
        try (Network network = new Network(engine, type, 1, Activation.RELU, NetworkFamily.LAYERS);
                Block inputs = engine.block(digits.images());
                Block wanted = engine.block(digits.targets())) {
            var fresh = network.parameters();
            int few = Math.min(images, WARM_UP * NetworkFamily.BATCH);
            network.pass(inputs.part(0, few), wanted.part(0, few), NetworkFamily.BATCH, RATE);
            network.setParameters(fresh);
            for (int epoch = 0; epoch < epochs; epoch++) {
                long start = System.nanoTime();
                Map<Form, Double> products = network.pass(inputs, wanted, NetworkFamily.BATCH, RATE);
                add(TrainingFamily.WHOLE, (System.nanoTime() - start) * 1e-9);
                for (Form form : Form.values()) {
                    add(form.name().toLowerCase(Locale.ROOT), products.getOrDefault(form, 0.0));
                }
            }
            DrawnDigits unseen = DrawnDigits.of(type, 2, TESTED);
            wrong = 1 - network.score(unseen.images(), unseen.targets()).accuracy();
        }
    }

    private void add(String part, double more) {
        seconds.merge(part, more, Double::sum);
    }
}
