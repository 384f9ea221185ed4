package org.plegma.stencil.method.partialsums;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.Oracle;
import org.plegma.stencil.RandomStencils;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.direct.DirectMethod;
import org.plegma.stencil.method.queue.RegisterQueue;
import org.plegma.stencil.tile.CpuTile;
import org.plegma.stencil.tile.DirectTile;

/** The methods that do one step a launch, with other tiles than the usual, against the plain definition. */
class SingleStepTest {
    private static final String STAR =
            "field mask\nu[t+1,x,y,z] = mask*u[t-1,x,y,z] + 0.1*sin(u)*u[x-2,y,z] + max(u[x+1,y,z], u[x,y-1,z])"
                    + " - 0.3*u[x,y+2,z] + (v[x,y,z+1] < 0 ? v[x,y,z-3] : 0.2)\nv[x,y,z] = 0.5*v[x-1,y,z] + u[x,y,z+1]^3";

    private static Session session;
    private static Session hopper;
    private static Oracle.Checked checked = Oracle.Checked.NONE;

    @BeforeContainer
    static void open() {
        session = Session.open();
        hopper = StandIn.runningAsH200();
    }

    @AfterContainer
    static void close() {
        session.close();
        hopper.close();
        checked.requireSharp();
    }

    @Property(tries = 15)
    void directWithAnyTile(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        Case any = new Case(random, random.below(2) == 0 ? random.linear() : random.general());
        int row = any.shape[any.shape.length - 1];
        int rows = any.shape.length == 3 ? 1 + random.below(3) : 1;
        int vector = Math.min(8, Integer.lowestOneBit(row));
        any.check(DirectMethod.code(
                any.instance(Variant.GPU),
                new DirectTile(
                        vector,
                        rows,
                        1 + random.below(6),
                        1 + random.below(3),
                        random.below(3),
                        random.below(3) > 0,
                        8,
                        any.shape.length == 1 ? 1 : 4)));
        int wide = Math.min(16, Integer.highestOneBit(row));
        int last = any.shape.length - 1;
        Footprint footprint = any.stencil.spec().footprint();
        boolean divides = wide > 1 && row % wide == 0;
        any.check(DirectMethod.code(
                any.instance(Variant.CPU),
                new CpuTile(
                        wide,
                        wide * (1 + random.below(2)),
                        rows,
                        1 + random.below(4),
                        last == 0 ? 1 : 1 + random.below(4),
                        divides && wide > Math.max(footprint.low(last), footprint.high(last)),
                        divides)));
    }

    @Property(tries = 15)
    void partialSums(@ForAll long seed) {
        RandomStencils random = inThreeDimensions(seed);
        Case any = new Case(random, random.linear());
        any.check(PartialSums.code(any.instance(Variant.GPU)));
        int vector = Math.min(4, Integer.lowestOneBit(any.shape[2]));
        DirectTile tile =
                new DirectTile(vector, 1 + random.below(2), 1 + random.below(6), 1 + random.below(2), 0, false, 8, 4);
        any.check(PartialSums.code(any.instance(Variant.GPU), tile));
        if (vector > 1) {
            StencilInstance instance = any.instance(Variant.GPU);
            any.check(PartialSums.code(instance, tile, PartialSums.asyncFeed(instance, tile, false)));
            PlaneFeed ring = PartialSums.ringFeed(
                    instance, tile, RingFeed.isOn(session.device()) && AsyncFeed.fits(instance, tile));
            if (ring.localBytes() <= session.device().declaredLocalMemoryBytes()) {
                any.check(PartialSums.code(instance, tile, ring));
            }
        }
    }

    /** By the instructions of NVIDIA's devices, each of which a processor does at once. */
    @Property(tries = 4)
    void copiesByInstructions(@ForAll long seed) {
        RandomStencils random = inThreeDimensions(seed);
        int[] shape = {1 + random.below(8), 1 + random.below(20), 4 * (1 + random.below(12))};
        Case any = new Case(hopper, random, random.linear(), ElementType.FLOAT, shape);
        StencilInstance instance = any.instance(Variant.GPU);
        DirectTile tile =
                new DirectTile(4, 1 + random.below(2), 1 + random.below(6), 1 + random.below(2), 0, false, 8, 8);
        any.check(PartialSums.code(instance, tile, PartialSums.asyncFeed(instance, tile, true)));
        any.check(PartialSums.code(instance, tile, PartialSums.ringFeed(instance, tile, true)));
    }

    /** Rows that end in a group's first, middle and last vector or within one, shorter than the reach, too. */
    @Property(tries = 8)
    void besideRows(@ForAll long seed) {
        RandomStencils random = inThreeDimensions(seed);
        List<Boundary> kinds =
                List.of(Boundary.PERIODIC, Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST, Boundary.FIXED);
        ElementType type = random.below(2) > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        int vector = 16 / type.bytes();
        int row = random.below(2) > 0 ? vector * (1 + random.below(20)) : 1 + random.below(50);
        int[] shape = {1 + random.below(12), 1 + random.below(12), row};
        String dense = random.below(2) > 0 ? " + 0.2*u[x,y-1,z+2] - 0.3*u[x+1,y+2,z-3]" : "";
        Case any = new Case(
                hopper,
                random,
                "u[x,y,z] = 0.5*u + 0.1*(u[x-2,y,z] + u[x+1,y,z] - u[x,y-2,z] + u[x,y+1,z]) + 0.3*u[x,y,z-5] - 0.2*u[x,y,z+4]"
                        + dense,
                type,
                shape);
        if (random.below(4) > 0) {
            any.boundaries =
                    List.of(random.boundaries()[0], random.boundaries()[1], kinds.get(random.below(kinds.size())));
        }
        StencilInstance instance = any.instance(Variant.GPU);
        DirectTile tile = new DirectTile(vector, 1, 1 + random.below(12), 1, 0, false, 8, 4);
        any.check(PartialSums.code(instance, tile, PartialSums.asyncFeed(instance, tile, true)));
        any.check(PartialSums.code(instance, tile, PartialSums.ringFeed(instance, tile, true)));
    }

    /** Groups that have cells beside one end of a row, beside both, or fewer cells of their own than they read beside them. */
    @Example
    void groupsAtTheEndsOfRows() {
        RandomStencils random = inThreeDimensions(3);
        List<Boundary> kinds = List.of(Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST);
        for (int vectors : new int[] {1, 2, 4, 6, 8, 9, 10, 11, 12, 16, 17, 19}) {
            int groupX = vectors < 8 ? 1 : 8;
            String star = "u[x,y,z] = 0.5*u + 0.1*(u[x-1,y,z] - u[x,y-2,z]) + 0.3*u[x,y,z-5] - 0.2*u[x,y,z+4]";
            Case any = new Case(hopper, random, star, ElementType.DOUBLE, new int[] {14, 7, 2 * vectors});
            any.boundaries = List.of(Boundary.NEAREST, Boundary.MIRROR, kinds.get(vectors % 3));
            StencilInstance instance = any.instance(Variant.GPU);
            DirectTile tile = new DirectTile(2, 1, 14, 1, 0, false, groupX, 64 / groupX);
            any.check(PartialSums.code(instance, tile, PartialSums.asyncFeed(instance, tile, true)));
            any.check(PartialSums.code(instance, tile, PartialSums.ringFeed(instance, tile, true)));
        }
    }

    /**
     * With one fixed axis or three, fields of different reach or one that is not read itself, and rows that vectors divide or not; groups of
     * two planes or of all; grids smaller than the reach.
     */
    @Example
    void fixedEndsKeepTheirCells() {
        RandomStencils random = inThreeDimensions(5);
        List<String> formulas = List.of(
                "u[x,y,z] = 0.5*u + 0.1*(u[x-3,y,z] + u[x+1,y,z]) + 0.3*u[x,y-1,z] - 0.2*u[x,y+3,z] + 0.1*u[x,y,z-2] - v[x,y,z+5]\n"
                        + "v[x,y,z] = v - 0.4*v[x-1,y,z] + 0.2*u[x+2,y,z] + 0.3*u[x,y-2,z] + 0.1*v[x,y+1,z] + v[x,y,z-1]",
                "field w\nu[x,y,z] = 0.3*w[x-1,y,z] + w[x+3,y,z] - 0.2*w[x,y+2,z] + 0.5*w[x,y,z-4] + w[x,y,z+8]");
        List<int[]> shapes =
                List.of(new int[] {9, 21, 20}, new int[] {9, 21, 19}, new int[] {2, 3, 4}, new int[] {1, 2, 3});
        for (int fixed = 0; fixed < 4; fixed++) {
            List<Boundary> boundaries =
                    new ArrayList<>(Collections.nCopies(3, fixed == 3 ? Boundary.FIXED : Boundary.MIRROR));
            boundaries.set(fixed % 3, Boundary.FIXED);
            for (int[] shape : shapes) {
                Case any = new Case(hopper, random, formulas.get(shape[2] % 2 ^ fixed & 1), ElementType.FLOAT, shape);
                any.boundaries = boundaries;
                StencilInstance instance = any.instance(Variant.GPU);
                DirectTile tile = new DirectTile(4, 2, shape[2] == 20 ? 2 : 9, 1, 0, false, 4, 8);
                any.check(PartialSums.code(instance, tile, PartialSums.asyncFeed(instance, tile, true)));
            }
        }
    }

    /** Wide rows that go on with whole vectors, or with a cell of them, and rows shorter than the reach. */
    @Property(tries = 10)
    void besideWideRows(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        for (long next = seed + 1; random.rank() != 2; next++) {
            random = new RandomStencils(next);
        }
        ElementType type = random.below(2) > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        int vector = 16 / type.bytes();
        int reach = 3 + random.below(6);
        Case any = new Case(
                session,
                random,
                "field k\nu[x,y] = 0.5*u + 0.1*(u[x-2,y] + u[x+1,y]) + 0.3*u[x,y-%1$s] - 0.2*u[x,y+3] + k[x,y+%1$s] - 0.4*k[x,y-1]"
                        .formatted(reach),
                type,
                new int[] {1 + random.below(9), vector * (1 + random.below(12))});
        any.boundaries = List.of(
                random.boundaries()[0],
                List.of(Boundary.PERIODIC, Boundary.REFLECT, Boundary.NEAREST).get(random.below(3)));
        any.check(DirectMethod.code(
                any.instance(Variant.GPU), new DirectTile(vector, 1, 1 + random.below(5), 2, 0, true, 8, 4)));
    }

    @Property(tries = 10)
    void micikevicius(@ForAll long seed) {
        Case any = new Case(inThreeDimensions(seed), STAR);
        any.check(RegisterQueue.code(any.instance(Variant.GPU)));
    }

    @Example
    void whatAMethodCannotDoIsRefusedByName() {
        refused("micikevicius", "u[x,y] = u[x-1,y]", "micikevicius", "3-D", "2-D");
        refused("micikevicius", "u[x,y,z] = u[x-1,y-1,z]", "micikevicius", "star");
        refused("partial-sums", "u[x] = u[x-1]", "partial-sums", "3-D", "1-D");
        refused("partial-sums", "u[x,y,z] = u[x-1,y,z]^2", "partial-sums", "linear");
        refused("partial-sums", "u[x,y,z] = u[x-99,y-99,z-99]", "partial-sums", "local memory", "radius 99");
    }

    private static void refused(String method, String formula, String... words) {
        Stencil stencil = Stencil.parse(formula);
        int[] shape = IntStream.range(0, stencil.spec().rank()).map(axis -> 8).toArray();
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> stencil.on(session).method(method).plan(shape))
                .getMessage();
        for (String word : words) {
            assertTrue(message.contains(word), message);
        }
    }

    private static RandomStencils inThreeDimensions(long seed) {
        RandomStencils random = new RandomStencils(seed);
        for (long next = seed + 1; random.rank() < 3; next++) {
            random = new RandomStencils(next);
        }
        return random;
    }

    /** A formula on random data with random boundaries. */
    private static final class Case {
        private final Session session;
        private final Stencil stencil;
        private List<Boundary> boundaries;
        private final int[] shape;
        private final ElementType type;
        private final Map<String, Double> params = new LinkedHashMap<>();
        private final Map<String, Grid> start = new LinkedHashMap<>();

        Case(RandomStencils random, String formula) {
            this(
                    SingleStepTest.session,
                    random,
                    formula,
                    random.value() > 0 ? ElementType.FLOAT : ElementType.DOUBLE,
                    random.shape());
        }

        Case(Session session, RandomStencils random, String formula, ElementType type, int[] shape) {
            this.session = session;
            this.type = type;
            this.shape = shape;
            stencil = Stencil.parse(formula);
            boundaries = List.of(random.boundaries());
            stencil.spec().params().forEach(param -> params.put(param.name(), (double) (float) random.value()));
            for (String key : State.keys(stencil.spec())) {
                start.put(key, Grid.generate(type, i -> random.value(), shape));
            }
        }

        StencilInstance instance(Variant variant) {
            return new StencilInstance(stencil.spec(), boundaries, type, shape, session.device(), variant);
        }

        void check(StepCode code) {
            Oracle oracle = new Oracle(stencil.spec(), boundaries.toArray(Boundary[]::new), params, shape);
            try (State state = new State(session, stencil.spec(), type, shape, Map.of(), 1);
                    CompiledStage stage = new CompiledStage(session, instance(Variant.GPU), code, params)) {
                state.load(start);
                stage.launch(state).forEach(Event::await);
                checked = checked.plus(oracle.check(start, state.download(), 1, type));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(code.source(), e);
            }
        }
    }
}
