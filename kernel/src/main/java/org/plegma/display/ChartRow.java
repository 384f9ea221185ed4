package org.plegma.display;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.Collectors;
import org.knowm.xchart.internal.chartpart.IChart;

/** Charts side by side as one picture, to be compared. */
public final class ChartRow {
    private final List<IChart> charts;

    private ChartRow(List<IChart> charts) {
        this.charts = charts;
    }

    /** A row of charts, left to right, each of its own size. */
    public static ChartRow of(IChart... charts) {
        if (charts.length == 0) {
            throw new IllegalArgumentException("A row needs at least one chart.");
        }
        return new ChartRow(List.of(charts));
    }

    MimeBundle render() {
        Fonts.sans(12); // fails in clear words, where XChart would fail in others
        int width = charts.stream().mapToInt(IChart::getWidth).sum();
        int height = charts.stream().mapToInt(IChart::getHeight).max().orElseThrow();
        int density = ChartView.PIXEL_DENSITY;
        BufferedImage image = new BufferedImage(density * width, density * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        int left = 0;
        for (IChart chart : charts) {
            graphics.drawImage(ChartView.draw(chart), left, 0, null);
            left += density * chart.getWidth();
        }
        graphics.dispose();
        String text =
                charts.stream().map(chart -> ChartView.of(chart).describe()).collect(Collectors.joining("\n"));
        return Images.bundle(image, width, height, text);
    }
}
