package org.plegma.display.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.PieChart;
import org.knowm.xchart.XYChart;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;

class ChartViewTest {

    private static XYChart line() {
        XYChart chart = new XYChart(400, 300);
        chart.setTitle("Speed-up <1>");
        chart.addSeries("direct", new double[] {1, 2, 4}, new double[] {0.5, Double.NaN, 7.25});
        return chart;
    }

    /** The largest difference of a channel. */
    private static int likeness(BufferedImage a, BufferedImage b) {
        int most = 0;
        for (int y = 0; y < a.getHeight(); y++) {
            for (int x = 0; x < a.getWidth(); x++) {
                for (int shift = 0; shift < 24; shift += 8) {
                    most = Math.max(most, Math.abs((a.getRGB(x, y) >> shift & 255) - (b.getRGB(x, y) >> shift & 255)));
                }
            }
        }
        return most;
    }

    @AfterEach
    void restoreTheDefault() {
        ChartView.svgByDefault(false);
    }

    @Test
    void aPngOfTwoPixelsToThePixel() throws Exception {
        MimeBundle shown = Renderers.render(line());
        BufferedImage image = Pages.png(shown);
        assertEquals(800, image.getWidth());
        assertEquals(600, image.getHeight());
        assertEquals(Map.of("width", 400, "height", 300), shown.metadata().get(MimeBundle.PNG));
        assertFalse(shown.data().containsKey(MimeBundle.SVG));
        assertEquals("XYChart \"Speed-up <1>\"\n  direct: x 1 to 4, y 0.5 to 7.25", shown.get(MimeBundle.TEXT));
    }

    @Test
    void aChartFollowsTheThemeOfThePage() {
        for (MimeBundle shown : List.of(
                Renderers.render(line()),
                Renderers.render(ChartView.of(line()).svg()),
                Renderers.render(ChartRow.of(line(), line())))) {
            Element page = Pages.html(shown);
            assertEquals(1, page.select("img.plegma-chart[width]").size());
            assertTrue(
                    page.select("style").html().contains("[data-jp-theme-light=\"false\"] .plegma img.plegma-chart"),
                    page.select("style").html());
        }
        MimeBundle shown = Renderers.render(line());
        assertEquals(
                "data:image/png;base64," + shown.get(MimeBundle.PNG),
                Pages.html(shown).select("img").attr("src"));
    }

    @Test
    void svgOnRequestInlineAndAsAnImage() {
        MimeBundle shown = Renderers.render(ChartView.of(line()).svg());
        String svg = shown.get(MimeBundle.SVG);
        assertTrue(svg.startsWith("<svg"), "no prolog, which a page cannot have in its middle");
        assertEquals(1, Jsoup.parse(svg, "", Parser.xmlParser()).select("svg").size());
        String source = Pages.html(shown).select("img").attr("src");
        String prefix = "data:image/svg+xml;base64,";
        assertTrue(source.startsWith(prefix));
        byte[] bytes = Base64.getDecoder().decode(source.substring(prefix.length()));
        assertEquals(svg, new String(bytes, StandardCharsets.UTF_8));
        assertFalse(shown.data().containsKey(MimeBundle.PNG));
    }

    @Test
    void theDefaultCanBeSvg() {
        ChartView.svgByDefault(true);
        assertTrue(Renderers.render(line()).data().containsKey(MimeBundle.SVG));
        assertTrue(Renderers.render(ChartView.of(line()).png()).data().containsKey(MimeBundle.PNG));
    }

    @Test
    void aRowIsOnePicture() throws Exception {
        XYChart narrow = new XYChart(100, 200);
        narrow.addSeries("other", new double[] {1, 2});
        MimeBundle shown = Renderers.render(ChartRow.of(line(), narrow));
        BufferedImage image = Pages.png(shown);
        assertEquals(2000, image.getWidth());
        assertEquals(800, image.getHeight());
        BufferedImage left = ChartView.draw(line(), 500, 400);
        assertTrue(
                likeness(left, image.getSubimage(0, 0, 1000, 800)) <= 32, "but for colours that are nearly the same");
        assertEquals(Map.of("width", 1000, "height", 400), shown.metadata().get(MimeBundle.PNG));
        assertTrue(shown.get(MimeBundle.TEXT).contains("\nXYChart\n  other: "), shown.get(MimeBundle.TEXT));
    }

    @Test
    void otherChartsAreDescribedToo() {
        CategoryChart bars = new CategoryChart(300, 200);
        bars.addSeries("times", List.of("a", "b"), List.of(1.5, 2.5));
        assertEquals(
                "CategoryChart\n  times: y 1.5 to 2.5", Renderers.render(bars).get(MimeBundle.TEXT));
        PieChart pie = new PieChart(300, 200);
        pie.addSeries("part", 3);
        assertEquals("PieChart\n  part: 3", Renderers.render(pie).get(MimeBundle.TEXT));
    }
}
