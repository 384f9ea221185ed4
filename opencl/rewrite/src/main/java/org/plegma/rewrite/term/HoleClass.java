package org.plegma.rewrite.term;

import java.util.Optional;

/** The classes of variables in rules: {@code $n:Literal} takes numbers only, {@code $x:float} what has that type. */
public enum HoleClass {
    /** Any expression. */
    EXPRESSION("Expression", Sort.EXPRESSION),
    /** A number, character or string. */
    LITERAL("Literal", Sort.EXPRESSION),
    /** A name. */
    NAME("Name", Sort.NAME),
    /** Any statement. */
    STATEMENT("Statement", Sort.STATEMENT),
    /** A type with its qualifiers. */
    TYPE("Type", Sort.TYPE),
    /** A function. */
    FUNCTION("Function", Sort.FUNCTION),
    /** A parameter of a function. */
    PARAMETER("Parameter", Sort.PARAMETER),
    /** An expression of a whole-number type of any width. */
    INTEGER("integer", Sort.EXPRESSION),
    /** An expression of a floating-point type. */
    REAL("real", Sort.EXPRESSION),
    BOOL("bool", Sort.EXPRESSION),
    INT("int", Sort.EXPRESSION),
    UINT("uint", Sort.EXPRESSION),
    LONG("long", Sort.EXPRESSION),
    FLOAT("float", Sort.EXPRESSION),
    DOUBLE("double", Sort.EXPRESSION);

    private final String text;
    private final Sort sort;

    HoleClass(String text, Sort sort) {
        this.text = text;
        this.sort = sort;
    }

    /** The word after the colon. */
    public String text() {
        return text;
    }

    /** By the name that rules have for it; empty if there is none. */
    public static Optional<HoleClass> of(String text) {
        for (HoleClass each : values()) {
            if (each.text.equals(text)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The sort of a variable of a class; an expression if it has none. */
    static Optional<Sort> sortOf(String text) {
        return text.isEmpty() ? Optional.of(Sort.EXPRESSION) : of(text).map(each -> each.sort);
    }

    static String names() {
        StringBuilder names = new StringBuilder();
        for (HoleClass each : values()) {
            names.append(names.length() == 0 ? "" : each.ordinal() == values().length - 1 ? " and " : ", ")
                    .append(each.text);
        }
        return names.toString();
    }
}
