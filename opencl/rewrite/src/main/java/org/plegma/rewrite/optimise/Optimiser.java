package org.plegma.rewrite.optimise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.Preconditions;
import org.plegma.device.Session;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.rule.Rule;

/**
 * Applies optimisations one after the other, each proven by running what it made beside what was there before; what changes
 * results or adds a race is undone. Immutable.
 *
 * <pre>{@code
 * Optimiser.on(session).timedAt(1 << 24).apply(Computations.sum(), Catalogue.of("global-to-local", "contiguous-threads"))
 * }</pre>
 */
public final class Optimiser {
    private final Session session;
    private final long size;
    private final int runs;

    private Optimiser(Session session, long size, int runs) {
        this.session = session;
        this.size = size;
        this.runs = runs;
    }

    /** An optimiser that measures nothing yet. */
    public static Optimiser on(Session session) {
        Preconditions.notNull(session, "session");
        return new Optimiser(session, 0, 5);
    }

    /** What the simulator finds wrong with a variant of a computation that is right, without a device; empty if nothing. */
    public static Optional<String> simulated(Computation right, Computation variant) {
        Preconditions.notNull(right, "right");
        Preconditions.notNull(variant, "variant");
        return Prover.simulated(right, variant);
    }

    /** With each stage timed on a problem of a size. */
    public Optimiser timedAt(long problem) {
        return new Optimiser(session, problem, runs);
    }

    /** With the median of so many runs as the time. */
    public Optimiser runs(int count) {
        return new Optimiser(session, size, count);
    }

    /** Applies optimisations in this order. */
    public Chain apply(Computation start, List<Optimisation> optimisations) {
        Preconditions.notNull(start, "start");
        Preconditions.notNull(optimisations, "optimisations");
        try (Timing timing = new Timing(session, start, size)) {
            List<Stage> stages = new ArrayList<>();
            Prover prover = new Prover();
            Proof itself = prover.prove(session, start, start);
            if (!itself.holds()) {
                throw new IllegalArgumentException(start.name() + " is wrong before any step: " + itself.fault());
            }
            double seconds = seconds(timing, start);
            Trace nothing = RuleSet.of().apply(start.unit());
            stages.add(new Stage("start", Stage.Verdict.START, start, nothing, seconds, itself, ""));
            for (Optimisation optimisation : optimisations) {
                stages.add(next(prover, stages.get(stages.size() - 1), optimisation, timing));
            }
            return new Chain(session.device().name(), size, stages);
        }
    }

    private Stage next(Prover prover, Stage last, Optimisation optimisation, Timing timing) {
        Computation before = last.computation();
        Trace trace = optimisation.rules().apply(before.unit());
        if (trace.steps().isEmpty()) {
            Rule first = optimisation.rules().rules().get(0);
            return stage(
                    last,
                    optimisation,
                    Stage.Verdict.NOT_APPLICABLE,
                    trace,
                    trace.whyNot(first).toString());
        }
        if (!trace.problems().isEmpty()) {
            return stage(
                    last,
                    optimisation,
                    Stage.Verdict.UNDONE,
                    trace,
                    trace.problems().get(0).message());
        }
        Computation after = before.with(trace.result());
        Proof proof = prover.prove(session, before, after);
        if (!proof.holds()) {
            return stage(last, optimisation, Stage.Verdict.UNDONE, trace, proof.fault());
        }
        double seconds = seconds(timing, after);
        return new Stage(optimisation.name(), Stage.Verdict.KEPT, after, trace, seconds, proof, "");
    }

    private static Stage stage(Stage last, Optimisation o, Stage.Verdict verdict, Trace trace, String reason) {
        return new Stage(o.name(), verdict, last.computation(), trace, last.seconds(), last.proof(), reason);
    }

    private double seconds(Timing timing, Computation computation) {
        return timing.seconds(computation, runs).orElse(Double.NaN);
    }
}
