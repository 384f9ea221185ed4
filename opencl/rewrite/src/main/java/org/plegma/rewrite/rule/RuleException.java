package org.plegma.rewrite.rule;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.Source;

/** A rule that is wrong in itself; the message begins with its name. */
public final class RuleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;

    /** The part of the rule's text that is wrong; empty if it is all of it. */
    private final String part;

    public RuleException(String rule, String message) {
        this(rule, message, "");
    }

    RuleException(String rule, String message, String part) {
        super("Rule " + rule + ": " + message);
        this.rule = rule;
        this.part = part;
    }

    public RuleException(String rule, String message, Throwable cause) {
        super("Rule " + rule + ": " + message, cause);
        this.rule = rule;
        this.part = "";
    }

    private RuleException(String message) {
        super(message);
        this.rule = "";
        this.part = "";
    }

    /** What is wrong with a strategy, not with one rule. */
    public static RuleException ofStrategy(String message) {
        return new RuleException("The strategy " + message);
    }

    private RuleException(RuleException other, CodeException place) {
        super(other.getMessage() + "\n" + place.getMessage(), place);
        this.rule = other.rule;
        this.part = other.part;
    }

    /** The same with the place: that of the part that is wrong, or of the name. */
    RuleException in(Source source, int start, int end) {
        int found = -1;
        Matcher matcher = Pattern.compile("(?<![\\w$])" + Pattern.quote(part) + "(?!\\w)")
                .matcher(source.text)
                .region(start, end);
        while (!part.isEmpty() && matcher.find()) {
            found = matcher.start();
        }
        boolean name = found < 0;
        CodeException place = source.fault(
                name ? start : found,
                name ? start + rule.length() : found + part.length(),
                name ? "This rule." : "This part.",
                "A rule is 'name: `source` [condition] -> `destination` [action]'; docs/rules.md has examples.");
        return new RuleException(this, place);
    }

    /** The name of the rule; empty if it is the strategy that is wrong. */
    public String rule() {
        return rule;
    }
}
