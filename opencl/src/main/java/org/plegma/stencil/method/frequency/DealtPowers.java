package org.plegma.stencil.method.frequency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.FrequencyForm.Tap;

/**
 * The powers of a step's spectrum for the frequencies that one of several devices has, and products with them. Each frequency takes as many
 * terms as there are taps, as {@link TapSpectrum} would need all of the second axis.
 */
public final class DealtPowers implements AutoCloseable {
    private static final int GROUP = 256;

    private final Session session;
    private final ElementType type;
    private final FrequencyForm form;
    private final Program program;
    private final long cells;
    private final long frequencies;
    private final List<DeviceArray> arrays = new ArrayList<>();
    private final DeviceArray powers;
    private final DeviceArray problem;
    private final DeviceArray gained;

    /**
     * @param shape of the grid of reals, with two or three axes
     * @param first frequency along the second axis that the device has
     * @param count of these; with two axes, of the half that reals have
     * @param steps that are one product
     */
    public DealtPowers(
            Session session,
            ElementType type,
            FrequencyForm form,
            Map<String, Double> parameters,
            int[] shape,
            int first,
            int count,
            int steps) {
        this.session = Preconditions.notNull(session, "session");
        this.type = Preconditions.notNull(type, "type");
        this.form = Preconditions.notNull(form, "form");
        Preconditions.notNull(parameters, "parameters");
        Preconditions.notNull(shape, "shape");
        this.cells = Arrays.stream(shape).asLongStream().reduce(1, (a, b) -> a * b);
        int components = form.components().size();
        int[] sizes = Arrays.copyOf(shape, 3);
        int behind = shape.length == 2 ? 1 : shape[2] / 2 + 1;
        sizes[2] = Math.max(1, sizes[2]);
        this.frequencies = (long) shape[0] * count * behind;
        String source = FrequencyMethod.source(type, components) + KernelSource.resource(DealtPowers.class, "dealt.cl");
        this.program = session.compile(source);
        try {
            this.powers = kept(type, components * components, Math.toIntExact(frequencies), 2);
            this.problem = kept(ElementType.INT, 1);
            this.gained = kept(type, components);
            double[] weights = form.weights(parameters);
            double[] sums = Arrays.stream(form.gained(weights, parameters, steps))
                    .map(value -> first == 0 ? value * cells : 0)
                    .toArray();
            gained.upload(Grid.of(sums, sums.length).to(type));
            build(weights, sizes, first, count, behind, steps);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private DeviceArray kept(ElementType elementType, int... size) {
        DeviceArray array = session.allocate(elementType, size);
        arrays.add(array);
        return array;
    }

    private void build(double[] weights, int[] sizes, int first, int count, int behind, int steps) {
        List<Tap> taps = form.taps();
        int[] distances = new int[3 * Math.max(1, taps.size())];
        int[] elements = new int[Math.max(1, taps.size())];
        double[] all = Arrays.copyOf(weights, elements.length);
        for (int t = 0; t < taps.size(); t++) {
            Tap tap = taps.get(t);
            elements[t] = tap.to() * form.components().size() + tap.from();
            for (int axis = 0; axis < tap.offset().rank(); axis++) {
                distances[3 * t + axis] = tap.offset().at(axis);
            }
        }
        try (DeviceArray onDevice = session.upload(distances);
                DeviceArray places = session.upload(elements);
                DeviceArray factors = session.upload(all)) {
            clearProblem();
            kernel("build_part")
                    .call(
                            powers,
                            problem,
                            onDevice,
                            places,
                            factors,
                            taps.size(),
                            sizes[0],
                            sizes[1],
                            sizes[2],
                            first,
                            count,
                            behind,
                            frequencies,
                            steps,
                            real(largest()));
        }
    }

    private void clearProblem() {
        program.kernel("clear_problem").global(1).local(1).enqueue(session.compute(), problem);
    }

    private Kernel kernel(String name) {
        return program.kernel(name).global(Kernel.roundUp(frequencies, GROUP)).local(GROUP);
    }

    /** Whether a power, or a value of the last product, was not finite, or so large that a sum might not be; waits for it. */
    public boolean hasProblem() {
        return problem.download().ints()[0] != 0;
    }

    /** Enqueues the product with the spectra of all components, in place. */
    public void multiply(List<DeviceArray> spectra) {
        Preconditions.notNull(spectra, "spectra");
        clearProblem();
        DeviceArray last = spectra.get(spectra.size() - 1);
        kernel("multiply_part")
                .enqueue(
                        session.compute(),
                        spectra.get(0),
                        spectra.size() > 1 ? spectra.get(1) : last,
                        last,
                        powers,
                        gained,
                        problem,
                        frequencies,
                        real(largest() / cells));
    }

    /** Beyond this a sum of values may overflow. */
    private double largest() {
        return (type == ElementType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE) / 4;
    }

    private Object real(double value) {
        return type == ElementType.FLOAT ? (Object) (float) value : value;
    }

    @Override
    public void close() {
        arrays.forEach(DeviceArray::close);
        program.close();
    }
}
