package org.plegma.convolve.methods;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Window;
import org.plegma.device.Device;

/** The methods by their names. */
public final class ConvolutionMethods {
    /** The name of the choice among all by device, shapes and filter. */
    public static final String AUTO = "auto";
    /** Sums over all taps, with any filter. */
    public static final ConvolutionMethod DIRECT = new DirectConvolution();
    /** A pass along each axis, with filters that are products of lines. */
    public static final ConvolutionMethod SEPARABLE = new SeparableConvolution();
    /** Transforms of the whole image; with tiles it is called {@code fft(n)}. */
    public static final ConvolutionMethod FFT = new TransformConvolution(0);

    /** Those with a name of their own; a new one is a line here. */
    private static final List<ConvolutionMethod> ALL = List.of(DIRECT, SEPARABLE, FFT, new StencilConvolution());

    /** Transforms of tiles with edges that may be best. */
    private static final List<ConvolutionMethod> TILED =
            List.of(new TransformConvolution(256), new TransformConvolution(1024));

    private ConvolutionMethods() {}

    /** The names of all; tiles of transforms have a number besides. */
    public static List<String> names() {
        return ALL.stream().map(ConvolutionMethod::name).toList();
    }

    /** A name that was given, checked and without blanks. */
    public static String parse(String method) {
        String name = method.strip().toLowerCase(Locale.ROOT).replace(" ", "");
        if (!name.equals(AUTO) && find(name).isEmpty()) {
            throw new IllegalArgumentException("Unknown method '" + method + "'. Known are auto, "
                    + String.join(", ", names())
                    + ", and fft(n) with tiles of n cells along each axis.");
        }
        return name;
    }

    /** The method of a name that {@link #parse} has given. */
    public static ConvolutionMethod named(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("Unknown method '" + name + "'."));
    }

    private static Optional<ConvolutionMethod> find(String name) {
        return ALL.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .or(() -> TransformConvolution.tiled(name));
    }

    /** The methods that may be best for a window, whatever the values of its filter are. */
    public static List<ConvolutionMethod> candidates(Window window) {
        return Stream.concat(ALL.stream(), TILED.stream())
                .filter(method -> method.suits(window))
                .toList();
    }

    /** Whether a device can compute in this type. */
    public static void requireType(ElementType type, Device device) {
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            throw new IllegalArgumentException("A convolution is in float or double, not " + type.javaName()
                    + ". Convert the image, for example with image.to(ElementType.FLOAT).");
        }
        if (type == ElementType.DOUBLE && !device.supportsDouble()) {
            throw new IllegalArgumentException(device.name() + " has no double precision.");
        }
    }
}
