package org.plegma.display.grid;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;

/**
 * One plane of a heat-map with the marks of its axes: row 0 on top, as in images.
 *
 * <p>Cells have the shape that the spacing gives them, unless the plane would become a thin line. On the device's pixels
 * (two to a CSS pixel) a cell covers one or more, or a pixel the mean of a block of cells.
 */
final class HeatPanel {
    /** No cell is drawn larger, in device pixels. */
    static final int LARGEST_CELL = 160;

    /** With fewer pixels to a cell than this, cells are joined to blocks; with up to one, the plane outgrows its box a little. */
    private static final double FEWEST_PIXELS = 0.75;

    private static final int SHORTEST_SIDE = 96;
    private static final int MARGIN = 6;

    private final @Nullable String title;
    private final GridAxis vertical;
    private final GridAxis horizontal;
    private final BufferedImage image;

    /**
     * Colours a plane.
     *
     * @param plane a grid of two axes, neither of size 0
     * @param perUnit device pixels to the unit of the axes
     * @param box the sides to aim at, in device pixels
     */
    HeatPanel(
            @Nullable String title,
            Grid plane,
            GridAxis vertical,
            GridAxis horizontal,
            ColorScale scale,
            double perUnit,
            int box) {
        this.title = title;
        this.vertical = vertical;
        this.horizontal = horizontal;
        int rows = plane.size(0);
        int columns = plane.size(1);
        double perRow = vertical.spacing() * perUnit;
        double perColumn = horizontal.spacing() * perUnit;
        int height = side(rows * perRow, rows, box);
        int width = side(columns * perColumn, columns, box);
        boolean stretched = height != Math.round(rows * perRow) || width != Math.round(columns * perColumn);
        Grid means;
        if (perRow == perColumn && !stretched) { // whole pixels to a cell or block, so that all look the same
            int block = (int) Math.ceil(Math.max(1, FEWEST_PIXELS / perRow));
            int pixels = (int) Math.max(1, Math.round(perRow * block));
            means = plane.coarsen(block, block);
            width = pixels * means.size(1);
            height = pixels * means.size(0);
        } else {
            means = plane.coarsen((rows + height - 1) / height, (columns + width - 1) / width);
        }
        image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] colors = new int[(int) means.length()];
        for (int cell = 0; cell < colors.length; cell++) {
            colors[cell] = scale.rgb(means.at(cell));
        }
        int[] cells = new int[width];
        for (int x = 0; x < width; x++) {
            cells[x] = x * means.size(1) / width;
        }
        int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        int drawn = -1;
        for (int y = 0; y < height; y++) {
            int cellRow = y * means.size(0) / height;
            if (cellRow == drawn) {
                System.arraycopy(pixels, (y - 1) * width, pixels, y * width, width);
                continue;
            }
            drawn = cellRow;
            for (int x = 0; x < width; x++) {
                pixels[y * width + x] = colors[cellRow * means.size(1) + cells[x]];
            }
        }
    }

    /** The pixels of a side: within the box, not too short to see, and no longer than that if it has few cells. */
    private static int side(double wanted, int cells, int box) {
        int shortest = (int) Math.min(SHORTEST_SIDE, (long) cells * LARGEST_CELL);
        return (int) Math.max(shortest, Math.min(box, Math.round(wanted)));
    }

    /** The coloured area, in device pixels. */
    BufferedImage image() {
        return image;
    }

    /** Height of the coloured area in CSS pixels. */
    int plotHeight() {
        return (image.getHeight() + 1) / 2;
    }

    int plotWidth() {
        return (image.getWidth() + 1) / 2;
    }

    /** The room left of the coloured area that the labels of its axis need, in CSS pixels. */
    int left(FontMetrics metrics) {
        int widest = 0;
        for (String label : vertical.ticks(plotHeight(), 28).labels()) {
            widest = Math.max(widest, metrics.stringWidth(label));
        }
        return widest + 4 + MARGIN + (vertical.label() == null ? 0 : metrics.getHeight() + 2);
    }

    int top(FontMetrics metrics) {
        return title == null ? MARGIN : metrics.getHeight() + MARGIN;
    }

    int bottom(FontMetrics metrics) {
        return 4 + metrics.getHeight() + (horizontal.label() == null ? 0 : metrics.getHeight());
    }

    /** Draws the panel with the coloured area's top left corner at a point. */
    void draw(Graphics2D graphics, int x, int y) {
        AffineTransform place = AffineTransform.getTranslateInstance(x, y);
        place.scale(0.5, 0.5);
        HeatMap.frame(graphics, x, y, image.getWidth() / 2.0, image.getHeight() / 2.0);
        graphics.drawImage(image, place, null);
        FontMetrics metrics = graphics.getFontMetrics();
        Ticks across = horizontal.ticks(plotWidth(), 56);
        for (int i = 0; i < across.places().length; i++) {
            int at = x + (int) Math.round(horizontal.part(across.places()[i]) * plotWidth());
            graphics.setColor(HeatMap.LINES);
            graphics.drawLine(at, y + plotHeight(), at, y + plotHeight() + 4);
            graphics.setColor(HeatMap.INK);
            String label = across.labels()[i];
            graphics.drawString(
                    label, at - metrics.stringWidth(label) / 2f, y + plotHeight() + 5 + metrics.getAscent());
        }
        Ticks down = vertical.ticks(plotHeight(), 28);
        for (int i = 0; i < down.places().length; i++) {
            int at = y + (int) Math.round(vertical.part(down.places()[i]) * plotHeight());
            graphics.setColor(HeatMap.LINES);
            graphics.drawLine(x - 5, at, x - 1, at);
            graphics.setColor(HeatMap.INK);
            String label = down.labels()[i];
            graphics.drawString(label, x - 8f - metrics.stringWidth(label), at + metrics.getAscent() * 0.38f);
        }
        centred(graphics, horizontal.label(), x + plotWidth() / 2, y + plotHeight() + 4 + 2 * metrics.getHeight() - 3);
        centred(graphics, title, x + plotWidth() / 2, y - MARGIN);
        if (vertical.label() != null) {
            AffineTransform upright = graphics.getTransform();
            graphics.translate(x - left(metrics) + metrics.getAscent(), y + plotHeight() / 2);
            graphics.rotate(-Math.PI / 2);
            centred(graphics, vertical.label(), 0, 0);
            graphics.setTransform(upright);
        }
    }

    private static void centred(Graphics2D graphics, @Nullable String text, int x, int baseline) {
        if (text != null) {
            graphics.drawString(text, x - graphics.getFontMetrics().stringWidth(text) / 2, baseline);
        }
    }
}
