package org.plegma.rewrite.text;

/** Source code that cannot be read or worked on: where, why and what to do, with the line and carets below it. */
public final class CodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String cause;
    private final String cure;

    CodeException(Place place, String excerpt, int mark, int marked, String cause, String cure) {
        super(text(place.line(), place.column(), excerpt, mark, marked, cause, cure));
        this.place = place;
        this.cause = cause;
        this.cure = cure;
    }

    private static String text(int line, int column, String excerpt, int mark, int marked, String cause, String cure) {
        return "line " + line + ", column " + column + ": " + cause + "\n  " + excerpt + "\n  " + " ".repeat(mark)
                + "^".repeat(marked) + "\n" + cure;
    }

    /** Where it is. */
    public Place place() {
        return place;
    }

    /** What is wrong, one sentence. */
    public String problem() {
        return cause;
    }

    /** What to do, one sentence. */
    public String cure() {
        return cure;
    }
}
