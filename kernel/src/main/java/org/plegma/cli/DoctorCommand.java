package org.plegma.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Devices;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.peer.PeerMemory;
import org.plegma.device.vectors.LaneFault;
import org.plegma.device.vectors.VectorFunctions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Checks what stands between a user and a running kernel: the OpenCL drivers, each device by compiling and running a
 * kernel, and the installed kernelspecs. Each fault comes with its cure; any fault makes the exit status 1.
 */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Check OpenCL, every device and the installed kernelspecs, with a cure for each fault.")
final class DoctorCommand implements Callable<Integer> {
    private static final int LENGTH = 1000;
    private static final String PROBE =
            """
            kernel void probe(const int a, global const int* x, global int* y) {
                size_t i = get_global_id(0);
                y[i] = a * x[i] + y[i];
            }
            """;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--functions",
            description = "Try every function of vectors on each processor, lane by lane; half a minute at first.")
    private boolean functions;

    private int faults;

    @Override
    public Integer call() {
        ok("Java", System.getProperty("java.version") + ", " + System.getProperty("java.home"));
        checkSignalChaining();
        checkDrivers();
        Optional<String> problem = Devices.problem();
        if (problem.isPresent()) {
            fault("OpenCL", problem.get());
        } else {
            Devices.all().forEach(this::checkDevice);
            for (Device.Kind kind : Device.Kind.values()) {
                tellWay(Devices.all().stream()
                        .filter(device -> device.kind() == kind)
                        .toList());
            }
        }
        checkKernelspecs();
        PrintWriter out = spec.commandLine().getOut();
        out.println(faults == 0 ? "All is well." : faults + (faults == 1 ? " fault." : " faults."));
        out.flush();
        return faults == 0 ? 0 : 1;
    }

    private void checkSignalChaining() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return;
        }
        Path library = KernelSpec.signalLibrary();
        if (!Files.exists(library)) {
            fault(
                    "signal chaining",
                    library + " is missing, without which PoCL's compiler fails now and then. Cure: use a JDK that"
                            + " has it, by JAVA_HOME.");
        } else if (!System.getenv().getOrDefault("LD_PRELOAD", "").contains("libjsig")) {
            fault("signal chaining", "this Java runs without it. Cure: start Java with LD_PRELOAD=" + library + ".");
        } else {
            ok("signal chaining", System.getenv("LD_PRELOAD"));
        }
    }

    private void checkDrivers() {
        for (IcdFile icd : IcdFile.registered(
                System.getenv().getOrDefault("OCL_ICD_VENDORS", System.getenv("OPENCL_VENDOR_PATH")))) {
            if (icd.isUsable()) {
                ok("OpenCL driver", icd.library() + ", registered by " + icd.file());
            } else {
                fault(
                        "OpenCL driver",
                        icd.file() + " names " + icd.library()
                                + ", which is not on this machine. Cure: install that driver again, or remove the file.");
            }
        }
    }

    private void checkDevice(Device device) {
        String label = "device " + device.index();
        try (Session session = Session.open(device)) {
            long start = System.nanoTime();
            int[] x = new int[LENGTH];
            int[] y = new int[LENGTH];
            int[] expected = new int[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                x[i] = i;
                y[i] = 7 * i;
                expected[i] = 10 * i;
            }
            try (Program program = session.compile(PROBE);
                    DeviceArray in = session.upload(Grid.of(x, LENGTH));
                    DeviceArray out = session.upload(Grid.of(y, LENGTH))) {
                program.kernel("probe").global(LENGTH).call(3, in, out);
                if (!Arrays.equals(out.download().ints(), expected)) {
                    fault(
                            label,
                            device.name() + " computes wrong values. Cure: update its driver " + device.driverVersion()
                                    + ".");
                    return;
                }
            }
            ok(
                    label,
                    String.format(
                            Locale.ROOT,
                            "%s (%s): compiled and ran a kernel in %d ms",
                            device.name(),
                            device.platformName(),
                            (System.nanoTime() - start) / 1_000_000));
            noteVectors(label, VectorFunctions.of(device));
        } catch (OpenClException e) {
            fault(label, device.name() + ": " + e.getMessage());
        }
    }

    /** How several devices of a kind exchange what they share. */
    private void tellWay(List<Device> devices) {
        if (devices.size() < 2) {
            return;
        }
        String label = "devices "
                + devices.stream().map(device -> String.valueOf(device.index())).collect(Collectors.joining(", "));
        try (Session session = Session.open(devices.toArray(Device[]::new))) {
            line("note", label, PeerMemory.way(session));
        } catch (OpenClException e) {
            fault(label, String.valueOf(e.getMessage()));
        }
    }

    /** Faults of the driver, but none of the user's results: Plegma goes round them. */
    private void noteVectors(String label, VectorFunctions device) {
        List<LaneFault> found = functions ? device.faults() : device.faultsFound();
        if (!found.isEmpty()) {
            line(
                    "note",
                    label,
                    "its driver computes wrongly " + VectorFunctions.summary(found)
                            + ". Plegma calls these functions lane by lane; your own kernels should, too."
                            + (functions ? "" : " \"plegma doctor --functions\" tries all, and tells each lane."));
        }
        if (functions) {
            found.forEach(fault -> line("note", label, fault.toString()));
        }
    }

    private void checkKernelspecs() {
        List<InstalledKernel> kernels =
                InstalledKernel.all(System.getenv(), System.getProperty("os.name"), System.getProperty("user.home"));
        for (InstalledKernel kernel : kernels) {
            kernel.fault(KernelSpec.runningJar())
                    .ifPresentOrElse(
                            fault -> fault("kernelspec", fault),
                            () -> ok("kernelspec", kernel.file().toString()));
        }
        if (kernels.isEmpty()) {
            line("note", "kernelspec", "your own Jupyter does not know the kernel. \"plegma install\" changes that.");
        }
    }

    private void ok(String subject, String text) {
        line("ok", subject, text);
    }

    private void fault(String subject, String text) {
        faults++;
        line("FAULT", subject, text);
    }

    private void line(String verdict, String subject, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "%-7s %s: %s%n", verdict, subject, text);
        out.flush();
    }
}
