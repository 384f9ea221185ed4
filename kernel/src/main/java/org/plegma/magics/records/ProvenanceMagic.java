package org.plegma.magics.records;

import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.errors.OpenClException;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.NotebookSession;
import org.plegma.measure.Provenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %provenance}: what runs here, on what, with which versions. */
@Command(
        name = "provenance",
        description =
                "Shows what a report should tell: date, git commit, versions of Plegma, Java and libraries, processor,"
                        + " and the devices in use with driver and limits.")
public final class ProvenanceMagic implements Magic {

    @Option(names = "--json", description = "Shows it as JSON.")
    private boolean json;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "The seed of random inputs to note.")
    private long seed;

    @Override
    public String example() {
        return "%provenance";
    }

    @Override
    public Object run(MagicCall call) {
        Provenance provenance = capture(call.notebook(), seed);
        return json ? provenance.json() : provenance;
    }

    /** The facts, without devices where there is no OpenCL. */
    static Provenance capture(NotebookSession notebook, long seed) {
        List<Device> devices;
        try {
            devices = notebook.devices();
        } catch (OpenClException noDevice) {
            devices = List.of();
        }
        return Provenance.capture(devices, seed);
    }
}
