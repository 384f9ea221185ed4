package org.plegma.display.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.display.page.MimeBundle;

/**
 * A grid to show: a line for one axis, a heat-map for two, the three middle planes for three.
 *
 * <p>A grid by itself is shown with the defaults; {@code GridView.of(grid).colors("grey").range(0, 1)} chooses others. The
 * grid's attributes can choose as well:
 *
 * <ul>
 *   <li>{@code title} or {@code long_name}: the title
 *   <li>{@code units}: the units of the values
 *   <li>{@code colors}: the name of a {@link ColorMap}; HDF5's {@code IMAGE_SUBCLASS = IMAGE_GRAYSCALE} means grey
 *   <li>{@code spacing}: the distance of two cells, one number or one for each axis, slowest first
 *   <li>{@code origin}: the coordinate of the first cell, 0 if not given, one number or one for each axis
 *   <li>{@code spacing_units}: the units of the axes
 * </ul>
 *
 * <p>More cells than pixels are drawn as means of blocks, which leave NaN out; NaN has a colour that is not on the scale. A
 * plane of up to 12 by 12 cells shows its numbers too.
 */
public final class GridView {
    private static final int LARGEST_NUMBERED = 12;
    private static final int BOX = 860;
    private static final int BOX_OF_THREE = 480;

    private final Grid grid;
    private final @Nullable String title;
    private final ColorMap colors;
    private final double @Nullable [] range;
    private final @Nullable String units;

    private GridView(
            Grid grid, @Nullable String title, ColorMap colors, double @Nullable [] range, @Nullable String units) {
        this.grid = Objects.requireNonNull(grid);
        this.title = title;
        this.colors = colors;
        this.range = range;
        this.units = units;
    }

    /** A grid as its attributes say. */
    public static GridView of(Grid grid) {
        return new GridView(grid, title(grid), colors(grid), null, text(grid, "units"));
    }

    /** The title that the attributes give, or null. */
    static @Nullable String title(Grid grid) {
        String title = text(grid, "title");
        return title == null ? text(grid, "long_name") : title;
    }

    /** The colour map that the attributes choose, or the default. */
    static ColorMap colors(Grid grid) {
        String colors = text(grid, "colors");
        boolean photograph = "IMAGE_GRAYSCALE".equals(text(grid, "IMAGE_SUBCLASS"));
        return colors != null ? ColorMap.named(colors) : photograph ? ColorMap.GREY : ColorMap.VIRIDIS;
    }

    /** With another title. */
    public GridView title(String text) {
        return new GridView(grid, text, colors, range, units);
    }

    /**
     * With another colour map.
     *
     * @param name {@code viridis}, {@code inferno}, {@code coolwarm} or {@code grey}
     */
    public GridView colors(String name) {
        return new GridView(grid, title, ColorMap.named(name), range, units);
    }

    /** With the colours laid over a range of values; those outside get the colour of the end, and an arrow on the bar. */
    public GridView range(double low, double high) {
        new ColorScale(colors, low, high); // checks
        return new GridView(grid, title, colors, new double[] {low, high}, units);
    }

    /** With the units of the values. */
    public GridView units(String text) {
        return new GridView(grid, title, colors, range, text);
    }

    /** The picture and its numbers, as a cell shows them. */
    public MimeBundle render() throws Exception {
        GridSummary summary = GridSummary.of(grid);
        String caption = summary.text(grid, units);
        String text = (title == null ? "" : title + "\n") + "Grid " + caption + "\n" + ArrayText.of(grid);
        if (grid.length() == 0 || grid.rank() == 0) {
            return MimeBundle.text(text);
        }
        if (grid.rank() == 1) {
            return new GridLine(grid, title, units, axis(0)).render(text);
        }
        ColorScale scale =
                range == null ? ColorScale.over(colors, summary) : new ColorScale(colors, range[0], range[1]);
        List<HeatPanel> panels = grid.rank() == 2 ? List.of(panel(null, grid, 0, 1, scale)) : middlePlanes(scale);
        MimeBundle picture = new HeatMap(title, caption, panels, new ColorBar(scale, summary, units)).render(text);
        boolean numbered = grid.rank() == 2 && grid.size(0) <= LARGEST_NUMBERED && grid.size(1) <= LARGEST_NUMBERED;
        return numbered ? picture.with(MimeBundle.HTML, GridNumbers.html(grid, title, caption, scale)) : picture;
    }

    /** The middle plane across each of the last three axes; of axes before those, the middle index. */
    private List<HeatPanel> middlePlanes(ColorScale scale) {
        Grid volume = grid;
        int leading = grid.rank() - 3;
        for (int axis = 0; axis < leading; axis++) {
            volume = volume.slice(0, volume.size(0) / 2);
        }
        List<HeatPanel> panels = new ArrayList<>();
        for (int across = 0; across < 3; across++) {
            int middle = volume.size(across) / 2;
            int down = leading + (across == 0 ? 1 : 0);
            int right = leading + (across == 2 ? 1 : 2);
            String at = "axis " + (leading + across) + " at " + middle;
            panels.add(panel(at, volume.slice(across, middle), down, right, scale));
        }
        return panels;
    }

    private HeatPanel panel(@Nullable String name, Grid plane, int down, int right, ColorScale scale) {
        int box = grid.rank() == 2 ? BOX : BOX_OF_THREE;
        double perUnit = Double.POSITIVE_INFINITY; // one for all panels
        for (int axis = Math.max(0, grid.rank() - 3); axis < grid.rank(); axis++) {
            double most = Math.min(box / (double) grid.size(axis), HeatPanel.LARGEST_CELL);
            perUnit = Math.min(perUnit, most / spacing(axis));
        }
        return new HeatPanel(name, plane, axis(down), axis(right), scale, perUnit, box);
    }

    private GridAxis axis(int axis) {
        String lengthUnits = text(grid, "spacing_units");
        String label =
                grid.rank() > 2 ? "axis " + axis + (lengthUnits == null ? "" : " (" + lengthUnits + ")") : lengthUnits;
        return new GridAxis(grid.size(axis), spacing(axis), origin(axis), label);
    }

    private double spacing(int axis) {
        double value = number("spacing", axis, 1);
        return value > 0 ? value : 1;
    }

    private double origin(int axis) {
        return number("origin", axis, 0);
    }

    /** An attribute that is one number or one for each axis. */
    private double number(String name, int axis, double otherwise) {
        Object attribute = grid.attribute(name);
        double value = otherwise;
        if (attribute instanceof Number number) {
            value = number.doubleValue();
        } else if (attribute instanceof double[] each && each.length == grid.rank()) {
            value = each[axis];
        } else if (attribute instanceof float[] each && each.length == grid.rank()) {
            value = each[axis];
        }
        return Double.isFinite(value) ? value : otherwise;
    }

    static @Nullable String text(Grid grid, String attribute) {
        return grid.attribute(attribute) instanceof String text && !text.isBlank() ? text : null;
    }
}
