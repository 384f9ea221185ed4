package org.plegma.magics;

import org.jspecify.annotations.Nullable;

/**
 * A magic was used wrongly, or could not do what was asked, and says so in words for the notebook's reader.
 *
 * <p>The message holds one sentence of cause and one of cure; no stack trace is shown with it.
 */
public class MagicException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final @Nullable String coloured;

    /** A fault of the magic as a whole. */
    public MagicException(@Nullable String message) {
        this(message, 0, 0, null);
    }

    /** A fault with an underlying cause, which is shown only on demand. */
    public MagicException(@Nullable String message, @Nullable Throwable cause) {
        this(message, 0, 0, cause);
    }

    /**
     * A fault at a place of the cell.
     *
     * @param line line of the cell from 1, or 0 if there is no particular place
     * @param column column from 1, or 0 for the whole line
     */
    public MagicException(@Nullable String message, int line, int column, @Nullable Throwable cause) {
        this(message, message, line, column, cause);
    }

    private MagicException(
            @Nullable String message, @Nullable String coloured, int line, int column, @Nullable Throwable cause) {
        super(message, cause);
        this.coloured = coloured;
        this.line = line;
        this.column = column;
    }

    /** A fault whose message shows itself where in the cell it is. */
    public static MagicException showingPlace(@Nullable String message, Throwable cause) {
        return showingPlace(message, message, cause);
    }

    /**
     * A fault whose message shows itself where in the cell it is.
     *
     * @param coloured the message with ANSI colours
     */
    public static MagicException showingPlace(@Nullable String message, @Nullable String coloured, Throwable cause) {
        return new MagicException(message, coloured, -1, 0, cause);
    }

    /** The message, with ANSI colours where it shows source. */
    public @Nullable String coloured() {
        return coloured;
    }

    /** Line of the cell from 1; 0 if no place was given, less if the message shows it. */
    public int line() {
        return line;
    }

    /** Column from 1; 0 if the whole line is meant. */
    public int column() {
        return column;
    }
}
