package org.plegma.display.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.rewrite.simulator.LanePicture;

/** Pictures of the lanes of a warp, with the sentence that reads them. */
class LaneViewTest {
    private static LanePicture picture(String title, int columns) {
        return new LanePicture(
                title,
                "One lane is busy.",
                "step",
                "lane",
                java.util.Collections.nCopies(columns, ""),
                List.of("0", "1"),
                List.of(new LanePicture.Shade("idle", '.', 0xECECEC), new LanePicture.Shade("busy", 'o', 0x1F5F99)),
                List.of(new LanePicture.Cell(1, 2, 1, "7")));
    }

    @Test
    void aPictureHasItsReadingBelow() {
        MimeBundle bundle = Renderers.render(picture("a < b", 5));
        Element html = Pages.html(bundle);
        assertEquals(1, html.select("img").size());
        assertTrue(html.text().contains("a < b") && html.text().endsWith("One lane is busy."), html.text());
        assertEquals("a < b\n0 .....\n1 ..o..\n. idle   o busy   \nOne lane is busy.", bundle.get(MimeBundle.TEXT));
    }

    @Test
    void severalStandSideBySideWithinAPage() {
        Element html = Pages.html(Renderers.render(List.of(picture("before", 32), picture("after", 240))));
        int width = html.select("img").stream()
                .mapToInt(image -> Integer.parseInt(image.attr("width")))
                .sum();
        assertEquals(2, html.select("img").size());
        assertTrue(width < 1300, "width " + width);
        assertTrue(html.text().contains("before") && html.text().contains("after"), html.text());
    }
}
