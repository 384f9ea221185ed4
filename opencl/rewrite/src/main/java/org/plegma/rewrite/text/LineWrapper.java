package org.plegma.rewrite.text;

/** Breaks long lines where it tears the least apart: at the outermost mark, of those at the last that fits. */
public final class LineWrapper {
    /** Stands before a place where a line may be broken; the next character is the depth of the place. */
    public static final char MARK = '\u0001';

    private static final int WIDTH = 120;
    private static final String INDENT = "    ";

    private LineWrapper() {}

    public static String plain(String marked) {
        StringBuilder text = new StringBuilder(marked.length());
        for (int i = 0; i < marked.length(); i++) {
            if (marked.charAt(i) == MARK) {
                i++;
            } else {
                text.append(marked.charAt(i));
            }
        }
        return text.toString();
    }

    /** The lines of a text, indented; those after the first by two levels more. */
    public static String wrap(String marked, int indent) {
        StringBuilder out = new StringBuilder();
        String rest = marked;
        int level = indent;
        while (true) {
            int at = level * INDENT.length() + plain(rest).length() <= WIDTH ? -1 : breakAt(rest, WIDTH - level * 4);
            if (at < 0) {
                return out.append(INDENT.repeat(level)).append(plain(rest)).toString();
            }
            out.append(INDENT.repeat(level))
                    .append(plain(rest.substring(0, at)))
                    .append('\n');
            rest = rest.substring(at + 2).stripLeading();
            level = indent + 2;
        }
    }

    private static int breakAt(String marked, int width) {
        int best = -1;
        int bestDepth = Integer.MAX_VALUE;
        int column = 0;
        for (int i = 0; i < marked.length() && (column <= width || best < 0); i++) {
            if (marked.charAt(i) == MARK) {
                int depth = marked.charAt(++i);
                if (depth <= bestDepth) {
                    best = i - 1;
                    bestDepth = depth;
                }
            } else {
                column++;
            }
        }
        return best;
    }
}
