package org.plegma.fft;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.Steps;
import org.plegma.fft.pass.Workspace;

/**
 * Reals to their spectrum, times the values of another spectrum, and back: a circular convolution, or any other linear
 * operation that shifts do not change. Where the lines of the axis that is transformed last fit into one pass, its forward
 * transform, the product and its inverse are one launch, so that a product in two dimensions reads and writes memory three
 * times. Not thread-safe. Close it to free its memory.
 *
 * <pre>{@code
 * try (SpectralProduct product = Fft.of(session).product(ElementType.FLOAT, 512, 512);
 *         SpectralProduct.Factor blur = product.factorOf(kernel)) {    // the kernel's first cell at [0, 0], wrapped round
 *     product.apply(image, blur, blurred);
 * }
 * }</pre>
 */
public final class SpectralProduct implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final int[] shape;
    private final int rank;
    private final Code code;
    private final int pitch;
    private final int strip;
    private final Workspace work;
    private final Steps steps;

    SpectralProduct(Session session, ElementType type, int rank, int[] shape, Code code) {
        this.session = session;
        this.type = type;
        this.shape = shape.clone();
        this.rank = rank;
        this.code = code;
        PassCompiler compiler = new PassCompiler(session, type, code);
        RealPlanner.Product product = RealPlanner.product(compiler.limits(), shape, rank);
        List<PassStep> all = product.steps();
        this.pitch = product.pitch();
        this.strip = product.strip();
        this.work = new Workspace(session, type, compiler, all);
        try {
            this.steps = new Steps(session, type, all, compiler, work);
        } catch (RuntimeException e) {
            work.close();
            throw e;
        }
    }

    /** A spectrum in the order in which a plan multiplies by it. Close it to free its memory. */
    public static final class Factor implements AutoCloseable {
        private final SpectralProduct owner;
        private final DeviceArray values;

        private Factor(SpectralProduct owner, DeviceArray values) {
            this.owner = owner;
            this.values = values;
        }

        /** Device memory, in bytes. */
        public long bytes() {
            return values.bytes();
        }

        @Override
        public void close() {
            values.close();
        }
    }

    /**
     * The factor of a spectrum as {@link FftPlan#forward} gives it, in the shape of {@link #spectrumShape}. The array is
     * copied.
     */
    public Factor factor(DeviceArray spectrum) {
        Preconditions.notNull(spectrum, "spectrum");
        require("spectrum", spectrum, spectrumShape());
        int[] size = spectrumShape();
        int width = size[size.length - 2];
        int rows = Math.toIntExact(Planner.count(size, 0, size.length - 2));
        DeviceArray values = session.allocate(type, rows, pitch, 2).named("fft factor");
        steps.elements("space_rows", (long) rows * pitch)
                .launch(session.compute(), spectrum, values, rows, width, pitch, strip);
        return new Factor(this, values);
    }

    /** The factor whose spectrum is that of these reals, in the shape of {@link #kernelShape}. */
    public Factor factorOf(DeviceArray kernel) {
        Preconditions.notNull(kernel, "kernel");
        require("kernel", kernel, kernelShape());
        try (FftPlan plan = new FftPlan(session, type, true, rank, kernelShape(), code);
                DeviceArray spectrum = session.allocate(type, plan.spectrumShape())) {
            plan.enqueueForward(kernel, spectrum);
            return factor(spectrum);
        }
    }

    /**
     * {@code out} becomes the inverse transform of {@code in}'s transform times the factor; {@code out} may be {@code in}.
     * All arrays of a batch are multiplied by the same factor.
     */
    public Event apply(DeviceArray in, Factor factor, DeviceArray out) {
        requireFitting(in, factor, out);
        return steps.run(session.compute(), slot -> array(slot, in, factor, out));
    }

    /** As {@link #apply}, but without an event, as {@link FftPlan#enqueueForward} has none. */
    public void enqueue(DeviceArray in, Factor factor, DeviceArray out) {
        requireFitting(in, factor, out);
        steps.enqueue(session.compute(), slot -> array(slot, in, factor, out));
    }

    private void requireFitting(DeviceArray in, Factor factor, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        Preconditions.notNull(factor, "factor");
        require("input", in, shape);
        require("output", out, shape);
        FftPlan.requireApartOrSame(in, out);
        if (factor.owner != this) {
            throw new IllegalArgumentException(
                    "The factor was made for another product, whose order of values may differ."
                            + " Make it by factor or factorOf of the product that applies it.");
        }
    }

    /** The same with an event for each launch, for measuring. */
    public List<Event> launch(DeviceArray in, Factor factor, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        Preconditions.notNull(factor, "factor");
        return steps.launch(session.compute(), slot -> array(slot, in, factor, out));
    }

    private DeviceArray array(Slot slot, DeviceArray in, Factor factor, DeviceArray out) {
        if (slot.isOwn()) {
            return work.array(slot);
        }
        return slot == Slot.IN ? in : slot == Slot.OUT ? out : factor.values;
    }

    private void require(String what, DeviceArray array, int[] expected) {
        if (array.type() != type || !Arrays.equals(array.shape(), expected)) {
            throw new IllegalArgumentException("The " + what + " of the product must be " + type.javaName() + " "
                    + Arrays.toString(expected) + ", found " + array.type().javaName() + " "
                    + Arrays.toString(array.shape()) + ".");
        }
    }

    /** The shape of reals whose spectrum may be a factor: that of one array of a batch. */
    public int[] kernelShape() {
        return Arrays.copyOfRange(shape, shape.length - rank, shape.length);
    }

    /** The shape of a factor's spectrum in natural order: along the last axis of n reals n/2+1 values, then 2 parts. */
    public int[] spectrumShape() {
        return FftPlan.withParts(RealPlanner.half(kernelShape()));
    }

    /** Device memory of tables and intermediate values, in bytes; factors not counted. */
    public long bytes() {
        return work.bytes();
    }

    /** What is done, a line for each launch. */
    public String explain() {
        return steps.steps().stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    /** How many times {@link #apply} goes over memory. */
    public int launches() {
        return steps.steps().size();
    }

    @Override
    public void close() {
        steps.close();
        work.close();
    }

    @Override
    public String toString() {
        return "Product in frequency of real " + type.javaName() + " " + Arrays.toString(shape) + " on "
                + session.device().name() + ", " + Steps.text(launches());
    }
}
