package org.plegma.rewrite.parallel.errors;

import org.plegma.rewrite.text.Place;

/** A launch that is refused, since for these values the parallel form need not do what the loop does. */
public class ParallelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String reason;

    public ParallelException(Place place, String reason) {
        super((place.isKnown() ? place + ": " : "") + reason);
        this.place = place;
        this.reason = reason;
    }

    /** Where in the cell. */
    public Place place() {
        return place;
    }

    /** Why, one sentence. */
    public String reason() {
        return reason;
    }
}
