package org.plegma.magics.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the magics of a cell; what lies between them is Java. */
public final class CellParser {
    private final String cell;
    private final Predicate<String> known;
    private final Predicate<String> variable;
    private final JavaScanner scanner = new JavaScanner();
    private final List<Part> parts = new ArrayList<>();

    private CellParser(String cell, Predicate<String> known, Predicate<String> variable) {
        this.cell = cell;
        this.known = known;
        this.variable = variable;
    }

    /**
     * The parts of a cell, in order and without gaps apart from the ends of the magics' lines.
     *
     * @param known whether a line magic of a name exists; decides only where the line could be Java as well
     * @param variable whether a name is a variable's; decides whether {@code !name} is Java's negation or a command
     */
    public static List<Part> parse(String cell, Predicate<String> known, Predicate<String> variable) {
        return new CellParser(cell, known, variable).parts();
    }

    private List<Part> parts() {
        int start = 0;
        int line = 1;
        while (start < cell.length() && isPreamble(cell.substring(start, endOfLine(start)))) {
            start = nextLine(start);
            line++;
        }
        int sign = skipBlanks(start);
        if (cell.startsWith("%%", sign)) {
            parts.add(magic(Part.Kind.CELL, sign, line, null));
            return parts;
        }
        splitJava();
        return parts;
    }

    /** Blank lines and {@code //|} lines, in which tools like Quarto keep a cell's options. */
    public static boolean isPreamble(String line) {
        String text = line.strip();
        return text.isEmpty() || text.startsWith("//|");
    }

    private void splitJava() {
        int javaStart = 0;
        int javaLine = 1;
        int line = 1;
        for (int start = 0; start < cell.length(); start = nextLine(start), line++) {
            int end = endOfLine(start);
            int sign = skipBlanks(start);
            boolean command = isCommand(sign, end);
            if (command || isMagic(sign, end)) {
                addJava(javaStart, start, javaLine);
                parts.add(command ? command(sign, line) : magic(Part.Kind.LINE, sign, line, fault(sign)));
                scanner.statementEnds();
                javaStart = nextLine(start);
                javaLine = line + 1;
            } else {
                scanner.line(cell.substring(start, end));
            }
        }
        addJava(javaStart, cell.length(), javaLine);
    }

    private void addJava(int start, int end, int line) {
        if (start < end) {
            parts.add(Part.java(cell, start, end, line));
        }
    }

    private boolean isCommand(int sign, int end) {
        return sign < end
                && cell.charAt(sign) == '!'
                && !scanner.insideText()
                && !scanner.insideBrackets()
                && !scanner.insideBraces()
                && scanner.end() != JavaScanner.End.OPEN
                && ShellLine.isCommand(cell.substring(sign + 1, end), cell.substring(0, sign), variable);
    }

    private Part command(int sign, int line) {
        int end = endOfLine(sign);
        return new Part(Part.Kind.LINE, cell, sign, end, line, ShellLine.MAGIC, sign + 1, end, end, null);
    }

    private boolean isMagic(int sign, int end) {
        if (sign >= end || cell.charAt(sign) != '%' || scanner.insideText() || scanner.insideBrackets()) {
            return false;
        }
        int nameStart = cell.startsWith("%%", sign) ? sign + 2 : sign + 1;
        int nameEnd = endOfName(nameStart);
        String name = cell.substring(nameStart, nameEnd);
        boolean alone = name.isEmpty() && nameStart == end;
        if (name.isEmpty() && !alone) {
            return false; // "% b": a remainder
        }
        return switch (scanner.end()) {
            case STATEMENT -> !scanner.insideBraces() || known.test(name);
            case OPERAND -> !scanner.insideBraces() && known.test(name) && !isRemainder(nameEnd, end);
            case OPEN -> false;
        };
    }

    /**
     * After an operand without a semicolon, {@code %name} may be a remainder that goes on from the line above. It is not
     * if two operands would stand side by side, or if the line ends and the next one does not go on with an operator.
     */
    private boolean isRemainder(int nameEnd, int end) {
        int next = skipBlanks(nameEnd);
        if (next >= end) {
            int following = end;
            while (following < cell.length() && Character.isWhitespace(cell.charAt(following))) {
                following++;
            }
            return following < cell.length() && ";)].,+-*/&|^?:=<>![(".indexOf(cell.charAt(following)) >= 0;
        }
        char c = cell.charAt(next);
        return !(next > nameEnd && (Character.isJavaIdentifierPart(c) || c == '"' || c == '\'')
                || cell.startsWith("--", next));
    }

    private @Nullable String fault(int sign) {
        if (cell.startsWith("%%", sign)) {
            return "A cell magic has to be the first line of its cell. Move it to the top, or into a cell of its own.";
        }
        return scanner.insideBraces()
                ? "A magic cannot stand inside a block { }, it is not Java. Move it out of the block."
                : null;
    }

    private Part magic(Part.Kind kind, int sign, int line, @Nullable String fault) {
        int nameStart = cell.startsWith("%%", sign) ? sign + 2 : sign + 1;
        int nameEnd = endOfName(nameStart);
        int lineEnd = endOfLine(sign);
        int end = kind == Part.Kind.CELL ? cell.length() : lineEnd;
        int bodyStart = kind == Part.Kind.CELL ? Math.min(nextLine(sign), cell.length()) : end;
        String name = cell.substring(nameStart, nameEnd);
        return new Part(kind, cell, sign, end, line, name, nameEnd, lineEnd, bodyStart, fault);
    }

    private int endOfName(int start) {
        int i = start;
        while (i < cell.length() && Character.isJavaIdentifierPart(cell.charAt(i)) && cell.charAt(i) != '$') {
            i++;
        }
        return i;
    }

    private int skipBlanks(int start) {
        int i = start;
        while (i < cell.length() && (cell.charAt(i) == ' ' || cell.charAt(i) == '\t')) {
            i++;
        }
        return i;
    }

    /** The end of the line's text, before a line feed or carriage return. */
    private int endOfLine(int start) {
        int end = cell.indexOf('\n', start);
        end = end < 0 ? cell.length() : end;
        return end > start && cell.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    private int nextLine(int start) {
        int end = cell.indexOf('\n', start);
        return end < 0 ? cell.length() : end + 1;
    }
}
