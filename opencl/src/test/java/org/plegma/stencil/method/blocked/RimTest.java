package org.plegma.stencil.method.blocked;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.KnownDevices;
import org.plegma.device.memory.LocalMemory;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;

/** Tiles at the rim leave NVIDIA's driver what it needs: with all 48 KB a launch failed, for the grid of 256³ and three steps. */
class RimTest {
    @Test
    void noGroupTakesAllLocalMemory() {
        Stencil star = Shapes.star(3, 1);
        for (int side : new int[] {128, 256, 512}) {
            for (int k : new int[] {2, 3, 4}) {
                StencilInstance instance = new StencilInstance(
                        star.spec(),
                        star.boundary(),
                        ElementType.FLOAT,
                        new int[] {side, side, side},
                        KnownDevices.h200(),
                        Variant.GPU);
                List<LocalMemory> tiles = Method.parse("composed(" + k + ")").code(instance).launches().stream()
                        .map(Launch::extra)
                        .flatMap(List::stream)
                        .filter(LocalMemory.class::isInstance)
                        .map(LocalMemory.class::cast)
                        .toList();
                assertTrue(tiles.size() >= 3, side + " " + k);
                assertTrue(tiles.stream().allMatch(tile -> tile.bytes() <= 47 << 10), side + " " + k + " " + tiles);
            }
        }
    }
}
