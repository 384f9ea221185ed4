package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.plegma.array.Preconditions;
import org.plegma.coursework.inspection.SimulatorFaults;
import org.plegma.coursework.inspection.SourceRules;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.inspection.UnsetValues;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Session;
import org.plegma.rewrite.Problem;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.Chain;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.optimise.Computations;
import org.plegma.rewrite.optimise.FaultPictures;
import org.plegma.rewrite.optimise.Optimiser;
import org.plegma.rewrite.optimise.Stage;
import org.plegma.rewrite.optimise.rules.GlobalToLocal;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.simulator.Counts;
import org.plegma.rewrite.simulator.LanePicture;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Tree;
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

    /** Of a goal that is met by fewer work-items doing more: so much more is allowed. */
    private static final double MORE_STEPS = 1.2;

    private static final long[] SMALL = {1, 2, 3, 4, 5, 8, 16, 255, 256, 257, 511, 512, 513};

    /** In each rule of the students' notebook. */
    private static final String NOT_YET_WRITTEN = "your_turn(";

    private static final Pattern LINE = Pattern.compile("\\bline (\\d+), column (\\d+)");

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

    /**
     * What the rules make of a computation, judged: all points if the goal is reached, half of them if it computes the same and
     * is only nearer to the goal than before. What is no nearer, or is it by more work, has none.
     */
    public static Verdict check(Session session, Computation before, Task task, RuleSet rules) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(before, "before");
        Preconditions.notNull(task, "task");
        Preconditions.notNull(rules, "rules");
        Verdict verdict = judge(session, before, task, rules);
        Judging.keep(verdict);
        return verdict;
    }

    /** Without keeping what was tried. */
    static Verdict judge(Session session, Computation before, Task task, RuleSet rules) {
        Judging.awaitEarlier(session);
        StringColumn what = StringColumn.create("check");
        StringColumn verdict = StringColumn.create("verdict");
        String name = task.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Table table = Table.create(name, what, verdict);
        Finding finding = judged(session, before, task, rules, what, verdict);
        return new Verdict(
                name,
                table,
                finding.share,
                finding.kind,
                finding.reason,
                OptionalLong.empty(),
                session.device().name(),
                Double.NaN,
                true,
                finding.picture);
    }

    /** Of what a task is about. */
    private static Optional<LanePicture> picture(Computation made, Task task) {
        return task == Task.NO_CONFLICTS ? FaultPictures.banks(made) : FaultPictures.lanes(made);
    }

    /** Its sizes, and others small enough to think through, of which the first that fails is told. */
    private static long[] withSmall(Computation before) {
        return LongStream.concat(Arrays.stream(SMALL), before.sizes().stream().mapToLong(Long::longValue))
                .sorted()
                .distinct()
                .toArray();
    }

    private record Finding(double share, FaultKind kind, String reason, Optional<LanePicture> picture) {
        Finding(double share, FaultKind kind, String reason) {
            this(share, kind, reason, Optional.empty());
        }
    }

    private static Finding judged(
            Session session, Computation before, Task task, RuleSet rules, StringColumn what, StringColumn verdict) {
        Trace trace = rules.apply(before.unit());
        what.append("fires");
        if (!trace.problems().isEmpty()) {
            Problem problem = trace.problems().get(0);
            verdict.append("no: " + problem.message());
            return problem.kind() == Problem.Kind.LOOP
                    ? new Finding(0, FaultKind.ENDLESS, "the rule finds no end: " + problem.message())
                    : new Finding(0, FaultKind.MISSING, "the rule does not fire: " + problem.message());
        }
        if (trace.steps().isEmpty() && rules.toString().contains(NOT_YET_WRITTEN)) {
            verdict.append("no: it is still to be written");
            return new Finding(0, FaultKind.MISSING, "still to be written: the rule is as it was handed out");
        }
        if (trace.steps().isEmpty()) {
            String why = "no: " + near(trace);
            verdict.append(why);
            return new Finding(0, FaultKind.MISSING, "the rule does not fire, " + why);
        }
        Optional<SubmissionFault> refused = SourceRules.fault(trace.source());
        if (refused.isPresent()) {
            verdict.append(refused.get().text());
            return new Finding(0, refused.get().kind(), refused.get().text());
        }
        verdict.append("yes");
        what.append("computes the same, without races");
        // Read anew, so that places are those of what the rules made.
        Computation made = before.with(Code.opencl(trace.source()));
        Optional<String> simulated = Optimiser.simulated(before.sizes(withSmall(before)), made);
        if (simulated.isPresent()) {
            return wrong(simulated.get(), trace, made, verdict);
        }
        Chain chain =
                Optimiser.on(session).apply(before, List.of(new Optimisation("mine", "", "", false, "", "", rules)));
        Stage stage = chain.stages().get(1);
        String reason = stage.reason();
        if (reason.isEmpty() || reason.startsWith("on ")) { // right in the simulator, to which all values are set
            reason = UnsetValues.find(session, made).orElse(reason);
        }
        if (!reason.isEmpty()) {
            return wrong(reason, trace, made, verdict);
        }
        verdict.append("yes");
        Counts old = chain.stages().get(0).counts();
        what.append(goal(task));
        long was = figure(task, old);
        long is = figure(task, stage.counts());
        String figures = was + " → " + is;
        if (!isReached(task, was, is)) {
            verdict.append(figures + ": not yet");
            boolean isNearer = is < was;
            return new Finding(
                    isNearer ? 0.5 : 0,
                    isNearer ? FaultKind.SLOW : FaultKind.EVADED,
                    "computes the same, but " + goal(task) + ": " + figures,
                    picture(made, task));
        }
        if (stage.counts().instructions() > MORE_STEPS * old.instructions()) {
            verdict.append(figures + ": not yet, as it takes more steps");
            return new Finding(
                    0,
                    FaultKind.EVADED,
                    "computes the same, but in " + stage.counts().instructions() + " instead of " + old.instructions()
                            + " steps of the warps: do the work-items still share the work?",
                    picture(made, task));
        }
        verdict.append(figures + ": reached");
        return new Finding(1, FaultKind.NONE, "right");
    }

    /** With the line that it names, of what the rules made, and that of the rule that made it. */
    private static Finding wrong(String reason, Trace trace, Computation made, StringColumn verdict) {
        verdict.append("no: " + reason.lines().findFirst().orElse(""));
        FaultKind kind = SimulatorFaults.of(reason);
        Matcher line = LINE.matcher(reason);
        List<String> lines = trace.source().lines().toList();
        int number = line.find() ? Integer.parseInt(line.group(1)) : 0;
        String shown = number < 1 || number > lines.size()
                ? ""
                : "\nLine " + number + " of what " + rules(trace) + " made is: "
                        + lines.get(number - 1).strip()
                        + origin(trace, made.unit(), number, Integer.parseInt(line.group(2)));
        return new Finding(
                0,
                kind == FaultKind.BOUNDS && !SimulatorFaults.isBounds(reason) ? FaultKind.VALUES : kind,
                reason + shown,
                FaultPictures.of(made, reason));
    }

    /** The line of one of the rules that made what is at a place, or in its line at least; empty if none did. */
    private static String origin(Trace trace, Tree made, int line, int column) {
        if (!made.equals(trace.result())) { // as places in one then say nothing of the other
            return "";
        }
        List<String> there = new ArrayList<>();
        List<String> near = new ArrayList<>();
        Location.visit(made, (location, term) -> {
            String rule = location.in(trace.result()).place().rule();
            boolean isOfTrace = trace.steps().stream()
                    .anyMatch(step -> rule.endsWith(" " + step.rule().name()));
            if (isOfTrace && term.place().line() == line) {
                (term.place().column() == column ? there : near).add(rule);
            }
        });
        there.addAll(0, near);
        return there.isEmpty() ? "" : "\nThat comes from " + there.get(there.size() - 1) + ".";
    }

    private static String rules(Trace trace) {
        return trace.steps().stream()
                .map(step -> "the rule " + step.rule().name())
                .distinct()
                .collect(Collectors.joining(", "));
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

    private static boolean isReached(Task task, long before, long after) {
        return switch (task) {
            case FEWER_BRANCHES -> after * 3 < before;
            case NO_CONFLICTS -> after == 0;
            case NO_IDLE_THREADS -> after * 3 < before * 2;
            case FEWER_BARRIERS -> after < before;
        };
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
