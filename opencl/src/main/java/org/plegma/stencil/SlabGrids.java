package org.plegma.stencil;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.Grid;
import org.plegma.stencil.method.State;
import org.plegma.stencil.slabs.DeviceSlab;

/** Grids on the host, cut up for the slabs of this process and put together from them. */
final class SlabGrids {
    private final SlabCode code;
    private final List<DeviceSlab> own;
    private final int plane;

    /** @param plane elements of a plane */
    SlabGrids(SlabCode code, List<DeviceSlab> own, int plane) {
        this.code = code;
        this.own = own;
        this.plane = plane;
    }

    /** The first plane of the whole grid that this process keeps. */
    int first() {
        return own.get(0).slab().first();
    }

    /** Planes that this process keeps. */
    int planes() {
        return own.stream().mapToInt(each -> each.slab().planes()).sum();
    }

    /**
     * Fails unless there is a grid of so many planes for each field and level.
     *
     * @param whose planes they are, for the error
     */
    void requireFit(Map<String, Grid> grids, int planes, String whose) {
        State.requireKeys(code.settings().spec(), grids.keySet());
        grids.forEach((key, grid) -> {
            if (!Arrays.equals(grid.shape(), code.thick(planes))) {
                throw new IllegalArgumentException("The field '" + key + "'" + whose + " must be "
                        + Arrays.toString(code.thick(planes)) + ", found " + Arrays.toString(grid.shape()) + ".");
            }
        });
    }

    /** Loads all slabs. @param first the plane of the whole grid that the grids begin with */
    void load(Map<String, Grid> grids, int first) {
        for (DeviceSlab each : own) {
            Map<String, Grid> parts = new LinkedHashMap<>();
            grids.forEach((key, grid) -> {
                int[] from = new int[grid.rank()];
                from[0] = each.slab().first() - first;
                parts.put(key, grid.region(from, code.thick(each.slab().planes())));
            });
            each.load(parts);
        }
    }

    /** The planes of all slabs together, of the updated fields and their older levels. */
    Map<String, Grid> part() {
        Map<String, Grid> all = new LinkedHashMap<>();
        for (DeviceSlab each : own) {
            each.result().forEach((key, part) -> {
                Grid together = all.computeIfAbsent(key, k -> Grid.zeros(part.type(), code.thick(planes())));
                int start = (each.slab().first() - first()) * plane;
                System.arraycopy(part.data(), 0, together.data(), start, (int) part.length());
            });
        }
        return all;
    }
}
