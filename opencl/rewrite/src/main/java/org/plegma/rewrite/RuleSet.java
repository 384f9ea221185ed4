package org.plegma.rewrite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.array.Preconditions;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.RuleException;
import org.plegma.rewrite.rule.RuleSetReader;
import org.plegma.rewrite.rule.Shadowing;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.CodeException;

/** Rules and the strategy by which they are applied. A value: it can be printed, saved and put together with others. */
public final class RuleSet {
    private final List<Rule> rules;
    private final Strategy strategy;

    private RuleSet(List<Rule> rules, Strategy strategy) {
        this.rules = List.copyOf(rules);
        this.strategy = strategy;
        Map<String, Rule> byName = new LinkedHashMap<>();
        for (Rule rule : rules) {
            rule.checked();
            if (byName.put(rule.name(), rule) != null) {
                throw new RuleException(rule.name(), "there are two rules of this name. Give one of them another.");
            }
        }
        Shadowing.check(strategy);
    }

    /** The rules, applied again and again at the first place where one fires. */
    public static RuleSet of(Rule... rules) {
        Preconditions.notNull(rules, "rules");
        return new RuleSet(List.of(rules), Strategy.firstTop(rules));
    }

    /** The rules of a strategy. */
    public static RuleSet of(Strategy strategy) {
        Preconditions.notNull(strategy, "strategy");
        return new RuleSet(List.copyOf(strategy.allRules()), strategy);
    }

    /**
     * Reads rules, a rule after the other, each of the form
     *
     * <pre>{@code
     * name: `source` [condition] -> `destination` [action]
     * }</pre>
     *
     * with the condition and the action left out if there is none; {@code name (java):} for Java code; {@code //} for
     * comments; and perhaps a line {@code strategy: sequence(repeat(topDown(a, b)), bottomUp(c))}. Without one the rules are
     * applied again and again at the first place where one fires.
     *
     * @throws CodeException if it is not of this form
     * @throws RuleException if a rule is wrong in itself
     */
    public static RuleSet parse(String text) {
        Preconditions.notNull(text, "text");
        return read(new RuleSetReader(text));
    }

    /**
     * Reads rules of a cell that begin at a line of it; messages tell the lines of the cell.
     *
     * @throws CodeException if it is not of the form of {@link #parse(String)}
     * @throws RuleException if a rule is wrong in itself
     */
    public static RuleSet parseCell(String text, int firstLine) {
        Preconditions.notNull(text, "text");
        return read(new RuleSetReader(text, firstLine, "the cell"));
    }

    private static RuleSet read(RuleSetReader reader) {
        List<Rule> rules = reader.rules();
        return new RuleSet(rules, reader.strategy().orElse(new Strategy.FirstTop(rules)));
    }

    /** Reads a rule set from a file. */
    public static RuleSet load(Path file) {
        Preconditions.notNull(file, "file");
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the rule set to a file.
     *
     * @throws RuleException if a rule has a part in Java, which has no text
     */
    public void save(Path file) {
        Preconditions.notNull(file, "file");
        for (Rule rule : rules) {
            rule.javaPart().ifPresent(part -> {
                throw new RuleException(
                        rule.name(),
                        "it cannot be saved, for '" + part + "' is Java code. Write it in the language of rules.");
            });
        }
        try {
            Files.writeString(file, this + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rules. */
    public List<Rule> rules() {
        return rules;
    }

    /**
     * The rule of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Rule rule(String name) {
        Preconditions.notNull(name, "name");
        return rules.stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no rule '" + name + "'; there are "
                        + rules.stream().map(Rule::name).collect(Collectors.joining(", ")) + "."));
    }

    /** How they are applied. */
    public Strategy strategy() {
        return strategy;
    }

    /** The same rules by another strategy, which may use any of them. */
    public RuleSet by(Strategy other) {
        Preconditions.notNull(other, "other");
        return new RuleSet(rules, other);
    }

    /** This set, then another. Rules that are in both must be the same. */
    public RuleSet then(RuleSet other) {
        Preconditions.notNull(other, "other");
        List<Rule> all = new ArrayList<>(rules);
        other.rules.stream()
                .filter(rule -> all.stream()
                        .noneMatch(mine -> mine == rule || mine.toString().equals(rule.toString())))
                .forEach(all::add);
        return new RuleSet(all, Strategy.sequence(strategy, other.strategy));
    }

    /** Applies the rules to OpenCL C. */
    public Trace apply(String opencl) {
        Preconditions.notNull(opencl, "opencl");
        return apply(Code.opencl(opencl));
    }

    /** Applies the rules to a term that uses names of these types. */
    public Trace apply(Term term, Map<String, String> types) {
        Preconditions.notNull(term, "term");
        Preconditions.notNull(types, "types");
        return Rewriter.run(term, strategy, types);
    }

    /** Applies the rules to a term. */
    public Trace apply(Term term) {
        Preconditions.notNull(term, "term");
        return Rewriter.run(term, strategy);
    }

    @Override
    public String toString() {
        String text = rules.stream().map(Rule::toString).collect(Collectors.joining("\n"));
        boolean usual = strategy.equals(new Strategy.FirstTop(rules));
        if (usual) {
            return text;
        }
        String own = strategy.definitions().stream()
                .map(definition -> "\n" + definition.text())
                .collect(Collectors.joining());
        return text + own + "\nstrategy: " + strategy.text();
    }
}
