package org.plegma.stencil.method.blocked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Devices;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Inside;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.blocked.BlockedSumsTile.Hardware;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Golden;
import org.plegma.testing.Oclgrind;

/** The code of {@code blocked(k)} by partial sums: its generated part word for word, and what it needs of other devices. */
class BlockedSumsCodeTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/stencil/heat-2d-sums-float.cl");
    private static final Hardware AMD = new Hardware(true, false, 104, 64, 1024, 48 << 10, false);
    private static final Hardware NVIDIA = new Hardware(true, true, 132, 32, 1024, 227 << 10, true);
    private static final Map<String, String> FORMULAS = Map.of(
            "heat-2d",
            "param a = 0.1\nu[x,y] = u + a*lap(u)",
            "flow-2d",
            "u[x,y] = 0.5*u[x-1,y-1] + 0.25*u[x,y+1] - 0.125*u[x+1,y-1] + 0.0625",
            "heat-3d",
            "u[x,y,z] = 0.4*u + 0.1*(u[x-1,y,z] + u[x+1,y,z] + u[x,y-1,z] + u[x,y+1,z] + u[x,y,z-1] + u[x,y,z+1])",
            "box-3d",
            Shapes.box(3, 1).formula().toString());

    private static StencilInstance instance(String name, ElementType type, int side, Boundary... boundaries) {
        Stencil stencil = Stencil.parse(FORMULAS.get(name));
        int[] shape = new int[stencil.spec().rank()];
        Arrays.fill(shape, side);
        List<Boundary> all = Arrays.asList(Arrays.copyOf(boundaries, shape.length));
        return new StencilInstance(stencil.spec(), all, type, shape, Devices.preferred(), Variant.GPU);
    }

    private static BlockedSumsTaps taps(StencilInstance instance) {
        return new BlockedSumsTaps(
                instance.spec().linear().orElseThrow().forms().get("u"), instance.type());
    }

    @Test
    void theGeneratedPartIsAsRecorded() throws IOException {
        StencilInstance instance = instance("heat-2d", ElementType.FLOAT, 512, Boundary.FIXED, Boundary.constant(2));
        BlockedSumsTaps taps = taps(instance);
        BlockedSumsTile tile = BlockedSums.tile(instance, 4, taps, NVIDIA).orElseThrow();
        String head = new BlockedSumsGenerator(instance, tile, taps, NVIDIA).head(true);
        Golden.check(GOLDEN, "// " + FORMULAS.get("heat-2d").replace("\n", "\n// ") + "\n" + head);
    }

    /** More steps take more registers, so that of each type the code of the most steps is compiled. */
    @ParameterizedTest
    @CsvSource({
        "heat-2d, 4, FLOAT DOUBLE, none",
        "heat-2d, 8, FLOAT DOUBLE, none",
        "heat-2d, 12, FLOAT DOUBLE, FLOAT DOUBLE",
        "flow-2d, 6, FLOAT DOUBLE, FLOAT DOUBLE",
        "heat-3d, 2, FLOAT DOUBLE, none",
        "heat-3d, 3, FLOAT DOUBLE, DOUBLE",
        "heat-3d, 4, FLOAT, FLOAT",
        "box-3d, 1, FLOAT DOUBLE, none",
        "box-3d, 2, FLOAT DOUBLE, none",
        "box-3d, 3, FLOAT DOUBLE, DOUBLE",
        "box-3d, 4, FLOAT, FLOAT",
        "box-3d, 5, none, none"
    })
    void fitsAmdDevices(String name, int steps, String types, String compiled) {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            StencilInstance instance = instance(name, type, 512, Boundary.FIXED, Boundary.REFLECT, Boundary.ZERO);
            BlockedSumsTaps taps = taps(instance);
            Optional<BlockedSumsTile> tile = BlockedSums.tile(instance, steps, taps, AMD);
            assertEquals(types.contains(type.name()), tile.isPresent(), type + " has a tile");
            if (compiled.contains(type.name())) {
                AmdTargets.assertFits(new BlockedSumsGenerator(instance, tile.orElseThrow(), taps, AMD).source(false));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "heat-2d, FLOAT, 12, 768, 4, 1, 1",
        "heat-2d, DOUBLE, 10, 768, 4, 1, 1",
        "heat-3d, FLOAT, 4, 768, 4, 3, 12",
        "heat-3d, FLOAT, 4, 512, 2, 6, 12",
        "heat-3d, DOUBLE, 4, 512, 2, 3, 12",
        "box-3d, FLOAT, 4, 512, 2, 4, 16"
    })
    void tilesForAnNvidiaDeviceAreThoseMeasured(
            String name, ElementType type, int steps, int side, int width, int rows, int warps) {
        StencilInstance instance = instance(name, type, side, Boundary.ZERO, Boundary.ZERO, Boundary.ZERO);
        BlockedSumsTile tile =
                BlockedSums.tile(instance, steps, taps(instance), NVIDIA).orElseThrow();
        assertEquals(new BlockedSumsTile(steps, width, 32, rows, warps), tile);
    }

    /** Exchanges in halves or with two sets of rows, planes through registers or copied ahead: the same bits. */
    @ParameterizedTest
    @CsvSource({"heat-3d, 3", "box-3d, 2"})
    void howMuchLocalMemoryThereIsMakesNoDifference(String name, int steps) {
        StencilInstance instance =
                instance(name, ElementType.FLOAT, 42, Boundary.REFLECT, Boundary.constant(2), Boundary.FIXED);
        Hardware usual = Hardware.of(instance.device());
        Hardware large = new Hardware(false, false, 2, 32, 1024, 1 << 20, true);
        Hardware one = new Hardware(false, false, 2, 32, 1024, least(instance, steps, large), true);
        Grid start = Grid.random(ElementType.FLOAT, 1, 42, 42, 42);
        Grid expected = run(instance, steps, usual, start, 0, 2);
        assertEquals(expected, run(instance, steps, large, start, 2, 2));
        assertEquals(expected, run(instance, steps, one, start, 0, 1));
    }

    /** Behind a mirror the order of a sum depends on the tile, and the tile on how many planes there are. */
    @Test
    void slabsAddUpAsTheWholeGrid() {
        int[] slabs = {4, 8, 16, 24, 32, 48, 64};
        String whole = late(planesBehindMirrors(64));
        assertTrue(Arrays.stream(slabs)
                .anyMatch(planes -> !late(planesBehindMirrors(planes)).equals(whole)));
        for (int planes : slabs) {
            assertEquals(whole, late(planesBehindMirrors(planes).ofPlanes(64)), planes + " planes");
        }
    }

    private static StencilInstance planesBehindMirrors(int planes) {
        return instance("heat-3d", ElementType.DOUBLE, 1, Boundary.ZERO, Boundary.MIRROR, Boundary.ZERO)
                .withShape(planes, 200, 256);
    }

    private static String late(StencilInstance instance) {
        String source = BlockedSums.code(instance, 2, NVIDIA).orElseThrow().source();
        return source.lines()
                .filter(line -> line.startsWith("#define LATE"))
                .findFirst()
                .orElseThrow();
    }

    /** The local memory of a group with one set of exchanged rows and no planes. */
    private static long least(StencilInstance instance, int steps, Hardware hardware) {
        BlockedSumsTile tile =
                BlockedSums.tile(instance, steps, taps(instance), hardware).orElseThrow();
        long shelves = 2L * (taps(instance).rowsAreLate() ? steps : 1) * tile.warps() * tile.span();
        return (shelves + tile.warps() * (tile.rows() + 2L) * 2 * tile.lanes()) * Float.BYTES;
    }

    private static Grid run(StencilInstance instance, int steps, Hardware hardware, Grid start, int ahead, int sets) {
        StepCode code = BlockedSums.code(instance, steps, hardware).orElseThrow();
        assertTrue(code.source().contains("#define AHEAD " + ahead + "\n"), code.source());
        assertTrue(code.source().contains("#define SETS " + sets + "\n"), code.source());
        StepCode.Launch launch = code.launches().get(0);
        int side = start.shape()[0];
        try (Session session = Session.open();
                DeviceArray in = session.upload(start);
                DeviceArray out = session.allocate(start.type(), start.shape());
                Program program = session.compile(code.source())) {
            List<Object> arguments = new ArrayList<>(List.of(out, in, side, side, side));
            arguments.addAll(launch.extra());
            program.kernel(launch.kernel())
                    .global(launch.global())
                    .local(launch.local())
                    .call(arguments.toArray());
            return out.download();
        }
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** Each formula at a size around that of a tile, on whatever device there is. */
    static final class OnOclgrind {
        public static void main(String[] arguments) {
            Boundary[] boundaries = {Boundary.REFLECT, Boundary.FIXED, Boundary.ZERO};
            try (Session session = Session.open()) {
                FORMULAS.forEach((name, formula) -> {
                    Stencil stencil = Stencil.parse(formula);
                    int rank = stencil.spec().rank();
                    int[] shape = Arrays.copyOf(new int[] {5, 7, 34}, rank);
                    shape[rank - 1] = 34;
                    BoundStencil bound = stencil.on(session)
                            .boundary(Arrays.copyOf(boundaries, rank))
                            .method(new Method("blocked", 2));
                    Grid grid = Grid.random(ElementType.FLOAT, 1, shape);
                    try (StencilPlan plan = Inside.plan(bound, ElementType.FLOAT, shape, Variant.GPU)) {
                        Stream.of(plan.load(grid).run(4).grid()).forEach(Grid::min);
                    }
                });
            }
        }
    }
}
