package org.plegma.display.grid;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.display.page.Html;
import org.plegma.display.page.Numbers;

/** A small plane as a table of its numbers, each on its colour. */
final class GridNumbers {
    private GridNumbers() {}

    static String html(Grid plane, @Nullable String title, String caption, ColorScale scale) {
        Html html = new Html().title(title);
        Element table = html.root.appendElement("table").addClass("plegma-table");
        Element head = table.appendElement("thead").appendElement("tr");
        head.appendElement("th");
        for (int x = 0; x < plane.size(1); x++) {
            head.appendElement("th").addClass("plegma-number").text(Integer.toString(x));
        }
        double[] values = new double[(int) plane.length()];
        Arrays.setAll(values, plane::at);
        DoubleFunction<String> format = Numbers.aligned(values, 5);
        Element body = table.appendElement("tbody");
        for (int y = 0; y < plane.size(0); y++) {
            Element row = body.appendElement("tr");
            row.appendElement("th").addClass("plegma-number").text(Integer.toString(y));
            for (int x = 0; x < plane.size(1); x++) {
                double value = plane.get(y, x);
                int rgb = scale.rgb(value);
                row.appendElement("td")
                        .addClass("plegma-number")
                        .attr(
                                "style",
                                String.format(
                                        Locale.ROOT, "text-align:right;background:#%06x;color:%s", rgb, inkOn(rgb)))
                        .text(format.apply(value));
            }
        }
        return html.note(caption).toString();
    }

    /** Black or white, whichever has the larger contrast to a colour by the WCAG's relative luminance. */
    private static String inkOn(int rgb) {
        double luminance =
                0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
        return (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 ? "#000" : "#fff";
    }

    private static double linear(int channel) {
        double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }
}
