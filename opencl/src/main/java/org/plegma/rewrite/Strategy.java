package org.plegma.rewrite;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** In which order rules are tried, and where. Immutable; its text is that of {@link RuleSet#parse}. */
public sealed interface Strategy {
    /** How often {@link #repeat(Strategy)} repeats at most. */
    int DEFAULT_LIMIT = 1000;

    /** One sweep: at each place the rules until none fires, then the parts of what is there now. */
    record TopDown(List<Rule> rules) implements Strategy {}

    /** One sweep: the parts first, then the place itself; what a rule makes is swept again. */
    record BottomUp(List<Rule> rules) implements Strategy {}

    /** The first place in the order of the source where a rule fires, then again from the root, until none fires. */
    record FirstTop(List<Rule> rules) implements Strategy {}

    /** One after the other. */
    record Sequence(List<Strategy> parts) implements Strategy {}

    /** The first that changes anything. */
    record Choice(List<Strategy> parts) implements Strategy {}

    /** Again until nothing changes, at most {@code limit} times. */
    record Repeat(Strategy strategy, int limit) implements Strategy {}

    /**
     * Only within certain places, each one that a pattern fits or that begins in a line of the source.
     *
     * @param pattern the pattern; null if the line decides
     */
    record At(List<Term> pattern, int line, Strategy strategy) implements Strategy {}

    /** One sweep from the root down. */
    static Strategy topDown(Rule... rules) {
        return new TopDown(List.of(rules));
    }

    /** One sweep from the leaves up. */
    static Strategy bottomUp(Rule... rules) {
        return new BottomUp(List.of(rules));
    }

    /** The topmost, leftmost place first, again and again. */
    static Strategy firstTop(Rule... rules) {
        return new FirstTop(List.of(rules));
    }

    /** One after the other. */
    static Strategy sequence(Strategy... parts) {
        return new Sequence(List.of(parts));
    }

    /** The first that changes anything. */
    static Strategy choice(Strategy... parts) {
        return new Choice(List.of(parts));
    }

    /** Again until nothing changes. */
    static Strategy repeat(Strategy strategy) {
        return new Repeat(strategy, DEFAULT_LIMIT);
    }

    /** Again until nothing changes, at most so many times. */
    static Strategy repeat(Strategy strategy, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("A limit is 1 or more, not " + limit + ".");
        }
        return new Repeat(strategy, limit);
    }

    /** Only within the code that this OpenCL C fits, for example {@code "kernel void f($p...) { $b... }"}. */
    static Strategy at(String pattern, Strategy strategy) {
        return new At(Language.OPENCL.pattern(pattern), 0, strategy);
    }

    /** Only within what begins in this line of the source. */
    static Strategy atLine(int line, Strategy strategy) {
        return new At(null, line, strategy);
    }

    /** All rules in it, in order. */
    default Set<Rule> allRules() {
        Set<Rule> rules = new LinkedHashSet<>();
        if (this instanceof TopDown s) {
            rules.addAll(s.rules);
        } else if (this instanceof BottomUp s) {
            rules.addAll(s.rules);
        } else if (this instanceof FirstTop s) {
            rules.addAll(s.rules);
        } else if (this instanceof Sequence s) {
            s.parts.forEach(part -> rules.addAll(part.allRules()));
        } else if (this instanceof Choice s) {
            s.parts.forEach(part -> rules.addAll(part.allRules()));
        } else if (this instanceof Repeat s) {
            rules.addAll(s.strategy.allRules());
        } else if (this instanceof At s) {
            rules.addAll(s.strategy.allRules());
        }
        return rules;
    }

    /** The strategy in the language of rule sets. */
    default String text() {
        if (this instanceof TopDown s) {
            return "topDown" + names(s.rules);
        } else if (this instanceof BottomUp s) {
            return "bottomUp" + names(s.rules);
        } else if (this instanceof FirstTop s) {
            return "firstTop" + names(s.rules);
        } else if (this instanceof Sequence s) {
            return "sequence" + texts(s.parts);
        } else if (this instanceof Choice s) {
            return "choice" + texts(s.parts);
        } else if (this instanceof Repeat s) {
            return "repeat(" + s.strategy.text() + (s.limit == DEFAULT_LIMIT ? "" : ", " + s.limit) + ")";
        }
        At at = (At) this;
        String where = at.pattern == null
                ? String.valueOf(at.line)
                : "`" + at.pattern.stream().map(Code::print).collect(Collectors.joining(" ")) + "`";
        return "at(" + where + ", " + at.strategy.text() + ")";
    }

    private static String names(List<Rule> rules) {
        return rules.stream().map(Rule::name).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String texts(List<Strategy> parts) {
        return parts.stream().map(Strategy::text).collect(Collectors.joining(", ", "(", ")"));
    }
}
