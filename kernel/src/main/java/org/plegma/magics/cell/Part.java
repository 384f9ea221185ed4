package org.plegma.magics.cell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a cell: Java source, a line magic, or a cell magic with its body. Offsets are into the cell, lines count
 * from 1.
 *
 * @param kind what it is
 * @param cell the whole cell
 * @param start where it starts; for a magic, at its first {@code %}
 * @param end where it ends (exclusive)
 * @param line the line that it starts on
 * @param name the magic's name without {@code %}; empty for Java and for a {@code %} that stands alone
 * @param argumentsStart where the text after the name starts
 * @param argumentsEnd where that text ends, at the line's end
 * @param bodyStart where the body of a cell magic starts; {@code end} if there is none
 * @param fault why the magic may not stand here; null if it may
 */
public record Part(
        Kind kind,
        String cell,
        int start,
        int end,
        int line,
        String name,
        int argumentsStart,
        int argumentsEnd,
        int bodyStart,
        @Nullable String fault) {

    public enum Kind {
        JAVA,
        LINE,
        CELL
    }

    static Part java(String cell, int start, int end, int line) {
        return new Part(Kind.JAVA, cell, start, end, line, "", end, end, end, null);
    }

    public boolean isMagic() {
        return kind != Kind.JAVA;
    }

    /** The text of the whole part. */
    public String text() {
        return cell.substring(start, end);
    }

    /** The text after the magic's name, up to the end of its line. */
    public String arguments() {
        return cell.substring(argumentsStart, argumentsEnd);
    }

    /** The body of a cell magic. */
    public String body() {
        return cell.substring(bodyStart, end);
    }

    /** The line of the cell on which the body starts. */
    public int bodyLine() {
        return line + 1;
    }

    /** The column (from 1) of an offset within the part's first line. */
    public int column(int offset) {
        return offset - cell.lastIndexOf('\n', start - 1);
    }

    /** The name as the user writes it, with its one or two percent signs. */
    public String signedName() {
        return isCommand() ? "!" : (kind == Kind.CELL ? "%%" : "%") + name;
    }

    /** Whether it is a command of the shell, written with an exclamation mark. */
    public boolean isCommand() {
        return kind == Kind.LINE && cell.charAt(start) == '!';
    }

    /** Whether it is called only to be explained: {@code %name?} or {@code %name --help}. */
    public boolean asksForHelp() {
        String arguments = arguments().strip();
        return !isCommand() && (arguments.equals("?") || arguments.equals("--help"));
    }

    /** The arguments, taken apart. */
    public List<Arguments.Token> tokens() {
        return Arguments.split(arguments());
    }
}
