package org.plegma.coursework.verdict;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.plegma.array.Preconditions;
import org.plegma.rewrite.simulator.LanePicture;
import tech.tablesaw.api.Table;

/**
 * What a judge says of a submission. Points are partial: a kernel that is right for some of the sizes has its share of them.
 *
 * @param task what is judged
 * @param table a row for each size up to the first that fails
 * @param share from 0 to 1, of the points
 * @param fault the kind of what is wrong
 * @param reason what is wrong, for the student
 * @param seed from which sizes and values were drawn; with it they are the same again. Empty where nothing is drawn
 * @param device where it ran
 * @param speedup how many times as fast as the reference kernel in the same run; NaN if it was not timed
 * @param usesLocalMemory whether the kernel writes and reads something in local memory
 * @param picture of the smallest size that fails, with the work-item that wrote each element; empty if there is none
 * @param total the points that there are
 * @param goal the speedup that has all points; NaN if there is no such goal
 */
public record Verdict(
        String task,
        Table table,
        double share,
        FaultKind fault,
        String reason,
        OptionalLong seed,
        String device,
        double speedup,
        boolean usesLocalMemory,
        Optional<LanePicture> picture,
        double total,
        double goal) {
    /** Out of one point, without a goal. */
    public Verdict(
            String task,
            Table table,
            double share,
            FaultKind fault,
            String reason,
            OptionalLong seed,
            String device,
            double speedup,
            boolean usesLocalMemory,
            Optional<LanePicture> picture) {
        this(task, table, share, fault, reason, seed, device, speedup, usesLocalMemory, picture, 1, Double.NaN);
    }

    public Verdict {
        Preconditions.notNull(task, "task");
        Preconditions.notNull(table, "table");
        Preconditions.notNull(fault, "fault");
        Preconditions.notNull(reason, "reason");
        Preconditions.notNull(seed, "seed");
        Preconditions.notNull(device, "device");
        Preconditions.notNull(picture, "picture");
    }

    /** The same out of so many points. */
    public Verdict outOf(double points) {
        if (!(points > 0)) {
            throw new IllegalArgumentException("a task is out of more than 0 points, not " + points);
        }
        return with(share, fault, reason, points, goal);
    }

    /** The points, to the hundredth. */
    public double points() {
        return Math.round(share * total * 100) / 100.0;
    }

    /** Whether it has all points. */
    public boolean isRight() {
        return fault == FaultKind.NONE;
    }

    /** This verdict, if it has all points. */
    public Verdict require() {
        if (!isRight()) {
            throw new IllegalStateException(
                    task + ": " + reason + " (" + number(points()) + " of " + number(total) + " points)");
        }
        return this;
    }

    /** The worse of both, of the same points: a task with hidden cases is as right as the worse. */
    public Verdict and(Verdict other) {
        Preconditions.notNull(other, "other");
        return other.share < share || isRight() && !other.isRight() ? other.outOf(total) : this;
    }

    /** A kernel that fills and reads no array in local memory has no points: for the step that is about them. */
    public Verdict usingLocalMemory() {
        return isRight() && !usesLocalMemory
                ? with(
                        0,
                        FaultKind.EVADED,
                        "right, but it has no array in local memory that it fills and reads, which this step is about",
                        total,
                        goal)
                : this;
    }

    /** So many points more for a kernel that is right and at least so many times as fast as the reference in the same run. */
    public Verdict faster(double ratio, double points) {
        double all = total + points;
        if (isRight() && speedup >= ratio) {
            return with(1, fault, reason, all, ratio);
        }
        String why = isRight()
                ? String.format(
                        Locale.ROOT,
                        "right, but %.2f times as fast as the reference kernel, and the goal is %.2f",
                        speedup,
                        ratio)
                : reason;
        return with(share * total / all, isRight() ? FaultKind.SLOW : fault, why, all, ratio);
    }

    /**
     * With a speed to aim at, which is shown beside the best so far and gives no points: so many times as fast as the reference
     * kernel.
     */
    public Verdict aimingAt(double ratio) {
        return with(share, fault, reason, total, ratio);
    }

    private Verdict with(double newShare, FaultKind newFault, String newReason, double newTotal, double newGoal) {
        return new Verdict(
                task,
                table,
                newShare,
                newFault,
                newReason,
                seed,
                device,
                speedup,
                usesLocalMemory,
                picture,
                newTotal,
                newGoal);
    }

    /** The points, the reason, and how to see it again. */
    public String line() {
        String drawn = seed.isPresent() ? "seed " + seed.getAsLong() + ", " : "";
        return task + ": " + number(points()) + " of " + number(total) + " points, " + reason
                + (reason.contains("\n") ? "\n(" : " (") + drawn + device + ")";
    }

    private static String number(double points) {
        return points == Math.rint(points) ? Long.toString((long) points) : Double.toString(points);
    }

    @Override
    public String toString() {
        return table.print(Integer.MAX_VALUE).stripTrailing() + "\n" + line();
    }
}
