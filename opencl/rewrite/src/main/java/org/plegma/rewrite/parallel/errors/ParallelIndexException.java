package org.plegma.rewrite.parallel.errors;

import org.plegma.rewrite.text.Place;

/** A subscript out of bounds, as Java's {@link ArrayIndexOutOfBoundsException}: no array was changed. */
public final class ParallelIndexException extends ArrayIndexOutOfBoundsException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;

    public ParallelIndexException(Place place, String access, long index, long length) {
        super("Index " + index + " out of bounds for length " + length + " in " + access
                + (place.isKnown() ? " at " + place : ""));
        this.place = place;
    }

    /** Where in the cell. */
    public Place place() {
        return place;
    }
}
