package org.plegma.rewrite.rule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Language;
import org.plegma.rewrite.term.Term;

/** In which order rules are tried, and where. Immutable; its text is that of {@code RuleSet.parse}. */
public sealed interface Strategy {
    /** How often {@link #repeat(Strategy)} repeats at most. */
    int DEFAULT_LIMIT = 1000;

    /** The largest limit of a repetition. */
    int MOST_REPEATS = 1_000_000;

    /** One sweep: at each place the rules until none fires, then the parts of what is there now. */
    record TopDown(List<Rule> rules) implements Strategy {}

    /** One sweep: the parts first, then the place itself; what a rule makes is swept again. */
    record BottomUp(List<Rule> rules) implements Strategy {}

    /** The first place in the order of the source where a rule fires, then again from the root, until none fires. */
    record FirstTop(List<Rule> rules) implements Strategy {}

    /** The first rule that fires at the place itself, once. */
    record Here(List<Rule> rules) implements Strategy {}

    /** On each part of the place. */
    record All(Strategy strategy) implements Strategy {}

    /** On the first part of the place where it changes anything. */
    record One(Strategy strategy) implements Strategy {}

    /** A strategy that the rule set defines, with strategies for its parameters. */
    record Call(StrategyDefinition definition, List<Strategy> arguments) implements Strategy {}

    /** A parameter in the text of a definition. */
    record Parameter(String name) implements Strategy {}

    /** One after the other. */
    record Sequence(List<Strategy> parts) implements Strategy {}

    /** The first that changes anything. */
    record Choice(List<Strategy> parts) implements Strategy {}

    /** Again until nothing changes, at most {@code limit} times. */
    record Repeat(Strategy strategy, int limit) implements Strategy {
        public Repeat {
            if (limit < 1 || limit > MOST_REPEATS) {
                throw new IllegalArgumentException("A limit is from 1 to " + MOST_REPEATS + ", not " + limit + ".");
            }
        }
    }

    /**
     * Only within certain places, each one that a pattern fits or that begins in a line of the source.
     *
     * @param pattern the pattern; empty if the line decides
     */
    record At(Optional<Term> pattern, int line, Strategy strategy) implements Strategy {
        public At {
            if (pattern.isEmpty() && line < 1) {
                throw new IllegalArgumentException("Lines are counted from 1; there is no line " + line + ".");
            }
        }

        /** The place as it is written. */
        public String where() {
            return pattern.map(place -> "`" + Code.print(place) + "`").orElse(String.valueOf(line));
        }
    }

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
        return new Repeat(strategy, limit);
    }

    /**
     * Only within the code that this fits, for example {@code "kernel void f($p...) { $b... }"}: OpenCL C, or Java if all rules
     * of the strategy are for Java.
     */
    static Strategy at(String pattern, Strategy strategy) {
        boolean java = strategy.allRules().stream().allMatch(rule -> rule.language() == Language.JAVA);
        List<Term> place = (java ? Language.JAVA : Language.OPENCL).pattern(pattern);
        if (place.size() != 1) {
            throw new IllegalArgumentException(
                    "A place is one expression, statement or function, not " + place.size() + ".");
        }
        return new At(Optional.of(place.get(0)), 0, strategy);
    }

    /** Only within what begins in this line of the source. */
    static Strategy atLine(int line, Strategy strategy) {
        return new At(Optional.empty(), line, strategy);
    }

    /** All rules in it, in order. */
    default Set<Rule> allRules() {
        Set<Rule> rules = new LinkedHashSet<>();
        for (Strategy part : everything()) {
            if (part instanceof TopDown s) {
                rules.addAll(s.rules);
            } else if (part instanceof BottomUp s) {
                rules.addAll(s.rules);
            } else if (part instanceof FirstTop s) {
                rules.addAll(s.rules);
            } else if (part instanceof Here s) {
                rules.addAll(s.rules);
            }
        }
        return rules;
    }

    /** Itself and the strategies that it is made of, each once. */
    default List<Strategy> everything() {
        Set<Strategy> all = new LinkedHashSet<>();
        collect(this, all);
        return new ArrayList<>(all);
    }

    private static void collect(Strategy strategy, Set<Strategy> all) {
        if (!all.add(strategy)) {
            return;
        }
        strategy.parts().forEach(part -> collect(part, all));
        if (strategy instanceof Call call) {
            collect(call.definition.body(), all);
        }
    }

    /** How many strategies its text names; counted up to {@code most}. */
    default int size(int most) {
        int size = 1;
        for (Strategy part : parts()) {
            size += size < most ? part.size(most - size) : 0;
        }
        return size;
    }

    /** The strategies that it puts together. */
    private List<Strategy> parts() {
        return this instanceof Sequence s
                ? s.parts
                : this instanceof Choice c
                        ? c.parts
                        : this instanceof Call c
                                ? c.arguments
                                : this instanceof Repeat r
                                        ? List.of(r.strategy)
                                        : this instanceof At a
                                                ? List.of(a.strategy)
                                                : this instanceof All a
                                                        ? List.of(a.strategy)
                                                        : this instanceof One o ? List.of(o.strategy) : List.of();
    }

    /** The same with strategies for the parameters of a definition. */
    default Strategy given(List<String> parameters, List<Strategy> arguments) {
        if (this instanceof Parameter p) {
            int index = parameters.indexOf(p.name);
            return index < 0 ? this : arguments.get(index);
        } else if (this instanceof Sequence s) {
            return new Sequence(given(s.parts, parameters, arguments));
        } else if (this instanceof Choice c) {
            return new Choice(given(c.parts, parameters, arguments));
        } else if (this instanceof Repeat r) {
            return new Repeat(r.strategy.given(parameters, arguments), r.limit);
        } else if (this instanceof At a) {
            return new At(a.pattern, a.line, a.strategy.given(parameters, arguments));
        } else if (this instanceof All a) {
            return new All(a.strategy.given(parameters, arguments));
        } else if (this instanceof One o) {
            return new One(o.strategy.given(parameters, arguments));
        } else if (this instanceof Call c) {
            return new Call(c.definition, given(c.arguments, parameters, arguments));
        }
        return this;
    }

    private static List<Strategy> given(List<Strategy> parts, List<String> parameters, List<Strategy> arguments) {
        return parts.stream().map(part -> part.given(parameters, arguments)).toList();
    }

    /** The definitions that it uses, in the order of the set's text. */
    default List<StrategyDefinition> definitions() {
        return everything().stream()
                .filter(Call.class::isInstance)
                .map(call -> ((Call) call).definition)
                .distinct()
                .sorted(java.util.Comparator.comparingInt(StrategyDefinition::number))
                .toList();
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
        if (this instanceof Here s) {
            return "here" + names(s.rules);
        } else if (this instanceof All s) {
            return "all(" + s.strategy.text() + ")";
        } else if (this instanceof One s) {
            return "one(" + s.strategy.text() + ")";
        } else if (this instanceof Call s) {
            return s.definition.name() + (s.arguments.isEmpty() ? "" : texts(s.arguments));
        } else if (this instanceof Parameter s) {
            return s.name;
        }
        At at = (At) this;
        return "at(" + at.where() + ", " + at.strategy.text() + ")";
    }

    private static String names(List<Rule> rules) {
        return rules.stream().map(Rule::name).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String texts(List<Strategy> parts) {
        return parts.stream().map(Strategy::text).collect(Collectors.joining(", ", "(", ")"));
    }
}
