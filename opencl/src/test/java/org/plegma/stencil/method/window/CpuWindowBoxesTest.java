package org.plegma.stencil.method.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Event;
import org.plegma.device.OnDevice;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Exact;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.StepCode.Scratch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.State;

/**
 * Every boundary along every axis, in one box and in many, with values that are whole and small, so that each cell is exactly what
 * the plain definition gives. What the rings hold before is no number.
 */
class CpuWindowBoxesTest extends OnDevice {
    private static final Boundary[] BOUNDARIES = {
        Boundary.ZERO,
        Boundary.PERIODIC,
        Boundary.FIXED,
        Boundary.constant(2),
        Boundary.REFLECT,
        Boundary.NEAREST,
        Boundary.MIRROR
    };

    /** The reach of the reads along the axes, each towards another side. */
    private static final int[][] REACHES = {{1, 2, 3}, {2, 1, 5}, {1, 3, 8}, {4, 2, 1}, {5, 1, 4}, {3, 4, 2}, {2, 5, 7}
    };

    /** Sides of a box: cells along the first axis, the middle one, vectors along the last one, and steps. */
    private record Box(int chunk, int rows, int vectors, int steps) {}

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void everyBoundaryInAnyBoxes(int rank) {
        for (int i = 0; i < BOUNDARIES.length; i++) {
            Box[] boxes = {new Box(50, 50, 4, 1), new Box(7, 4, 1, 2), new Box(4, 50, 2, 3), new Box(50, 3, 1, 4)};
            check(session, rank, i, boxes);
        }
    }

    /** Boundaries that need memory of their own, or cells of the other end, for a slow device that watches memory. */
    static void checkFew(Session session) {
        check(session, 2, 3, new Box(8, 1, 1, 2));
        check(session, 3, 0, new Box(3, 4, 1, 2));
        check(session, 3, 1, new Box(5, 3, 1, 1));
        check(session, 3, 3, new Box(5, 3, 2, 1));
    }

    private static String formula(int rank, int... reach) {
        String text = rank == 2
                ? """
                field w
                field m
                u[t+1,x,y] = u[x+A,y] - 2*u[x-1,y-1] + u[x,y+C] + v[x-1,y-C] + w[x+A,y-2] - u[t-1,x-A,y+1]
                v[t+1,x,y] = v[x,y-B] + u[x-2,y] - v[x+1,y-1] + w + m[x-1,y+1]
                """
                : """
                field w
                field m
                u[t+1,x,y,z] = u[x+A,y,z] - 2*u[x,y-B,z-1] + u[x,y+1,z+C] + v[x-1,y,z-C] + w[x,y-B,z-2] - u[t-1,x-A,y+1,z]
                v[t+1,x,y,z] = v[x,y+1,z] + u[x-2,y,z+1] - v[x+1,y-1,z-1] + w + m[x-1,y,z+1]
                """;
        return text.replace("A", "" + reach[0]).replace("B", "" + reach[1]).replace("C", "" + reach[2]);
    }

    private static void check(Session session, int rank, int i, Box... boxes) {
        StencilSpec spec = StencilSpec.parse(formula(rank, REACHES[i]));
        Boundary[] boundaries = new Boundary[rank];
        // Each axis has each once.
        Arrays.setAll(boundaries, axis -> BOUNDARIES[(i * (axis + 1) + 3 * axis) % BOUNDARIES.length]);
        ElementType type = i % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        int vector = i % 3 == 0 ? 16 : 8;
        boolean streaming = i % 3 == 1;
        boolean whole = streaming || boundaries[rank - 1].wraps() && rank == 2;
        int width = 3 * vector + (whole ? 0 : 5);
        int[] shape = rank == 2 ? new int[] {23, width} : new int[] {11, 9, width};
        Random random = new Random(i);
        Map<String, Grid> start = new LinkedHashMap<>();
        Map<String, Grid> none = new LinkedHashMap<>();
        for (String key : State.keys(spec)) {
            start.put(key, Exact.small(random, type, shape));
            none.put(key, Grid.generate(type, at -> Double.NaN, shape));
        }
        StencilInstance instance =
                new StencilInstance(spec, List.of(boundaries), type, shape, session.device(), Variant.CPU);
        for (Box box : boxes) {
            CpuWindowTile tile = new CpuWindowTile(
                    vector,
                    1 + (i + rank) % 3,
                    Math.min(box.chunk, shape[0]),
                    Math.min(box.rows, shape[1]),
                    Math.min(box.vectors, (width + vector - 1) / vector) * vector,
                    streaming);
            StepCode code = inGroups(3, instance, box.steps, tile);
            try (State state = new State(session, spec, type, shape, Map.of(), code.outputs());
                    CompiledStage stage = new CompiledStage(session, instance, code, Map.of())) {
                for (Map<String, Grid> values : List.of(none, start)) {
                    state.load(values);
                    stage.launch(state).forEach(Event::await);
                }
                Exact.check(spec, boundaries, start, state.download(), box.steps, tile.toString());
            }
        }
    }

    /** Of so many work-groups, however many cores there are. */
    private static StepCode inGroups(long groups, StencilInstance instance, int steps, CpuWindowTile tile) {
        StepCode code = CpuWindow.code(instance, steps, tile);
        Launch launch = code.launches().get(0);
        List<Object> extra = new ArrayList<>(launch.extra());
        extra.set(extra.size() - 1, new Scratch("rings", groups * tile.cells(CpuWindowTile.Task.of(instance, steps))));
        return new StepCode(
                steps,
                code.outputs(),
                code::source,
                code.uniform(),
                List.of(new Launch(launch.kernel(), new long[] {groups}, new long[] {1}, extra)));
    }
}
