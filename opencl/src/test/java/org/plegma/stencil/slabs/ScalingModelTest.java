package org.plegma.stencil.slabs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.stencil.slabs.ScalingModel.Problem;

/** Times that are worked out by hand. */
class ScalingModelTest {
    /** Message: 1 s and a byte a second; 10 cells a second; 0.5 s a launch; copies of 4 bytes a second. */
    private static final ScalingModel MODEL = new ScalingModel(1, 1, 10, 0.5, 4, Integer.MAX_VALUE);

    @Test
    void slabsTakeWhatTheirPartsTake() {
        Problem plain = new Problem(new int[] {8, 5}, 1, 1, 4, 1, false);
        assertEquals(40 / 10.0 + 0.5, MODEL.slabs(plain, 1), 1e-12);
        // 20 cells and 2 planes of 5 ghosts; two sides: 1 + 20 bytes + two copies of 0.5 + 20/4.
        assertEquals(2 + 0.5 + 1 + 2 * (1 + 20 + 2 * (0.5 + 5)), MODEL.slabs(plain, 2), 1e-12);
        // Rims of 3 halos on two sides: 30 cells, a launch each, and 4 copies; the exchange is longer than the
        // interior.
        Problem overlapped = new Problem(new int[] {8, 5}, 1, 1, 4, 1, true);
        assertEquals(64 + 3 + 2 * 0.5 + 4 * 0.5, MODEL.slabs(overlapped, 2), 1e-12);
        // Two steps together: twice the halo, and half of all for each step.
        Problem rare = new Problem(new int[] {8, 5}, 1, 1, 4, 2, false);
        assertEquals((2 * (2 + 0.5) + 2 * 2 + 2 * (1 + 40 + 2 * (0.5 + 10))) / 2, MODEL.slabs(rare, 2), 1e-12);
        assertEquals(Double.POSITIVE_INFINITY, MODEL.slabs(rare, 8));
        // Two arrays: twice the messages.
        Problem two = new Problem(new int[] {8, 5}, 1, 2, 4, 1, false);
        assertEquals(2 + 0.5 + 1 + 2 * 64, MODEL.slabs(two, 2), 1e-12);
    }

    @Test
    void ranksThatShareADeviceComputeOneAfterTheOther() {
        ScalingModel shared = new ScalingModel(0, 1e300, 10, 0, 1e300, 2);
        Problem problem = new Problem(new int[] {80, 5}, 1, 1, 4, 1, false);
        assertEquals(40, shared.slabs(problem, 1), 1e-9);
        assertEquals((200 + 10) / 10.0, shared.slabs(problem, 2), 1e-9);
        assertEquals(2 * (100 + 10) / 10.0, shared.slabs(problem, 4), 1e-9);
        assertEquals(40 / (2 * 21.0), shared.efficiency(problem, 2), 1e-9);
    }

    @Test
    void blocksAreCutWhereFacesAreSmallest() {
        ScalingModel free = new ScalingModel(0, 1, 1e300, 0, 1e300, Integer.MAX_VALUE);
        Problem cube = new Problem(new int[] {64, 64, 64}, 1, 1, 4, 1, false);
        assertArrayEquals(new int[] {4, 4, 4}, free.cuts(cube, 64));
        assertArrayEquals(new int[] {7}, free.cuts(new Problem(new int[] {64}, 1, 1, 4, 1, false), 7));
        assertTrue(free.blocks(cube, 64) < free.slabs(cube, 64));
        // Where latency is all, one axis has the fewest messages.
        ScalingModel slow = new ScalingModel(1, 1e300, 1e300, 0, 1e300, Integer.MAX_VALUE);
        assertEquals(slow.slabs(cube, 8), slow.blocks(cube, 8), 1e-9);
        assertEquals(2, slow.slabs(cube, 8), 1e-9);
    }

    @Test
    void whatIsNoMachineOrProblemIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ScalingModel(0, 0, 1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ScalingModel(-1, 1, 1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ScalingModel(0, 1, 1, 0, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Problem(new int[0], 1, 1, 4, 1, false));
        assertThrows(IllegalArgumentException.class, () -> new Problem(new int[] {4}, 1, 1, 4, 0, false));
    }
}
