package org.plegma.stencil.choice;

import java.util.OptionalLong;

/**
 * How long the runs are that a method is chosen for.
 *
 * @param steps of one; empty if it may have any number
 * @param runs how many there will be of it, as far as is known
 */
public record RunLength(OptionalLong steps, long runs) {
    /** Steps that a plan is made for, at least: whoever makes one does more than a short run. */
    private static final long PLANNED_STEPS = 10_000;

    /** A plan for any number of steps. */
    public static RunLength any() {
        return new RunLength(OptionalLong.empty(), PLANNED_STEPS / MethodChoice.USUAL_STEPS);
    }

    /** A plan for runs of so many steps. */
    public static RunLength planned(long steps) {
        return new RunLength(OptionalLong.of(steps), Math.max(1, PLANNED_STEPS / steps));
    }

    /** One run of so many steps. */
    public static RunLength once(long steps) {
        return new RunLength(OptionalLong.of(steps), 1);
    }
}
