package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The planes of a grid that one device keeps, and its ghost planes, which are copies of its neighbours'.
 *
 * @param first the first kept plane, counted in the whole grid
 * @param planes kept planes
 * @param below ghost planes before the first kept one
 * @param above ghost planes after the last kept one
 */
public record Slab(int first, int planes, int below, int above) {
    /** Planes on the device, ghosts included. */
    public int extent() {
        return below + planes + above;
    }

    /**
     * Cuts a grid into one slab for each rate, in proportion to the rates.
     *
     * @param planes of the grid
     * @param halo ghost planes at a cut
     * @param ring whether the last slab is a neighbour of the first, as with a periodic boundary
     * @throws IllegalArgumentException if a slab would have fewer planes than its neighbour needs as ghosts
     */
    public static List<Slab> cut(int planes, int halo, boolean ring, double... rates) {
        double all = Arrays.stream(rates).sum();
        if (rates.length == 0 || Arrays.stream(rates).anyMatch(rate -> !(rate > 0)) || !Double.isFinite(all)) {
            throw new IllegalArgumentException(
                    "Each device needs a finite rate above 0, found " + Arrays.toString(rates) + ".");
        }
        int count = rates.length;
        List<Slab> slabs = new ArrayList<>();
        double sum = 0;
        int first = 0;
        for (int i = 0; i < count; i++) {
            sum += rates[i];
            int end = i == count - 1 ? planes : (int) Math.round(planes * (sum / all));
            int below = count > 1 && (ring || i > 0) ? halo : 0;
            int above = count > 1 && (ring || i < count - 1) ? halo : 0;
            requireThick(i, count, end - first, halo);
            slabs.add(new Slab(first, end - first, below, above));
            first = end;
        }
        return List.copyOf(slabs);
    }

    private static void requireThick(int index, int count, int planes, int halo) {
        int least = count > 1 ? Math.max(1, halo) : 1;
        if (planes < least) {
            throw new IllegalArgumentException(
                    "Slab " + index + " of " + count + " would be thinner than the halo: "
                            + planes + " planes, but its neighbours need " + least
                            + " of it. Use fewer devices, fewer steps between exchanges, or a grid longer along its first axis.");
        }
    }
}
