package org.plegma.convolve;

import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.stream.Strips;

/**
 * Strips by transforms: all cells of a tile have a part in the rounding of each, so that strips are rows of the tiles that the
 * whole image has.
 */
final class TiledStrips implements Strips {
    private final Convolve convolve;
    private final ElementType type;
    private final int axis;
    private final Taps taps;
    private final Tiling tiling;
    private final Window window;
    private long bytes = -1;

    TiledStrips(Convolve convolve, Tiling tiling, ElementType type, Window window, int axis, Taps taps) {
        this.convolve = convolve;
        this.type = type;
        this.axis = axis;
        this.taps = taps;
        this.tiling = tiling;
        this.window = window;
    }

    @Override
    public int unit() {
        return tiling.step()[axis];
    }

    /** Tiles, plans of transforms and the filter's spectrum take the same for any number of tiles. */
    @Override
    public long betweenBytes(long rows) {
        if (bytes < 0) {
            try (Executable any = executable(window)) {
                bytes = any.bytes();
            }
        }
        return bytes;
    }

    @Override
    public Executable executable(Window strip) {
        return convolve.spectra(type, strip, taps, tiling.rows(axis, strip.out()[axis]));
    }
}
