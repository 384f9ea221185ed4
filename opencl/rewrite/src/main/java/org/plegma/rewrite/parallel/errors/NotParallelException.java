package org.plegma.rewrite.parallel.errors;

import java.util.List;
import java.util.stream.Collectors;
import org.plegma.rewrite.text.Place;

/** Code that is not made parallel: each reason with its place in the source, the line and a mark below it. */
public final class NotParallelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A reason.
     *
     * @param text one sentence, or two if there is a cure
     */
    public record Reason(Place place, String text) {}

    private final transient List<Reason> reasons;

    public NotParallelException(String source, List<Reason> reasons) {
        super(text(source, reasons));
        this.reasons = List.copyOf(reasons);
    }

    /** Why, the outermost loop first. */
    public List<Reason> reasons() {
        return reasons;
    }

    private static String text(String source, List<Reason> reasons) {
        return reasons.stream().map(reason -> text(source, reason)).collect(Collectors.joining("\n"));
    }

    private static String text(String source, Reason reason) {
        Place place = reason.place();
        if (!place.isKnown()) {
            return reason.text();
        }
        String line = source.lines().skip(place.line() - 1L).findFirst().orElse("");
        int length = Math.max(1, Math.min(place.end() - place.start(), line.length() - place.column() + 1));
        return "line " + place.line() + ", column " + place.column() + ": " + reason.text() + "\n  "
                + line.replace('\t', ' ') + "\n  " + " ".repeat(place.column() - 1) + "^".repeat(length);
    }
}
