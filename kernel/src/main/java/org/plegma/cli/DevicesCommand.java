package org.plegma.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.display.results.MeasureViews;
import org.plegma.measure.Ceilings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the OpenCL devices and marks the preferred one. */
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        description = {
            "List the OpenCL devices; * marks the one that is used unless a notebook chooses another.",
            "PLEGMA_DEVICE chooses by index or by part of a name."
        })
final class DevicesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--ceilings",
            description =
                    "Show what each device can do at most; measured the first time, which takes some 20 s a device.")
    private boolean ceilings;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Device preferred = Devices.preferred();
        for (Device device : Devices.all()) {
            out.printf(Locale.ROOT, "%s %d  %s%n", device == preferred ? "*" : " ", device.index(), device.name());
            out.printf(
                    Locale.ROOT,
                    "     %s, %s, driver %s, %s%n",
                    device.kind(),
                    device.platformName(),
                    device.driverVersion(),
                    device.openclVersion());
            out.printf(
                    Locale.ROOT,
                    "     %d compute units, %d MHz, %s global, %s local memory, work-groups of up to %d, double %s, half %s%n",
                    device.computeUnits(),
                    device.clockMhz(),
                    bytes(device.globalMemoryBytes()),
                    bytes(device.localMemoryBytes()),
                    device.maxWorkGroupSize(),
                    device.supportsDouble() ? "yes" : "no",
                    device.supportsHalf() ? "yes" : "no");
            if (ceilings) {
                out.flush();
                try (Session session = Session.open(device)) {
                    out.println(MeasureViews.ceilings(Ceilings.of(session))
                            .toString()
                            .indent(5));
                }
            }
        }
        out.flush();
        return 0;
    }

    /** A size in the largest binary unit that leaves at least one. */
    static String bytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = Math.max(0, Math.min((63 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10, units.length - 1));
        double value = bytes / Math.pow(1024, unit);
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }
}
