package org.plegma.rewrite;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.DeepTerms;
import org.plegma.rewrite.term.Term;

/** What rules did to a program, step by step. */
public final class Trace {
    private final Term input;
    private final Term result;
    private final List<Step> steps;
    private final List<Problem> problems;
    private final List<String> notes;
    private final Strategy strategy;
    private final Map<String, String> types;

    Trace(
            Term input,
            Term result,
            List<Step> steps,
            List<Problem> problems,
            List<String> notes,
            Strategy strategy,
            Map<String, String> types) {
        this.input = input;
        this.result = result;
        this.steps = List.copyOf(steps);
        this.problems = List.copyOf(problems);
        this.notes = List.copyOf(notes);
        this.strategy = strategy;
        this.types = types;
    }

    /** This trace, gone on by steps that were made by other means than a strategy. */
    public Trace followedBy(List<Step> more) {
        List<Step> all = new java.util.ArrayList<>(steps);
        all.addAll(more);
        Term last = more.isEmpty() ? result : more.get(more.size() - 1).programAfter();
        return new Trace(input, last, all, problems, notes, strategy, types);
    }

    /** This trace, with steps before it that were made by other means than a strategy. */
    public Trace precededBy(List<Step> earlier) {
        if (earlier.isEmpty()) {
            return this;
        }
        List<Step> all = new java.util.ArrayList<>(earlier);
        for (Step each : steps) {
            all.add(new Step(
                    all.size() + 1,
                    each.rule(),
                    each.location(),
                    each.place(),
                    each.before(),
                    each.after(),
                    each.bindings(),
                    each.programBefore(),
                    each.programAfter()));
        }
        return new Trace(earlier.get(0).programBefore(), result, all, problems, notes, strategy, types);
    }

    /** The program before all steps. */
    public Term input() {
        return input;
    }

    /** The program after all steps. */
    public Term result() {
        return result;
    }

    /** The program after all steps, as source. */
    public String source() {
        return Code.print(result);
    }

    /** The steps in order. */
    public List<Step> steps() {
        return steps;
    }

    /** Loops and ill-formed code; empty if all went well. */
    public List<Problem> problems() {
        return problems;
    }

    /** What was asked for and could not be done: rules for another language, places that there are not, questions without answer. */
    public List<String> notes() {
        return notes;
    }

    /** The strategy that was followed. */
    public Strategy strategy() {
        return strategy;
    }

    /** The rules that were never applied. */
    public List<Rule> idle() {
        return strategy.allRules().stream()
                .filter(rule -> steps.stream().noneMatch(step -> step.rule() == rule))
                .toList();
    }

    /**
     * Why a rule is not applied (any more): where its source nearly fits the result, and what differs; where it fits, the
     * condition that is false.
     *
     * @throws IllegalArgumentException if the strategy has no such rule
     */
    public WhyNot whyNot(String rule) {
        Rule meant = strategy.allRules().stream()
                .filter(each -> each.name().equals(rule))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There was no rule '" + rule + "'; there were "
                        + strategy.allRules().stream().map(Rule::name).collect(Collectors.joining(", ")) + "."));
        return whyNot(meant);
    }

    /** Why a rule, which may be any, cannot be applied to the result. */
    public WhyNot whyNot(Rule rule) {
        long fired = steps.stream().filter(step -> step.rule() == rule).count();
        Rule meant = rule.checked();
        return DeepTerms.through(result, () -> WhyNot.of(meant, result, fired, types));
    }

    /** The steps with what each changed, then the notes and problems. */
    @Override
    public String toString() {
        String text = steps.stream().map(Step::toString).collect(Collectors.joining("\n\n"));
        String idle = idle().stream().map(Rule::name).collect(Collectors.joining(", "));
        return (steps.isEmpty() ? "No rule was applied." : text)
                + (steps.isEmpty() || idle.isEmpty() ? "" : "\n\nNot applied: " + idle)
                + notes.stream().map(note -> "\n\n" + note).collect(Collectors.joining())
                + problems.stream().map(problem -> "\n\n" + problem).collect(Collectors.joining());
    }
}
