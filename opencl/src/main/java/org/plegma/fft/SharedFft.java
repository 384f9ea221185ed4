package org.plegma.fft;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;

/**
 * Transforms on several devices, with the meanings of {@link Fft}. A grid of two axes or more is dealt out along its first axis, and its
 * spectrum along its second one: each device transforms along all axes but the first, the devices exchange, and each transforms along
 * the first. Where the first axis counts a batch, whole transforms are dealt out.
 *
 * <pre>{@code
 * try (Session session = Session.open(first, second)) {
 *     SharedFft all = Fft.of(session).onAll();
 *     Grid spectrum = all.rfft(image);             // through all devices and back
 *     try (SharedFftPlan plan = all.plan(ElementType.FLOAT, 1024, 1024, 1024);
 *             SharedArray values = plan.allocateInput();
 *             SharedArray result = plan.allocateSpectrum()) {
 *         plan.forward(values, result);            // what stays on the devices
 *     }
 * }
 * }</pre>
 */
public final class SharedFft implements GridTransforms {
    private final List<Fft> each;
    private final double[] rates;

    SharedFft(List<Fft> each, double... rates) {
        this.each = each;
        this.rates = rates;
    }

    /** The devices, in the order of parts. */
    public List<Device> devices() {
        return each.stream().map(fft -> fft.session().device()).toList();
    }

    @Override
    public Grid fft(Grid complex) {
        Preconditions.notNull(complex, "complex");
        try (SharedFftPlan plan = plan(complex.type(), Fft.parts(complex))) {
            return plan.forward(complex);
        }
    }

    @Override
    public Grid ifft(Grid spectrum) {
        Preconditions.notNull(spectrum, "spectrum");
        try (SharedFftPlan plan = plan(spectrum.type(), Fft.parts(spectrum))) {
            return plan.inverse(spectrum);
        }
    }

    @Override
    public Grid rfft(Grid real) {
        Preconditions.notNull(real, "real");
        try (SharedFftPlan plan = planReal(real.type(), real.shape())) {
            return plan.forward(real);
        }
    }

    @Override
    public Grid irfft(Grid spectrum, int last) {
        Preconditions.notNull(spectrum, "spectrum");
        try (SharedFftPlan plan = planReal(spectrum.type(), Fft.reals(spectrum, last))) {
            return plan.inverse(spectrum);
        }
    }

    /** A transform of complex values; {@code shape} is theirs, without the axis of parts. */
    public SharedFftPlan plan(ElementType type, int... shape) {
        return plan(false, type, shape);
    }

    /** A transform of reals of this shape. */
    public SharedFftPlan planReal(ElementType type, int... shape) {
        return plan(true, type, shape);
    }

    private SharedFftPlan plan(boolean real, ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        each.forEach(fft -> fft.requireType(type));
        int rank = each.get(0).rank(shape);
        if (shape.length < 2) {
            throw new IllegalArgumentException(
                    "A transform on several devices needs two axes or more, as each device has a part of the first;"
                            + " found the length " + shape[0] + ". Transform it on one device.");
        }
        return new SharedFftPlan(DealtShape.of(each, real, type, rank, shape, rates));
    }

    @Override
    public String toString() {
        return "Transforms on " + devices();
    }
}
