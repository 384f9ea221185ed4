package org.plegma.kernel.cures;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Java has for Python that was typed by habit. Asked only about lines that the compiler has refused. */
public final class PythonHabits {
    /** Escapes count, so that a quote after a backslash ends nothing. */
    private static final Pattern LITERAL = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'");

    /** Nobody types more by habit, and matching a constant of 70,000 characters would overflow the stack. */
    private static final int LONGEST = 500;

    private record Habit(Pattern pattern, String cure) {}

    /** Of what is outside of string literals; the first that fits counts. */
    private static final List<Habit> HABITS = List.of(
            habit(
                    "^\\s*#(?:(?:define|undef|ifdef|ifndef|pragma)\\s+\\w|include\\s*[<\"])",
                    "Java has no preprocessor, OpenCL has: %%opencl as the first line of the cell."),
            habit("^\\s*#", "A comment begins with //."),
            habit("=\\s*%\\w", "What a magic shows is not assigned; some have --into NAME, as their %help tells."),
            habit(
                    "=\\s*!\\w+\\s+[\\w/.~-]",
                    "A command stands in a line of its own, as !ls. Java reads folders by Files.list(Path.of(…)), files by Files.readString."),
            habit("^\\s*def\\s+(\\w+)\\s*\\(", "A method has types and braces: double $1(double x) { return x; }"),
            habit(
                    "^\\s*for\\s+(\\w+)\\s+in\\s+range\\s*\\(\\s*(\\w+)\\s*\\)",
                    "A loop over numbers is for (int $1 = 0; $1 < $2; $1++) { … }"),
            habit(
                    "^\\s*for\\s+(\\w+)\\s+in\\s+range\\s*\\(\\s*(\\w+)\\s*,\\s*(\\w+)",
                    "A loop over numbers is for (int $1 = $2; $1 < $3; $1++) { … }"),
            habit("^\\s*for\\s+(\\w+)\\s+in\\s+(\\w+)", "A loop over values is for (var $1 : $2) { … }"),
            habit("^\\s*import\\s+numpy\\b", "Java has no numpy: Plegma's Grid holds arrays of any rank, see ?Grid."),
            habit("^\\s*import\\s+[\\w.]+\\s+as\\b", "Java renames no imports: import a.package.Name;"),
            habit("^\\s*from\\s+[\\w.]+\\s+import\\b", "An import names its class whole: import a.package.Name;"),
            habit("^\\s*class\\s+(\\w+)[^{]*:\\s*$", "A class has its members in braces: class $1 { … }"),
            habit("^\\s*with\\s+.*:", "What has to be closed is opened by try (var f = …) { … }"),
            habit("^\\s*except\\b", "An exception is caught by try { … } catch (Exception e) { … }"),
            habit("\\belif\\b", "Java's elif is else if: if (a) { … } else if (b) { … }"),
            habit(
                    "\\blambda\\s+(\\w+)\\s*:",
                    "A lambda is written $1 -> …, where a type such as DoubleUnaryOperator is known."),
            habit("^\\s*(if|while)\\s+[^(].*:", "A condition is in parentheses and its block in braces: $1 (…) { … }"),
            habit("^\\s*(?:else|try|finally)\\s*:\\s*$", "A block is in braces, without a colon: { … }"),
            habit("^\\s*print\\b", "Print by System.out.println(x); the last expression of a cell is shown by itself."),
            habit("\\bf\"", "Java puts no values into strings: write \"x = \" + x, or String.format(\"x = %.3f\", x)."),
            habit(
                    "\\blen\\s*\\(\\s*(\\w+)\\s*\\)",
                    "The length is $1.length of an array, $1.length() of a string, $1.size() of a list."),
            habit(
                    "^\\s*(?:pass|del\\s+\\w+)\\s*$",
                    "Java has no such statement: { } does nothing, and %reset forgets variables."),
            habit("(\\w+)\\s*\\*\\*\\s*(\\w+)", "A power is Math.pow($1, $2)."),
            habit(
                    "\\[.*\\bfor\\s+\\w+\\s+in\\b.*]",
                    "A list of computed values is IntStream.range(0, n).mapToObj(i -> …).toList()."),
            habit("(?:^|[=(,]|return)\\s*\\[", "A list is List.of(1, 2, 3), an array new double[] {1, 2, 3}."),
            habit("\\{\\s*\"\"\\s*:", "A map is Map.of(\"a\", 1, \"b\", 2)."),
            habit(
                    "\\w\\[[^]?]*:[^]]*]",
                    "A part is Arrays.copyOfRange(a, from, to), list.subList(from, to) or text.substring(from, to)."),
            habit("^\\s*(\\w+)\\s*,\\s*(\\w+)\\s*=", "Each variable is assigned by itself: $1 = …; $2 = …;"),
            habit(
                    "\\b(?:int|float)\\s*\\(",
                    "Integer.parseInt and Double.parseDouble read numbers; (int) x cuts off the fraction."),
            habit("\\bis\\s+not\\b", "Java compares by != and !a.equals(b)."),
            habit("\\w\\s+is\\s+\\w", "Java compares by == and a.equals(b)."),
            habit("\\bTrue\\b", "Java writes true."),
            habit("\\bFalse\\b", "Java writes false."),
            habit("\\bNone\\b", "Java writes null."),
            habit("\\band\\b", "Java's and is &&."),
            habit("\\bor\\b", "Java's or is ||."),
            habit("\\bnot\\b", "Java's not is !."),
            habit("#", "A comment begins with //."));

    private static final Pattern ONE_LINE_BLOCK = Pattern.compile("\"\"\"[^\"\\n]+");
    private static final Pattern ASSIGNED = Pattern.compile("^\\s*(\\w+)\\s*=(?!=).*");

    private PythonHabits() {}

    private static Habit habit(String pattern, String cure) {
        return new Habit(Pattern.compile(pattern), cure);
    }

    /** The Java for what looks like Python in a line that does not compile; empty if nothing does. */
    public static Optional<String> cure(String line) {
        if (line.length() > LONGEST) {
            return Optional.empty();
        }
        if (ONE_LINE_BLOCK.matcher(line).find()) {
            return Optional.of("A text block goes on in the line after its \"\"\"; for one line, write \"…\".");
        }
        String code = LITERAL.matcher(line).replaceAll("\"\"");
        for (Habit habit : HABITS) {
            Matcher found = habit.pattern.matcher(code);
            if (found.find()) {
                return Optional.of(replaced(habit.cure, found));
            }
        }
        return Optional.empty();
    }

    /** How a name is declared whose first assignment the compiler has refused; empty if the line does not assign it. */
    public static Optional<String> declaration(String line, String unknown) {
        Matcher assigned = ASSIGNED.matcher(line);
        return assigned.matches() && assigned.group(1).equals(unknown)
                ? Optional.of("Declare it: var " + unknown + " = …;")
                : Optional.empty();
    }

    private static String replaced(String cure, Matcher found) {
        String text = cure;
        for (int group = 1; group <= found.groupCount(); group++) {
            text = text.replace("$" + group, found.group(group));
        }
        return text;
    }
}
