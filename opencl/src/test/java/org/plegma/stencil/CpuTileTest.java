package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.Devices;
import org.plegma.expr.Boundary;

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
        Stencil stencil = Stencil.parse(formula);
        return CpuTile.usual(new Setting(
                stencil.spec(),
                Collections.nCopies(shape.length, Boundary.ZERO),
                ElementType.FLOAT,
                shape,
                Devices.preferred(),
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
        int planes = 16 * Devices.preferred().computeUnits();
        assertTrue(usual(SEVEN_POINTS, planes, 512, 512).streaming());
        assertFalse(usual(SEVEN_POINTS, 16, 64, 64).streaming());
        assertFalse(usual(SEVEN_POINTS, planes, 512, 513).streaming());
    }
}
