package org.plegma.display.grid;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.FewColors;
import org.plegma.display.page.Fonts;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.PngImages;

/** The picture of a grid: panels side by side, the colour bar, a title above and a caption below. */
public final class HeatMap {
    public static final Color INK = new Color(0x222222);
    public static final Color LINES = new Color(0x777777);
    private static final Color MUTED = new Color(0x5F5F5F);

    private static final int DENSITY = 2;
    private static final int PADDING = 10;
    private static final int GAP = 16;

    private final @Nullable String title;
    private final String caption;
    private final List<HeatPanel> panels;
    private final ColorBar bar;

    HeatMap(@Nullable String title, String caption, List<HeatPanel> panels, ColorBar bar) {
        this.title = title;
        this.caption = caption;
        this.panels = panels;
        this.bar = bar;
    }

    /** The picture, shown at half its size in pixels. */
    MimeBundle render(String description) {
        BufferedImage image = draw();
        return PngImages.bundle(
                FewColors.of(image), image.getWidth() / DENSITY, image.getHeight() / DENSITY, description);
    }

    private BufferedImage draw() {
        Font plain = Fonts.sans(11);
        Font bold = plain.deriveFont(Font.BOLD, 13);
        Graphics2D measuring = graphics(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB));
        FontMetrics metrics = measuring.getFontMetrics(plain);
        FontMetrics titleMetrics = measuring.getFontMetrics(bold);
        measuring.dispose();
        int plotHeight = panels.stream().mapToInt(HeatPanel::plotHeight).max().orElseThrow();
        int barHeight = Math.max(plotHeight, 90);
        int above = panels.stream().mapToInt(panel -> panel.top(metrics)).max().orElseThrow();
        int below =
                panels.stream().mapToInt(panel -> panel.bottom(metrics)).max().orElseThrow();
        int top = PADDING + (title == null ? 0 : titleMetrics.getHeight() + 2) + above;
        int across = panels.stream()
                .mapToInt(panel -> panel.left(metrics) + panel.plotWidth() + GAP)
                .sum();
        int width = 2 * PADDING
                + Math.max(
                        across + bar.width(metrics, barHeight),
                        panels.get(0).left(metrics)
                                + Math.max(
                                        metrics.stringWidth(caption),
                                        title == null ? 0 : titleMetrics.stringWidth(title)));
        int height = top + Math.max(plotHeight + below, barHeight) + 6 + metrics.getHeight() + PADDING;

        BufferedImage image = new BufferedImage(DENSITY * width, DENSITY * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = graphics(image);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.scale(DENSITY, DENSITY);
        graphics.setColor(INK);
        int left = PADDING;
        if (title != null) {
            graphics.setFont(bold);
            graphics.drawString(title, left + panels.get(0).left(metrics), PADDING + titleMetrics.getAscent());
        }
        graphics.setFont(plain);
        graphics.setColor(MUTED);
        graphics.drawString(caption, left + panels.get(0).left(metrics), height - PADDING - metrics.getDescent());
        for (HeatPanel panel : panels) {
            left += panel.left(metrics);
            panel.draw(graphics, left, top);
            left += panel.plotWidth() + GAP;
        }
        bar.draw(graphics, left, top, barHeight);
        graphics.dispose();
        return image;
    }

    /** A line around an area that is yet to be drawn; it covers nothing of it. */
    static void frame(Graphics2D graphics, int x, int y, double width, double height) {
        graphics.setColor(LINES);
        graphics.fill(new Rectangle2D.Double(x - 0.5, y - 0.5, width + 1, height + 1));
    }

    /** Smooth lines, and letters that are as wide as they are measured at any density. */
    public static Graphics2D graphics(BufferedImage image) {
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        return graphics;
    }
}
