package org.plegma.rewrite.term;

/** How tightly operators bind, in Java and OpenCL C alike; higher is tighter. */
public final class Precedence {
    static final int COMMA = 1;
    static final int ASSIGN = 2;
    static final int CONDITIONAL = 3;
    public static final int LOGICAL_OR = 4;
    static final int UNARY = 14;
    static final int POSTFIX = 15;
    static final int PRIMARY = 16;

    private Precedence() {}

    /** The level of a binary operator; 0 if it is none. */
    static int ofBinary(String operator) {
        return switch (operator) {
            case "||" -> LOGICAL_OR;
            case "&&" -> 5;
            case "|" -> 6;
            case "^" -> 7;
            case "&" -> 8;
            case "==", "!=" -> 9;
            case "<", ">", "<=", ">=" -> 10;
            case "<<", ">>", ">>>" -> 11;
            case "+", "-" -> 12;
            case "*", "/", "%" -> 13;
            default -> 0;
        };
    }

    public static int of(Tree term) {
        return switch (term.kind()) {
            case COMMA -> COMMA;
            case ASSIGN -> ASSIGN;
            case CONDITIONAL, OPAQUE -> CONDITIONAL;
            case BINARY -> ofBinary(term.text());
            case UNARY, CAST, SIZEOF -> UNARY;
            case POSTFIX, INDEX, MEMBER, ARROW, CALL, NEW_ARRAY -> POSTFIX;
            case VECTOR -> UNARY;
            default -> PRIMARY;
        };
    }
}
