package org.plegma.stencil.method.blocked;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;

/**
 * When the values of a streamed stencil are needed. Level j of a field, which is the one after j steps, gets a plane more in
 * every iteration, {@link #lag} planes behind level j - 1. The age of a value counts iterations since its own, so that
 * a read at a distance along the first axis is a read of a certain age.
 *
 * <p>A work-item keeps its own values in registers. Those of its neighbours it takes from local memory at the youngest age at
 * which it needs them, and keeps them if it needs them later too.
 */
final class WindowStreams {
    private final StencilSpec spec;
    private final int steps;
    private final int lag;
    private final Map<Stream, SortedSet<Integer>> ages = new TreeMap<>();

    /** The values of a field's level at one distance along the other axes. */
    record Stream(int level, String field, List<Integer> beside) implements Comparable<Stream> {
        boolean isOwn() {
            return beside.stream().allMatch(step -> step == 0);
        }

        /** The variable that holds the value of an age. */
        String name(int age) {
            StringBuilder out = new StringBuilder("h" + level + "_" + field);
            beside.forEach(step -> out.append('_').append(CellCode.name(step)));
            return out.append("_a").append(age).toString();
        }

        @Override
        public int compareTo(Stream other) {
            return name(0).compareTo(other.name(0));
        }
    }

    WindowStreams(StencilSpec spec, int steps) {
        this.spec = spec;
        this.steps = steps;
        this.lag = spec.footprint().radius(0) + 1;
        for (int step = 1; step <= steps; step++) {
            for (StencilSpec.Update update : spec.updates()) {
                for (Expr.Access access : spec.accesses(update.field())) {
                    if (isStreamed(access, step)) {
                        ages.computeIfAbsent(stream(access, step), s -> new TreeSet<>())
                                .add(age(access));
                    }
                }
            }
        }
    }

    /** How many planes a level is behind the one before. */
    int lag() {
        return lag;
    }

    int steps() {
        return steps;
    }

    /** Whether a read of a step is of a level that passes through registers and local memory. */
    boolean isStreamed(Expr.Access access, int step) {
        return spec.field(access.field()).updated() && level(access, step) >= 0;
    }

    /** The level that a step reads; below 0 for one that was there before the first. */
    static int level(Expr.Access access, int step) {
        return step - 1 + access.level();
    }

    static Stream stream(Expr.Access access, int step) {
        return new Stream(level(access, step), access.field(), beside(access.offset()));
    }

    private static List<Integer> beside(Offset offset) {
        List<Integer> steps = new ArrayList<>();
        for (int axis = 1; axis < offset.rank(); axis++) {
            steps.add(offset.at(axis));
        }
        return steps;
    }

    int age(Expr.Access access) {
        return (1 - access.level()) * lag - access.offset().at(0);
    }

    /** All streams with the ages at which they are needed. */
    Map<Stream, SortedSet<Integer>> ages() {
        return ages;
    }

    /** The first age at which a variable holds the value: own values are there from the next iteration on. */
    static int first(Stream stream, SortedSet<Integer> ages) {
        return stream.isOwn() ? 1 : ages.first();
    }

    /** Whether neighbours need a level of a field. */
    boolean isPublished(int level, String field) {
        return ages.keySet().stream()
                .anyMatch(stream -> stream.level == level && stream.field.equals(field) && !stream.isOwn());
    }

    /** The fields that neighbours need, once a level, in the order of their places in local memory. */
    List<Stream> published() {
        List<Stream> all = new ArrayList<>();
        for (int level = 0; level < steps; level++) {
            for (Field field : spec.fields()) {
                if (isPublished(level, field.name())) {
                    all.add(new Stream(level, field.name(), List.of()));
                }
            }
        }
        return all;
    }

    /** How many planes of each level local memory holds: those not yet taken, and the one that is written. */
    int planes() {
        return 1
                + ages.entrySet().stream()
                        .filter(entry -> !entry.getKey().isOwn())
                        .mapToInt(entry -> entry.getValue().first())
                        .max()
                        .orElse(0);
    }

    /** Values that a work-item holds at a time. */
    int values() {
        int held = ages.entrySet().stream()
                .mapToInt(entry -> entry.getValue().last() - first(entry.getKey(), entry.getValue()) + 1)
                .sum();
        return held + 2 * spec.updates().size();
    }
}
