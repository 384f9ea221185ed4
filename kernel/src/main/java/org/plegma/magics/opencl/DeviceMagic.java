package org.plegma.magics.opencl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.display.page.Numbers;
import org.plegma.magics.DeviceCandidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.NotebookSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %device}: which device the notebook works on. */
@Command(
        name = "device",
        description =
                "Chooses the device, or several, that the notebook works on; without an argument, tells which. Arrays on"
                        + " other devices are lost; kernels of `%%opencl` are compiled anew for the new device. `--reset` is for a"
                        + " kernel that does not end: its device gets a new context and queues, where the driver allows; arrays on it"
                        + " are lost, Java's stay. What cannot be helped so needs a restart. With `--isolated` kernels run in a"
                        + " process of their own: one that crashes costs neither variables nor arrays, and one that does not end can"
                        + " be interrupted. A launch waits for its end then, and takes longer.")
public final class DeviceMagic implements Magic {

    @Parameters(
            arity = "0..*",
            paramLabel = "DEVICE",
            completionCandidates = DeviceCandidates.class,
            description =
                    "An index of %%devices or a part of a name; several with commas, the main one first: 0,1, or 0-7; `all` of the"
                            + " kind that is preferred.")
    private List<String> wanted = List.of();

    @Option(
            names = "--reset",
            description = "Gives up what the devices do and hold, and begins anew on them without waiting.")
    private boolean reset;

    @Option(
            names = "--isolated",
            description =
                    "Runs kernels in a process of their own, on processors; without it, %%device DEVICE runs them here.")
    private boolean isolated;

    @Override
    public String example() {
        return "%device 0";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        NotebookSession notebook = call.notebook();
        if (reset) {
            if (!wanted.isEmpty() || isolated) {
                throw call.error(
                        "--reset is for the devices in use, as they are. Choose others by another %device, after it.");
            }
            new DeviceReset(call).run();
            return null;
        }
        if (!wanted.isEmpty() || isolated) {
            choose(call, wanted.isEmpty() ? notebook.devices() : find(String.join(" ", wanted)));
        }
        call.host()
                .out()
                .println("In use: " + DevicesMagic.names(notebook.devices())
                        + (notebook.isIsolated() ? ", kernels in a process of their own" : ""));
        return null;
    }

    private static List<Device> find(String text) {
        return Devices.findAll(text).stream().distinct().toList();
    }

    private static void refuseWhatSharesNoMemory(MagicCall call, List<Device> devices) {
        for (Device device : devices) {
            if (!Session.canIsolate(device)) {
                throw call.error("--isolated is for processors. " + device.name()
                        + " has memory of its own, and a kernel that fails there does not end the notebook.");
            }
        }
    }

    private void choose(MagicCall call, List<Device> devices) throws Exception {
        NotebookSession notebook = call.notebook();
        if (notebook.devices().equals(devices) && notebook.isIsolated() == isolated) {
            return;
        }
        if (isolated) {
            refuseWhatSharesNoMemory(call, devices);
        }
        long lost = notebook.isOpen() ? notebook.open().memoryInUse() : 0;
        notebook.use(devices, isolated);
        if (lost > 0) {
            call.host().out().println("The arrays on the device before (" + Numbers.bytes(lost) + ") are closed.");
        }
        List<String> moved = new ArrayList<>(OpenClKernels.of(notebook).recompile(call.host(), notebook));
        if (!moved.isEmpty()) {
            call.host().out().println("Compiled for it: " + String.join(", ", moved));
        }
    }
}
