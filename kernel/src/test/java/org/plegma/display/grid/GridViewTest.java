package org.plegma.display.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;

class GridViewTest {
    private static final int WHITE = 0xFFFFFF;

    private static int rgb(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xFFFFFF;
    }

    private static BufferedImage plot(Grid plane, ColorScale scale, double perUnit, int box) {
        GridAxis down = new GridAxis(plane.size(0), 1, 0, null);
        GridAxis across = new GridAxis(plane.size(1), 1, 0, null);
        return new HeatPanel(null, plane, down, across, scale, perUnit, box).image();
    }

    private static int count(BufferedImage image, int color) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += rgb(image, x, y) == color ? 1 : 0;
            }
        }
        return count;
    }

    /** Whether a picture has a colour, but for steps that cannot be seen. */
    private static boolean hasNearly(BufferedImage image, int color) {
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = rgb(image, x, y);
                boolean near = true;
                for (int shift = 0; shift < 24; shift += 8) {
                    near &= Math.abs((rgb >> shift & 255) - (color >> shift & 255)) <= 3;
                }
                if (near) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void cellsAreSquaresOfTheirColorWithRowZeroOnTop() {
        Grid plane = Grid.of(new double[][] {{0, 1, 2}, {3, 4, Double.NaN}});
        BufferedImage plot = plot(plane, new ColorScale(ColorMap.VIRIDIS, 0, 4), 10, 900);
        assertEquals(96, plot.getWidth(), "short sides are stretched to where they can be seen");
        assertEquals(96, plot.getHeight());
        plot = plot(plane, new ColorScale(ColorMap.VIRIDIS, 0, 4), 100, 900);
        assertEquals(300, plot.getWidth());
        assertEquals(200, plot.getHeight());
        for (int y = 0; y < 200; y++) {
            for (int x = 0; x < 300; x++) {
                assertEquals(ColorMap.VIRIDIS.rgb(plane.get(y / 100, x / 100) / 4), rgb(plot, x, y));
            }
        }
    }

    @Test
    void largeGridsAreMeansOfBlocks() {
        Grid plane = Grid.random(ElementType.FLOAT, 7, 2000, 1500);
        ColorScale scale = new ColorScale(ColorMap.GREY, 0, 1);
        BufferedImage plot = plot(plane, scale, 400 / 2000.0, 400);
        assertEquals(375, plot.getWidth());
        assertEquals(500, plot.getHeight());
        for (int y = 0; y < 500; y += 13) {
            for (int x = 0; x < 375; x += 7) {
                double sum = 0;
                for (int i = 0; i < 16; i++) {
                    sum += plane.get(4 * y + i / 4, 4 * x + i % 4);
                }
                assertEquals(scale.rgb(sum / 16) & 255, rgb(plot, x, y) & 255, 1);
            }
        }
    }

    @Test
    void thePictureHasTwicePixelsAndTheColorsOfTheGrid() throws Exception {
        Grid grid = Grid.generate(ElementType.FLOAT, i -> i[1] < 20 ? 0.25 : 0.75, 40, 40);
        MimeBundle shown = Renderers.render(GridView.of(grid).range(0, 1));
        BufferedImage image = Pages.png(shown);
        assertEquals(
                Map.of("width", image.getWidth() / 2, "height", image.getHeight() / 2),
                shown.metadata().get(MimeBundle.PNG));
        assertEquals(WHITE, rgb(image, 0, 0));
        int area = 440 * 880; // half of the plot: 22 pixels a cell
        int inTheBar = 28 * 12; // where neighbours on the scale are joined
        int low = count(image, ColorMap.VIRIDIS.rgb(0.25));
        int high = count(image, ColorMap.VIRIDIS.rgb(0.75));
        assertTrue(low >= area && low <= area + inTheBar, "every pixel of the cells and none besides: " + low);
        assertTrue(high >= area && high <= area + inTheBar, "every pixel of the cells and none besides: " + high);
        assertTrue(hasNearly(image, ColorMap.VIRIDIS.rgb(0)), "the colour bar");
        assertFalse(shown.data().containsKey(MimeBundle.HTML));
    }

    @Test
    void nanHasItsOwnColorAndAKey() throws Exception {
        Grid grid = Grid.floats(20, 20);
        grid.set(Double.NaN, 3, 3);
        int missing = ColorMap.VIRIDIS.rgb(Double.NaN);
        BufferedImage image = Pages.png(Renderers.render(grid));
        assertEquals(43 * 43 + 28 * 28, count(image, missing), 100);
        grid.set(0, 3, 3);
        assertEquals(0, count(Pages.png(Renderers.render(grid)), missing), 50, "but for edges of letters");
    }

    @Test
    void valuesBeyondTheRangeHaveTheEndsColor() throws Exception {
        Grid grid = Grid.generate(ElementType.DOUBLE, i -> i[0] < 10 ? -5 : 5, 20, 20);
        MimeBundle shown = Renderers.render(GridView.of(grid).colors("coolwarm").range(-1, 1));
        BufferedImage image = Pages.png(shown);
        assertTrue(count(image, ColorMap.COOLWARM.rgb(0)) > 850 * 420);
        assertTrue(count(image, ColorMap.COOLWARM.rgb(1)) > 850 * 420);
        assertTrue(shown.get(MimeBundle.TEXT).startsWith("Grid double 20 × 20, min -5, mean 0, max 5\n"));
    }

    @Test
    void smallPlanesShowTheirNumbersEachOnItsColor() {
        Grid grid = Grid.of(new float[][] {{0f, 0.5f}, {1f, Float.NaN}}).withAttribute("title", "<b>");
        MimeBundle shown = Renderers.render(grid);
        Element page = Pages.html(shown);
        assertEquals(List.of(List.of("0.0", "0.5"), List.of("1.0", "NaN")), Pages.cells(shown));
        assertEquals(
                "text-align:right;background:#440154;color:#fff",
                page.select("td").get(0).attr("style"));
        assertEquals(
                "text-align:right;background:#fde725;color:#000",
                page.select("td").get(2).attr("style"));
        assertEquals("<b>", page.select(".plegma-title").text());
        assertTrue(shown.data().containsKey(MimeBundle.PNG));
        assertTrue(Renderers.render(Grid.floats(12, 12)).data().containsKey(MimeBundle.HTML));
        assertFalse(Renderers.render(Grid.floats(12, 13)).data().containsKey(MimeBundle.HTML));
    }

    @Test
    void everyShapeIsShownWithoutComplaint() throws Exception {
        int[][] shapes = {
            {1, 1}, {1, 5000}, {5000, 1}, {2, 300, 5}, {1, 1, 1}, {3, 4, 5, 6}, {2, 1, 3, 1, 20}, {7}, {1}, {100_000}
        };
        for (int[] shape : shapes) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE, ElementType.INT)) {
                MimeBundle shown = Renderers.render(Grid.random(type, 1, shape));
                BufferedImage image = Pages.png(shown);
                String text = shown.get(MimeBundle.TEXT);
                assertFalse(text.contains("not shown"), text);
                assertTrue(image.getWidth() <= 2200 && image.getHeight() <= 1200, text);
            }
        }
    }

    @Test
    void oddValuesAreShownWithoutComplaint() throws Exception {
        double[] odd = {
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Double.MIN_VALUE,
            1e-300,
            0,
            1e15,
            1e15 + 0.125
        };
        for (int k = 0; k < odd.length; k++) {
            double a = odd[k];
            for (double b : new double[] {a, odd[(k + 1) % odd.length]}) {
                Grid plane = Grid.generate(ElementType.DOUBLE, i -> (i[0] + i[1]) % 2 == 0 ? a : b, 20, 20);
                for (Grid grid : List.of(plane, plane.slice(0, 0))) {
                    MimeBundle shown = Renderers.render(grid);
                    String text = shown.get(MimeBundle.TEXT);
                    assertFalse(text.contains("not shown"), text);
                    assertTrue(Pages.png(shown).getWidth() > 100);
                }
            }
        }
    }

    @Test
    void theSummaryTellsNearValuesApart() {
        Grid grid = Grid.of(new double[] {1e6, 1e6 + 0.25});
        assertTrue(Renderers.render(grid)
                .get(MimeBundle.TEXT)
                .startsWith("Grid double 2, min 1000000, mean 1000000.13, max 1000000.25\n"));
    }

    @Test
    void emptyGridsAreText() {
        MimeBundle shown = Renderers.render(Grid.floats(0, 5));
        assertEquals("Grid float 0 × 5\n[]", shown.get(MimeBundle.TEXT));
        assertEquals(1, shown.data().size());
    }

    @Test
    void threeAxesGiveThreePlanesOfOneScale() throws Exception {
        Grid grid = Grid.floats(40, 40, 40);
        grid.set(1, 20, 20, 20);
        grid.set(2, 0, 0, 0); // on none of the middle planes, but in the range
        BufferedImage image = Pages.png(Renderers.render(grid));
        int cell = 12 * 12;
        assertEquals(3 * cell, count(image, ColorMap.VIRIDIS.rgb(0.5)), cell * 2, "and its part of the bar");
        assertEquals(3 * 1599 * cell, count(image, ColorMap.VIRIDIS.rgb(0)), 3 * 1599 * cell * 0.02);
    }

    @Test
    void attributesChoose() throws Exception {
        Grid photograph = Grid.floats(20, 20);
        photograph.set(1, 0, 0);
        photograph = photograph.withAttribute("IMAGE_SUBCLASS", "IMAGE_GRAYSCALE");
        assertTrue(count(Pages.png(Renderers.render(photograph)), 0x000000) > 300 * 300);
        Grid named = Grid.ints(13, 13)
                .withAttribute("long_name", "Depth")
                .withAttribute("units", "m")
                .withAttribute("colors", "inferno");
        MimeBundle shown = Renderers.render(named);
        assertTrue(shown.get(MimeBundle.TEXT).startsWith("Depth\nGrid int 13 × 13, min 0, mean 0, max 0 m\n"));
        assertTrue(count(Pages.png(shown), ColorMap.INFERNO.rgb(0.5)) > 300 * 300);
        assertTrue(Renderers.render(GridView.of(named).title("Other").units(null))
                .get(MimeBundle.TEXT)
                .startsWith("Other\nGrid int 13 × 13, min 0, mean 0, max 0\n"));
    }

    @Test
    void theSpacingGivesCellsTheirShape() throws Exception {
        Grid grid = Grid.floats(100, 100).withAttribute("spacing", new double[] {1, 2});
        BufferedImage image = Pages.png(Renderers.render(grid));
        int plot = ColorMap.VIRIDIS.rgb(0.5);
        assertEquals(860 * 430, count(image, plot), 860 * 5);
    }

    @Test
    void wrongOptionsAreRefused() {
        Grid grid = Grid.floats(2, 2);
        assertThrows(IllegalArgumentException.class, () -> GridView.of(grid).range(1, 1));
        assertThrows(IllegalArgumentException.class, () -> GridView.of(grid).range(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> GridView.of(grid).range(0, Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> GridView.of(grid).colors("jet"));
    }
}
