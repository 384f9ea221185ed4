package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of generated Java: strings and smaller pieces.
 *
 * @param type of an expression; {@link #STATEMENT}; empty for what stands for nothing alone
 * @param level how tightly an expression binds, as Java's operators do: {@link #PRIMARY} the most
 */
public record Piece(String type, int level, List<Object> parts) {
    public static final String STATEMENT = "statement";
    public static final int PRIMARY = 16;
    static final int UNARY = 14;
    static final int CONDITIONAL = 2;

    public static Piece of(String type, int level, Object... parts) {
        return new Piece(type, level, List.of(parts));
    }

    public static Piece statement(Object... parts) {
        return of(STATEMENT, 0, parts);
    }

    /** Statements one after the other. */
    public static Piece lines(List<Piece> statements) {
        List<Object> parts = new ArrayList<>();
        for (Piece statement : statements) {
            parts.add(statement);
            parts.add("\n");
        }
        return new Piece("", 0, parts);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        for (Object part : parts) {
            if (part instanceof Piece piece) {
                piece.write(text);
            } else {
                text.append(part);
            }
        }
    }

    public Piece with(int index, Object part) {
        List<Object> changed = new ArrayList<>(parts);
        changed.set(index, part);
        return new Piece(type, level, changed);
    }
}
