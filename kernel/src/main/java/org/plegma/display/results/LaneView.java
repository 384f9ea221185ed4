package org.plegma.display.results;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.plegma.display.grid.HeatMap;
import org.plegma.display.page.Fonts;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.PngImages;
import org.plegma.rewrite.simulator.LanePicture;

/** What the lanes of a warp do, as a picture, with the sentence that reads it below; several side by side. */
public final class LaneView {
    private static final int DENSITY = 2;
    private static final int PADDING = 8;
    private static final int SWATCH = 11;
    private static final int WIDEST = 960;

    private LaneView() {}

    /** What the lanes of a warp do, as coloured cells with a legend. */
    public static MimeBundle render(LanePicture picture) {
        return render(List.of(picture));
    }

    /** Several side by side, with one legend. */
    public static MimeBundle render(List<LanePicture> pictures) {
        Html html = new Html();
        Element row = html.root.appendElement("div").attr("style", "display:flex;flex-wrap:wrap;gap:4px 24px");
        for (LanePicture picture : pictures) {
            BufferedImage image = draw(picture, WIDEST / pictures.size());
            Element each = row.appendElement("div").attr("style", "max-width:" + image.getWidth() / DENSITY + "px");
            each.appendElement("div").addClass("plegma-title").text(picture.title());
            PngImages.append(
                    each,
                    PngImages.bundle(
                            image, image.getWidth() / DENSITY, image.getHeight() / DENSITY, picture.reading()));
            each.appendElement("div").text(picture.reading());
        }
        String text =
                String.join("\n\n", pictures.stream().map(LanePicture::toString).toList());
        return MimeBundle.text(text).with(MimeBundle.HTML, html.toString());
    }

    /** What a page elsewhere is made of: title and reading, the drawing as PNG in base64, and its width in CSS pixels. */
    static Map<String, Object> facts(LanePicture picture) {
        BufferedImage image = draw(picture, WIDEST);
        return Map.of(
                "title", picture.title(),
                "reading", picture.reading(),
                "png", PngImages.base64(image),
                "width", image.getWidth() / DENSITY);
    }

    private static BufferedImage draw(LanePicture picture, int widest) {
        Font font = Fonts.sans(11);
        Graphics2D measuring = HeatMap.graphics(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB));
        FontMetrics metrics = measuring.getFontMetrics(font);
        measuring.dispose();
        int line = metrics.getHeight();
        int rowLabels =
                picture.rows().stream().mapToInt(metrics::stringWidth).max().orElse(0);
        int left = PADDING + line + 4 + rowLabels + 6;
        int room = widest - left - PADDING;
        int longest = picture.cells().stream()
                .mapToInt(cell -> metrics.stringWidth(cell.text()))
                .max()
                .orElse(0);
        int wished = Math.max(17, Math.min(40, longest + 2));
        int cellWidth = Math.max(
                3, Math.min(wished, room / Math.max(1, picture.columns().size())));
        int cellHeight = cellWidth >= 12 ? 14 : 8;
        int plotWidth = cellWidth * picture.columns().size();
        int plotHeight = cellHeight * picture.rows().size();
        boolean lying = plotHeight < metrics.stringWidth(picture.down()); // no room for it upright
        int top = PADDING + (lying ? line + 2 : 0);
        List<LanePicture.Shade> shades = picture.cells().stream()
                .map(LanePicture.Cell::shade)
                .distinct()
                .sorted()
                .map(picture.shades()::get)
                .toList();
        int legendRows = 1;
        int across = 0;
        int width = Math.max(left + plotWidth + PADDING, Math.min(widest, 420));
        for (LanePicture.Shade shade : shades) {
            int wide = SWATCH + 5 + metrics.stringWidth(shade.name()) + 14;
            if (across > 0 && across + wide > width - left) {
                legendRows++;
                across = 0;
            }
            across += wide;
        }
        int height = top + plotHeight + 5 + 2 * line + 4 + legendRows * (line + 2) + PADDING;
        BufferedImage image = new BufferedImage(DENSITY * width, DENSITY * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = HeatMap.graphics(image);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.scale(DENSITY, DENSITY);
        graphics.setFont(font);
        cells(graphics, picture, left, top, cellWidth, cellHeight);
        axes(graphics, picture, left, top, cellWidth, cellHeight);
        legend(graphics, shades, left, top + plotHeight + 9 + 2 * line, width);
        graphics.dispose();
        return image;
    }

    private static void cells(Graphics2D graphics, LanePicture picture, int left, int top, int wide, int high) {
        int columns = picture.columns().size();
        int rows = picture.rows().size();
        graphics.setColor(new Color(0xD8D8D8));
        graphics.fillRect(left, top, wide * columns + 1, high * rows + 1);
        graphics.setColor(Color.WHITE);
        int gap = wide > 5 ? 1 : 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                graphics.fillRect(left + gap + column * wide, top + 1 + row * high, wide - gap, high - 1);
            }
        }
        Font plain = graphics.getFont();
        graphics.setFont(plain.deriveFont(9f));
        FontMetrics metrics = graphics.getFontMetrics();
        for (LanePicture.Cell cell : picture.cells()) {
            Color color = new Color(picture.shades().get(cell.shade()).rgb());
            int x = left + gap + cell.column() * wide;
            int y = top + 1 + cell.row() * high;
            graphics.setColor(color);
            graphics.fillRect(x, y, wide - gap, high - 1);
            int text = metrics.stringWidth(cell.text());
            if (!cell.text().isEmpty() && text <= wide - gap) {
                boolean dark = color.getRed() * 0.3 + color.getGreen() * 0.59 + color.getBlue() * 0.11 < 130;
                graphics.setColor(dark ? Color.WHITE : HeatMap.INK);
                graphics.drawString(cell.text(), x + (wide - gap - text) / 2f, y + high - 4f);
            }
        }
        graphics.setFont(plain);
    }

    private static void axes(Graphics2D graphics, LanePicture picture, int left, int top, int wide, int high) {
        graphics.setColor(HeatMap.INK);
        FontMetrics metrics = graphics.getFontMetrics();
        int line = metrics.getHeight();
        int bottom = top + high * picture.rows().size();
        for (int column = 0; column < picture.columns().size(); column++) {
            String label = picture.columns().get(column);
            float middle = left + (column + 0.5f) * wide;
            graphics.drawString(label, middle - metrics.stringWidth(label) / 2f, bottom + 3f + metrics.getAscent());
        }
        for (int row = 0; row < picture.rows().size(); row++) {
            String label = picture.rows().get(row);
            float middle = top + (row + 0.5f) * high;
            graphics.drawString(label, left - 6f - metrics.stringWidth(label), middle + metrics.getAscent() * 0.38f);
        }
        int plotWidth = wide * picture.columns().size();
        graphics.drawString(
                picture.across(),
                left + (plotWidth - metrics.stringWidth(picture.across())) / 2f,
                bottom + 3f + line + metrics.getAscent());
        int down = metrics.stringWidth(picture.down());
        if (bottom - top < down) {
            graphics.drawString(picture.down(), PADDING, PADDING + metrics.getAscent());
            return;
        }
        var upright = graphics.getTransform();
        graphics.translate(PADDING + metrics.getAscent(), (top + bottom) / 2.0);
        graphics.rotate(-Math.PI / 2);
        graphics.drawString(picture.down(), -down / 2f, 0);
        graphics.setTransform(upright);
    }

    private static void legend(Graphics2D graphics, List<LanePicture.Shade> shades, int left, int top, int width) {
        FontMetrics metrics = graphics.getFontMetrics();
        int x = left;
        int y = top;
        for (LanePicture.Shade shade : shades) {
            int wide = SWATCH + 5 + metrics.stringWidth(shade.name()) + 14;
            if (x > left && x + wide > width) {
                x = left;
                y += metrics.getHeight() + 2;
            }
            graphics.setColor(HeatMap.LINES);
            graphics.fillRect(x, y + 1, SWATCH, SWATCH);
            graphics.setColor(new Color(shade.rgb()));
            graphics.fillRect(x + 1, y + 2, SWATCH - 2, SWATCH - 2);
            graphics.setColor(HeatMap.INK);
            graphics.drawString(shade.name(), x + SWATCH + 5, y + metrics.getAscent());
            x += wide;
        }
    }
}
