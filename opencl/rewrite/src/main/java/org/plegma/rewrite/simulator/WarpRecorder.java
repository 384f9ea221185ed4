package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Writes down what one warp does, statement by statement. */
final class WarpRecorder {
    final String kernel;
    final int launch;
    final int group;
    final int warp;
    private final List<Step> steps = new ArrayList<>();
    /** At first one that is not kept, for what comes before all statements. */
    private Step current = new Step(Tree.of(Kind.EMPTY), 0);

    WarpRecorder(String kernel, int launch, int group, int warp) {
        this.kernel = kernel;
        this.launch = launch;
        this.group = group;
        this.warp = warp;
    }

    /** A statement or condition that is being run. */
    static final class Step {
        final Term code;
        final int lanes;
        final List<WarpAccess> accesses = new ArrayList<>();
        int operations;
        boolean barrier;
        /** The lanes in which the condition is true, if it divides the warp. */
        int taken;

        Step(Term code, int lanes) {
            this.code = code;
            this.lanes = lanes;
        }
    }

    int first() {
        return warp * Counts.WARP;
    }

    private int mask(boolean[] active) {
        int mask = 0;
        for (int i = first(); i < Math.min(active.length, first() + Counts.WARP); i++) {
            mask |= active[i] ? 1 << (i - first()) : 0;
        }
        return mask;
    }

    void statement(Term code, boolean[] active) {
        int lanes = mask(active);
        current = new Step(code, lanes);
        if (lanes != 0) {
            steps.add(current);
        }
    }

    /** The statement being run, to come back to after a call. */
    Step current() {
        return current;
    }

    void back(Step step) {
        current = step;
    }

    void operation() {
        current.operations++;
    }

    void branch(boolean[] active, boolean[] taken) {
        int yes = mask(taken);
        if (yes != 0 && yes != mask(active)) {
            current.taken = yes;
        }
    }

    void access(WarpAccess access) {
        current.accesses.add(access);
    }

    void barrier() {
        current.barrier = true;
    }

    List<Step> steps() {
        return steps;
    }
}
