package org.plegma.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.display.page.DisplaySink;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.TextColors;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;

class NotebookProgressTest {

    private record Shown(String how, String id, MimeBundle bundle) {}

    private final List<Shown> shown = new ArrayList<>();
    private ProgressReporter before;

    @BeforeEach
    void install() {
        before = Progress.reporter(new NotebookProgress(sink()));
    }

    private DisplaySink sink() {
        return DisplaySink.of(
                (bundle, id) -> shown.add(new Shown("display", id, bundle)),
                (bundle, id) -> shown.add(new Shown("update", id, bundle)));
    }

    @AfterEach
    void restore() {
        Progress.reporter(before);
    }

    private MimeBundle last() {
        return shown.get(shown.size() - 1).bundle();
    }

    private static String style(MimeBundle bundle) {
        return Pages.html(bundle).select(".plegma-bar div").attr("style");
    }

    @Test
    void oneDisplayIsUpdatedInPlace() {
        try (Progress progress = Progress.start("Tuning", 4)) {
            progress.step(4);
        }
        try (Progress progress = Progress.start("Again", 1)) {
            progress.step();
        }
        assertEquals("display", shown.get(0).how());
        assertEquals(2, shown.stream().filter(s -> s.how().equals("display")).count());
        List<String> ids = shown.stream().map(Shown::id).distinct().toList();
        assertEquals(2, ids.size());
        assertNotEquals(ids.get(0), ids.get(1));
        assertEquals("update", shown.get(shown.size() - 1).how());
    }

    @Test
    void runningWorkIsBlue() throws InterruptedException {
        try (Progress progress = Progress.start("Tuning <gemm>", 30)) {
            assertEquals("width:0.0%;background:" + TextColors.BLUE, style(last()));
            progress.note("best <41> GFLOP/s");
            Thread.sleep(2 * Progress.MINIMUM_INTERVAL_MILLIS);
            progress.step(15);
            assertEquals("width:50.0%;background:" + TextColors.BLUE, style(last()));
            Element page = Pages.html(last());
            assertEquals("Tuning <gemm>", page.select("b").text());
            assertEquals("best <41> GFLOP/s", page.select(".plegma-note").text());
            String text = last().get(MimeBundle.TEXT);
            assertTrue(text.startsWith("Tuning <gemm> " + "█".repeat(10) + "░".repeat(10) + " 50 %, 15/30, "), text);
            assertTrue(text.endsWith(" left  best <41> GFLOP/s"), text);
            assertEquals(1, text.lines().count());
            progress.step(15);
        }
    }

    /** However long it took: a saved notebook has results, and a second run of it the same ones. */
    @Test
    void workThatIsDoneLeavesNothing() {
        try (Progress progress = Progress.start("Run", 2)) {
            progress.step(2);
        }
        assertEquals("", last().get(MimeBundle.TEXT));
        assertEquals("", last().get(MimeBundle.HTML));
        assertEquals(shown.get(0).id(), shown.get(shown.size() - 1).id());
    }

    @Test
    void workThatIsBrokenOffIsOrangeAndSaysWhere() {
        try (Progress progress = Progress.start("Tuning", 8)) {
            progress.step(2);
        }
        assertEquals("width:25.0%;background:" + TextColors.ORANGE, style(last()));
        String text = last().get(MimeBundle.TEXT);
        assertTrue(text.startsWith("Tuning █████░░░░░░░░░░░░░░░ stopped at 25 %, 2/8 in "), text);
    }

    @Test
    void workOfUnknownLengthIsCounted() throws InterruptedException {
        try (Progress progress = Progress.start("Reading", 0)) {
            Thread.sleep(2 * Progress.MINIMUM_INTERVAL_MILLIS);
            progress.step(7);
            assertTrue(last().get(MimeBundle.TEXT).startsWith("Reading 7, "), last().get(MimeBundle.TEXT));
            assertEquals(0, Pages.html(last()).select(".plegma-bar").size());
        }
    }

    @Test
    void runningWorkTellsRateAndTimeLeft() throws InterruptedException {
        try (Progress progress = Progress.start("Tuning", 1000)) {
            Thread.sleep(2 * Progress.MINIMUM_INTERVAL_MILLIS);
            progress.step(10);
            String text = last().get(MimeBundle.TEXT);
            assertTrue(text.matches("Tuning ░+ 1 %, 10/1000, \\d+:\\d\\d, [0-9.]+/s, \\d+:\\d\\d left"), text);
        }
    }

    @Test
    void aPreviewIsShownWhileWorkGoesOn() throws InterruptedException {
        try (Progress progress = Progress.start("Heat", 2)) {
            Thread.sleep(2 * Progress.MINIMUM_INTERVAL_MILLIS);
            progress.preview(Grid.random(ElementType.FLOAT, 1, 30, 30));
            assertTrue(Pages.html(last()).select("img").attr("src").startsWith("data:image/png;base64,"));
            Thread.sleep(2 * Progress.MINIMUM_INTERVAL_MILLIS);
            progress.step(2);
            assertEquals(1, Pages.html(last()).select("img").size());
        }
        assertEquals(0, Pages.html(last()).select("img").size(), "the result takes its place");
        try (Progress progress = Progress.start("Count", 2)) {
            Thread.sleep(2 * Progress.MINIMUM_INTERVAL_MILLIS);
            progress.preview("half <done>");
            assertEquals("half <done>", Pages.html(last()).select("pre").text());
        }
    }
}
