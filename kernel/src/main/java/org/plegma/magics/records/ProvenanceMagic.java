package org.plegma.magics.records;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.plegma.array.DataFiles;
import org.plegma.device.Device;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.source.Sha256;
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
                        + " the devices in use with driver and limits, and the files of data read so far with their digests (SHA-256):"
                        + " HDF5, records and graphs; not what other libraries read.")
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

    /** The facts, without devices where there is no OpenCL; {@code data.N.file} and {@code .sha256} name what was read. */
    static Provenance capture(NotebookSession notebook, long seed) {
        List<Device> devices;
        try {
            devices = notebook.devices();
        } catch (OpenClException noDevice) {
            devices = List.of();
        }
        Provenance facts = Provenance.capture(devices, seed);
        int number = 0;
        for (Path file : DataFiles.read()) {
            String prefix = "data." + number++ + ".";
            facts = facts.with(prefix + "file", file.toString()).with(prefix + "sha256", digest(file));
        }
        return facts;
    }

    private static String digest(Path file) {
        Sha256 digest = new Sha256();
        byte[] part = new byte[1 << 20];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.add(ByteBuffer.wrap(part, 0, read));
            }
            return DataFiles.isAsRead(file) ? digest.hex() : "not of what was read: the file was written since";
        } catch (IOException gone) {
            return "cannot be read any more";
        }
    }
}
