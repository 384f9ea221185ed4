package org.plegma.gemm.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.network.Engine.Block;
import org.plegma.gemm.network.Engine.Form;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.measure.progress.Progress;

/**
 * A network of dense layers with bias that tells classes apart, trained by stochastic gradient descent. Layer by layer
 * {@code Y = f(X*W + b)}; the last layer gives scores, whose softmax is compared with the classes by cross entropy.
 *
 * <p>With E the slope of the loss in a layer's scores, averaged over the batch, the three products of training are
 * {@code X*W} (gemm), {@code X'*E} (gemm_ta) and {@code E*W'} (gemm_tb). A step down the slope is part of the second:
 * {@code W = W - rate*X'*E}. Rows are samples. Not thread-safe; close it to free its memory.
 */
public final class Network implements AutoCloseable {
    private final Engine engine;
    private final ElementType type;
    private final Activation hidden;
    private final int[] sizes;
    private final List<Block> weights = new ArrayList<>();
    private final List<Block> biases = new ArrayList<>();

    /**
     * A network with random weights, the same for the same seed, and biases of 0.
     *
     * @param hidden what the outputs of all layers but the last go through
     * @param sizes of the input, of each hidden layer and of the output
     */
    public Network(Engine engine, ElementType type, long seed, Activation hidden, int... sizes) {
        if (sizes.length < 2 || Arrays.stream(sizes).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("A network needs the sizes of its input and output, and of the layers"
                    + " between them, all positive: got " + Arrays.toString(sizes) + ".");
        }
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            throw new IllegalArgumentException("A network is of float or double, not " + type.javaName() + ".");
        }
        this.engine = engine;
        this.type = type;
        this.hidden = Objects.requireNonNull(hidden, "The hidden layers need an activation; without one it is NONE.");
        this.sizes = sizes.clone();
        Random random = new Random(seed);
        for (int l = 0; l + 1 < sizes.length; l++) {
            double width = Math.sqrt(6.0 / sizes[l]); // keeps the variance through ReLU (He and others, 2015)
            weights.add(engine.block(
                    Grid.generate(type, index -> width * (2 * random.nextDouble() - 1), sizes[l], sizes[l + 1])));
            biases.add(engine.block(Grid.zeros(type, 1, sizes[l + 1])));
        }
    }

    /**
     * What one pass over the samples gave.
     *
     * @param epoch from 1
     * @param loss mean cross entropy over the samples, after the pass
     * @param accuracy share of the samples that are told right, after the pass
     * @param seconds wall time of the pass, in products and all the rest
     * @param productSeconds of that, in each form of product
     */
    public record Epoch(int epoch, double loss, double accuracy, double seconds, Map<Form, Double> productSeconds) {}

    /** Loss and share of right answers over samples. */
    public record Score(double loss, double accuracy) {}

    /** A row for each class number with 1 in its column and 0 elsewhere. */
    public static Grid oneHot(ElementType type, int[] classes, int count) {
        Grid rows = Grid.zeros(type, classes.length, count);
        for (int i = 0; i < classes.length; i++) {
            if (classes[i] < 0 || classes[i] >= count) {
                throw new IllegalArgumentException("Sample " + i + " is of class " + classes[i] + ", and there are "
                        + count + ", from 0 to " + (count - 1) + ".");
            }
            rows.set(1, i, classes[i]);
        }
        return rows;
    }

    /**
     * Trains, showing progress; the samples are taken in their order.
     *
     * @param samples one a row
     * @param targets the classes of the samples as {@link #oneHot} gives them
     * @param rate step down the slope of the mean loss of a batch
     */
    public List<Epoch> train(Grid samples, Grid targets, int epochs, int batch, double rate) {
        check(samples, targets);
        if (batch < 1 || epochs < 0) {
            throw new IllegalArgumentException(
                    "A batch has at least one sample, and there are no fewer than 0 epochs: got batches of " + batch
                            + ", " + epochs + " epochs.");
        }
        List<Epoch> history = new ArrayList<>();
        try (Block inputs = engine.block(samples);
                Block wanted = engine.block(targets);
                Workspace space = new Workspace(Math.min(batch, samples.size(0)));
                Progress progress = Progress.start("Training by " + engine.name(), epochs)) {
            for (int epoch = 1; epoch <= epochs; epoch++) {
                engine.takeSeconds();
                long start = System.nanoTime();
                pass(inputs, wanted, batch, rate, space);
                Map<Form, Double> products = new EnumMap<>(Form.class);
                products.putAll(engine.takeSeconds());
                double seconds = (System.nanoTime() - start) * 1e-9;
                Score score = score(samples, targets);
                history.add(new Epoch(epoch, score.loss, score.accuracy, seconds, products));
                progress.note(String.format(Locale.ROOT, "loss %.4f", score.loss));
                progress.step(1);
            }
        }
        return history;
    }

    /**
     * Trains by one pass over samples that the engine holds, and nothing else: the pass that {@link #train} times. Waits for its end.
     *
     * @param samples one a row
     * @param targets the classes of the samples, one a row
     * @param batch samples of a step, 1 or more
     * @return seconds in each form of product
     */
    public Map<Form, Double> pass(Block samples, Block targets, int batch, double rate) {
        try (Workspace space = new Workspace(Math.min(batch, samples.rows()))) {
            pass(samples, targets, batch, rate, space);
            return engine.takeSeconds();
        }
    }

    private void pass(Block samples, Block targets, int batch, double rate, Workspace space) {
        for (int from = 0; from < samples.rows(); from += batch) {
            int rows = Math.min(batch, samples.rows() - from);
            step(samples.part(from, rows), targets.part(from, rows), space, rate);
        }
    }

    /** One step down the slope of the mean loss of a batch. */
    private void step(Block inputs, Block targets, Workspace space, double rate) {
        int rows = inputs.rows();
        List<Block> outputs = forward(inputs, space);
        int last = weights.size() - 1;
        Block error = outputs.get(last);
        engine.softmaxError(error, targets);
        for (int l = last; l >= 0; l--) {
            Block x = l == 0 ? inputs : outputs.get(l - 1);
            Block behind = error;
            if (l > 0) {
                error = space.errors.get(l - 1).part(0, rows);
                engine.multiply(1, behind, Op.N, weights.get(l), Op.T, 0, error, null, Activation.NONE);
                engine.timesSlope(error, x, hidden);
            }
            double scale = -rate / rows;
            engine.multiply(scale, x, Op.T, behind, Op.N, 1, weights.get(l), null, Activation.NONE);
            Block ones = space.ones.part(0, rows);
            engine.multiply(scale, ones, Op.T, behind, Op.N, 1, biases.get(l), null, Activation.NONE);
        }
    }

    private List<Block> forward(Block inputs, Workspace space) {
        List<Block> outputs = new ArrayList<>();
        Block x = inputs;
        for (int l = 0; l < weights.size(); l++) {
            Block y = space.outputs.get(l).part(0, inputs.rows());
            Activation activation = l + 1 < weights.size() ? hidden : Activation.NONE;
            engine.multiply(1, x, Op.N, weights.get(l), Op.N, 0, y, biases.get(l), activation);
            outputs.add(y);
            x = y;
        }
        return outputs;
    }

    /** The scores of samples: a row a sample, a column a class; the largest is the answer. */
    public Grid scores(Grid samples) {
        check(samples);
        try (Block inputs = engine.block(samples);
                Workspace space = new Workspace(samples.size(0))) {
            return forward(inputs, space).get(weights.size() - 1).grid();
        }
    }

    /** Mean cross entropy and share of right answers. */
    public Score score(Grid samples, Grid targets) {
        check(samples, targets);
        Grid scores = scores(samples);
        double loss = 0;
        int right = 0;
        for (int i = 0; i < scores.size(0); i++) {
            int answer = 0;
            int wanted = 0;
            for (int j = 1; j < scores.size(1); j++) {
                answer = scores.get(i, j) > scores.get(i, answer) ? j : answer;
                wanted = targets.get(i, j) > targets.get(i, wanted) ? j : wanted;
            }
            double sum = 0;
            for (int j = 0; j < scores.size(1); j++) {
                sum += Math.exp(scores.get(i, j) - scores.get(i, answer));
            }
            loss += Math.log(sum) + scores.get(i, answer) - scores.get(i, wanted);
            right += answer == wanted ? 1 : 0;
        }
        return new Score(loss / scores.size(0), (double) right / scores.size(0));
    }

    /** Weights and biases, layer by layer: W1, b1, W2, b2 and so on. */
    public List<Grid> parameters() {
        List<Grid> all = new ArrayList<>();
        for (int l = 0; l < weights.size(); l++) {
            all.add(weights.get(l).grid());
            all.add(biases.get(l).grid());
        }
        return all;
    }

    /** Sets what {@link #parameters} gives. */
    public void setParameters(List<Grid> values) {
        for (int l = 0; l < weights.size(); l++) {
            weights.get(l).set(values.get(2 * l));
            biases.get(l).set(values.get(2 * l + 1));
        }
    }

    private void check(Grid samples, Grid targets) {
        int classes = sizes[sizes.length - 1];
        check(samples);
        if (targets.rank() != 2
                || targets.size(0) != samples.size(0)
                || targets.size(1) != classes
                || targets.type() != type) {
            throw new IllegalArgumentException("Targets need a row for each of the " + samples.size(0)
                    + " samples and a column of " + type.javaName() + " for each of " + classes + " classes: got "
                    + targets + ".");
        }
    }

    private void check(Grid samples) {
        if (samples.rank() != 2 || samples.size(0) == 0 || samples.size(1) != sizes[0] || samples.type() != type) {
            throw new IllegalArgumentException("Samples need " + sizes[0] + " " + type.javaName()
                    + "s a row, and one row at least: got " + samples + ".");
        }
    }

    /** Memory for a batch, as many rows as the largest. */
    private final class Workspace implements AutoCloseable {
        private final List<Block> outputs = new ArrayList<>();
        private final List<Block> errors = new ArrayList<>();
        private final Block ones;

        Workspace(int rows) {
            for (int l = 1; l < sizes.length; l++) {
                outputs.add(engine.block(Grid.zeros(type, rows, sizes[l])));
                if (l + 1 < sizes.length) {
                    errors.add(engine.block(Grid.zeros(type, rows, sizes[l])));
                }
            }
            ones = engine.block(Grid.zeros(type, rows, 1).fill(1));
        }

        @Override
        public void close() {
            outputs.forEach(Block::close);
            errors.forEach(Block::close);
            ones.close();
        }
    }

    @Override
    public void close() {
        weights.forEach(Block::close);
        biases.forEach(Block::close);
    }
}
