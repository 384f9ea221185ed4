package org.plegma.tune.choice;

import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.device.shared.PeerChannel;
import org.plegma.tune.store.TuningStore;

/**
 * What it costs two devices to send each other as much at once, by the α–β model: measured once for two devices and a way, and kept in
 * the tuning store.
 *
 * @param latency seconds that an exchange of no bytes takes
 * @param bytesPerSecond each way
 */
public record LinkRates(double latency, double bytesPerSecond) {
    private static final String GENERATION = "2";
    private static final int FEW = 1 << 10;
    /** On a quick link these take longer than those by much more than the latency varies. */
    private static final int MANY = 1 << 23;

    private static final int EXCHANGES = 20;
    private static final int RUNS = 5;

    /** Seconds that an exchange of so many bytes takes. */
    public double seconds(double bytes) {
        return latency + bytes / bytesPerSecond;
    }

    /**
     * Those of two devices.
     *
     * @param ordered whether the devices put exchanges in order, which processors are not measured with, as waiting kernels take their
     *     cores; else the host copies through pinned memory
     */
    public static LinkRates of(Session one, Session other, boolean ordered, TuningStore store) {
        Preconditions.notNull(one, "one");
        Preconditions.notNull(other, "other");
        Preconditions.notNull(store, "store");
        boolean byDevices = ordered && PeerChannel.refusal(one, other).isEmpty();
        String name = (byDevices ? "exchange with " : "exchange through the host with ")
                + other.device().key();
        StoredRates rates = StoredRates.of(store, one.device(), name, GENERATION, ElementType.FLOAT, () -> {
            double few = byDevices ? byDevices(one, other, FEW) : throughHost(one, other, FEW);
            double many = byDevices ? byDevices(one, other, MANY) : throughHost(one, other, MANY);
            double bytes = (double) (MANY - FEW) * Float.BYTES;
            // Should many be no slower than few, the link is as good as free.
            return Map.of("latency", few, "rate", bytes / Math.max(many - few, 1e-3 * few));
        });
        return new LinkRates(rates.figure("latency"), rates.figure("rate"));
    }

    private static double byDevices(Session one, Session other, int count) {
        try (DeviceArray here = one.allocate(ElementType.FLOAT, count);
                DeviceArray there = other.allocate(ElementType.FLOAT, count);
                PeerChannel out = new PeerChannel(one, other, ElementType.FLOAT, count);
                PeerChannel back = new PeerChannel(other, one, ElementType.FLOAT, count)) {
            return least(() -> {
                        for (int i = 0; i < EXCHANGES; i++) {
                            out.give(here, 0);
                            back.give(there, 0);
                            one.compute().flush();
                            other.compute().flush();
                            out.take(there, 0);
                            back.take(here, 0);
                        }
                        one.compute().finish();
                        other.compute().finish();
                    })
                    / EXCHANGES;
        }
    }

    private static double throughHost(Session one, Session other, int count) {
        try (DeviceArray here = one.allocate(ElementType.FLOAT, count);
                DeviceArray there = other.allocate(ElementType.FLOAT, count);
                HostBuffer out = one.pinned(ElementType.FLOAT, count);
                HostBuffer back = other.pinned(ElementType.FLOAT, count)) {
            return least(() -> {
                Event left = here.downloadAsync(one.download(), out);
                Event right = there.downloadAsync(other.download(), back);
                left.await();
                right.await();
                left = there.uploadAsync(other.upload(), out);
                right = here.uploadAsync(one.upload(), back);
                left.await();
                right.await();
            });
        }
    }

    private static double least(Runnable work) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i <= RUNS; i++) {
            long start = System.nanoTime();
            work.run();
            least = Math.min(least, (System.nanoTime() - start) * 1e-9);
        }
        return least;
    }
}
