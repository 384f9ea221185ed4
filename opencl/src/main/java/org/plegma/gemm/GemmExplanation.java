package org.plegma.gemm;

import java.util.List;
import java.util.OptionalDouble;
import org.plegma.device.Program;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.store.TuningStore;

/**
 * How a product is computed, and how else it could be.
 *
 * @param title what is computed, and where
 * @param choice the method that it gets, and why not the others
 * @param flops operations of the product
 * @param programs what the method has compiled for it
 */
public record GemmExplanation(String title, Choice<String> choice, double flops, List<Program> programs) {

    /** Times all methods. */
    static GemmExplanation of(ProductWorkshop workshop, Product product) {
        Choice<String> choice = GemmChoice.timed(workshop, product, TuningStore.open());
        return of(workshop, product, choice, GemmMethods.find(choice.method()));
    }

    /** The same for a method that was asked for. */
    static GemmExplanation asked(ProductWorkshop workshop, Product product, GemmMethod method) {
        Choice<String> choice = GemmChoice.timed(workshop, product, TuningStore.open());
        return of(
                workshop,
                product,
                new Choice<>(method.name(), Origin.ASKED, choice.options(), choice.unreached()),
                method);
    }

    private static GemmExplanation of(
            ProductWorkshop workshop, Product product, Choice<String> choice, GemmMethod method) {
        // So that its programs are those of this product alone.
        ProductWorkshop own = new ProductWorkshop(workshop.session());
        try {
            method.run(own, product);
            String title = product + " on " + workshop.device().name();
            return new GemmExplanation(title, choice, product.flops(), own.programs());
        } finally {
            own.close();
        }
    }

    /** The method that was chosen. */
    public String method() {
        return choice.method();
    }

    /** The methods, the chosen one first. */
    public List<Choice.Row<String>> rows() {
        return choice.rows();
    }

    /** The measured rate of a method; empty if it was not timed. */
    public OptionalDouble gflops(Choice.Row<String> row) {
        double seconds = row.measured().orElse(0);
        return seconds > 0 ? OptionalDouble.of(flops / seconds * 1e-9) : OptionalDouble.empty();
    }

    @Override
    public String toString() {
        return title + ": " + method() + "\n" + choice.table();
    }
}
