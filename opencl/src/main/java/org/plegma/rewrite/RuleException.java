package org.plegma.rewrite;

/** A rule that is wrong in itself; the message begins with its name. */
public final class RuleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;

    RuleException(String rule, String message) {
        super("Rule " + rule + ": " + message);
        this.rule = rule;
    }

    RuleException(String rule, String message, Throwable cause) {
        super("Rule " + rule + ": " + message, cause);
        this.rule = rule;
    }

    /** The name of the rule. */
    public String rule() {
        return rule;
    }
}
