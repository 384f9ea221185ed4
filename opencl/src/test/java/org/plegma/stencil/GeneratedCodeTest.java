package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.direct.DirectMethod;
import org.plegma.stencil.method.partialsums.PartialSums;
import org.plegma.stencil.method.partialsums.PlaneFeed;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.tile.CpuTile;
import org.plegma.stencil.tile.DirectTile;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Golden;
import org.plegma.testing.Oclgrind;

/**
 * The generated source, word for word. After a wanted change rewrite the files with
 * {@code mvn -pl opencl test -Dtest=GeneratedCodeTest -Dplegma.golden=rewrite} and read the difference.
 */
class GeneratedCodeTest {
    static final Path GOLDEN = Path.of("src/test/resources/org/plegma/stencil");

    private static final Device DEVICE = Devices.preferred();

    static final Map<String, String> FORMULAS = Map.of(
            "heat-1d",
            "u[x] = u + 0.25*(u[x-1] - 2*u + u[x+1])",
            "life",
            "s = sum(i=-1..1, j=-1..1, i == 0 && j == 0 ? 0 : u[x+i,y+j])\n"
                    + "u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0",
            "star-8",
            "u[x,y,z] = 0.1*u + sum(i=1..8, 0.01*i*(u[x-i,y,z] + u[x+i,y,z] + u[x,y-i,z] + u[x,y+i,z] + u[x,y,z-i]"
                    + " + u[x,y,z+i]))",
            "box-3d",
            "u[x,y,z] = sum(i=-1..1, j=-1..1, k=-1..1, 0.01*(3 + i + 2*j + 3*k)*u[x+i,y+j,z+k])",
            "wave-3d",
            "param c = 0.3, dt\nu[t+1,x,y,z] = 2*u[t,x,y,z] - u[t-1,x,y,z] + (c*dt)^2*lap(u, order=4)",
            "gray-scott",
            "param F = 0.04, k = 0.06\nfield mask\nr = u*v^2\n"
                    + "u[x,y] = mask*(u + 0.16*lap(u) - r + F*(1 - u))\nv[x,y] = mask*(v + 0.08*lap(v) + r - (F + k)*v)");

    private static String source(String name, ElementType type, Variant variant, boolean wide) {
        Stencil stencil = Stencil.parse(FORMULAS.get(name));
        Boundary[] all = {Boundary.FIXED, Boundary.REFLECT, Boundary.constant(2)};
        int rank = stencil.spec().rank();
        int[] shape = new int[rank];
        Arrays.fill(shape, wide ? Integer.MAX_VALUE & -64 : 64);
        StencilInstance instance =
                new StencilInstance(stencil.spec(), List.of(all).subList(0, rank), type, shape, DEVICE, variant);
        return variant == Variant.CPU
                ? DirectMethod.code(
                                instance,
                                new CpuTile(16, 64, rank == 3 ? 8 : 1, rank > 1 ? 16 : 1, rank > 1 ? 2 : 1, true, true))
                        .source()
                : Method.direct().code(instance).source();
    }

    /** No grid of a test is so large that its places are long numbers, as they are in the last. */
    @ParameterizedTest
    @CsvSource({"heat-1d, FLOAT, GPU, false", "heat-1d, FLOAT, CPU, false", "wave-3d, DOUBLE, GPU, true"})
    void theSourceIsAsRecorded(String name, ElementType type, Variant variant, boolean wide) throws IOException {
        check(name + "-" + type + "-" + variant, FORMULAS.get(name), source(name, type, variant, wide));
    }

    /** A file has the formula above its source. */
    static void check(String file, String formula, String source) throws IOException {
        Golden.check(
                GOLDEN.resolve(file.toLowerCase(Locale.ROOT) + ".cl"),
                "// " + formula.replace("\n", "\n// ") + "\n" + source);
    }

    @ParameterizedTest
    @CsvSource({"heat-1d", "life", "wave-3d", "gray-scott", "box-3d"})
    void compilesForAmdWithoutSpills(String name) {
        AmdTargets.assertFits(source(name, ElementType.FLOAT, Variant.GPU, false));
        AmdTargets.assertFits(source(name, ElementType.DOUBLE, Variant.GPU, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"micikevicius", "partial-sums"})
    void namedMethodsAreAsRecordedAndFitAmd(String method) throws IOException {
        for (ElementType type : List.of(ElementType.DOUBLE, ElementType.FLOAT)) {
            String source = Method.parse(method).code(instance("wave-3d", type)).source();
            AmdTargets.assertFits(source);
            if (type == ElementType.FLOAT) {
                check("wave-3d-" + method, FORMULAS.get("wave-3d"), source);
            }
        }
    }

    private static StencilInstance instance(String formula, ElementType type) {
        List<Boundary> boundaries = List.of(Boundary.FIXED, Boundary.REFLECT, Boundary.constant(2));
        return new StencilInstance(
                Stencil.parse(FORMULAS.get(formula)).spec(),
                boundaries,
                type,
                new int[] {64, 64, 64},
                DEVICE,
                Variant.GPU);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void wideStarsFitAmd(ElementType type) {
        AmdTargets.assertFits(wide(instance("star-8", type)));
    }

    /** The code of a wide star, with chunks that do not depend on the device. */
    private static String wide(StencilInstance instance) {
        DirectTile tile = wideTile(instance);
        return PartialSums.code(instance, tile, PartialSums.registerFeed(instance, tile))
                .source();
    }

    @Test
    void directDoesWideStarsByPartialSums() {
        StencilInstance instance = new StencilInstance(
                Stencil.parse(FORMULAS.get("star-8")).spec(),
                List.of(Boundary.ZERO, Boundary.PERIODIC, Boundary.NEAREST),
                ElementType.FLOAT,
                new int[] {64, 64, 64},
                DEVICE,
                Variant.GPU);
        DirectTile tile = PartialSums.wide(instance).orElseThrow();
        assertEquals(
                PartialSums.code(instance, tile).source(),
                Method.direct().code(instance).source());
    }

    private static DirectTile wideTile(StencilInstance instance) {
        DirectTile tile = PartialSums.wide(instance).orElseThrow();
        return new DirectTile(tile.vector(), tile.rows(), 64, tile.unroll(), 0, false, tile.groupX(), tile.groupY());
    }

    @ParameterizedTest
    @CsvSource({"FLOAT, wave-3d", "DOUBLE, star-8", "FLOAT, box-3d"})
    void blocksOfPartialSumsFitAmd(ElementType type, String formula) {
        AmdTargets.assertFits(PartialSums.codeOfBlocks(instance(formula, type)).source());
    }

    /** No device here runs their PTX. The star is the smallest that is done so. */
    @Test
    void asynchronousCopiesAreAsRecorded() throws IOException {
        String star = FORMULAS.get("star-8").replace("1..8", "1..3");
        StencilInstance instance = new StencilInstance(
                Stencil.parse(star).spec(),
                List.of(Boundary.ZERO, Boundary.constant(1), Boundary.constant(2)),
                ElementType.FLOAT,
                new int[] {64, 64, 64},
                DEVICE,
                Variant.GPU);
        DirectTile tile = wideTile(instance);
        DirectTile large = new DirectTile(4, 2, 64, 1, 0, false, 16, 16);
        PlaneFeed async = PartialSums.asyncFeed(instance, tile, true);
        PlaneFeed ring = PartialSums.ringFeed(instance, large, true);
        check("star-3-async", star, PartialSums.code(instance, tile, async).source());
        check("star-3-ring", star, PartialSums.code(instance, large, ring).source());
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** All formulas by both loops, at sizes around the radius, on whatever device there is. */
    static final class OnOclgrind {
        private static final Boundary[] BOUNDARIES = {Boundary.PERIODIC, Boundary.ZERO, Boundary.MIRROR};

        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (String formula : FORMULAS.values()) {
                    Stencil stencil = Stencil.parse(formula);
                    int rank = stencil.spec().rank();
                    BoundStencil bound = stencil.on(session).boundary(Arrays.copyOf(BOUNDARIES, rank));
                    if (formula.equals(FORMULAS.get("wave-3d"))) {
                        bound = bound.param("dt", 0.5);
                        run(bound.method("micikevicius"), Variant.GPU, 6, 3, 7);
                        run(bound.method("partial-sums"), Variant.GPU, 6, 3, 7);
                    }
                    int[] shape = Arrays.copyOf(new int[] {6, 3, 7}, rank);
                    run(bound, Variant.GPU, shape);
                    run(bound, Variant.CPU, shape);
                    // Rows of whole vectors have other code on CPUs.
                    int[] whole = Arrays.copyOf(new int[] {6, 7, 48}, rank);
                    whole[rank - 1] = 48;
                    run(bound, Variant.CPU, whole);
                }
                runFeeds(session);
            }
        }

        private static void run(BoundStencil bound, Variant variant, int... shape) {
            try (StencilPlan plan = bound.plan(ElementType.FLOAT, shape, variant)) {
                plan.load(start(bound.stencil(), shape)).until(1e-3, 1, 2);
            }
        }

        private static Map<String, Grid> start(Stencil stencil, int[] shape) {
            Map<String, Grid> start = new TreeMap<>();
            State.keys(stencil.spec()).forEach(key -> start.put(key, Grid.random(ElementType.FLOAT, 1, shape)));
            return start;
        }

        /** Partial sums by all ways to bring planes; the instructions that copy on NVIDIA's devices as plain copies. */
        private static void runFeeds(Session session) {
            DirectTile tile = new DirectTile(4, 2, 3, 2, 0, false, 8, 4);
            int[] shape = {5, 9, 36};
            for (String name : List.of("box-3d", "star-8")) {
                Stencil stencil = Stencil.parse(FORMULAS.get(name));
                StencilInstance instance = new StencilInstance(
                        stencil.spec(), List.of(BOUNDARIES), ElementType.FLOAT, shape, session.device(), Variant.GPU);
                for (PlaneFeed feed : List.of(
                        PartialSums.registerFeed(instance, tile),
                        PartialSums.asyncFeed(instance, tile, false),
                        PartialSums.ringFeed(instance, tile, false))) {
                    StepCode code = PartialSums.code(instance, tile, feed);
                    try (State state = new State(session, stencil.spec(), ElementType.FLOAT, shape, Map.of(), 1);
                            CompiledStage stage = new CompiledStage(session, instance, code, Map.of())) {
                        state.load(start(stencil, shape));
                        stage.launch(state).forEach(Event::await);
                    }
                }
            }
        }
    }
}
