package org.plegma.magics.cell;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells a line {@code !command}, which the shell runs, from a Java expression that begins with a negation. */
final class ShellLine {
    /** The magic that runs such a line. */
    static final String MAGIC = "system";

    private static final Set<String> CONSTANTS = Set.of("true", "false");

    /** A name, or names joined by dots, and the operator of Java that follows; "" at the end. */
    private static final Pattern EXPRESSION =
            Pattern.compile("([\\p{L}_$][\\w$]*)(?:\\.[\\p{L}_$][\\w$]*)*\\s*(\\(|\\[|&&|\\|\\||==|!=|\\?|;|$).*");

    private ShellLine() {}

    /**
     * Whether the shell is meant.
     *
     * @param text what follows the exclamation mark on its line
     * @param before the cell before the mark, which may declare what is negated
     * @param variable whether a name is a variable of the notebook
     */
    static boolean isCommand(String text, String before, Predicate<String> variable) {
        String rest = text.strip();
        if (rest.isEmpty() || "(!=".indexOf(rest.charAt(0)) >= 0) {
            return false;
        }
        Matcher expression = EXPRESSION.matcher(rest);
        if (!expression.matches()) {
            return true;
        }
        String name = expression.group(1);
        return !expression.group(2).equals("(")
                && !CONSTANTS.contains(name)
                && !variable.test(name)
                && !isDeclared(name, before);
    }

    private static boolean isDeclared(String name, String source) {
        return Pattern.compile(
                        "\\b(?:boolean|Boolean|var|[\\w$]+\\[])\\s+(?:[\\w$,\\s]*,\\s*)?" + Pattern.quote(name) + "\\b")
                .matcher(source)
                .find();
    }
}
