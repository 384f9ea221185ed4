package org.plegma.gemm;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.choice.StoredRates;
import org.plegma.tune.store.TuningStore;

/**
 * What products of arrays of the host cost, by the host and by the device. The rates are measured once for each device and type
 * and kept in the tuning store.
 *
 * @param loops operations a second of the host's loops along rows of B
 * @param turned the same where B is transposed, so that each result is a sum of its own
 * @param started seconds of the smallest product by the device, its copies included
 * @param copied bytes a second, to the device
 * @param multiplied operations a second of the device
 */
record HostCosts(double loops, double turned, double started, double copied, double multiplied) {
    private static final String NAME = "gemm-host-rates";
    private static final String GENERATION = "1";
    private static final int SMALLEST = 16;
    private static final int ON_HOST = 64;
    private static final int ON_DEVICE = 256;

    /** Runs until Java has compiled the loops. */
    private static final int WARM_UP = 60;

    private static final int RUNS = 5;

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
                rates.figure("started"),
                rates.figure("copied"),
                rates.figure("multiplied"));
    }

    private static Map<String, Double> measured(ProductWorkshop workshop, ElementType type) {
        double host = 2.0 * ON_HOST * ON_HOST * ON_HOST;
        double loops = host / onHost(type, Op.N);
        double turned = host / onHost(type, Op.T);
        Gemm gemm = Gemm.of(workshop.session());
        try {
            double started = onDevice(gemm, type, SMALLEST);
            double whole = Math.max(0, onDevice(gemm, type, ON_DEVICE) - started);
            Grid factor = Grid.zeros(type, ON_DEVICE, ON_DEVICE);
            double copy;
            try (DeviceArray there = workshop.session().allocate(type, ON_DEVICE, ON_DEVICE)) {
                copy = least(RUNS, () -> there.upload(factor));
            }
            // Three matrices are copied; some of the time is arithmetic in any case.
            double arithmetic = Math.max(0.1 * whole, whole - 3 * copy);
            return Map.of(
                    "loops", loops,
                    "turned", turned,
                    "started", started,
                    "copied", (double) factor.length() * type.bytes() / copy,
                    "multiplied", 2.0 * ON_DEVICE * ON_DEVICE * ON_DEVICE / Math.max(1e-9, arithmetic));
        } finally {
            gemm.close();
        }
    }

    private static double onHost(ElementType type, Op opB) {
        Grid a = Grid.random(type, 1, ON_HOST, ON_HOST);
        var left = GridProducts.LOOPS.copy(a);
        var product = GridProducts.LOOPS.allocate(type, ON_HOST, ON_HOST);
        return least(WARM_UP, () -> GridProducts.LOOPS.multiply(1, left, Op.N, left, opB, 0, product));
    }

    private static double onDevice(Gemm gemm, ElementType type, int n) {
        Grid a = Grid.random(type, 1, n, n);
        Grid d = Grid.zeros(type, n, n);
        return least(RUNS, () -> GridProducts.byDevice(gemm, 1, a, Op.N, a, Op.N, 0, null, d));
    }

    private static double least(int runs, Runnable work) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i <= runs; i++) {
            long start = System.nanoTime();
            work.run();
            least = Math.min(least, (System.nanoTime() - start) * 1e-9);
        }
        return least;
    }

    /** Whether the host is done sooner with m × k by k × n. */
    boolean areForHost(int m, int n, int k, Op opB, ElementType type) {
        double flops = 2.0 * m * n * k;
        double bytes = ((double) m * k + (double) k * n + (double) m * n) * type.bytes();
        return flops / (opB == Op.N ? loops : turned) < started + bytes / copied + flops / multiplied;
    }
}
