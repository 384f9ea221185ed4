package org.plegma.coursework;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.coursework.KernelExercise.Expected;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Session;
import org.plegma.device.timeline.Span;
import org.plegma.gemm.product.CompensatedSum;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Judges the two products that train a layer of a neural network, as somebody wrote them in Java around kernels of their own:
 * the scores {@code X*W' + b} of images and the slope {@code E'*X} of the loss in the weights. They are compared element by
 * element for layers of several sizes, the last of them that of the digits; and kernels must have computed them.
 *
 * <p>That Java runs in the notebook, and so do the kernels that it launches: their own judge comes before.
 */
public final class NetworkExercise {
    private static final String RIGHT = "right";

    /** To think through, the smallest first; the last ones have sides a little more than those of tiles. */
    private static final List<Layer> SMALL = List.of(
            new Layer(1, 1, 1),
            new Layer(2, 1, 1),
            new Layer(1, 2, 1),
            new Layer(1, 1, 2),
            new Layer(2, 2, 2),
            new Layer(2, 3, 4),
            new Layer(4, 3, 2),
            new Layer(8, 8, 8),
            new Layer(17, 2, 2),
            new Layer(2, 17, 2),
            new Layer(2, 2, 17));

    private final Session session;
    private final long seed;
    private final StringColumn sizes = StringColumn.create("images x inputs x outputs");
    private final StringColumn products = StringColumn.create("product");
    private final StringColumn verdicts = StringColumn.create("verdict");

    /** The scores of images. */
    @FunctionalInterface
    public interface Scores {
        /**
         * {@code X*W' + b}, a row for each image and a column for each output; null if nothing was computed.
         *
         * @param images an image in each row
         * @param weights a row for each output
         * @param added an element for each output
         */
        @Nullable
        Grid of(Grid images, Grid weights, Grid added);
    }

    /** The slope of the loss in the weights. */
    @FunctionalInterface
    public interface Slope {
        /**
         * {@code E'*X}, a row for each output and a column for each input; null if nothing was computed.
         *
         * @param errors a row for each image and a column for each output
         * @param images an image in each row
         */
        @Nullable
        Grid of(Grid errors, Grid images);
    }

    /** A layer and how many images it has. */
    record Layer(int images, int inputs, int outputs) {
        @Override
        public String toString() {
            return images + " x " + inputs + " x " + outputs;
        }
    }

    private NetworkExercise(Session session, long seed) {
        this.session = session;
        this.seed = seed;
    }

    /** Judges both products with sizes and values of any seed. */
    public static Verdict check(Session session, Scores scores, Slope slope) {
        return check(session, scores, slope, Judging.anySeed());
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    public static Verdict check(Session session, Scores scores, Slope slope, long seed) {
        Verdict verdict = judge(session, scores, slope, seed);
        Judging.keep(verdict);
        return verdict;
    }

    /** Without keeping what was tried. */
    static Verdict judge(Session session, Scores scores, Slope slope, long seed) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(scores, "scores");
        Preconditions.notNull(slope, "slope");
        Judging.awaitEarlier(session);
        return new NetworkExercise(session, seed).verdict(scores, slope);
    }

    /** Whole tiles, one element, sides a little more than tiles, few outputs of many inputs, and the digits. */
    static List<Layer> drawLayers(Random random) {
        return List.of(
                new Layer(16, 16, 16),
                new Layer(1, 1, 1),
                new Layer(17 + random.nextInt(10), 16, 3 + random.nextInt(5)),
                new Layer(2 + random.nextInt(5), 40 + random.nextInt(20), 17 + random.nextInt(5)),
                new Layer(1437, 64, 10));
    }

    /** Each product until it fails, so that who has one of them has its points. */
    private Verdict verdict(Scores scores, Slope slope) {
        Random random = new Random(seed);
        List<Layer> layers = drawLayers(random);
        SubmissionFault first = null;
        int right = 0;
        for (boolean isScores : new boolean[] {true, false}) {
            for (Layer layer : layers) {
                Product product = Product.draw(isScores, layer, random);
                Optional<SubmissionFault> fault = fault(product, scores, slope);
                sizes.append(layer.toString());
                products.append(product.name());
                verdicts.append(
                        fault.map(each -> each.text().lines().findFirst().orElse(""))
                                .orElse(RIGHT));
                if (fault.isPresent()) {
                    first = first == null ? withSmallest(fault.get(), product, scores, slope) : first;
                    break;
                }
                right++;
            }
        }
        return new Verdict(
                "network",
                Table.create("network", sizes, products, verdicts),
                right / (2.0 * layers.size()),
                first == null ? FaultKind.NONE : first.kind(),
                first == null ? RIGHT : first.text(),
                OptionalLong.of(seed),
                session.device().name(),
                Double.NaN,
                false,
                first == null ? Optional.empty() : first.picture());
    }

    /** A fault of values with the first of the small layers that fails. */
    private SubmissionFault withSmallest(SubmissionFault large, Product product, Scores scores, Slope slope) {
        Random random = new Random(seed);
        boolean isTold = large.kind().isFatal() || SMALL.contains(product.layer);
        for (Layer each : isTold ? List.<Layer>of() : SMALL) {
            Optional<SubmissionFault> small = fault(Product.draw(product.isScores, each, random), scores, slope);
            if (small.isPresent()) {
                return new SubmissionFault(
                        large.kind(),
                        large.text() + "\nThe smallest layer that fails is " + each + ": "
                                + small.get().text(),
                        small.get().picture());
            }
        }
        return large;
    }

    /** What is asked for: sums over terms, of an element of either side each. */
    private record Product(boolean isScores, Layer layer, Grid left, Grid right, Grid added) {
        static Product draw(boolean isScores, Layer layer, Random random) {
            int side = isScores ? layer.inputs : layer.outputs;
            return new Product(
                    isScores,
                    layer,
                    values(random, layer.images, side),
                    isScores ? values(random, layer.outputs, side) : values(random, layer.images, layer.inputs),
                    isScores ? values(random, layer.outputs) : Grid.floats(layer.inputs));
        }

        /** None is 0, and none is negative, so that no sum is. */
        private static Grid values(Random random, int... shape) {
            return Grid.generate(ElementType.FLOAT, place -> 0.5f + random.nextFloat(), shape);
        }

        String name() {
            return isScores ? "scores" : "slope";
        }

        int rows() {
            return isScores ? layer.images : layer.outputs;
        }

        int columns() {
            return isScores ? layer.outputs : layer.inputs;
        }

        /** A sum of k terms in any order is off by at most k roundings of the magnitudes. */
        Expected element(int i, int j) {
            int terms = isScores ? layer.inputs : layer.images;
            CompensatedSum sum = new CompensatedSum();
            for (int p = 0; p < terms; p++) {
                sum.add(isScores ? left.get(i, p) : left.get(p, i), isScores ? right.get(j, p) : right.get(p, j));
            }
            sum.add(added.get(j), 1);
            return new Expected(sum.value(), (terms + 2) * 0x1p-24 * sum.magnitude());
        }

        String hint(int i, int j, Expected expected, float found) {
            if (found == 0) {
                return ": it was not written";
            } else if (i < columns() && j < rows() && element(j, i).isMetBy(found)) {
                return ", which is that of row " + j + ", column " + i + ": are rows and columns mixed up?";
            } else if (isScores && new Expected(expected.value() - added.get(j), expected.bound()).isMetBy(found)) {
                return ": b is not added";
            } else if (!isScores && new Expected(expected.value(), expected.bound()).isMetBy(found * layer.images)) {
                return ": it is divided by the number of images, which the training does";
            }
            return "";
        }
    }

    /** What is wrong; the arguments are copies, as they may be changed. */
    private Optional<SubmissionFault> fault(Product product, Scores scores, Slope slope) {
        Grid found;
        boolean hasLaunched;
        session.recordTimeline(true);
        try {
            found = product.isScores
                    ? scores.of(product.left.copy(), product.right.copy(), product.added.copy())
                    : slope.of(product.left.copy(), product.right.copy());
            session.finish();
            hasLaunched = session.timeline().spans().stream().anyMatch(span -> span.kind() == Span.Kind.KERNEL);
        } catch (CancellationException e) { // which is no fault of the student's
            throw e;
        } catch (RuntimeException e) {
            return Optional.of(new SubmissionFault(FaultKind.LAUNCH, product.name() + " failed: " + e.getMessage()));
        } finally {
            session.recordTimeline(false);
        }
        int[] shape = {product.rows(), product.columns()};
        if (found != null && (found.type() != ElementType.FLOAT || !Arrays.equals(found.shape(), shape))) {
            return Optional.of(new SubmissionFault(
                    FaultKind.VALUES,
                    "wrong: " + product.name() + " gives " + found + ", expected float " + shape[0] + " x "
                            + shape[1]));
        }
        if (found == null || Arrays.equals(found.floats(), new float[shape[0] * shape[1]])) {
            String given = found == null ? " returns null" : " returns zeros only";
            return Optional.of(
                    new SubmissionFault(FaultKind.MISSING, "still to be written: " + product.name() + given));
        }
        return wrongElement(product, found)
                .or(() -> hasLaunched
                        ? Optional.empty()
                        : Optional.of(new SubmissionFault(
                                FaultKind.EVADED,
                                "right, but no kernel ran: " + product.name() + " is to be computed by yours")));
    }

    private static Optional<SubmissionFault> wrongElement(Product product, Grid found) {
        for (int i = 0; i < product.rows(); i++) {
            for (int j = 0; j < product.columns(); j++) {
                Expected expected = product.element(i, j);
                float value = (float) found.get(i, j);
                if (!expected.isMetBy(value)) {
                    String text = String.format(
                            Locale.ROOT,
                            "wrong: row %d, column %d of %s should be %.6g, is %.6g%s",
                            i,
                            j,
                            product.name(),
                            expected.value(),
                            value,
                            product.hint(i, j, expected, value));
                    FaultKind kind = Float.isNaN(value) ? FaultKind.NAN : FaultKind.VALUES;
                    return Optional.of(
                            SMALL.contains(product.layer)
                                    ? pictured(kind, text, product, found)
                                    : new SubmissionFault(kind, text));
                }
            }
        }
        return Optional.empty();
    }

    private static SubmissionFault pictured(FaultKind kind, String text, Product product, Grid found) {
        int columns = product.columns();
        boolean[] isRight = new boolean[product.rows() * columns];
        float[] values = found.floats().clone();
        for (int k = 0; k < isRight.length; k++) {
            isRight[k] = product.element(k / columns, k % columns).isMetBy(values[k]);
            values[k] = values[k] == 0 ? Results.UNTOUCHED : values[k]; // right ones are not 0
        }
        FailurePicture picture = FailurePicture.of(values, isRight, columns);
        return new SubmissionFault(
                kind,
                text + "\n" + picture.text(),
                Optional.of(picture.picture(
                        "The smallest layer that fails, " + product.layer,
                        k -> "row " + k / columns + ", column " + k % columns + " of " + product.name())));
    }
}
