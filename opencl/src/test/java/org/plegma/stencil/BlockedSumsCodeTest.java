package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.expr.Boundary;
import org.plegma.stencil.BlockedSumsTile.Target;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The code of {@code blocked(k)} by partial sums: its generated part word for word, and what it needs of other devices. */
class BlockedSumsCodeTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/stencil");
    private static final Target AMD = new Target(true, false, 104, 64, 1024, 48 << 10);
    private static final Target NVIDIA = new Target(true, true, 132, 32, 1024, 48 << 10);
    private static final Map<String, String> FORMULAS = Map.of(
            "heat-2d",
            "param a = 0.1\nu[x,y] = u + a*lap(u)",
            "flow-2d",
            "u[x,y] = 0.5*u[x-1,y-1] + 0.25*u[x,y+1] - 0.125*u[x+1,y-1] + 0.0625",
            "heat-3d",
            "u[x,y,z] = 0.4*u + 0.1*(u[x-1,y,z] + u[x+1,y,z] + u[x,y-1,z] + u[x,y+1,z] + u[x,y,z-1] + u[x,y,z+1])",
            "box-3d",
            Shapes.box(3, 1).formula().toString());

    private static Setting setting(String name, ElementType type, int side, Boundary... boundaries) {
        Stencil stencil = Stencil.parse(FORMULAS.get(name));
        int[] shape = new int[stencil.spec().rank()];
        Arrays.fill(shape, side);
        List<Boundary> all = Arrays.asList(Arrays.copyOf(boundaries, shape.length));
        return new Setting(stencil.spec(), all, type, shape, Devices.preferred(), Variant.GPU);
    }

    private static BlockedSumsTaps taps(Setting setting) {
        return new BlockedSumsTaps(setting.spec().linear().orElseThrow().forms().get("u"), setting.type());
    }

    @ParameterizedTest
    @CsvSource({"heat-2d, FLOAT, 4, false", "flow-2d, FLOAT, 8, true", "heat-3d, DOUBLE, 3, true"})
    void theGeneratedPartIsAsRecorded(String name, ElementType type, int steps, boolean ptx) throws IOException {
        Setting setting = setting(name, type, 512, Boundary.FIXED, Boundary.constant(2), Boundary.PERIODIC);
        BlockedSumsTaps taps = taps(setting);
        BlockedSumsTile tile = BlockedSums.tile(setting, steps, taps, NVIDIA).orElseThrow();
        String head = new BlockedSumsGenerator(setting, tile, taps).head(ptx);
        Path file = GOLDEN.resolve("%s-sums-%s.cl".formatted(name, type.openclName()));
        if ("rewrite".equals(System.getProperty("plegma.golden"))) {
            Files.writeString(file, head);
        }
        assertEquals(Files.readString(file), head);
    }

    @ParameterizedTest
    @CsvSource({"heat-2d, 4", "heat-2d, 8", "heat-2d, 12", "flow-2d, 6", "heat-3d, 2", "heat-3d, 4", "box-3d, 2"})
    void fitsAmdDevices(String name, int steps) {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            Setting setting = setting(name, type, 512, Boundary.FIXED, Boundary.REFLECT, Boundary.ZERO);
            BlockedSumsTaps taps = taps(setting);
            BlockedSums.tile(setting, steps, taps, AMD)
                    .ifPresent(
                            tile -> AmdTargets.assertFits(new BlockedSumsGenerator(setting, tile, taps).source(false)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "heat-2d, FLOAT, 12",
        "heat-2d, DOUBLE, 10",
        "heat-3d, FLOAT, 4",
        "heat-3d, DOUBLE, 4",
        "box-3d, FLOAT, 2"
    })
    void manyStepsFitAnNvidiaDevice(String name, ElementType type, int steps) {
        Setting setting = setting(name, type, 768, Boundary.ZERO, Boundary.ZERO, Boundary.ZERO);
        BlockedSumsTile tile =
                BlockedSums.tile(setting, steps, taps(setting), NVIDIA).orElseThrow();
        assertEquals(type == ElementType.DOUBLE && name.endsWith("3d") ? 2 : 4, tile.width());
        assertTrue(tile.lanes() == 32 && tile.steps() == steps, tile.toString());
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
                            .method(new Method(Method.Kind.BLOCKED, 2));
                    Grid grid = Grid.random(ElementType.FLOAT, 1, shape);
                    try (StencilPlan plan = new StencilPlan(bound, ElementType.FLOAT, shape, Map.of(), Variant.GPU)) {
                        Stream.of(plan.load(grid).run(4).grid()).forEach(Grid::min);
                    }
                });
            }
        }
    }
}
