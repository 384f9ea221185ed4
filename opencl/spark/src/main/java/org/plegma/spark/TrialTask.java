package org.plegma.spark;

import java.io.Serializable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Work;

/** What runs on the executors. */
final class TrialTask {
    private static final Map<Device, Provenance> PROVENANCE = new ConcurrentHashMap<>();

    private TrialTask() {}

    /**
     * What an executor tells before anything is measured.
     *
     * @param problem why it cannot take part, with the cure; empty if it can
     */
    record Survey(String node, String deviceKey, List<Work> works, String provenance, String problem)
            implements Serializable {}

    /** Which cases there are for a device. */
    static Survey survey(TrialSettings settings, String wanted) {
        try {
            Device device = ExecutorDevices.wanted(wanted);
            List<Work> works = settings.source().cases(device).stream()
                    .map(BenchCase::work)
                    .toList();
            return new Survey(host(), device.key(), works, provenance(device, settings.seed()), "");
        } catch (RuntimeException e) {
            return new Survey(host(), "", List.of(), "", "On " + host() + ": " + e.getMessage());
        }
    }

    /** Measures a case on a device that nothing else uses meanwhile; empty if this machine has none of the right model. */
    static List<TrialOutcome> measure(int place, Work work, TrialSettings settings) {
        TaskContext task = TaskContext.get();
        List<Device> devices = ExecutorDevices.of(task, settings.device());
        if (devices.isEmpty()) {
            return List.of();
        }
        try (DeviceClaim claim = DeviceClaim.first(devices, task::isInterrupted)) {
            Device device = claim.device();
            long started = System.currentTimeMillis();
            Measurement measured = measure(work, device, settings);
            return List.of(TrialOutcome.of(
                    place,
                    measured,
                    host(),
                    provenance(device, settings.seed()),
                    SparkEnv.get().executorId(),
                    device.index(),
                    started,
                    System.currentTimeMillis()));
        }
    }

    private static Measurement measure(Work work, Device device, TrialSettings settings) {
        try {
            BenchCase chosen = settings.source().cases(device).stream()
                    .filter(c -> c.work().equals(work))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("The executor has no such case for " + device.name()
                            + ". Give executors the Plegma that the driver has."));
            Session session = ExecutorDevices.session(device);
            return new Bench(session)
                    .seed(settings.seed())
                    .timeLimit(settings.timeLimit())
                    .warmUp(settings.warmUp())
                    .run(chosen);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            return Measurement.wrong(work, device.name(), Double.NaN, "On " + host() + ": " + e.getMessage());
        }
    }

    private static String provenance(Device device, long seed) {
        return PROVENANCE
                .computeIfAbsent(device, d -> Provenance.capture(List.of(d), seed))
                .with("seed", Long.toString(seed))
                .json();
    }

    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return SparkEnv.get().blockManager().blockManagerId().host();
        }
    }
}
