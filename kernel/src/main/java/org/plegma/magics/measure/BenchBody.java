package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.measure.Buffers;

/**
 * The body of a {@code %%bench} cell: {@code setup:} lines, then cases, one a line, as {@code label: code}, as
 * {@code label -> result: code} with the array that the code fills, or as code alone. Code goes on in the next line while a
 * bracket is open, or if that begins with a dot. Each case becomes Java source that keeps the cell's lines and columns, so that
 * compile errors point into the cell.
 */
final class BenchBody {

    private static final Pattern LABELLED =
            Pattern.compile("(?s)^(\\s*([\\p{L}_][\\p{L}\\p{N}_ .()×-]*?)\\s*(?:->\\s*([^:>]+?)\\s*)?:(?!:)\\s*)(.*)$");
    private static final Pattern LINE = Pattern.compile("[^\\n]+");
    private static final Pattern NO_CODE = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'|//.*");
    private static final String SETUP = "setup";

    private final List<String> setup = new ArrayList<>();
    private final List<Line> cases = new ArrayList<>();

    /**
     * A case.
     *
     * @param label its name
     * @param result Java for the array that it fills; null if none is named
     * @param code its code, with blanks before it up to its column
     * @param index its first line in the body, from 0
     */
    record Line(String label, @Nullable String result, String code, int index) {}

    private BenchBody() {}

    /** @throws MagicException if there is no case, a label comes twice, or set-up follows a case */
    static BenchBody parse(MagicCall call) {
        BenchBody body = new BenchBody();
        String[] lines = call.body().split("\\R", -1);
        for (int i = 0; i < lines.length; i = body.setup.size()) {
            StringBuilder whole = new StringBuilder(lines[i]);
            for (int next = i + 1; next < lines.length && goesOn(whole.toString(), lines[next]); next++) {
                whole.append('\n').append(lines[next]);
            }
            body.add(call, whole.toString(), i);
        }
        if (body.cases.isEmpty()) {
            throw call.error(
                    "There is nothing to measure. Write one expression a line below %%bench, with a label if you"
                            + " like: java: sum(x)");
        }
        return body;
    }

    /** Whether code goes on in the next line. */
    private static boolean goesOn(String code, String next) {
        if (code.isBlank()
                || code.strip().startsWith("//")
                || LABELLED.matcher(next).matches()) {
            return false;
        }
        return open(code) > 0 || next.strip().startsWith(".");
    }

    /** Brackets that are open at the end of some code. */
    private static int open(String code) {
        int open = 0;
        for (char c : NO_CODE.matcher(code).replaceAll("").toCharArray()) {
            open += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
        }
        return open;
    }

    private void add(MagicCall call, String line, int index) {
        Matcher labelled = LABELLED.matcher(line);
        boolean hasLabel = labelled.matches();
        String label = hasLabel ? labelled.group(2) : line.strip().replaceAll("\\s*\\n\\s*", " ");
        String code = hasLabel ? " ".repeat(labelled.group(1).length()) + labelled.group(4) : line;
        if (line.isBlank() || line.strip().startsWith("//")) {
            setup.add("");
        } else if (label.equals(SETUP)) {
            if (!cases.isEmpty()) {
                throw at(call, index, "Set-up comes before the first case.");
            }
            boolean ended =
                    code.stripTrailing().endsWith(";") || code.stripTrailing().endsWith("{");
            setup.addAll(List.of((ended ? code : code + ";").split("\n", -1)));
        } else {
            if (cases.stream().anyMatch(c -> c.label().equals(label))) {
                throw at(call, index, "Two cases have the label '" + label + "'.");
            }
            String bare = code.stripTrailing();
            while (bare.endsWith(";")) {
                bare = bare.substring(0, bare.length() - 1).stripTrailing();
            }
            if (bare.isBlank()) {
                throw at(call, index, "There is no code after '" + label + ":'. Write it on the same line.");
            }
            if (open(bare) > 0) {
                throw at(call, index, "A bracket of the case '" + label + "' is still open. Close it.");
            }
            cases.add(new Line(label, hasLabel ? labelled.group(3) : null, bare, index));
            setup.addAll(Collections.nCopies(line.split("\n", -1).length, ""));
        }
    }

    /** A body as Java statements of the same length, for completion: labels are blank, and a line ends with a semicolon. */
    static String java(String body) {
        StringBuilder java = new StringBuilder(body);
        Matcher line = LINE.matcher(body);
        String code = "";
        while (line.find()) {
            Matcher labelled = LABELLED.matcher(line.group());
            int end = body.indexOf('\n', line.end() + 1);
            String next =
                    line.end() < body.length() ? body.substring(line.end() + 1, end < 0 ? body.length() : end) : "";
            code += line.group();
            boolean more = goesOn(code, next);
            code = more ? code + "\n" : "";
            boolean ends = !more && !line.group().contains("//");
            if (labelled.matches()) {
                java.replace(
                        line.start(),
                        line.start() + labelled.end(1),
                        " ".repeat(labelled.group(1).length()));
            }
            if (ends && !line.group().isBlank() && line.end() < body.length()) {
                java.setCharAt(line.end(), ';');
            }
        }
        return java.toString();
    }

    List<Line> cases() {
        return cases;
    }

    /**
     * Java that makes a case ready for a size; its first line stands for the one before the body.
     *
     * @param sweeps the names of the sizes
     * @param hasValue whether the code is an expression with a value, rather than a statement
     * @param result Java for the array that the case fills; null if there is none
     */
    String source(Line line, SizeSweeps sweeps, boolean hasValue, @Nullable String result) {
        StringBuilder source = new StringBuilder(BenchCode.class.getName() + ".of((int[] " + SizeSweeps.ARRAY + ", "
                + Buffers.class.getName() + " buffers) -> { " + sweeps.declarations());
        for (int i = 0; i < line.index(); i++) {
            source.append('\n').append(setup.get(i));
        }
        source.append(" return new ")
                .append(BenchCode.class.getName())
                .append(".Ready(() -> ")
                .append(
                        hasValue
                                ? ""
                                : "{ if (true) {") // what follows a throw is not reached, but after an if it may be
                // there
                .append('\n')
                .append(line.code())
                .append('\n')
                .append(hasValue ? "" : "; } return null; }")
                .append(", ")
                .append(result == null ? "null" : "() -> " + result)
                .append("); })");
        return source.toString();
    }

    private static MagicException at(MagicCall call, int index, String message) {
        return new MagicException(message, call.bodyLine() + index, 1, null);
    }
}
