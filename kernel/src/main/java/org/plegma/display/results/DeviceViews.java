package org.plegma.display.results;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.memory.MemoryReport;
import org.plegma.device.timeline.Timeline;
import org.plegma.display.chart.ChartView;
import org.plegma.display.grid.GridView;
import org.plegma.display.page.ErrorView;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.measure.chart.TimelineChart;

/** Devices, what they hold and what they ran, as tables and text. */
public final class DeviceViews {
    private static final long LARGEST_SHOWN = 64L << 20;

    private static final Pattern OF_A_CELL =
            Pattern.compile("(?:.*/)?REPL\\.\\$JShell\\$\\w+(?:\\$(?<type>[\\w$]+))?\\.(?<method>[\\w$<>]+)\\(.*");

    private DeviceViews() {}

    /** The properties of a device. */
    public static MimeBundle device(Device device) {
        String sizes = sizes(device.maxWorkItemSizes());
        return new Sheet("Device " + device.index() + ": " + device.name())
                .text("")
                .text("")
                .row("kind", kind(device))
                .row("vendor", device.vendor())
                .row("platform", device.platformName())
                .row("driver", device.driverVersion())
                .row("OpenCL", device.openclVersion())
                .row("OpenCL C", device.openclCVersion())
                .row("compute units", device.computeUnits())
                .row("clock", clock(device))
                .row("lockstep", Numbers.counted(device.warpSize(), "work-item"))
                .row("work-group", "up to " + Numbers.counted(device.maxWorkGroupSize(), "work-item") + ", " + sizes)
                .row("local memory", Numbers.bytes(device.localMemoryBytes()) + " a work-group")
                .row("global memory", Numbers.bytes(device.globalMemoryBytes()))
                .row("largest buffer", Numbers.bytes(device.maxAllocationBytes()))
                .row("constant memory", Numbers.bytes(device.constantMemoryBytes()))
                .row("cache", Numbers.bytes(device.cacheBytes()))
                .row("double", device.supportsDouble() ? "yes" : "no")
                .row("half", device.supportsHalf() ? "yes" : "no")
                .row("extensions", device.extensions().stream().sorted().collect(Collectors.joining(" ")))
                .bundle();
    }

    /** Several devices, a row each, in the width that JupyterLab has beside its folders; {@link #device} tells the rest of one. */
    public static Sheet devices(List<Device> devices) {
        Sheet sheet = new Sheet(null)
                .number("")
                .text("device")
                .text("kind")
                .text("platform and driver")
                .number("units")
                .number("clock")
                .number("memory")
                .number("local memory")
                .number("work-group")
                .text("double");
        for (Device device : devices) {
            sheet.row(
                    device.index(),
                    device.name(),
                    kind(device),
                    device.platformName() + ", " + device.driverVersion(),
                    Numbers.grouped(device.computeUnits()),
                    clock(device),
                    Numbers.bytes(device.globalMemoryBytes()),
                    Numbers.bytes(device.localMemoryBytes()),
                    Numbers.grouped(device.maxWorkGroupSize()),
                    device.supportsDouble() ? "yes" : "no");
        }
        return sheet;
    }

    /** A session's devices, or that it is closed. */
    public static MimeBundle session(Session session) {
        return session.isClosed()
                ? MimeBundle.text(session.toString())
                : devices(session.devices()).bundle();
    }

    /** A stack frame; those of cells are in classes that JShell has made up, with lines of their own. */
    private static String place(String frame) {
        Matcher cell = OF_A_CELL.matcher(frame);
        if (!cell.matches()) {
            return frame;
        }
        String method = cell.group("method");
        if (cell.group("type") != null) {
            return cell.group("type") + " of a cell";
        }
        return method.contains("$") ? "a cell" : method + "() of a cell";
    }

    /** What a session holds in device memory: a row for each array, and the totals. */
    public static MimeBundle memory(MemoryReport report) {
        Sheet sheet = new Sheet("Device memory")
                .text("array")
                .number("size")
                .text("device")
                .text("allocated at");
        for (MemoryReport.Entry entry : report.entries()) {
            sheet.row(entry.description(), Numbers.bytes(entry.bytes()), entry.device(), place(entry.where()));
        }
        sheet.note(Numbers.bytes(report.used()) + " of " + Numbers.bytes(report.capacity()) + " in "
                + Numbers.counted(report.entries().size(), "array") + ", at most " + Numbers.bytes(report.peak())
                + " at once");
        if (report.leaks() > 0) {
            sheet.note(Numbers.counted(report.leaks(), "array") + " (" + Numbers.bytes(report.leakedBytes())
                    + ") were dropped without being closed");
        }
        return sheet.bundle();
    }

    /** How long a command took; waits for its end. */
    public static MimeBundle event(Event event) {
        try {
            event.await();
        } catch (OpenClException failure) {
            return ErrorView.of(failure).render();
        }
        String rate = event.bytes() > 0 && event.seconds() > 0
                ? String.format(Locale.ROOT, ", %.3g GB/s", event.bytes() / event.seconds() * 1e-9)
                : "";
        return MimeBundle.text(event.label() + ": " + Numbers.seconds(event.seconds()) + rate);
    }

    /** What ran when, as a chart. */
    public static MimeBundle timeline(Timeline timeline) throws IOException {
        return timeline.spans().isEmpty()
                ? MimeBundle.text("Nothing recorded; session.recordTimeline(true) begins.")
                : ChartView.of(TimelineChart.chart("Timeline", timeline)).render(timeline.toString());
    }

    /** An array on a device: as the grid it holds, unless it is closed, large or of another type than grids have. */
    public static MimeBundle array(DeviceArray array) throws Exception {
        boolean likeGrid = array.type().bytes() >= Integer.BYTES; // shorter types have no grids
        if (array.isClosed() || !likeGrid || array.bytes() > LARGEST_SHOWN) {
            return MimeBundle.text(array.toString());
        }
        return GridView.of(array.download()).title(array.toString()).render();
    }

    /** Sizes of a launch: {@code 1024 × 16}. */
    static String sizes(long[] sizes) {
        return LongStream.of(sizes).mapToObj(Long::toString).collect(Collectors.joining(" × "));
    }

    private static String kind(Device device) {
        return device.kind() == Device.Kind.ACCELERATOR
                ? "accelerator"
                : device.kind().name();
    }

    private static String clock(Device device) {
        return Numbers.grouped(device.clockMhz()) + " MHz";
    }
}
