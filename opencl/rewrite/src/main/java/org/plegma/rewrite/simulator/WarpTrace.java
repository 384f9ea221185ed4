package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.plegma.rewrite.term.Term;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * What one warp does in the simulator, statement by statement, and pictures of it: the banks of local memory, the segments
 * of global memory, and which lanes take part.
 *
 * <pre>{@code
 * WarpTrace warp = Computations.sum().warp("sum");
 * warp.lanes();                         // lanes by time
 * warp.segments();                      // the access to global memory that wastes most
 * warp.banks(warp.step("w[t] +=", 3));  // the third time that this runs
 * }</pre>
 */
public final class WarpTrace {
    private final String kernel;
    private final List<Step> steps;

    private WarpTrace(String kernel, List<Step> steps) {
        this.kernel = kernel;
        this.steps = List.copyOf(steps);
    }

    /**
     * A statement or condition that the warp runs.
     *
     * @param number counted from 1
     * @param line in the source
     * @param code its first line
     * @param lanes those that take part, a bit each
     * @param taken of a condition that divides them, those for which it is true; else 0
     * @param operations how many the warp executes
     * @param barrier whether it is a barrier
     * @param accesses of local and global memory, in order
     */
    public record Step(
            int number,
            int line,
            String code,
            int lanes,
            int taken,
            int operations,
            boolean barrier,
            List<WarpAccess> accesses) {
        public Step {
            accesses = List.copyOf(accesses);
        }

        /** Whether a lane takes part. */
        public boolean isActive(int lane) {
            return (lanes >>> lane & 1) == 1;
        }

        /** Whether it is a condition that is true for some lanes and false for others. */
        public boolean isDivergent() {
            return taken != 0;
        }
    }

    /**
     * Runs a program and watches one warp.
     *
     * @param unit kernels and {@link HostCode}
     * @param values arrays, which are changed, and scalars
     * @param launch of the launches of that kernel, counted from 0
     * @param group the group, counted from 0, dimension 0 first
     * @param warp the warp of the group, counted from 0
     * @throws IllegalArgumentException if there is no such warp
     */
    public static WarpTrace of(Term unit, Map<String, ?> values, String kernel, int launch, int group, int warp) {
        WarpRecorder recorder = new WarpRecorder(kernel, launch, group, warp);
        Simulation run = Simulation.run(unit, values, recorder);
        if (recorder.steps().isEmpty()) {
            throw new IllegalArgumentException("There is no warp " + warp + " in group " + group + " of launch "
                    + launch + " of '" + kernel + "', all counted from 0; the kernels launched are "
                    + run.byKernel().keySet().stream().sorted().toList() + ".");
        }
        List<Step> steps = new ArrayList<>();
        for (WarpRecorder.Step each : recorder.steps()) {
            if (each.operations == 0 && !each.barrier) {
                continue; // declarations
            }
            String code = each.code.toString().strip().lines().findFirst().orElse("");
            steps.add(new Step(
                    steps.size() + 1,
                    each.code.place().line(),
                    code,
                    each.lanes,
                    each.taken,
                    each.operations,
                    each.barrier,
                    each.accesses));
        }
        return new WarpTrace(kernel, steps);
    }

    /** The kernel. */
    public String kernel() {
        return kernel;
    }

    /** All that it does, in order. */
    public List<Step> steps() {
        return steps;
    }

    /**
     * The number of the step at which some code runs for the n-th time.
     *
     * @param code a part of its first line
     * @param time counted from 1
     * @throws IllegalArgumentException if it does not run so often
     */
    public int step(String code, int time) {
        return steps.stream()
                .filter(step -> step.code().contains(code))
                .skip(Math.max(0, time - 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("In this warp of " + kernel + ", '" + code + "' runs "
                        + steps.stream()
                                .filter(step -> step.code().contains(code))
                                .count()
                        + " times, not " + time + "."))
                .number();
    }

    /** A row a step. */
    public Table table() {
        Table table = Table.create(kernel);
        whole(table, "step", Step::number);
        whole(table, "line", Step::line);
        StringColumn code = StringColumn.create("code");
        steps.forEach(step -> code.append(step.code()));
        table.addColumns(code);
        whole(table, "lanes", step -> Integer.bitCount(step.lanes()));
        whole(table, "of them true", step -> step.isDivergent() ? Integer.bitCount(step.taken()) : -1);
        whole(table, "operations", Step::operations);
        whole(table, "turns of banks", step -> sum(step, WarpAccess::isLocal, WarpAccess::turns));
        whole(
                table,
                "segments",
                step -> sum(step, access -> !access.isLocal(), access -> access.segments()
                        .size()));
        return table;
    }

    private static int sum(Step step, Predicate<WarpAccess> which, ToIntFunction<WarpAccess> amount) {
        return step.accesses().stream().filter(which).mapToInt(amount).sum();
    }

    private void whole(Table table, String name, ToIntFunction<Step> value) {
        IntColumn column = IntColumn.create(name);
        for (Step step : steps) {
            int number = value.applyAsInt(step);
            if (number < 0) {
                column.appendMissing();
            } else {
                column.append(number);
            }
        }
        table.addColumns(column);
    }

    /** Which lanes take part, over all steps; of a long run the first {@value LanePictures#MOST_STEPS}. */
    public LanePicture lanes() {
        return lanes(1);
    }

    /** The same from a step on. */
    public LanePicture lanes(int first) {
        step(first);
        return LanePictures.lanes(kernel, steps, first - 1);
    }

    /** The access to local memory that takes most turns beyond those that it needs. */
    public LanePicture banks() {
        return banks(steps);
    }

    /**
     * The access to local memory, in a step, that takes most turns beyond those that it needs: lanes by banks.
     *
     * @throws IllegalArgumentException if the step does not access local memory
     */
    public LanePicture banks(int step) {
        return banks(List.of(step(step)));
    }

    private LanePicture banks(List<Step> among) {
        Found found = worst(among, WarpAccess::isLocal, access -> access.turns() - access.fewestTurns(), "local");
        return LanePictures.banks(kernel, found.step, found.access);
    }

    /** The access to global memory that moves most segments beyond those that it needs. */
    public LanePicture segments() {
        return segments(steps);
    }

    /**
     * The access to global memory, in a step, that moves most segments beyond those that it needs: segments by the words in
     * them.
     *
     * @throws IllegalArgumentException if the step does not access global memory
     */
    public LanePicture segments(int step) {
        return segments(List.of(step(step)));
    }

    /**
     * The first access, in a line of the source, to an element of an array: which lane wants which element.
     *
     * @throws IllegalArgumentException if no lane wants it there
     */
    public LanePicture elements(int line, String array, long element) {
        for (Step step : steps) {
            for (WarpAccess access : step.line() == line ? step.accesses() : List.<WarpAccess>of()) {
                if (access.array().equals(array) && access.isOf(element)) {
                    return LanePictures.elements(kernel, step, access, element);
                }
            }
        }
        throw new IllegalArgumentException(
                "No lane of this warp of " + kernel + " wants " + array + "[" + element + "] in line " + line + ".");
    }

    private LanePicture segments(List<Step> among) {
        Found found = worst(
                among,
                access -> !access.isLocal(),
                access -> access.segments().size() - access.fewestSegments(),
                "global");
        return LanePictures.segments(kernel, found.step, found.access);
    }

    private Step step(int number) {
        if (number < 1 || number > steps.size()) {
            throw new IllegalArgumentException("There is no step " + number + "; this warp of " + kernel
                    + " runs steps 1 to " + steps.size() + ", which table() lists.");
        }
        return steps.get(number - 1);
    }

    private record Found(Step step, WarpAccess access) {}

    /** The first of those that lose most, and among these of those with most lanes. */
    private Found worst(List<Step> among, Predicate<WarpAccess> which, ToIntFunction<WarpAccess> loss, String memory) {
        ToIntFunction<WarpAccess> badness = access -> loss.applyAsInt(access) * (Counts.WARP + 1) + access.lanes();
        Found worst = null;
        for (Step step : among) {
            for (WarpAccess access : step.accesses()) {
                if (which.test(access)
                        && (worst == null || badness.applyAsInt(access) > badness.applyAsInt(worst.access))) {
                    worst = new Found(step, access);
                }
            }
        }
        if (worst == null) {
            String where = among.size() == 1
                    ? "Step " + among.get(0).number() + ", '" + among.get(0).code() + "',"
                    : "This warp of " + kernel;
            throw new IllegalArgumentException(
                    where + " does not access " + memory + " memory. table() lists the steps that do.");
        }
        return worst;
    }

    @Override
    public String toString() {
        return table().printAll();
    }
}
