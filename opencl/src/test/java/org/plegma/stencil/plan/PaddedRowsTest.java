package org.plegma.stencil.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Oracle;
import org.plegma.stencil.RandomStencils;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;

/** Steps on padded rows against the plain definition, by all the code of single steps on a GPU. */
class PaddedRowsTest {
    private static Session hopper;
    private static Oracle.Checked checked = Oracle.Checked.NONE;

    @BeforeContainer
    static void open() {
        hopper = StandIn.runningAsH200();
    }

    @AfterContainer
    static void close() {
        hopper.close();
        checked.requireSharp();
    }

    @Property(tries = 12)
    void anyStencil(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        for (long next = seed + 1; random.rank() < 2; next++) {
            random = new RandomStencils(next);
        }
        check(
                random,
                random.below(2) == 0 ? random.linear() : random.below(2) == 0 ? random.coupled() : random.general());
    }

    /** By copies of vectors, and by rings of planes. */
    @Property(tries = 6)
    void wideStars(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        for (long next = seed + 1; random.rank() < 3; next++) {
            random = new RandomStencils(next);
        }
        int radius = 3 + random.below(4);
        check(
                random,
                "u[x,y,z] = 0.5*u + 0.1*(u[x-%1$s,y,z] + u[x+2,y,z] - u[x,y-2,z]) + 0.2*u[x,y,z+%1$s] - 0.1*u[x,y,z-1]"
                        .formatted(radius));
    }

    private static void check(RandomStencils random, String formula) {
        Stencil stencil = Stencil.parse(formula);
        ElementType type = random.below(2) > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        int[] shape = random.shape();
        int last = shape.length - 1;
        shape[last] += random.below(80);
        Boundary[] boundaries = random.boundaries();
        boundaries[last] =
                List.of(Boundary.FIXED, Boundary.ZERO, Boundary.constant(-1.5)).get(random.below(3));
        Map<String, Double> parameters = new LinkedHashMap<>();
        stencil.spec().params().forEach(param -> parameters.put(param.name(), (double) (float) random.value()));
        Map<String, Grid> start = new LinkedHashMap<>();
        for (String key : State.keys(stencil.spec())) {
            start.put(key, Grid.generate(type, i -> random.value(), shape));
        }
        StencilInstance padded = new StencilInstance(
                        stencil.spec(), List.of(boundaries), type, shape, hopper.device(), Variant.GPU)
                .withRowsOf(16 / type.bytes() * (1 + random.below(2)));
        int steps = 1 + random.below(3);
        try (State state = new State(hopper, stencil.spec(), type, shape, Map.of(), 1);
                PaddedRows rows = new PaddedRows(hopper, padded, Method.direct().code(padded), parameters, 1)) {
            state.load(start);
            rows.launch(state, steps).forEach(Event::await);
            Oracle oracle = new Oracle(stencil.spec(), boundaries, parameters, shape);
            checked = checked.plus(oracle.check(start, state.download(), steps, type));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    formula + "\n" + List.of(boundaries) + "\n"
                            + Method.direct().code(padded).source(),
                    e);
        }
    }

    /** A plan takes them for long runs only, and does the steps left over as others do. */
    @Example
    void whichStepsAreDoneSo() {
        Stencil star = Shapes.star(3, 1);
        OptionalInt fewest = fewest(star, Boundary.ZERO, 129);
        StencilInstance instance = instance(star, Boundary.ZERO, 129);
        try (Rounds rounds = new Rounds(
                hopper,
                instance,
                StencilSettings.of(star.spec()).withMethod(Method.direct()),
                Method.direct().code(instance))) {
            assertEquals(1, rounds.next(fewest.getAsInt() - 1).of(fewest.getAsInt() - 1));
            assertEquals(fewest.getAsInt(), rounds.next(fewest.getAsInt()).of(fewest.getAsInt()));
        }
    }

    @Example
    void whereRowsArePadded() {
        Stencil star = Shapes.star(3, 1);
        assertEquals(OptionalInt.of(32), fewest(star, Boundary.ZERO, 511));
        assertEquals(OptionalInt.of(32), fewest(star, Boundary.FIXED, 509));
        assertEquals(OptionalInt.of(12), fewest(Shapes.star(3, 4), Boundary.ZERO, 500));
        assertEquals(OptionalInt.of(12), fewest(Shapes.box(3, 1), Boundary.ZERO, 511));
        // Their sums would be added in another order.
        assertEquals(OptionalInt.empty(), fewest(Shapes.cut(3, 1, 2), Boundary.ZERO, 511));
        for (Boundary other : List.of(Boundary.PERIODIC, Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST)) {
            assertEquals(OptionalInt.empty(), fewest(star, other, 511));
        }
        assertEquals(OptionalInt.empty(), fewest(star, Boundary.ZERO, 510));
        assertEquals(OptionalInt.empty(), fewest(star, Boundary.ZERO, 512));
        assertEquals(OptionalInt.empty(), fewest(star, Boundary.ZERO, 31));
    }

    private static StencilInstance instance(Stencil stencil, Boundary boundary, int row) {
        return new StencilInstance(
                stencil.spec(),
                List.of(Boundary.PERIODIC, Boundary.MIRROR, boundary),
                ElementType.FLOAT,
                new int[] {200, 200, row},
                hopper.device(),
                Variant.GPU);
    }

    private static OptionalInt fewest(Stencil stencil, Boundary boundary, int row) {
        Method direct = Method.direct();
        return direct.way().fewestOnPaddedRows(instance(stencil, boundary, row), direct);
    }
}
