package org.plegma.convolve.stream;

import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;

/** How strips of an image are computed, so that their bits are those of the whole image. */
public interface Strips {

    /** Rows of the result that only come together; strips are whole multiples of them. */
    int unit();

    /** Bytes of device memory that a strip takes besides its input and its result, for so many rows of input. */
    long betweenBytes(long rows);

    /** What computes a strip, which is a window of its own. */
    Executable executable(Window strip);
}
