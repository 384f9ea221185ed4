package org.plegma.expr.tree;

import java.util.ArrayList;
import java.util.List;

/** Breaks a long sum into lines: not every page breaks formulas itself. */
final class LatexLines {
    /** About the letters that the width of a notebook's output holds. */
    static final double MOST = 62;

    private static final double SMALL = 0.6;

    private LatexLines() {}

    /** Terms with their signs, put together to lines. */
    static List<String> of(List<String> terms) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String term : terms) {
            if (!line.isEmpty() && width(line.toString()) + width(term) > MOST) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(term);
        }
        lines.add(line.toString());
        return lines;
    }

    /** The width of what LaTeX makes of a text, in letters, roughly: commands are one wide, scripts small. */
    static double width(String latex) {
        double width = 0;
        double scale = 1;
        List<Double> outer = new ArrayList<>();
        for (int i = 0; i < latex.length(); i++) {
            char c = latex.charAt(i);
            if (c == '\\') {
                int end = i + 1;
                while (end < latex.length() && Character.isLetter(latex.charAt(end))) {
                    end++;
                }
                String command = latex.substring(i + 1, end);
                boolean invisible = command.matches("|left|right|frac|mathrm|text|operatorname|begin|end|quad");
                width += invisible ? 0 : scale;
                i = Math.max(end - 1, i + (command.isEmpty() ? 1 : 0));
            } else if (c == '{') {
                outer.add(scale);
                boolean script = i > 0 && (latex.charAt(i - 1) == '_' || latex.charAt(i - 1) == '^');
                scale *= script ? SMALL : 1;
            } else if (c == '}') {
                scale = outer.remove(outer.size() - 1);
            } else if (" _^&".indexOf(c) < 0) {
                width += scale;
            }
        }
        return width;
    }
}
