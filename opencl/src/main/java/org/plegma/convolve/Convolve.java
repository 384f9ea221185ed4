package org.plegma.convolve;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.convolve.methods.ConvolutionChoice;
import org.plegma.convolve.methods.ConvolutionMethod;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.convolve.methods.SpectralTiles;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;

/**
 * Convolution and correlation of images with filters, as in SciPy. Without further settings the result is as large as the
 * image and there are zeros beyond its edges.
 *
 * <pre>{@code
 * Grid blurred = Convolve.of(session).boundary("reflect").convolve(image, Filter.gaussian(2, 3));
 * }</pre>
 *
 * <p>Modes are those of {@code scipy.signal.convolve} and {@code correlate}, boundaries those of {@code scipy.ndimage};
 * a boundary holds in the mode {@code FULL} too, where the image is continued by it. In the mode {@code SAME} the result
 * at i is that of {@code FULL} at i + (m-1)/2, rounded down, for a convolution with m taps, as {@code scipy.signal} has it;
 * {@code correlate} reads the image from i - m/2 on. {@link #origin} moves it as in {@code scipy.ndimage}, whose
 * {@code convolve} agrees for odd m, and for even m at an origin larger by one.
 *
 * <p>Sums are in the type of the image. The methods {@code direct} and {@code separable} add one product after the other;
 * {@code stencil} leaves out values that are 0, so that a NaN or an infinity there has no effect. With {@code fft} the error of
 * each cell is relative to the largest, and a NaN spreads over a whole tile. Immutable.
 */
public final class Convolve {

    private final Workshop workshop;
    private final Mode mode;
    private final Boundary boundary;
    private final String method;
    private final int[] origin;

    private Convolve(Workshop workshop, Mode mode, Boundary boundary, String method, int[] origin) {
        this.workshop = workshop;
        this.mode = mode;
        this.boundary = boundary;
        this.method = method;
        this.origin = origin;
    }

    /** Convolutions on the session's device. Compiled code is kept as long as this object and those made from it. */
    public static Convolve of(Session session) {
        Preconditions.notNull(session, "session");
        return of(new Workshop(session));
    }

    /** With what an earlier one has compiled. */
    public static Convolve of(Workshop workshop) {
        Preconditions.notNull(workshop, "workshop");
        return new Convolve(workshop, Mode.SAME, Boundary.ZERO, ConvolutionMethods.AUTO, new int[0]);
    }

    /** How much of the convolution is wanted; {@code SAME}, as large as the image, if not told. */
    public Convolve mode(Mode newMode) {
        Preconditions.notNull(newMode, "newMode");
        return new Convolve(workshop, newMode, boundary, method, origin);
    }

    /**
     * The same by its name.
     *
     * @param name {@code full}, {@code same} or {@code valid}
     * @throws IllegalArgumentException for another one
     */
    public Convolve mode(String name) {
        Preconditions.notNull(name, "name");
        return mode(Mode.parse(name));
    }

    /**
     * How the image is continued beyond its edges.
     *
     * @throws IllegalArgumentException if a convolution has no such boundary, as {@code FIXED}
     */
    public Convolve boundary(Boundary newBoundary) {
        Preconditions.notNull(newBoundary, "newBoundary");
        Window.requireBoundary(newBoundary);
        return new Convolve(workshop, mode, newBoundary, method, origin);
    }

    /** {@code zero}, {@code constant(1.5)}, {@code reflect}, {@code mirror}, {@code nearest}, or {@code wrap}, also called {@code periodic}. */
    public Convolve boundary(String name) {
        Preconditions.notNull(name, "name");
        return boundary(Boundary.parse(name, Window.boundaries()));
    }

    /**
     * The method: {@code auto}, {@code direct}, {@code separable}, {@code stencil}, {@code fft}, or {@code fft(512)} for tiles of
     * 512 cells along each axis. One that is named is the one that runs, or there is an error.
     */
    public Convolve method(String name) {
        Preconditions.notNull(name, "name");
        return new Convolve(workshop, mode, boundary, ConvolutionMethods.parse(name), origin);
    }

    /** An offset of the filter for each axis in the mode SAME, in the direction of {@code scipy.ndimage}'s. */
    public Convolve origin(int... newOrigin) {
        Preconditions.notNull(newOrigin, "newOrigin");
        return new Convolve(workshop, mode, boundary, method, newOrigin.clone());
    }

    /** {@code Σ filter[j] · image[i - j]}. */
    public Grid convolve(Grid image, Filter filter) {
        Preconditions.notNull(image, "image");
        Preconditions.notNull(filter, "filter");
        return compute(image, filter, false);
    }

    /** {@code Σ filter[j] · image[i + j]}. */
    public Grid correlate(Grid image, Filter filter) {
        Preconditions.notNull(image, "image");
        Preconditions.notNull(filter, "filter");
        return compute(image, filter, true);
    }

    /** On the device; the caller closes the result. */
    public DeviceArray convolve(DeviceArray image, Filter filter) {
        Preconditions.notNull(image, "image");
        Preconditions.notNull(filter, "filter");
        return compute(image, filter, false);
    }

    /** On the device; the caller closes the result. */
    public DeviceArray correlate(DeviceArray image, Filter filter) {
        Preconditions.notNull(image, "image");
        Preconditions.notNull(filter, "filter");
        return compute(image, filter, true);
    }

    private Grid compute(Grid image, Filter filter, boolean correlation) {
        ConvolutionMethods.requireType(image.type(), workshop.device());
        try (DeviceArray in = workshop.session().upload(image);
                DeviceArray out = compute(in, filter, correlation)) {
            return out.download();
        }
    }

    private DeviceArray compute(DeviceArray image, Filter filter, boolean correlation) {
        try (ConvolutionPlan plan = plan(image.type(), filter, correlation, image.shape())) {
            DeviceArray result = workshop.session().allocate(image.type(), plan.outputShape());
            plan.run(image, result);
            // The plan's arrays are in use until then.
            workshop.session().compute().finish();
            return result;
        }
    }

    /** A convolution with this filter, ready for images of this shape. */
    public ConvolutionPlan plan(ElementType type, Filter filter, int... shape) {
        Preconditions.notNull(filter, "filter");
        Preconditions.notNull(shape, "shape");
        Preconditions.notNull(type, "type");
        return plan(type, filter, false, shape);
    }

    /** A correlation with this filter, ready for images of this shape. */
    public ConvolutionPlan planCorrelation(ElementType type, Filter filter, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(filter, "filter");
        Preconditions.notNull(shape, "shape");
        return plan(type, filter, true, shape);
    }

    /** Why {@code auto} takes the method that it takes for such images; times those that may win. */
    public ConvolutionExplanation explain(ElementType type, Filter filter, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(filter, "filter");
        Preconditions.notNull(shape, "shape");
        Window window = window(type, filter, false, shape);
        Taps taps = new Taps(filter.flipped(), type);
        return new ConvolutionExplanation(
                workshop,
                type,
                window,
                taps.factors().isPresent(),
                ConvolutionChoice.of(workshop, type, window, taps),
                shape.length);
    }

    private ConvolutionPlan plan(ElementType type, Filter filter, boolean correlation, int[] shape) {
        Window window = window(type, filter, correlation, shape);
        Taps taps = new Taps(correlation ? filter : filter.flipped(), type);
        Choice<String> choice = method.equals(ConvolutionMethods.AUTO)
                ? ConvolutionChoice.of(workshop, type, window, taps)
                : new Choice<>(method, Origin.ASKED, List.of(), List.of());
        int[] out = Arrays.copyOfRange(window.out(), Window.AXES - shape.length, Window.AXES);
        return new ConvolutionPlan(
                workshop.session(),
                type,
                shape.clone(),
                out,
                choice.method(),
                choice.origin(),
                ConvolutionMethods.named(choice.method()).make(workshop, type, window, taps));
    }

    /** What is computed, checked. */
    Window window(ElementType type, Filter filter, boolean correlation, int[] shape) {
        ConvolutionMethods.requireType(type, workshop.device());
        if (shape.length < 1 || shape.length > Window.AXES) {
            throw new IllegalArgumentException(
                    "An image has one to three axes, found the shape " + Arrays.toString(shape) + ".");
        }
        if (shape.length != filter.rank()) {
            throw new IllegalArgumentException("Image and filter must have the same number of axes, found an image "
                    + Arrays.toString(shape) + " and a filter " + Arrays.toString(filter.shape()) + ".");
        }
        if (Arrays.stream(shape).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException(
                    "An image has at least one cell, found the shape " + Arrays.toString(shape) + ".");
        }
        if (origin.length != 0 && (mode != Mode.SAME || origin.length != shape.length)) {
            throw new IllegalArgumentException("An origin has a number for each axis and moves results of the mode"
                    + " same, found " + Arrays.toString(origin) + " for " + shape.length + " axes and the mode "
                    + mode + ".");
        }
        return Window.of(mode, correlation, origin, shape, filter.shape(), boundary);
    }

    /** A convolution of images that do not fit the device or the host, strip after strip. */
    public StreamConvolve stream(Filter filter) {
        Preconditions.notNull(filter, "filter");
        return StreamConvolve.of(this, filter, false);
    }

    /** A correlation of images that do not fit the device or the host, strip after strip. */
    public StreamConvolve streamCorrelation(Filter filter) {
        Preconditions.notNull(filter, "filter");
        return StreamConvolve.of(this, filter, true);
    }

    /** The same on another device. */
    Convolve at(Session session) {
        return new Convolve(new Workshop(session), mode, boundary, method, origin);
    }

    /** The same with executables that run one after the other and share their memory. */
    Convolve inTurn() {
        return new Convolve(workshop.inTurn(), mode, boundary, method, origin);
    }

    Session session() {
        return workshop.session();
    }

    /** The methods that may compute a window in strips, the best first; so much device memory is allowed to time them. */
    List<ConvolutionMethod> methods(ElementType type, Window window, Taps taps, long bytes) {
        List<String> names = method.equals(ConvolutionMethods.AUTO)
                ? ConvolutionChoice.of(workshop, type, window, taps, bytes).usable()
                : List.of(method);
        return names.stream().map(ConvolutionMethods::named).toList();
    }

    /** How a window of any image is computed by a method. */
    Executable executable(ConvolutionMethod by, ElementType type, Window window, Taps taps) {
        return by.make(workshop, type, window, taps);
    }

    /** How a window is computed by transforms of these tiles. */
    Executable spectra(ElementType type, Window window, Taps taps, Tiling tiling) {
        return new SpectralTiles(workshop, type, window, taps.values(), tiling);
    }

    @Override
    public String toString() {
        return "mode " + mode + ", boundary " + boundary + ", method " + method;
    }
}
