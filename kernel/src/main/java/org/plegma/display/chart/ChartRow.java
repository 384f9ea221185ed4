package org.plegma.display.chart;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.Collectors;
import org.knowm.xchart.internal.chartpart.IChart;
import org.plegma.display.page.Fonts;
import org.plegma.display.page.MimeBundle;

/** Charts side by side as one picture, to be compared. */
public final class ChartRow {
    private static final int WIDTH = 1000;
    private static final int TALLEST = 500;

    private final List<IChart> charts;

    private ChartRow(List<IChart> charts) {
        this.charts = charts;
    }

    /** A row of charts, left to right, which share the width of a page whatever size they have. */
    public static ChartRow of(IChart... charts) {
        if (charts.length == 0) {
            throw new IllegalArgumentException("A row needs at least one chart.");
        }
        return new ChartRow(List.of(charts));
    }

    /** The charts side by side, as a cell shows them. */
    public MimeBundle render() {
        Fonts.sans(12); // fails in clear words, where XChart would fail in others
        int density = ChartView.PIXEL_DENSITY;
        int each = WIDTH / charts.size();
        int height = Math.min(TALLEST, each * 4 / 5);
        BufferedImage image =
                new BufferedImage(density * each * charts.size(), density * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        for (int i = 0; i < charts.size(); i++) {
            graphics.drawImage(ChartView.draw(charts.get(i), each, height), density * i * each, 0, null);
        }
        graphics.dispose();
        String text =
                charts.stream().map(chart -> ChartView.of(chart).describe()).collect(Collectors.joining("\n"));
        return ChartView.picture(image, each * charts.size(), height, text);
    }
}
