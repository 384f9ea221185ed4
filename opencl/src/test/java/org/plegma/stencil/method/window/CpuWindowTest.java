package org.plegma.stencil.method.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Devices;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Oracle;
import org.plegma.stencil.RandomStencils;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.State;
import org.plegma.testing.Oclgrind;

/** Steps that follow each other through boxes of a grid, with boxes far smaller than the usual ones. */
class CpuWindowTest {
    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void anyFormulaInAnyBoxes(@ForAll long seed) {
        try (Session session = Session.open()) {
            check(session, random(seed), 8);
        }
    }

    @Example
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    static final class OnOclgrind {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (int seed = 0; seed < 8; seed++) {
                    check(session, random(seed), 2);
                }
                CpuWindowBoxesTest.checkFew(session);
            }
        }
    }

    private static RandomStencils random(long seed) {
        RandomStencils random = new RandomStencils(seed);
        for (long next = seed + 1; random.rank() == 1; next++) {
            random = new RandomStencils(next);
        }
        return random;
    }

    private static void check(Session session, RandomStencils random, int most) {
        String formula =
                switch (random.below(3)) {
                    case 0 -> random.linear();
                    case 1 -> random.coupled();
                    default -> random.general();
                };
        StencilSpec spec = StencilSpec.parse(formula);
        Boundary[] boundaries = random.boundaries();
        int[] shape = random.shape();
        int last = shape.length - 1;
        int steps = 1 + random.below(most);
        ElementType type = random.value() > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        Map<String, Double> params = new LinkedHashMap<>();
        spec.params().forEach(param -> params.put(param.name(), random.parameter()));
        Map<String, Grid> start = new LinkedHashMap<>();
        State.keys(spec).forEach(key -> start.put(key, Grid.generate(type, i -> random.value(), shape)));
        int vector = 8 << random.below(2);
        CpuWindowTile tile = new CpuWindowTile(
                vector,
                1 + random.below(3),
                1 + random.below(shape[0]),
                1 + random.below(shape[1]),
                vector * (1 + random.below(2)),
                shape[last] % vector == 0);
        StencilInstance instance =
                new StencilInstance(spec, List.of(boundaries), type, shape, session.device(), Variant.CPU);
        StepCode code = CpuWindow.code(instance, steps, tile);
        try (State state = new State(session, spec, type, shape, Map.of(), code.outputs());
                CompiledStage stage = new CompiledStage(session, instance, code, params)) {
            state.load(start);
            stage.launch(state).forEach(Event::await);
            new Oracle(spec, boundaries, params, shape).check(start, state.download(), steps, type);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "%s%n%s, %d steps, %s, boundaries %s".formatted(formula, tile, steps, type, List.of(boundaries)),
                    e);
        }
    }

    @Example
    void oneProgramDoesForAnyNumberOfSteps() {
        StencilInstance instance = new StencilInstance(
                StencilSpec.parse("field rho\nu[x,y] = u[x-1,y] + rho*v\nv[x,y] = u[x,y+2]"),
                List.of(Boundary.ZERO, Boundary.PERIODIC),
                ElementType.FLOAT,
                new int[] {512, 512},
                Devices.preferred(),
                Variant.CPU);
        assertEquals(
                CpuWindow.code(instance, 3).orElseThrow().source(),
                CpuWindow.code(instance, 16).orElseThrow().source());
    }

    @Example
    void plainCodeIsTheSameForAllShapes() {
        StencilInstance large = new StencilInstance(
                StencilSpec.parse("u[x,y,z] = u[x-1,y,z] + u[x,y+1,z] + u[x,y,z-1]"),
                List.of(Boundary.ZERO, Boundary.PERIODIC, Boundary.ZERO),
                ElementType.FLOAT,
                new int[] {512, 512, 512},
                Devices.preferred(),
                Variant.CPU);
        String plain = CpuWindow.plain(large, 3).orElseThrow().source();
        assertNotEquals(plain, CpuWindow.code(large, 3).orElseThrow().source(), "streams past the caches");
        for (int[] shape : new int[][] {{64, 64, 64}, {40, 41, 43}}) {
            assertEquals(
                    plain,
                    CpuWindow.plain(large.withShape(shape), 3).orElseThrow().source());
        }
    }

    /** The same on a CPU with so many cores. */
    private static CpuWindowTile.Task withUnits(CpuWindowTile.Task of, int units) {
        return new CpuWindowTile.Task(
                of.shape(),
                of.radii(),
                of.periodic(),
                of.steps(),
                of.depth(),
                of.levels(),
                of.others(),
                units,
                of.bytes());
    }

    @Example
    void boxesFillTheCoresAndRingsTheCache() {
        for (int units : new int[] {2, 8, 64}) {
            boxesFill(units);
        }
    }

    private static void boxesFill(int units) {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (int[] shape : List.of(new int[] {4096, 4096}, new int[] {256, 256, 256}, new int[] {300, 20_000})) {
                String formula = shape.length == 2
                        ? "u[x,y] = u[x-1,y] + u[x,y+1]"
                        : "u[x,y,z] = u[x-1,y,z] + u[x,y+1,z] + u[x,y,z-1]";
                StencilInstance instance = new StencilInstance(
                        StencilSpec.parse(formula),
                        List.of(Boundary.ZERO, Boundary.PERIODIC, Boundary.ZERO).subList(0, shape.length),
                        type,
                        shape,
                        Devices.preferred(),
                        Variant.CPU);
                CpuWindowTile.Task task = withUnits(CpuWindowTile.Task.of(instance, 4), units);
                CpuWindowTile tile = CpuWindowTile.usual(task, true).orElseThrow();
                assertTrue(tile.boxes(shape) >= units, tile.toString());
                assertTrue(tile.cells(task) * type.bytes() <= 4 << 20, tile.toString());
                assertEquals(0, tile.segment() % tile.vector(), tile.toString());
            }
        }
    }
}
