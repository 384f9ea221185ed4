package org.plegma.display.grid;

/**
 * The range of values that a colour map is laid over.
 *
 * @param low the value of the map's first colour
 * @param high the value of its last one, larger than {@code low}
 */
record ColorScale(ColorMap map, double low, double high) {

    ColorScale {
        if (!(low < high) || Double.isInfinite(low) || Double.isInfinite(high)) {
            throw new IllegalArgumentException("The range of colours must go up: from " + low + " to " + high + ".");
        }
    }

    /** The scale over all finite values of a grid; a width of one about the value of a constant grid. */
    static ColorScale over(ColorMap map, GridSummary summary) {
        double low = summary.min();
        double high = summary.max();
        if (Double.isNaN(low)) {
            return new ColorScale(map, 0, 1);
        }
        if (low == high) {
            double half = Math.max(0.5, Math.abs(low) * 1e-3);
            return new ColorScale(
                    map, Math.max(low - half, -Double.MAX_VALUE), Math.min(high + half, Double.MAX_VALUE));
        }
        return new ColorScale(map, low, high);
    }

    int rgb(double value) {
        // Halves, so that the width of a range of the largest doubles does not overflow.
        return map.rgb((value / 2 - low / 2) / (high / 2 - low / 2));
    }
}
