package org.plegma.coursework.apart;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;

/** Runs them in this process. */
public final class HereRunner implements LaunchRunner {
    private final Session session;

    public HereRunner(Session session) {
        this.session = session;
    }

    @Override
    public Outcomes run(List<Code> codes, List<Launch> launches) {
        try (Programs programs = new Programs(codes)) {
            return new Outcomes(launches.stream().map(programs::outcome).toList(), "", false);
        }
    }

    @Override
    public String place() {
        return session.device().name();
    }

    /** The programs, which are compiled when they are needed. */
    final class Programs implements AutoCloseable {
        private final List<Code> codes;
        private final Program[] programs;

        Programs(List<Code> codes) {
            this.codes = codes;
            programs = new Program[codes.size()];
        }

        private Kernel kernel(int code) {
            if (programs[code] == null) {
                programs[code] = session.compile(
                        codes.get(code).source(), codes.get(code).options().toArray(String[]::new));
            }
            return programs[code].kernel(codes.get(code).kernel());
        }

        Outcome outcome(Launch launch) {
            List<DeviceArray> arrays = new ArrayList<>();
            try {
                Object[] values = launch.arguments().toArray();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] instanceof float[] array) {
                        values[i] = session.upload(array);
                        arrays.add((DeviceArray) values[i]);
                    }
                }
                Kernel kernel = kernel(launch.code()).global(launch.global());
                Kernel sized = launch.local().length == 0 ? kernel : kernel.local(launch.local());
                double seconds = Double.POSITIVE_INFINITY;
                for (int run = 0; run < launch.runs(); run++) {
                    Event event = sized.call(values);
                    event.await();
                    seconds = Math.min(seconds, event.seconds());
                }
                return new Outcome(arrays.get(arrays.size() - 1).download().floats(), seconds, "");
            } catch (CancellationException e) { // which is an IllegalStateException, and no fault of the kernel's
                throw e;
            } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
                return new Outcome(null, Double.NaN, String.valueOf(e.getMessage()));
            } finally {
                arrays.forEach(DeviceArray::close);
            }
        }

        @Override
        public void close() {
            for (Program program : programs) {
                if (program != null) {
                    program.close();
                }
            }
        }
    }
}
