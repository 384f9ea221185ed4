package org.plegma.coursework.apart;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.plegma.coursework.apart.LaunchRunner.Launch;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;

/** The other process: runs what a folder has, on PoCL if it is there, so that each machine gives the same verdict. */
public final class KernelProcess {
    private KernelProcess() {}

    /** @param arguments the folder */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Parcel.Work work = Parcel.readWork(folder);
        try (Session session = Session.open(device());
                HereRunner.Programs programs = new HereRunner(session).new Programs(work.codes());
                DataOutputStream out = Parcel.results(folder)) {
            for (Launch launch : work.launches()) {
                Parcel.write(out, programs.outcome(launch));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    static Device device() {
        return Devices.all().stream().filter(Device::isPocl).findFirst().orElseGet(() -> Devices.all()
                .get(0));
    }
}
