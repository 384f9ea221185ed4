package org.plegma.display.grid;

import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/** The key to the colours of a heat-map: a bar with marks, arrows where values lie beyond it, and a field for NaN. */
final class ColorBar {
    private static final int THICKNESS = 14;
    private static final int ARROW = 9;

    private final ColorScale scale;
    private final GridSummary summary;
    private final @Nullable String units;

    ColorBar(ColorScale scale, GridSummary summary, @Nullable String units) {
        this.scale = scale;
        this.summary = summary;
        this.units = units;
    }

    /** The width of bar, marks and units, in CSS pixels. */
    int width(FontMetrics metrics, int height) {
        int widest = summary.nan() > 0 ? metrics.stringWidth("NaN") : 0;
        for (String label : ticks(height).labels()) {
            widest = Math.max(widest, metrics.stringWidth(label));
        }
        return THICKNESS + 8 + widest + (units == null ? 0 : metrics.getHeight() + 6);
    }

    private Ticks ticks(int height) {
        return Ticks.of(scale.low(), scale.high(), Math.max(5, height / 36));
    }

    /** Draws the bar with its top left corner at a point. */
    void draw(Graphics2D graphics, int x, int y, int height) {
        FontMetrics metrics = graphics.getFontMetrics();
        int below = summary.nan() > 0 ? THICKNESS + 8 : 0;
        int top = y + (summary.max() > scale.high() ? ARROW + 2 : 0);
        int bottom = y + height - below - (summary.min() < scale.low() ? ARROW + 2 : 0);
        int length = bottom - top;
        BufferedImage gradient = new BufferedImage(1, 2 * length, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 2 * length; i++) {
            gradient.setRGB(0, i, scale.map().rgb(1 - (i + 0.5) / (2 * length)));
        }
        AffineTransform place = AffineTransform.getTranslateInstance(x, top);
        place.scale(THICKNESS, 0.5);
        HeatMap.frame(graphics, x, top, THICKNESS, length);
        graphics.drawImage(gradient, place, null);
        if (top > y) {
            arrow(graphics, x, top - 2, -ARROW, scale.map().rgb(1));
        }
        if (bottom < y + height - below) {
            arrow(graphics, x, bottom + 2, ARROW, scale.map().rgb(0));
        }
        Ticks ticks = ticks(height);
        String[] labels = ticks.labels();
        int widest = 0;
        for (int i = 0; i < labels.length; i++) {
            double part = (ticks.places()[i] / 2 - scale.low() / 2) / (scale.high() / 2 - scale.low() / 2);
            double at = bottom - part * length;
            graphics.setColor(HeatMap.LINES);
            graphics.drawLine(x + THICKNESS, (int) Math.round(at), x + THICKNESS + 4, (int) Math.round(at));
            graphics.setColor(HeatMap.INK);
            graphics.drawString(labels[i], x + THICKNESS + 8, (float) at + metrics.getAscent() * 0.38f);
            widest = Math.max(widest, metrics.stringWidth(labels[i]));
        }
        if (below > 0) {
            int field = y + height - THICKNESS;
            graphics.setColor(new Color(scale.map().rgb(Double.NaN)));
            graphics.fillRect(x, field, THICKNESS, THICKNESS);
            graphics.setColor(HeatMap.INK);
            graphics.drawString("NaN", x + THICKNESS + 8, field + metrics.getAscent() - 1);
            widest = Math.max(widest, metrics.stringWidth("NaN"));
        }
        if (units != null) {
            AffineTransform upright = graphics.getTransform();
            graphics.translate(x + THICKNESS + 8 + widest + 6 + metrics.getAscent(), (top + bottom) / 2);
            graphics.rotate(-Math.PI / 2);
            graphics.drawString(units, -metrics.stringWidth(units) / 2, 0);
            graphics.setTransform(upright);
        }
    }

    private static void arrow(Graphics2D graphics, int x, int base, int height, int rgb) {
        Path2D triangle = new Path2D.Double();
        triangle.moveTo(x, base);
        triangle.lineTo(x + THICKNESS, base);
        triangle.lineTo(x + THICKNESS / 2.0, base + height);
        triangle.closePath();
        graphics.setColor(new Color(rgb));
        graphics.fill(triangle);
        graphics.setColor(HeatMap.LINES); // else white on white would not be seen
        graphics.draw(triangle);
    }
}
