package org.plegma.stencil.tile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.KnownDevices;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;

/** How the boxes of the CPU kernel of {@code direct} are chosen. */
class CpuTileTest {
    private static final String SEVEN_POINTS =
            "u[x,y,z] = u[x-1,y,z] + u[x+1,y,z] + u[x,y-1,z] + u[x,y+1,z] + u[x,y,z-1] + u[x,y,z+1] - 6*u";
    private static final String TWO_FIELDS =
            """
            u[x,y,z] = u*v + u[x-1,y,z] + u[x+1,y,z] + u[x,y-1,z] + u[x,y+1,z] + u[x,y,z-1] + u[x,y,z+1]
            v[x,y,z] = u - v + v[x-1,y,z] + v[x+1,y,z] + v[x,y-1,z] + v[x,y+1,z] + v[x,y,z-1] + v[x,y,z+1]
            """;
    private static final String BOX = "u[x,y,z] = sum(i=-1..1, j=-1..1, k=-1..1, u[x+i,y+j,z+k])";

    private static CpuTile usual(String formula, int... shape) {
        return usual(formula, Devices.preferred(), shape);
    }

    private static CpuTile usual(String formula, Device device, int... shape) {
        Stencil stencil = Stencil.parse(formula);
        return CpuTile.usual(new StencilInstance(
                stencil.spec(),
                Collections.nCopies(shape.length, Boundary.ZERO),
                ElementType.FLOAT,
                shape,
                device,
                Variant.CPU));
    }

    @ParameterizedTest
    @CsvSource({"512, 512, 512", "3, 1000, 4112", "64, 7, 64", "1, 1, 100000", "100, 257, 256"})
    void boxesCoverTheGrid(int planes, int rows, int row) {
        CpuTile tile = usual(SEVEN_POINTS, planes, rows, row);
        int parts = (rows + tile.rows() - 1) / tile.rows();
        assertTrue(tile.rows() >= 1 && tile.rows() <= rows, tile.toString());
        assertTrue(parts * tile.rows() - rows < parts, tile.toString());
        assertTrue(tile.segment() <= row && tile.segment() % tile.vector() == 0, tile.toString());
        assertTrue(tile.planes() >= 1 && tile.planes() <= planes, tile.toString());
    }

    /** On a processor of eight cores, by hand: planes of a box fit half a MiB, and parts are eight or a multiple. */
    @ParameterizedTest
    @CsvSource({
        "256 256 256,    16, 256, 86, 24",
        "64 2048 2048,   16, 2048, 16, 64",
        "1024 1030 2048, 16, 2048, 15, 1024",
        "1000 20 100,    16, 96, 20, 32",
        "5 9 40,         16, 32, 9, 1",
        "6000 5000,      16, 4096, 1, 94",
        "100 13,         8, 8, 1, 2",
        "40000,          16, 16384, 1, 1",
    })
    void boxesAreAsComputedByHand(String sizes, int vector, int segment, int rows, int planes) {
        int[] shape =
                Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        String formula = List.of("u[x] = u[x-1] + u[x+1]", "u[x,y] = u[x-1,y] + u[x,y+1]", SEVEN_POINTS)
                .get(shape.length - 1);
        CpuTile tile = usual(formula, KnownDevices.processor(), shape);
        assertEquals(vector, tile.vector(), tile::toString);
        assertEquals(segment, tile.segment(), tile::toString);
        assertEquals(rows, tile.rows(), tile::toString);
        assertEquals(planes, tile.planes(), tile::toString);
    }

    @Test
    void rowsGoTogetherAsRegistersAllow() {
        assertEquals(3, usual(SEVEN_POINTS, 64, 64, 64).together());
        assertEquals(3, usual(TWO_FIELDS, 64, 64, 64).together());
        assertEquals(2, usual(BOX, 64, 64, 64).together());
        assertEquals(4, usual("u[x,y] = u[x-1,y] + u[x+1,y]", 64, 64).together());
        assertEquals(
                2, usual("u[x,y] = sum(i=-2..2, j=-2..2, u[x+i,y+j])", 64, 64).together());
        assertEquals(1, usual("u[x] = u[x-1] + u[x+1]", 64).together());
    }

    @Test
    void noMorePlanesGoTogetherThanLieInside() {
        assertEquals(2, usual(SEVEN_POINTS, 4, 64, 64).together());
        assertEquals(1, usual(SEVEN_POINTS, 2, 64, 64).together());
    }

    @Test
    void storesGoPastTheCachesWhereAFieldIsLargerThanACoresShare() {
        for (Device device : List.of(KnownDevices.processor(), KnownDevices.processor(0))) {
            assertTrue(usual(SEVEN_POINTS, device, 128, 512, 512).streaming(), device::name);
            assertFalse(usual(SEVEN_POINTS, device, 16, 64, 64).streaming(), device::name);
            assertFalse(usual(SEVEN_POINTS, device, 128, 512, 513).streaming(), device::name);
        }
    }
}
