package org.plegma.fft;

import org.plegma.array.Grid;

/** Discrete Fourier transforms of grids, with the meanings of {@link Fft}, on one device or on several. */
public interface GridTransforms {
    /** The spectrum of complex values. */
    Grid fft(Grid complex);

    /** The complex values of a spectrum. */
    Grid ifft(Grid spectrum);

    /** The first half of the spectrum of reals: n/2+1 values along the last axis; the others are their conjugates. */
    Grid rfft(Grid real);

    /**
     * The reals of the half of a spectrum that {@link #rfft} gives.
     *
     * @param last the size of the last axis of the reals: twice that of the spectrum less 2, or less 1
     */
    Grid irfft(Grid spectrum, int last);
}
