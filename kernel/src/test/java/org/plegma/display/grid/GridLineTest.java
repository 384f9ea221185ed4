package org.plegma.display.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

class GridLineTest {
    @Test
    void fewPointsHaveALabelEachAndManyRoundOnes() {
        assertEquals("0 7 14 21", String.join(" ", labels(4, 7)));
        assertEquals("0 100 200 300 400 500 600 700 800 900", String.join(" ", labels(1000, 1)));
        assertEquals("0 1000 2000 3000 4000 5000 6000", String.join(" ", labels(1000, 7)));
        assertEquals("0 0.5 1 1.5 2 2.5 3 3.5", String.join(" ", labels(1000, 0.004)));
        assertEquals("0 0.002 0.004", String.join(" ", labels(1000, 2.27e-5).subList(0, 3)));
    }

    /** What stands at the marks of the horizontal axis, up to the last point. */
    private static List<String> labels(int length, double spacing) {
        Grid grid = Grid.random(ElementType.FLOAT, 1, length);
        XYChart chart = new GridLine(grid, null, null, new GridAxis(length, spacing, 0, null)).chart();
        List<String> labels = new ArrayList<>();
        Function<Double, String> format = chart.getStyler().getXAxisTickLabelsFormattingFunction();
        chart.getStyler().setXAxisTickLabelsFormattingFunction(mark -> {
            String label = format.apply(mark);
            if (mark <= (length - 1) * spacing) {
                labels.add(label);
            }
            return label;
        });
        Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.dispose();
        return labels.subList(labels.lastIndexOf("0"), labels.size());
    }
}
