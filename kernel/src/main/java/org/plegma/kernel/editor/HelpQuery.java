package org.plegma.kernel.editor;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A cell that asks what something is, as in IPython: {@code ?name}, {@code name?}, {@code ?%magic}, {@code ?grid.max}. */
public final class HelpQuery {
    private static final String NAME = "(%{0,2}[\\p{L}_$][\\p{L}\\p{N}_$.]*)";
    private static final Pattern QUERY =
            Pattern.compile("\\s*(?:\\?{1,2}\\s*" + NAME + "|" + NAME + "\\s*\\?{1,2})\\s*;?\\s*");

    private HelpQuery() {}

    /** Whether a cell is a question mark alone. */
    public static boolean isForAll(String cell) {
        return cell.strip().equals("?");
    }

    /** The name that a cell asks about; empty if it is any other cell. */
    public static Optional<String> of(String cell) {
        Matcher query = QUERY.matcher(cell);
        return query.matches()
                ? Optional.of(query.group(1) == null ? query.group(2) : query.group(1))
                : Optional.empty();
    }
}
