package org.plegma.fft;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.fft.arithmetic.GoodLengths;
import org.plegma.fft.pass.PassCompiler.Code;

/**
 * Discrete Fourier transforms of grids, with the meanings of NumPy: {@code X[k] = Σ x[j]·exp(-2πi·jk/n)}, the inverse
 * divided by n. Complex grids have a last axis of length 2, real and imaginary part. Float and double, any length that an
 * int holds if its prime factors are up to 13, and other lengths up to 503,316,480. A grid of complex values, which is one
 * Java array, ends at 2³⁰; arrays on a device do not. Long lines need as much memory again, and lengths with a large prime
 * factor that of four to eight times as many values.
 *
 * <pre>{@code
 * Grid spectrum = Fft.of(session).rfft(image);          // [n, m] to [n, m/2 + 1, 2]
 * Grid again = Fft.of(session).irfft(spectrum, m);
 * }</pre>
 */
public final class Fft implements GridTransforms {
    private final Session session;
    private final int axes;
    private final Code code;

    private Fft(Session session, int axes, Code code) {
        this.session = session;
        this.axes = axes;
        this.code = code;
    }

    /** Transforms on the session's device, along all axes. */
    public static Fft of(Session session) {
        Preconditions.notNull(session, "session");
        return new Fft(session, 0, Code.of(session.device()));
    }

    /** Along the last so many axes; those before count a batch of transforms. */
    public Fft axes(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("The number of axes must be 1 or more, found " + count + ".");
        }
        return new Fft(session, count, code);
    }

    /**
     * Transforms on all devices of the session, each of which has a part of the grid. The first device is one of them.
     *
     * @param rates how much of a grid each takes, in proportion; none if all take as much
     */
    public SharedFft onAll(double... rates) {
        Preconditions.notNull(rates, "rates");
        return on(session.devices().stream().map(session::on).toList(), rates);
    }

    /** As {@link #onAll}, on devices of any sessions, each of which stands for the device that it is seen from. */
    public SharedFft on(List<Session> sessions, double... rates) {
        Preconditions.notNull(sessions, "sessions");
        Preconditions.notNull(rates, "rates");
        return new SharedFft(
                sessions.stream()
                        .map(Fft::of)
                        .map(fft -> axes == 0 ? fft : fft.axes(axes))
                        .toList(),
                SharedArray.rates(sessions.size(), rates));
    }

    Session session() {
        return session;
    }

    Code code() {
        return code;
    }

    /** With the code for one kind of device whatever the device is. */
    Fft codeFor(Code other) {
        return new Fft(session, axes, other);
    }

    @Override
    public Grid fft(Grid complex) {
        Preconditions.notNull(complex, "complex");
        return complex(complex, FftPlan::enqueueForward);
    }

    @Override
    public Grid ifft(Grid spectrum) {
        Preconditions.notNull(spectrum, "spectrum");
        return complex(spectrum, FftPlan::enqueueInverse);
    }

    @Override
    public Grid rfft(Grid real) {
        Preconditions.notNull(real, "real");
        try (FftPlan plan = planReal(real.type(), real.shape())) {
            return run(plan, real, plan.spectrumShape(), FftPlan::enqueueForward);
        }
    }

    @Override
    public Grid irfft(Grid spectrum, int last) {
        Preconditions.notNull(spectrum, "spectrum");
        int[] shape = reals(spectrum, last);
        try (FftPlan plan = planReal(spectrum.type(), shape)) {
            return run(plan, spectrum, shape, FftPlan::enqueueInverse);
        }
    }

    private Grid complex(Grid grid, Direction direction) {
        try (FftPlan plan = plan(grid.type(), parts(grid))) {
            return run(plan, grid, grid.shape(), direction);
        }
    }

    private interface Direction {
        void run(FftPlan plan, DeviceArray in, DeviceArray out);
    }

    private Grid run(FftPlan plan, Grid from, int[] resultShape, Direction direction) {
        try (DeviceArray in = session.upload(from);
                DeviceArray out = session.allocate(from.type(), resultShape)) {
            direction.run(plan, in, out);
            return out.download();
        }
    }

    /** A transform of complex values; {@code shape} is theirs, without the axis of parts. */
    public FftPlan plan(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return new FftPlan(session, requireType(type), false, rank(shape), shape, code);
    }

    /** A transform of complex values along their first axis alone; {@code shape} is theirs, without the axis of parts. */
    public FftPlan planAlongFirst(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        Fft.of(session).rank(shape);
        return FftPlan.alongFirst(session, requireType(type), shape, code);
    }

    /** A transform of reals of this shape. */
    public FftPlan planReal(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return new FftPlan(session, requireType(type), true, rank(shape), shape, code);
    }

    /** Transform, product with a spectrum and inverse of reals of this shape. */
    public SpectralProduct product(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return new SpectralProduct(session, requireType(type), rank(shape), shape, code);
    }

    /** The least length from {@code n} on whose prime factors are 2, 3, 5 and 7: such transforms are fast. */
    public static int goodLength(int n) {
        return GoodLengths.of(n);
    }

    int rank(int[] shape) {
        if (shape.length == 0 || Arrays.stream(shape).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException(
                    "All sizes of a transform must be 1 or more, found " + Arrays.toString(shape) + ".");
        }
        if (axes > shape.length) {
            throw new IllegalArgumentException("The transform is along the last " + axes + " axes, but the shape "
                    + Arrays.toString(shape) + " has " + shape.length + ".");
        }
        return axes == 0 ? shape.length : axes;
    }

    ElementType requireType(ElementType type) {
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            throw new IllegalArgumentException("A transform is in float or double, not " + type.javaName()
                    + ". Convert the grid, for example with grid.to(ElementType.FLOAT).");
        }
        if (type == ElementType.DOUBLE && !session.device().supportsDouble()) {
            throw new IllegalArgumentException(session.device().name() + " has no double precision.");
        }
        return type;
    }

    /** The shape of the reals, so many of them along the last axis, that have this spectrum. */
    static int[] reals(Grid spectrum, int last) {
        int[] shape = parts(spectrum);
        int given = shape[shape.length - 1];
        if (last < 1 || last / 2 + 1 != given) {
            throw new IllegalArgumentException("A spectrum of " + given + " values along its last axis comes from "
                    + (given == 1 ? "1 real" : 2 * given - 2 + " or " + (2 * given - 1) + " reals") + ", found " + last
                    + ".");
        }
        shape[shape.length - 1] = last;
        return shape;
    }

    /** The shape of complex values without the axis of parts. */
    static int[] parts(Grid complex) {
        int[] shape = complex.shape();
        if (shape.length < 2 || shape[shape.length - 1] != 2) {
            throw new IllegalArgumentException("A complex grid needs a last axis of length 2, real and imaginary part,"
                    + " found the shape " + Arrays.toString(shape) + ". For real values use rfft.");
        }
        return Arrays.copyOf(shape, shape.length - 1);
    }
}
