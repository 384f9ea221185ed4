package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.Evaluator;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.method.State;

/** Sums of small whole numbers, which no rounding changes: each cell is exactly what the plain definition gives. */
public final class Exact {
    private Exact() {}

    /** Whole numbers from -3 to 3. */
    public static Grid small(Random random, ElementType type, int... shape) {
        return Grid.generate(type, at -> random.nextInt(7) - 3, shape);
    }

    /** Fails unless {@code found} is what the steps give from {@code start}. */
    public static void check(
            StencilSpec spec,
            Boundary[] boundaries,
            Map<String, Grid> start,
            Map<String, Grid> found,
            int steps,
            String what) {
        Map<String, List<double[]>> state = new LinkedHashMap<>();
        for (Field field : spec.fields()) {
            List<double[]> levels = new ArrayList<>();
            for (int age = 0; age < field.levels(); age++) {
                levels.add(values(start, State.key(field.name(), age)));
            }
            state.put(field.name(), levels);
        }
        int[] shape = start.values().iterator().next().shape();
        Map<String, List<double[]>> expected =
                Evaluator.of(spec).boundary(boundaries).run(shape, state, steps);
        for (String field : spec.updatedFields()) {
            for (int age = 0; age < spec.field(field).levels(); age++) {
                String key = State.key(field, age);
                assertArrayEquals(
                        withoutSignOfZero(expected.get(field).get(age)),
                        withoutSignOfZero(values(found, key)),
                        () -> "%s of %s after %d steps, boundaries %s, %s"
                                .formatted(key, Arrays.toString(shape), steps, List.of(boundaries), what));
            }
        }
    }

    private static double[] values(Map<String, Grid> grids, String key) {
        return grids.get(key).to(ElementType.DOUBLE).doubles();
    }

    private static double[] withoutSignOfZero(double[] values) {
        return Arrays.stream(values).map(value -> value + 0.0).toArray();
    }
}
