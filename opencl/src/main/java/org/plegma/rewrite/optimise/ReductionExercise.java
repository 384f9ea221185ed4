package org.plegma.rewrite.optimise;

import java.util.List;
import org.plegma.device.Session;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.model.Counts;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Judges rules that somebody wrote as an exercise: each is to take one fault from the parallel sum. A rule must fire, what it
 * makes must pass the simulator, the device and Oclgrind, and the fault must be gone; the verdicts say what to look at.
 */
public final class ReductionExercise {
    /** What a rule is to do. */
    public enum Task {
        /** No warp but one runs both ways of a condition. */
        FEWER_BRANCHES,
        /** No two work-items of a warp want different words of one bank. */
        NO_CONFLICTS,
        /** Half as many groups, in which each work-item loads two elements. */
        NO_IDLE_THREADS,
        /** Fewer barriers, and no race. */
        FEWER_BARRIERS
    }

    private ReductionExercise() {}

    /** The sum in local memory, from which the exercise begins. */
    public static Computation start() {
        Computation sum = Computations.sum().sizes(1, 37, 1500);
        return sum.with(GlobalToLocal.optimisation().rules().apply(sum.unit()).result());
    }

    /** The same after other rules, each of which must have fired. */
    public static Computation after(Computation before, RuleSet rules) {
        return before.with(rules.apply(before.unit()).result());
    }

    /** What the rules make of a computation, judged. */
    public static Table check(Session session, Computation before, Task task, RuleSet rules) {
        StringColumn what = StringColumn.create("check");
        StringColumn verdict = StringColumn.create("verdict");
        Table table =
                Table.create(task.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '), what, verdict);
        Trace trace = rules.apply(before.unit());
        what.append("fires");
        boolean fires = !trace.steps().isEmpty() && trace.problems().isEmpty();
        verdict.append(
                fires
                        ? "yes"
                        : trace.problems().isEmpty()
                                ? "no: " + near(trace)
                                : trace.problems().get(0).message());
        if (!fires) {
            return table;
        }
        Stage stage = Optimiser.on(session)
                .apply(before, List.of(new Optimisation("mine", "", "", false, "", "", rules)))
                .stages()
                .get(1);
        what.append("computes the same, without races");
        verdict.append(stage.reason().isEmpty() ? "yes" : "no: " + stage.reason());
        if (stage.reason().isEmpty()) {
            Counts old = Optimiser.on(session)
                    .apply(before, List.of())
                    .stages()
                    .get(0)
                    .counts();
            what.append(goal(task));
            verdict.append(judged(task, old, stage.counts()));
        }
        return table;
    }

    private static String near(Trace trace) {
        return trace.whyNot(trace.idle().get(0))
                .toString()
                .lines()
                .limit(3)
                .reduce((a, b) -> a + " " + b.strip())
                .orElse("");
    }

    private static String goal(Task task) {
        return switch (task) {
            case FEWER_BRANCHES -> "divergent branches, before and after";
            case NO_CONFLICTS -> "bank conflicts, before and after";
            case NO_IDLE_THREADS -> "idle slots, before and after";
            case FEWER_BARRIERS -> "barriers, before and after";
        };
    }

    private static String judged(Task task, Counts old, Counts now) {
        long before = figure(task, old);
        long after = figure(task, now);
        boolean reached =
                switch (task) {
                    case FEWER_BRANCHES -> after * 3 < before;
                    case NO_CONFLICTS -> after == 0;
                    case NO_IDLE_THREADS -> after * 3 < before * 2;
                    case FEWER_BARRIERS -> after < before;
                };
        return before + " → " + after + (reached ? ": reached" : ": not yet");
    }

    private static long figure(Task task, Counts counts) {
        return switch (task) {
            case FEWER_BRANCHES -> counts.divergentBranches();
            case NO_CONFLICTS -> counts.bankConflicts();
            case NO_IDLE_THREADS -> counts.idleSlots();
            case FEWER_BARRIERS -> counts.barriers();
        };
    }
}
