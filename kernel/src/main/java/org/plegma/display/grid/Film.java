package org.plegma.display.grid;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.display.page.Fonts;
import org.plegma.stencil.Animation;

/** The drawn frames of an animation: title and label above, the plane, a colour bar beside it. */
final class Film {
    private static final int PADDING = 8;
    private static final int LARGEST_CELL = 24;

    private final Animation animation;
    private final ColorScale scale;
    private final IndexedPalette palette;

    private final Font plain = Fonts.sans(12);
    private final int plotWidth;
    private final int plotHeight;
    private final int labelTop;
    private final int top;
    private final int labelWidth;
    private final byte[] background;
    private final int width;
    private final int height;

    /**
     * @param side the longer side of the plane to aim at, in pixels; cells are whole pixels if they can be
     */
    Film(
            Animation animation,
            @Nullable String title,
            ColorScale scale,
            GridSummary summary,
            @Nullable String units,
            int side) {
        this.animation = animation;
        this.scale = scale;
        this.palette = new IndexedPalette(scale.map());

        Grid first = animation.frames().get(0);
        double rowHeight = first.attribute("spacing") instanceof double[] each && each.length == 2
                ? each[0] / each[1]
                : 1; // in widths of a cell
        double perCell = Math.min(LARGEST_CELL, side / Math.max(first.size(1), first.size(0) * rowHeight));
        if (perCell > 1) {
            perCell = Math.floor(perCell);
        }
        plotWidth = (int) Math.max(1, Math.round(first.size(1) * perCell));
        plotHeight = (int) Math.max(1, Math.round(first.size(0) * rowHeight * perCell));

        BufferedImage measuring = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        FontMetrics metrics = HeatMap.graphics(measuring).getFontMetrics(plain);
        FontMetrics bold = HeatMap.graphics(measuring).getFontMetrics(plain.deriveFont(Font.BOLD));

        ColorBar bar = new ColorBar(scale, summary, units);
        int barHeight = Math.max(plotHeight, 90);
        int widest =
                animation.labels().stream().mapToInt(metrics::stringWidth).max().orElse(0);
        labelTop = PADDING + (title == null ? 0 : bold.getHeight());
        labelWidth = PADDING + widest + 2;
        top = labelTop + metrics.getHeight() + 4;
        width = 2 * PADDING
                + Math.max(
                        plotWidth + 14 + bar.width(metrics, barHeight),
                        Math.max(widest, title == null ? 0 : bold.stringWidth(title)));
        height = top + barHeight + PADDING;
        BufferedImage canvas = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = HeatMap.graphics(canvas);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        graphics.setColor(HeatMap.INK);
        if (title != null) {
            graphics.setFont(plain.deriveFont(Font.BOLD));
            graphics.drawString(title, PADDING, PADDING + bold.getAscent());
        }
        graphics.setFont(plain);
        HeatMap.frame(graphics, PADDING, top, plotWidth, plotHeight);
        bar.draw(graphics, PADDING + plotWidth + 14, top, barHeight);
        graphics.dispose();
        background = new byte[width * height];
        copy(canvas, background, 0);
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** All frames, each for so many hundredths of a second. */
    byte[] gif(int delay) throws IOException {
        try (GifEncoder encoder = new GifEncoder(palette.model(), width, height, delay)) {
            for (int i = 0; i < animation.frames().size(); i++) {
                encoder.add(frame(i));
            }
            return encoder.finish();
        }
    }

    /** The indices of the colours of a frame's pixels. */
    byte[] frame(int number) {
        byte[] pixels = background.clone();
        Grid plane = animation.frames().get(number);
        for (int y = 0; y < plotHeight; y++) {
            int row = (int) ((long) y * plane.size(0) / plotHeight) * plane.size(1);
            for (int x = 0; x < plotWidth; x++) {
                int cell = row + (int) ((long) x * plane.size(1) / plotWidth);
                pixels[(top + y) * width + PADDING + x] = IndexedPalette.index(scale, plane.at(cell));
            }
        }
        BufferedImage line = new BufferedImage(labelWidth, top - labelTop - 2, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = HeatMap.graphics(line);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, line.getWidth(), line.getHeight());
        graphics.setColor(HeatMap.INK);
        graphics.setFont(plain);
        graphics.drawString(
                animation.labels().get(number),
                PADDING,
                graphics.getFontMetrics().getAscent());
        graphics.dispose();
        copy(line, pixels, labelTop);
        return pixels;
    }

    private void copy(BufferedImage image, byte[] pixels, int firstRow) {
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                pixels[(firstRow + y) * width + x] = palette.nearest(image.getRGB(x, y));
            }
        }
    }
}
