package org.plegma.gemm;

import java.util.List;
import java.util.Optional;
import org.plegma.device.Session;
import org.plegma.gemm.method.ProductCosts;
import org.plegma.gemm.product.Product;
import org.plegma.measure.waiting.SharedRun;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.tune.store.TuningStore;

/**
 * A product of shared arrays that was computed, to be asked how long its devices waited.
 *
 * @param run its launches
 * @param parts of each device, where it has one
 * @param passage how B came to the devices
 * @param panels where the panels of B end
 */
record ProductWaiting(
        SharedRun run, List<Gemm> gemms, List<Optional<Product>> parts, Broadcast.Passage passage, int... panels) {

    WaitingShares explained() {
        TuningStore store = TuningStore.open();
        double[] computing = new double[gemms.size()];
        double[] exchanging = new double[computing.length];
        for (int i = 0; i < computing.length; i++) {
            if (parts.get(i).isPresent()) {
                computing[i] = seconds(gemms.get(i), parts.get(i).get());
                exchanging[i] = passage.exchanges() ? exchanging(session(i), computing[i], store) : 0;
            }
        }
        return WaitingShares.of(
                title(),
                gemms.stream().map(gemm -> gemm.workshop().device()).toList(),
                i -> parts.get(i).map(Product::m).orElse(0) + " rows",
                computing,
                exchanging,
                i -> run.waited(i));
    }

    private Session session(int device) {
        return gemms.get(device).workshop().session();
    }

    private String title() {
        Product any = parts.stream().flatMap(Optional::stream).findFirst().orElseThrow();
        int rows = parts.stream().flatMap(Optional::stream).mapToInt(Product::m).sum();
        return "Product of " + rows + " x " + any.k() + " by " + any.k() + " x " + any.n() + " "
                + any.precision().label(any.type()) + ", B " + passage.way(panels.length);
    }

    private static double seconds(Gemm gemm, Product product) {
        if (product.isEmpty()) {
            return 0;
        }
        ProductCosts costs = ProductCosts.of(gemm.workshop().device());
        double seconds = gemm.methodFor(product).seconds(costs, product);
        return Double.isFinite(seconds)
                ? seconds
                : product.flops() / costs.figures().flops();
    }

    /** Until a device has the first panel, and what no product by the first panel hides of the second. */
    private double exchanging(Session session, double computing, TuningStore store) {
        double share = (double) panels[0] / panels[panels.length - 1];
        double first = passage.seconds(session, share, store);
        return Math.max(first, passage.seconds(session, 1, store) - share * computing);
    }
}
