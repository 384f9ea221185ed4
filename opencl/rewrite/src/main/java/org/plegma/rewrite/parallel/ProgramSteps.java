package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Step;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** A program and the steps that changed it. Steps in vain can be taken back. */
final class ProgramSteps {
    private final List<Step> taken = new ArrayList<>();
    private Tree program;
    /** How many steps came before those in {@link #taken}. */
    private int earlier;

    ProgramSteps(Tree program) {
        this.program = program;
    }

    /** The program as it is now. */
    Tree program() {
        return program;
    }

    /** The steps since the beginning, or since {@link #through}. */
    List<Step> taken() {
        return taken;
    }

    /**
     * Makes a step.
     *
     * @param before what the rule was applied to, at {@code at}
     * @param after what came in its place
     * @param whole the program after the step
     */
    void take(Rule rule, Location at, Term before, Term after, Tree whole) {
        int number = earlier + taken.size() + 1;
        taken.add(new Step(number, rule, at, before.place(), before, after, Bindings.NONE, program, whole));
        program = whole;
    }

    /** Makes a step that changes the part at this place alone. */
    void take(Rule rule, Location at, Term after) {
        take(rule, at, at.in(program), after, (Tree) at.replace(program, after));
    }

    /** Applies rules, and begins anew after them: the trace that it returns has all steps so far. */
    Trace through(RuleSet rules, Map<String, String> types) {
        Trace trace = rules.apply(program, types).precededBy(taken);
        taken.clear();
        program = (Tree) trace.result();
        earlier = trace.steps().size();
        return trace;
    }

    /** A point to go back to. */
    record Mark(Tree program, int steps) {}

    Mark mark() {
        return new Mark(program, taken.size());
    }

    void backTo(Mark mark) {
        program = mark.program();
        taken.subList(mark.steps(), taken.size()).clear();
    }
}
