package org.plegma.gemm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.choice.StoredRates;
import org.plegma.tune.store.TuningStore;

/**
 * What products of arrays of the host cost, by the host and by the device. The rates are measured once for each device and type
 * and kept in the tuning store.
 *
 * @param loops operations a second of the host's loops along rows of B, by one thread
 * @param turned the same where B is transposed, so that each result is a sum of its own
 * @param woken seconds until several threads have begun, and have been waited for
 * @param together how many times as fast as one these are between
 * @param started seconds of the smallest product by the device, its copies included
 * @param copied bytes a second, to the device
 * @param multiplied operations a second of the device
 */
record HostCosts(
        double loops, double turned, double woken, double together, double started, double copied, double multiplied) {
    private static final String NAME = "gemm-host-rates";
    private static final String GENERATION = "2";
    private static final int SMALLEST = 16;
    private static final int ON_HOST = 64;
    private static final int ON_DEVICE = 256;

    /** Runs until Java has compiled the loops. */
    private static final int WARM_UP = 60;

    private static final int RUNS = 15;

    private static final Map<List<Object>, HostCosts> KNOWN = new ConcurrentHashMap<>();

    /** The rates of a device, from the store or measured now. */
    static HostCosts of(ProductWorkshop workshop, ElementType type) {
        return KNOWN.computeIfAbsent(
                List.of(workshop.device().key(), type), key -> stored(workshop, type, TuningStore.open()));
    }

    static HostCosts stored(ProductWorkshop workshop, ElementType type, TuningStore store) {
        String host = Runtime.getRuntime().availableProcessors() + "-" + System.getProperty("java.vm.version");
        StoredRates rates = StoredRates.of(
                store, workshop.device(), NAME, GENERATION + "-" + host, type, () -> measured(workshop, type));
        return new HostCosts(
                rates.figure("loops"),
                rates.figure("turned"),
                rates.figure("woken"),
                rates.figure("together"),
                rates.figure("started"),
                rates.figure("copied"),
                rates.figure("multiplied"));
    }

    private static Map<String, Double> measured(ProductWorkshop workshop, ElementType type) {
        double host = 2.0 * ON_HOST * ON_HOST * ON_HOST;
        double loops = host / onHost(GridProducts.LOOPS, type, Op.N, ON_HOST);
        double turned = host / onHost(GridProducts.LOOPS, type, Op.T, ON_HOST);
        double fewest = 2.0 * SMALLEST * SMALLEST * SMALLEST;
        double few = onHost(GridProducts.THREADS, type, Op.N, SMALLEST);
        double many = onHost(GridProducts.THREADS, type, Op.N, ON_HOST);
        double together = Math.min(GridProducts.COUNT, (host - fewest) / loops / Math.max(1e-9, many - few));
        Gemm gemm = Gemm.of(workshop.session());
        try {
            double started = onDevice(gemm, type, SMALLEST);
            double whole = Math.max(0, onDevice(gemm, type, ON_DEVICE) - started);
            Grid factor = Grid.zeros(type, ON_DEVICE, ON_DEVICE);
            double copy;
            try (DeviceArray there = workshop.session().allocate(type, ON_DEVICE, ON_DEVICE)) {
                copy = median(1, () -> there.upload(factor));
            }
            // Three matrices are copied; some of the time is arithmetic in any case.
            double arithmetic = Math.max(0.1 * whole, whole - 3 * copy);
            return Map.of(
                    "loops", loops,
                    "turned", turned,
                    "woken", Math.max(0, few - fewest / loops / together),
                    "together", together,
                    "started", started,
                    "copied", (double) factor.length() * type.bytes() / copy,
                    "multiplied", 2.0 * ON_DEVICE * ON_DEVICE * ON_DEVICE / Math.max(1e-9, arithmetic));
        } finally {
            gemm.close();
        }
    }

    private static double onHost(HostGemm host, ElementType type, Op opB, int n) {
        var factor = host.copy(Grid.random(type, 1, n, n));
        var product = host.allocate(type, n, n);
        return median(WARM_UP, () -> host.multiply(1, factor, Op.N, factor, opB, 0, product));
    }

    private static double onDevice(Gemm gemm, ElementType type, int n) {
        Grid a = Grid.random(type, 1, n, n);
        Grid d = Grid.zeros(type, n, n);
        return median(1, () -> GridProducts.byDevice(gemm, 1, a, Op.N, a, Op.N, 0, null, d));
    }

    /** Not the least: how long threads and devices are waited for differs from run to run. */
    private static double median(int warmUp, Runnable work) {
        for (int i = 0; i < warmUp; i++) {
            work.run();
        }
        double[] seconds = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            long start = System.nanoTime();
            work.run();
            seconds[i] = (System.nanoTime() - start) * 1e-9;
        }
        Arrays.sort(seconds);
        return seconds[RUNS / 2];
    }

    /** What of the host is done soonest with m × k by k × n; nothing if the device is. */
    Optional<HostGemm> host(int m, int n, int k, Op opB, ElementType type) {
        double flops = 2.0 * m * n * k;
        double bytes = ((double) m * k + (double) k * n + (double) m * n) * type.bytes();
        double device = started + bytes / copied + flops / multiplied;
        double one = flops / (opB == Op.N ? loops : turned);
        double several = woken + one / together;
        if (Math.min(one, several) >= device) {
            return Optional.empty();
        }
        return Optional.of(one <= several ? GridProducts.LOOPS : GridProducts.THREADS);
    }
}
