package org.plegma.expr.tree;

/** The six comparisons of numbers, with the meaning that Java, C and IEEE 754 share. */
public enum ComparisonSign {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String text;

    ComparisonSign(String text) {
        this.text = text;
    }

    /** The operator as it is written in a formula, in Java and in OpenCL C. */
    public String text() {
        return text;
    }

    /** Whether two numbers compare so, as in Java. */
    public boolean holds(double left, double right) {
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
        };
    }

    /** Whether the comparison holds between two numbers whose {@code compareTo} gives {@code order}. */
    public boolean holdsForOrder(int order) {
        return holds(order, 0);
    }
}
