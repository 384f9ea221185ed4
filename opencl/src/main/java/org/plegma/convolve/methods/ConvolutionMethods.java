package org.plegma.convolve.methods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Device;

/** The methods by their names. */
public final class ConvolutionMethods {
    public static final String AUTO = "auto";
    public static final String DIRECT = "direct";
    public static final String SEPARABLE = "separable";
    public static final String STENCIL = "stencil";
    public static final String FFT = "fft";

    private static final Pattern TILED = Pattern.compile("fft\\(([1-9]\\d{0,5})\\)");
    /** Tiles of a batch and their spectra shall stay in a cache of the second level. */
    private static final long BATCH_BYTES = 16 << 20;

    /** Edges of tiles that may be best. */
    private static final int[] TILES = {256, 1024};

    private ConvolutionMethods() {}

    /** A name that was given, checked and without blanks. */
    public static String parse(String method) {
        String name = method.strip().toLowerCase(java.util.Locale.ROOT).replace(" ", "");
        if (!List.of(AUTO, DIRECT, SEPARABLE, STENCIL, FFT).contains(name)
                && !TILED.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Unknown method '" + method
                            + "'. Known are auto, direct, separable, stencil, fft, and fft(n) with tiles of n cells along each axis.");
        }
        return name;
    }

    public static Executable make(String method, Workshop workshop, ElementType type, Window window, Taps taps) {
        return switch (method) {
            case DIRECT -> direct(workshop, type, window, taps.values());
            case SEPARABLE -> separable(
                    workshop,
                    type,
                    window,
                    taps.factors()
                            .orElseThrow(() -> new IllegalArgumentException("The filter of "
                                    + window.tapsText()
                                    + " taps is not separable: no factors have it as their product within rounding."
                                    + " Use the method direct, fft or auto.")));
            case STENCIL -> new StencilPass(workshop, type, window, taps.values());
            default -> new SpectralTiles(workshop, type, window, taps.values(), tiling(method, window, type));
        };
    }

    /** Whether a method goes by transforms of tiles. */
    public static boolean isTransform(String method) {
        return method.startsWith(FFT);
    }

    /** The tiles of {@code fft} or {@code fft(n)}. */
    public static Tiling tiling(String method, Window window, ElementType type) {
        Matcher tiled = TILED.matcher(method);
        return Tiling.of(window, tiled.matches() ? Integer.parseInt(tiled.group(1)) : 0, BATCH_BYTES, type.bytes());
    }

    /** Whether a method can compute a part of an image. */
    public static boolean takesStrips(String method) {
        return !method.equals(STENCIL);
    }

    /** The methods that may be best for a window, whatever the values of its filter are. */
    public static List<String> candidates(Window window) {
        List<String> all = new ArrayList<>(List.of(DIRECT, SEPARABLE, FFT));
        if (StencilPass.suits(window)) {
            all.add(STENCIL);
        }
        int longest = Arrays.stream(window.taps()).max().orElseThrow();
        int largest = Arrays.stream(window.out()).max().orElseThrow();
        for (int edge : TILES) {
            if (edge >= 2 * longest && edge <= largest / 2) {
                all.add("fft(" + edge + ")");
            }
        }
        return all;
    }

    private static Executable direct(Workshop workshop, ElementType type, Window window, double[] taps) {
        boolean lines = Lines.fits(window) || Columns.fits(window);
        return !workshop.isForCpu()
                        && !lines
                        && SweepCode.of(type, window, false, workshop.device()).isPresent()
                ? new Sweep(workshop, type, window, taps, false)
                : Passes.pass(workshop, type, window, taps);
    }

    private static Executable separable(Workshop workshop, ElementType type, Window window, List<double[]> factors) {
        return !workshop.isForCpu()
                        && SweepCode.of(type, window, true, workshop.device()).isPresent()
                ? new Sweep(workshop, type, window, Sweep.columnThenRow(factors), true)
                : new Passes(workshop, type, window, factors);
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
