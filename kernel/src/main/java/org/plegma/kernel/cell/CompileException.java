package org.plegma.kernel.cell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A cell, or a part of one, that does not compile. */
public final class CompileException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    CompileException(List<Problem> problems) {
        super(problems.get(0).summary() + more(problems.size() - 1));
        this.problems = withEachCureOnce(problems);
    }

    /** Several messages often have one cause, and so one cure. */
    private static List<Problem> withEachCureOnce(List<Problem> problems) {
        Set<String> told = new HashSet<>();
        return problems.stream()
                .map(problem -> told.add(problem.cure()) ? problem : problem.withCure(""))
                .toList();
    }

    private static String more(int others) {
        return others == 0 ? "" : others == 1 ? " (and 1 more error)" : " (and " + others + " more errors)";
    }

    public List<Problem> problems() {
        return problems;
    }

    /** The same with another cure for its first problem. */
    CompileException withCure(String cure) {
        List<Problem> cured = new ArrayList<>(problems);
        cured.set(0, problems.get(0).withCure(cure));
        return new CompileException(cured);
    }

    /**
     * One message of the compiler.
     *
     * @param line line of the cell, from 1
     * @param column column of that line, from 1
     * @param length how many characters of the line are meant, at least 1
     * @param text the line
     * @param code the compiler's name of the message
     * @param message what is wrong
     * @param cure what to do about it; empty if unknown
     */
    public record Problem(int line, int column, int length, String text, String code, String message, String cure) {
        /** Part of the compiler's codes for names that are not declared. */
        static final String UNRESOLVED = "cant.resolve";

        /** Whether something is not declared, which a later declaration may change. */
        boolean isUnresolved() {
            return code.contains(UNRESOLVED) || code.contains("doesnt.exist");
        }

        Problem withCure(String other) {
            return new Problem(line, column, length, text, code, message, other);
        }

        String summary() {
            return "line " + line + ": " + message;
        }
    }
}
