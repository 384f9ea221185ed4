package org.plegma.magics.cell;

/**
 * Follows Java source line by line, just closely enough to know where a statement could begin: it skips comments,
 * strings and text blocks, counts brackets, and remembers the last token.
 *
 * <p>Wrong Java does not stop it: a string that is not closed ends with its line.
 */
public final class JavaScanner {

    /** What the source so far ends with, comments and blanks aside. */
    public enum End {
        /** Nothing yet, or a semicolon or brace: a statement may begin. */
        STATEMENT,
        /** A name, a literal or a closing bracket: an operator may follow, or in JShell the next snippet. */
        OPERAND,
        /** An operator, a comma, a keyword that wants more: the statement goes on. */
        OPEN
    }

    private static final String TEXT_BLOCK = "\"\"\"";

    private End end = End.STATEMENT;
    private int braces;
    private int brackets;
    private boolean inComment;
    private boolean inTextBlock;
    private boolean lineEndsInText;

    /** What the lines so far end with. */
    public End end() {
        return end;
    }

    /** Whether the next line starts inside a block comment or a text block. */
    public boolean insideText() {
        return inComment || inTextBlock;
    }

    /** Whether the lines so far end inside a comment or a string, were it one that its line ends. */
    public boolean endsInText() {
        return insideText() || lineEndsInText;
    }

    /** Whether the next line starts inside a block or a class body. */
    public boolean insideBraces() {
        return braces > 0;
    }

    /** Whether the next line starts inside round or square brackets. */
    boolean insideBrackets() {
        return brackets > 0;
    }

    /** Declares what came so far finished, as after a magic's line. */
    void statementEnds() {
        end = End.STATEMENT;
    }

    /** Reads one line, without its line end. */
    public void line(String line) {
        lineEndsInText = false;
        int i = 0;
        while (i < line.length()) {
            i = inComment ? comment(line, i) : inTextBlock ? textBlock(line, i) : token(line, i);
        }
    }

    private int comment(String line, int from) {
        int close = line.indexOf("*/", from);
        inComment = close < 0;
        return close < 0 ? line.length() : close + 2;
    }

    private int textBlock(String line, int from) {
        for (int i = from; i < line.length(); i++) {
            if (line.charAt(i) == '\\') {
                i++;
            } else if (line.startsWith(TEXT_BLOCK, i)) {
                inTextBlock = false;
                end = End.OPERAND;
                return i + TEXT_BLOCK.length();
            }
        }
        return line.length();
    }

    /** Reads the token at {@code i}; returns where the next one starts. */
    private int token(String line, int i) {
        char c = line.charAt(i);
        if (Character.isWhitespace(c)) {
            return i + 1;
        }
        if (line.startsWith("//", i)) {
            lineEndsInText = true;
            return line.length();
        }
        if (line.startsWith("/*", i)) {
            inComment = true;
            return i + 2;
        }
        if (line.startsWith(TEXT_BLOCK, i)) {
            inTextBlock = true;
            return i + TEXT_BLOCK.length();
        }
        if (c == '"' || c == '\'') {
            end = End.OPERAND;
            return quoted(line, i);
        }
        if (Character.isJavaIdentifierPart(c)) {
            return word(line, i);
        }
        if (line.startsWith("++", i) || line.startsWith("--", i)) {
            return i + 2; // before or after its operand, it leaves the end as it is
        }
        bracketOrOperator(c);
        return i + 1;
    }

    private int quoted(String line, int open) {
        for (int i = open + 1; i < line.length(); i++) {
            if (line.charAt(i) == '\\') {
                i++;
            } else if (line.charAt(i) == line.charAt(open)) {
                return i + 1;
            }
        }
        lineEndsInText = true;
        return line.length();
    }

    private int word(String line, int start) {
        int i = start;
        while (i < line.length() && Character.isJavaIdentifierPart(line.charAt(i))) {
            i++;
        }
        end = switch (line.substring(start, i)) {
            case "return",
                    "throw",
                    "new",
                    "else",
                    "do",
                    "case",
                    "instanceof",
                    "assert",
                    "yield",
                    "extends",
                    "throws" -> End.OPEN;
            default -> End.OPERAND;
        };
        return i;
    }

    private void bracketOrOperator(char c) {
        switch (c) {
            case '{' -> braces++;
            case '}' -> braces = Math.max(0, braces - 1);
            case '(', '[' -> brackets++;
            case ')', ']' -> brackets = Math.max(0, brackets - 1);
            default -> {}
        }
        end = switch (c) {
            case ';', '{', '}' -> End.STATEMENT;
            case ')', ']' -> End.OPERAND;
            default -> End.OPEN;
        };
    }
}
