package org.plegma.gemm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/**
 * How a product is computed, and how else it could be.
 *
 * @param title what is computed, and where
 * @param method the one that it gets
 * @param why why it gets that one, as the second half of a sentence
 * @param rows all methods, the simplest first
 * @param programs what the method has compiled for it
 */
public record GemmExplanation(String title, String method, String why, List<Row> rows, List<Program> programs) {
    /** From so many seconds on a run says enough; before, the first one may have waited for something. */
    private static final double LONG = 0.1;

    /**
     * A method.
     *
     * @param measured seconds that it took for the product; empty if it cannot compute it
     * @param gflops the rate then
     * @param remark what it does, or why it cannot compute the product
     */
    public record Row(String method, OptionalDouble measured, OptionalDouble gflops, String remark) {}

    static GemmExplanation of(ProductWorkshop workshop, Product product, GemmMethod chosen, String why) {
        List<Row> rows = new ArrayList<>();
        List<Program> programs = List.of();
        for (GemmMethod method : GemmMethods.ALL) {
            Optional<String> refusal = method.refusal(workshop.device(), product);
            if (refusal.isPresent()) {
                rows.add(new Row(
                        method.name(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        "Not here: " + refusal.get() + "."));
                continue;
            }
            ProductWorkshop own =
                    new ProductWorkshop(workshop.session()); // so that its programs are those of this product alone
            try {
                double seconds = seconds(own, product, method);
                if (seconds < LONG) {
                    seconds = Math.min(seconds, seconds(own, product, method));
                }
                rows.add(new Row(
                        method.name(),
                        OptionalDouble.of(seconds),
                        seconds > 0 ? OptionalDouble.of(product.flops() / seconds * 1e-9) : OptionalDouble.empty(),
                        method.description()));
                programs = method == chosen ? own.programs() : programs;
            } finally {
                own.close();
            }
        }
        String title = product + " on " + workshop.device().name();
        return new GemmExplanation(title, chosen.name(), why, List.copyOf(rows), programs);
    }

    private static double seconds(ProductWorkshop workshop, Product product, GemmMethod method) {
        double seconds = 0;
        for (Event event : method.run(workshop, product)) {
            event.await();
            seconds += event.seconds();
        }
        return seconds;
    }

    /** A line a method. */
    @Override
    public String toString() {
        return rows.stream()
                .map(row -> row.method
                        + (row.method.equals(method) ? " (chosen, " + why + ")" : "")
                        + (row.measured.isPresent() ? ", " + row.measured.getAsDouble() + " s" : "")
                        + ": " + row.remark)
                .collect(Collectors.joining("\n", title + "\n", ""));
    }
}
