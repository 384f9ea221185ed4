package org.plegma.display.grid;

import org.jspecify.annotations.Nullable;

/**
 * One axis of a drawn grid.
 *
 * @param size the number of cells
 * @param spacing the distance of two cells; marks show multiples of it
 * @param origin the coordinate of the first cell
 * @param label what the axis is, or null
 */
record GridAxis(int size, double spacing, double origin, @Nullable String label) {

    /** Marks for an axis of some CSS pixels, {@code apart} or more from each other. */
    Ticks ticks(int pixels, int apart) {
        int most = Math.max(1, pixels / apart);
        return spacing == 1 && origin == 0
                ? Ticks.ofIndices(size, most)
                : Ticks.of(origin, origin + (size - 1) * spacing, most);
    }

    /** Where the centre of the cell with a coordinate lies, as a part of the axis from 0 to 1. */
    double part(double coordinate) {
        return ((coordinate - origin) / spacing + 0.5) / size;
    }
}
