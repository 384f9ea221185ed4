package org.plegma.display.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.display.page.MimeBundle;
import org.plegma.rewrite.simulator.LanePicture;
import tech.tablesaw.api.Table;

class VerdictViewTest {
    private static final String LETTERS = "\n .0,0  x10,0\n _\n. right, x wrong, _ not written, N not a number\n"
            + "each with the global id of the work-item that writes it, * several do\nglobal size [16, 16]";

    private static MimeBundle render(Optional<LanePicture> picture) {
        return VerdictView.render(new Verdict(
                "naive",
                Table.create("naive"),
                0,
                FaultKind.VALUES,
                "wrong" + picture.map(drawn -> LETTERS).orElse(""),
                OptionalLong.of(7),
                "a device",
                Double.NaN,
                false,
                picture));
    }

    @Test
    void aPictureOfWhatIsWrongIsDrawnBelow() {
        LanePicture picture = new LanePicture(
                "The smallest size",
                "(1, 0) writes C[0][0]",
                "column",
                "row",
                List.of("0"),
                List.of("0"),
                List.of(new LanePicture.Shade("wrong", 'x', 0xC0392B)),
                List.of(new LanePicture.Cell(0, 0, 0, "1,0")));
        String html = render(Optional.of(picture)).get(MimeBundle.HTML);
        assertTrue(html.indexOf("naive: 0 of 1 points") < html.indexOf("The smallest size"), html);
        assertTrue(html.contains("<img"), html);
        assertTrue(html.contains("points, wrong\nglobal size [16, 16]\n(seed 7"), html);
        assertTrue(render(Optional.of(picture)).plain().contains("points, wrong" + LETTERS + "\n(seed 7"));
        assertFalse(render(Optional.empty()).get(MimeBundle.HTML).contains("<img"));
        Map<?, ?> facts = (Map<?, ?>) render(Optional.of(picture)).data().get(VerdictView.VERDICT);
        Map<?, ?> drawn = (Map<?, ?>) facts.get("picture");
        assertEquals(
                List.of("The smallest size", "(1, 0) writes C[0][0]"),
                List.of(drawn.get("title"), drawn.get("reading")));
        assertTrue(html.contains("data:image/png;base64," + drawn.get("png")), "whoever grades has the same picture");
    }

    @Test
    void aLongReasonGoesOnInTheNextLine() {
        assertTrue(render(Optional.empty())
                .get(MimeBundle.HTML)
                .contains("<pre class=\"plegma-code plegma-told\">naive: 0 of 1 points, wrong"));
    }

    @Test
    void whoGradesHasNumbers() {
        assertTrue(render(Optional.empty())
                .data()
                .get(VerdictView.VERDICT)
                .toString()
                .contains("fault=values"));
        assertEquals(
                "naive: 0 of 1 points, wrong (seed 7, a device)",
                render(Optional.empty())
                        .get(MimeBundle.TEXT)
                        .lines()
                        .reduce((a, b) -> b)
                        .get());
    }
}
