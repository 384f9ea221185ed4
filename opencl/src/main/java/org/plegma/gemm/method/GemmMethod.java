package org.plegma.gemm.method;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** One way to compute a product. Stateless: what it compiles is kept by the {@code ProductWorkshop}. */
public interface GemmMethod {

    /** The name by which it is chosen, for example {@code register}. */
    String name();

    /** What it does, in a sentence. */
    String description();

    /** Why it does not run on a device, as the second half of a sentence; empty if it does. */
    default Optional<String> refusal(Device device) {
        return Optional.empty();
    }

    /** Why it cannot multiply elements of a type in a precision on a device, likewise. */
    default Optional<String> refusal(Device device, ElementType type, Precision precision) {
        return refusal(device)
                .or(() -> precision == Precision.IEEE
                        ? Optional.empty()
                        : Optional.of("it computes in precision " + Precision.IEEE + " only"));
    }

    /** Why it cannot compute a product on a device, likewise. */
    default Optional<String> refusal(Device device, Product product) {
        return refusal(device, product.type(), product.precision());
    }

    /** The seconds that a product which it does not refuse should take. Of methods that have no such figures, infinitely many. */
    default double seconds(ProductCosts costs, Product product) {
        return Double.POSITIVE_INFINITY;
    }

    /** Whether it is the best for a product, as was measured, though others can compute it, too. */
    default boolean suits(Device device, Product product) {
        return false;
    }

    /** Whether it was written for devices of this kind. On others it may run, and takes long. */
    default boolean isMadeFor(Device device) {
        return device.kind() != Device.Kind.CPU;
    }

    /** Itself, if it has sizes that can be tuned. */
    default Optional<TunedMethod> tuned() {
        return Optional.empty();
    }

    /** Whether it is only for products of which a factor has few lines. */
    default boolean isForFewLines() {
        return false;
    }

    /** Whether it is there to be read and compared, and is slow. */
    default boolean isExample() {
        return false;
    }

    /** Enqueues a product that is not empty and not refused; the commands, first to last. */
    List<Event> run(ProductWorkshop workshop, Product product);
}
