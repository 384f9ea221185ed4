package org.plegma.rewrite.parallel.fuzz.program;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Counter;

/**
 * The head of a loop, or of two loops of which one is in the other.
 *
 * @param text up to the brace of the inner body
 * @param counters the loops' variables, with the values that they have at most
 * @param closing what comes after the body
 */
record Header(String text, List<Counter> counters, String closing) {
    private static final Pattern FOR = Pattern.compile("for \\((int|long) (\\S+) = (.*?); (.*?); (.*)\\) \\{");

    Header(String text, List<Counter> counters) {
        this(text, counters, text.indexOf('{') != text.lastIndexOf('{') ? "}\n}\n" : "}\n");
    }

    /** Whether the variable steps at the end of the body, so that no {@code continue} may miss that. */
    boolean isWhile() {
        return text.contains("while (");
    }

    /** The same as a {@code while} loop. @param last a variable that gets the last value; empty if there is none */
    private Header whileLoop(String last) {
        Matcher parts = FOR.matcher(text);
        if (!parts.matches()) {
            return this;
        }
        String i = parts.group(2);
        String head = "{\n" + parts.group(1) + " " + i + " = " + parts.group(3) + ";\nwhile (" + parts.group(4) + ") {";
        String after = last.isEmpty() ? "" : last + " = (int) " + i + ";\n";
        return new Header(head, counters, parts.group(5) + ";\n}\n" + after + "}\n");
    }

    /** Iterations in the larger data sets: more than the lanes of a vector, and no multiple of them. */
    static final int MOST = 21;

    /**
     * @param n the name of a variable that is at most {@link #MOST}
     * @param last that of a variable which may get the loop's last value
     */
    static Header draw(Draw draw, String name, String second, String n, String last) {
        Header drawn = draw.chance(25) ? nest(draw, name, second, n) : single(draw, name, n);
        return draw.chance(20) ? drawn.whileLoop(draw.chance(50) ? last : "") : drawn;
    }

    private static Header nest(Draw draw, String i, String j, String n) {
        String rows = draw.of(n + " / 3", "7", "Math.min(7, " + n + ")", n + " >> 2", "0b111");
        String columns = draw.of("5", "0x5", "4 + 1", "5L - 0", "6 - 1");
        String between = draw.of(" ", " {\n");
        String text = "for (int " + i + " = 0; " + i + " < " + rows + "; " + i + "++)" + between
                + draw.of(
                        "for (int " + j + " = 0; " + j + " < " + columns + "; " + j + "++) {",
                        "for (int " + j + " = 4; " + j + " >= 0; " + j + "--) {",
                        "for (int " + j + " = 0; " + j + " <= 4; ++" + j + ") {");
        return new Header(text, List.of(new Counter(i, "int", 0, 6), new Counter(j, "int", 0, 4)));
    }

    private static Header single(Draw draw, String i, String n) {
        int start = draw.chance(60) ? 0 : draw.between(1, 6);
        String type = draw.chance(92) ? "int" : "long";
        String head = "for (" + type + " " + i + " = ";
        int step = draw.of(1, 1, 1, 2, 3);
        String up = step == 1
                ? draw.of(i + "++", i + "++", "++" + i, i + " += 1", i + " += 4294967297L")
                : draw.of(i + " += " + step, i + " += 0x" + step, i + " += " + step + "L");
        String down = step == 1 ? draw.of(i + "--", "--" + i, i + " -= 1") : i + " -= " + step;
        if (type.equals("long") && up.contains("4294967297L")) {
            up = i + "++";
        }
        int last = MOST - 1;
        return switch (draw.below(16)) {
            case 10 -> far(draw, i, n);
            case 0 -> header(head + n + " - 1; " + i + " >= " + start + "; " + down, i, type, start, last);
            case 1 -> header(head + n + "; " + i + " > " + start + "; " + down, i, type, start, MOST);
            case 2 -> header(head + start + "; " + i + " <= " + n + " - 1; " + up, i, type, start, last);
            case 3 -> header(
                    head + start + "; " + i + " < " + draw.of("21L", "0x15", "21", "025", "2_1") + "; " + up,
                    i,
                    type,
                    start,
                    last);
            case 4 -> header(head + start + "; " + i + " < " + n + " / 2; " + up, i, type, start, 9);
            case 5 -> header(head + start + "; " + i + " < Math.min(" + n + ", 17); " + up, i, type, start, 16);
            case 6 -> header(head + start + "; " + i + " < (" + n + " << 1) - " + n + "; " + up, i, type, start, last);
            case 7 -> header(
                    head + "-" + start + " + " + start + "; " + i + " < " + n + " + 0xFFFFFFFF; " + up,
                    i,
                    type,
                    0,
                    last);
            case 8 -> header(head + start + "; " + n + " > " + i + "; " + up, i, type, start, last);
            case 9 -> draw.chance(30)
                    ? header(
                            head + start + "; " + i + " < " + draw.of("20.5", "20.5f", "'\\u0015'") + "; " + up,
                            i,
                            type,
                            start,
                            20)
                    : header(head + start + "; " + i + " < " + n + "; " + up, i, type, start, last);
            default -> header(head + start + "; " + i + " < " + n + "; " + up, i, type, start, last);
        };
    }

    /** Where one more would overflow. */
    private static Header far(Draw draw, String i, String n) {
        String from = "for (int " + i + " = ";
        return draw.chance(50)
                ? header(
                        from + "Integer.MAX_VALUE - " + n + "; " + i + " < Integer.MAX_VALUE; " + i + "++",
                        i,
                        "int",
                        Integer.MAX_VALUE - MOST,
                        Integer.MAX_VALUE - 1)
                : header(
                        from + "Integer.MIN_VALUE + " + n + "; " + i + " > Integer.MIN_VALUE; " + i + "--",
                        i,
                        "int",
                        Integer.MIN_VALUE + 1,
                        Integer.MIN_VALUE + MOST);
    }

    private static Header header(String text, String i, String type, int low, int high) {
        return new Header(text + ") {", List.of(new Counter(i, type, Math.min(low, high), high)));
    }
}
