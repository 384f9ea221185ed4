package org.plegma.display.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.errors.BuildException;
import org.plegma.device.memory.MemoryReport;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;
import org.plegma.display.page.ErrorView;
import org.plegma.display.page.MimeBundle;

/** On the device that is there: what is shown has to agree with what the device layer says. */
class DeviceViewsTest {
    private static final String SAXPY =
            """
            kernel void saxpy(float a, global const float *x, global float *y) {
                int i = get_global_id(0);
                y[i] += a * x[i];
            }
            """;
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @Test
    void oneDeviceAndAll() {
        Device device = session.device();
        MimeBundle one = Renderers.render(device);
        assertTrue(Pages.cells(one).contains(List.of("compute units", Integer.toString(device.computeUnits()))));
        assertTrue(Pages.cells(one).contains(List.of("vendor", device.vendor())));
        MimeBundle all = Renderers.render(session.devices());
        assertEquals(session.devices().size(), Pages.cells(all).size());
        assertEquals(10, Pages.cells(all).get(0).size(), "more columns are cut off in JupyterLab beside its folders");
        assertEquals(device.name(), Pages.cells(all).get(0).get(1));
        assertEquals(Pages.cells(all), Pages.cells(Renderers.render(session)));
    }

    @Test
    void aKernelShowsItsNeedsAndItsSource() {
        Program program = session.compile(SAXPY, "-DN=4");
        Kernel kernel = program.kernel("saxpy").global(64, 2).local(8, 1);
        MimeBundle shown = Renderers.render(kernel);
        Element page = Pages.html(shown);
        assertEquals(
                "kernel saxpy(float a, const float[] x, float[] y), global 64 × 2, local 8 × 1",
                page.select(".plegma-title").text());
        List<String> row = Pages.cells(shown).get(0);
        assertEquals("saxpy(float a, const float[] x, float[] y)", row.get(0));
        assertEquals(Long.toString(kernel.resources().maxWorkGroupSize()), row.get(1));
        assertTrue(page.select(".plegma-note").text().contains("-DN=4"));
        assertEquals(SAXPY.lines().count(), page.select(".plegma-line").size());
        assertEquals(0, page.select("details").size());
        assertEquals(1, Pages.cells(Renderers.render(program)).size());
    }

    @Test
    void longSourceIsFolded() {
        Program program = session.compile(SAXPY + "\n".repeat(100));
        assertEquals(
                1, Pages.html(Renderers.render(program)).select("details pre").size());
    }

    @Test
    void eventsTellTheirTime() {
        try (DeviceArray array = session.upload(Grid.floats(1000))) {
            String text = Renderers.render(array.fill(1)).get(MimeBundle.TEXT);
            assertTrue(text.matches("(?s).+: [0-9.]+ .?s.*"), text);
        }
    }

    @Test
    void arraysShowTheirGridUntilTheyAreClosed() {
        DeviceArray array =
                session.upload(Grid.of(new float[] {1, 2, 3, 4}, 2, 2)).named("x");
        MimeBundle shown = Renderers.render(array);
        assertEquals(List.of(List.of("1", "2"), List.of("3", "4")), Pages.cells(shown));
        assertEquals(array.toString(), Pages.html(shown).select(".plegma-title").text());
        array.close();
        assertEquals(array.toString(), Renderers.render(array).get(MimeBundle.TEXT));
        try (DeviceArray bytes = session.allocate(ElementType.BYTE, 8)) {
            assertEquals(bytes.toString(), Renderers.render(bytes).get(MimeBundle.TEXT));
        }
    }

    @Test
    void memoryListsEveryArray() {
        Device device = session.device();
        MemoryReport.Entry entry = new MemoryReport.Entry(device.name(), "<x>", 4096, "Cell.java:3");
        MimeBundle shown = Renderers.render(new MemoryReport(List.of(entry), 4096, 8192, 1L << 30, 2, 100));
        assertEquals(List.of(List.of("<x>", "4.00 KiB", device.name(), "Cell.java:3")), Pages.cells(shown));
        assertEquals(
                List.of(
                        "4.00 KiB of 1.00 GiB in 1 array, at most 8.00 KiB at once",
                        "2 arrays (100 B) were dropped without being closed"),
                Pages.html(shown).select(".plegma-note").eachText());
    }

    @Test
    void aTimelineIsAChart() throws Exception {
        try (Session recorded = Session.open(session.device())) {
            assertTrue(
                    Renderers.render(recorded.timeline()).get(MimeBundle.TEXT).contains("recordTimeline(true)"));
            recorded.recordTimeline(true);
            try (DeviceArray array = recorded.allocate(ElementType.FLOAT, 1000)) {
                array.fill(1).await();
                array.download();
            }
            assertTrue(Pages.png(Renderers.render(recorded.timeline())).getWidth() > 800);
        }
    }

    @Test
    void aBuildErrorStandsAtItsLine() {
        BuildException failure = assertThrows(
                BuildException.class,
                () -> session.compile("\n".repeat(4) + SAXPY.replace("a * x", "b * x"), "-DTILE=16"));
        MimeBundle shown = Renderers.render(ErrorView.of(failure));
        String text = shown.get(MimeBundle.TEXT);
        assertTrue(text.startsWith("BuildException: "), text);
        assertTrue(text.contains("-DTILE=16"), text);
        assertTrue(text.contains("\n  7 │     y[i] += b * x[i];\n    │             ^ error: "), text);
        assertEquals(
                "  7      y[i] += b * x[i];\n",
                Pages.html(shown).select(".plegma-faulty").first().wholeText());
        assertFalse(text.contains("\tat "), "no stack trace");
        assertEquals(text.lines().count(), ErrorView.of(failure).ansi().size());
    }
}
