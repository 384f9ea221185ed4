package org.plegma.rewrite.loops;

import org.plegma.rewrite.text.Place;

/** A loop that cannot be analysed: where, and why. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String reason;

    /** @param reason one sentence */
    public RefusedException(Place place, String reason) {
        super(place + ": " + reason);
        this.place = place;
        this.reason = reason;
    }

    /** Where. */
    public Place place() {
        return place;
    }

    /** Why, one sentence. */
    public String reason() {
        return reason;
    }
}
