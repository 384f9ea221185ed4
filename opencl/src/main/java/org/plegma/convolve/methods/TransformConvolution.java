package org.plegma.convolve.methods;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;

/**
 * Method that multiplies spectra, of tiles with an edge of so many cells or of the whole image: {@link SpectralTiles}.
 *
 * @param edge 0 for the whole image
 */
record TransformConvolution(int edge) implements ConvolutionMethod {
    private static final String WHOLE = "fft";
    private static final Pattern TILED = Pattern.compile("fft\\(([1-9]\\d{0,5})\\)");

    /** Tiles of a batch and their spectra shall stay in a cache of the second level. */
    private static final long BATCH_BYTES = 16 << 20;

    /** That of a name such as {@code fft(300)}. */
    static Optional<ConvolutionMethod> tiled(String name) {
        Matcher tiled = TILED.matcher(name);
        return tiled.matches()
                ? Optional.of(new TransformConvolution(Integer.parseInt(tiled.group(1))))
                : Optional.empty();
    }

    @Override
    public String name() {
        return edge == 0 ? WHOLE : WHOLE + "(" + edge + ")";
    }

    @Override
    public boolean suits(Window window) {
        int longest = Arrays.stream(window.taps()).max().orElseThrow();
        int largest = Arrays.stream(window.out()).max().orElseThrow();
        return edge == 0 || edge >= 2 * longest && edge <= largest / 2;
    }

    @Override
    public Optional<String> refusal(ElementType type, Window window, Taps taps, boolean held) {
        if (edge == 0 && !held) {
            return Optional.of("it is one transform of the whole image, for which there is no memory");
        }
        try {
            cut(type, window);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("the tiles do not suit the filter");
        }
    }

    @Override
    public double seconds(ConvolutionCosts costs, ElementType type, Window window, long values, boolean cpu) {
        return costs.transforms(cut(type, window));
    }

    @Override
    public Executable make(Workshop workshop, ElementType type, Window window, Taps taps) {
        return new SpectralTiles(workshop, type, window, taps.values(), cut(type, window));
    }

    @Override
    public Optional<Tiling> tiling(ElementType type, Window window) {
        return Optional.of(cut(type, window));
    }

    private Tiling cut(ElementType type, Window window) {
        return Tiling.of(window, edge, BATCH_BYTES, type.bytes());
    }
}
