package org.plegma.magics.opencl;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.display.results.DeviceViews;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.measure.Ceilings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %devices}: the OpenCL devices and their limits. */
@Command(name = "devices", description = "Lists the OpenCL devices of this machine with their limits.")
public final class DevicesMagic implements Magic {

    @Override
    public String example() {
        return "%devices";
    }

    @Option(
            names = "--ceilings",
            description =
                    "Shows what the devices in use can do at most: bandwidths, arithmetic rates, launches, transfers."
                            + " Measured the first time, some 20 s a device.")
    private boolean ceilings;

    @Override
    public @Nullable Object run(MagicCall call) {
        if (ceilings) {
            Session session = call.notebook().open();
            session.devices().forEach(device -> call.show(Ceilings.of(session.on(device))));
            return null;
        }
        String way = call.notebook().devices().size() > 1
                ? " " + PeerMemory.way(call.notebook().open())
                : "";
        return DeviceViews.devices(Devices.all())
                .note("In use: " + names(call.notebook().devices()) + ". %device N changes it." + way)
                .bundle();
    }

    /** Devices as text, in their order. */
    static String names(List<Device> devices) {
        return devices.stream().map(Device::toString).collect(Collectors.joining(", "));
    }
}
