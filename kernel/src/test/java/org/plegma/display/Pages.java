package org.plegma.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.plegma.display.page.MimeBundle;

/** Reads what displays consist of back. */
public final class Pages {
    private Pages() {}

    /** The HTML of a bundle, which has to parse without any error and without a script. */
    public static Element html(MimeBundle bundle) {
        String html = bundle.get(MimeBundle.HTML);
        assertNotNull(html, "no HTML");
        Parser parser = Parser.htmlParser().setTrackErrors(10);
        Document page = parser.parseInput("<!doctype html><title></title>" + html, "");
        assertEquals(List.of(), List.copyOf(parser.getErrors()));
        assertEquals(0, page.select("script").size());
        return page.body();
    }

    /** The texts of the cells of a table's body, by rows. */
    public static List<List<String>> cells(MimeBundle bundle) {
        return html(bundle).select("tbody tr").stream()
                .map(row -> row.select("td").eachText())
                .toList();
    }

    public static BufferedImage png(MimeBundle bundle) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(bundle.get(MimeBundle.PNG))));
    }
}
