package org.plegma.array;

import java.util.Arrays;
import org.plegma.array.hdf5.UnreadableFileException;

/** Rows of a dataset, along its first axis. A scalar is one row. */
record Rows(int first, int count) {
    /** As the count, all rows. */
    static final int ALL = Integer.MIN_VALUE;

    static final Rows WHOLE = new Rows(0, ALL);

    /**
     * The shape of the rows of a dataset.
     *
     * @throws UnreadableFileException if it has not these
     */
    int[] of(int[] shape) {
        int[] part = shape.clone();
        part[0] = count == ALL ? shape[0] : count;
        if (first < 0 || part[0] < 0 || first > shape[0] - part[0]) {
            throw new UnreadableFileException(
                    "There are no rows " + first + " to " + (first + count - 1L) + " of a dataset of shape "
                            + Arrays.toString(shape) + ".",
                    null);
        }
        return part;
    }
}
