package org.plegma.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.errors.ClosedException;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.Steps;
import org.plegma.fft.pass.Workspace;

/**
 * A transform of a shape on a device, ready to run any number of times. Device arrays of complex values have a last axis of
 * length 2, real and imaginary part. Not thread-safe. Close it to free its memory.
 *
 * <pre>{@code
 * try (FftPlan plan = Fft.of(session).planReal(ElementType.FLOAT, 512, 512)) {
 *     plan.forward(image, spectrum);      // [512, 512] to [512, 257, 2]
 * }
 * }</pre>
 */
public final class FftPlan implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final boolean real;
    private final int[] input;
    private final int[] spectrum;
    private final PassCompiler compiler;
    private final List<PassStep> there;
    private final List<PassStep> back;
    private final Workspace work;
    /** Compiled when it first runs, as many transforms go one way only; so is the other. */
    private @Nullable Steps forward;

    private @Nullable Steps inverse;
    private boolean closed;

    FftPlan(Session session, ElementType type, boolean real, int rank, int[] shape, Code code) {
        this(
                session,
                type,
                real,
                shape,
                code,
                limits -> real ? RealPlanner.forward(limits, shape, rank) : Planner.complex(limits, shape, rank, false),
                limits -> real ? RealPlanner.inverse(limits, shape, rank) : Planner.complex(limits, shape, rank, true));
    }

    /** A transform of complex values along their first axis alone. */
    static FftPlan alongFirst(Session session, ElementType type, int[] shape, Code code) {
        return new FftPlan(
                session,
                type,
                false,
                shape,
                code,
                limits -> Planner.alongFirst(limits, shape, false),
                limits -> Planner.alongFirst(limits, shape, true));
    }

    /** A transform of steps that differ from the usual ones, in tests. */
    FftPlan(
            Session session,
            ElementType type,
            boolean real,
            int[] shape,
            Code code,
            Function<PassLimits, List<PassStep>> forwards,
            Function<PassLimits, List<PassStep>> backwards) {
        this.session = session;
        this.type = type;
        this.real = real;
        this.input = real ? shape.clone() : withParts(shape);
        this.spectrum = withParts(real ? RealPlanner.half(shape) : shape);
        this.compiler = new PassCompiler(session, type, code);
        this.there = forwards.apply(compiler.limits());
        this.back = backwards.apply(compiler.limits());
        List<PassStep> all = new ArrayList<>(there);
        all.addAll(back);
        this.work = new Workspace(session, type, compiler, all);
    }

    /** With both ways compiled, for one of several devices: later others wait for it, and a compiler may wait for them. */
    FftPlan compiled() {
        try {
            forward();
            inverse();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        return this;
    }

    private Steps forward() {
        Steps steps = forward == null ? compile(there) : forward;
        forward = steps;
        return steps;
    }

    private Steps inverse() {
        Steps steps = inverse == null ? compile(back) : inverse;
        inverse = steps;
        return steps;
    }

    private Steps compile(List<PassStep> steps) {
        if (closed) {
            throw new ClosedException(toString());
        }
        return new Steps(session, type, steps, compiler, work);
    }

    static int[] withParts(int[] shape) {
        int[] all = Arrays.copyOf(shape, shape.length + 1);
        all[shape.length] = 2;
        return all;
    }

    /** The transform with exponent -2πi, not scaled. Complex arrays may be transformed in place. */
    public Event forward(DeviceArray in, DeviceArray out) {
        requireForward(in, out);
        return forward().run(session.compute(), arrays(in, out));
    }

    /**
     * The inverse of {@link #forward}, with exponent +2πi, divided by the number of points. The input is kept unless it is
     * the output too. The imaginary parts of those values of a real grid's spectrum that must be real are ignored.
     */
    public Event inverse(DeviceArray in, DeviceArray out) {
        requireInverse(in, out);
        return inverse().run(session.compute(), arrays(in, out));
    }

    /**
     * As {@link #forward}, but without an event: for loops of short transforms, each of which ends some microseconds earlier. A failure is
     * reported as {@link Kernel#enqueue} has it.
     */
    public void enqueueForward(DeviceArray in, DeviceArray out) {
        requireForward(in, out);
        forward().enqueue(session.compute(), arrays(in, out));
    }

    /** As {@link #inverse}, but without an event. */
    public void enqueueInverse(DeviceArray in, DeviceArray out) {
        requireInverse(in, out);
        inverse().enqueue(session.compute(), arrays(in, out));
    }

    private void requireForward(DeviceArray in, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        require("input", in, input);
        require("output", out, spectrum);
        requirePlaces(in, out);
    }

    private void requireInverse(DeviceArray in, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        require("input", in, spectrum);
        require("output", out, input);
        requirePlaces(in, out);
    }

    private void requirePlaces(DeviceArray in, DeviceArray out) {
        if (real && in.overlaps(out)) {
            throw new IllegalArgumentException(
                    "A transform of reals cannot be done in place, as its spectrum is larger. Give another output array.");
        }
        requireApartOrSame(in, out);
    }

    /** In place is well; what begins in the middle of the input would overwrite values that are still to be read. */
    static void requireApartOrSame(DeviceArray in, DeviceArray out) {
        if (in.overlaps(out) && in.viewOffset() != out.viewOffset()) {
            throw new IllegalArgumentException("The input and the output of a transform are the same or do not overlap,"
                    + " found views from " + in.viewOffset() + " and from " + out.viewOffset() + " on.");
        }
    }

    private Function<Slot, DeviceArray> arrays(DeviceArray in, DeviceArray out) {
        return slot -> slot == Slot.IN ? in : slot == Slot.OUT ? out : work.array(slot);
    }

    /** Forward, with an event for each launch, for measuring. */
    public List<Event> launchForward(DeviceArray in, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        return forward().launch(session.compute(), arrays(in, out));
    }

    /** Backward, with an event for each launch, for measuring. */
    List<Event> launchInverse(DeviceArray in, DeviceArray out) {
        return inverse().launch(session.compute(), arrays(in, out));
    }

    /** There and back again, with an event for each launch, for measuring. */
    public List<Event> launchBoth(DeviceArray in, DeviceArray between, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(between, "between");
        Preconditions.notNull(out, "out");
        List<Event> events = new ArrayList<>(forward().launch(session.compute(), arrays(in, between)));
        events.addAll(inverse().launch(session.compute(), arrays(between, out)));
        return events;
    }

    private void require(String what, DeviceArray array, int[] expected) {
        if (array.type() != type || !Arrays.equals(array.shape(), expected)) {
            throw new IllegalArgumentException("The " + what + " of the transform must be " + type.javaName() + " "
                    + Arrays.toString(expected) + ", found " + array.type().javaName() + " "
                    + Arrays.toString(array.shape()) + ".");
        }
    }

    /** The shape of what {@link #forward} reads: that of the reals, or that of the complex values with a 2 behind. */
    public int[] inputShape() {
        return input.clone();
    }

    /** The shape of what {@link #forward} writes; along the last axis of n reals it has n/2+1 values, then 2 parts. */
    public int[] spectrumShape() {
        return spectrum.clone();
    }

    /** The type of real and imaginary parts, float or double. */
    public ElementType type() {
        return type;
    }

    /** Of the forward transform. */
    List<PassStep> passes() {
        return there;
    }

    /** Device memory of factors and intermediate values, in bytes. */
    public long bytes() {
        return work.bytes();
    }

    /** The OpenCL C of the forward transform's lines. */
    public String source() {
        return forward().source();
    }

    /** What the forward transform does, a line for each launch. */
    public String explain() {
        return there.stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        closed = true;
        if (forward != null) {
            forward.close();
        }
        if (inverse != null) {
            inverse.close();
        }
        work.close();
    }

    @Override
    public String toString() {
        return "FFT of " + (real ? "real " : "complex ") + type.javaName() + " " + Arrays.toString(input) + " on "
                + session.device().name() + ", " + Steps.text(there.size());
    }
}
