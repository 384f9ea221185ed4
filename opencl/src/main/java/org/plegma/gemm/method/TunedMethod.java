package org.plegma.gemm.method;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** A method with sizes that a {@link org.plegma.tune.Tuner} can choose. */
public interface TunedMethod extends GemmMethod {
    /** Sizes within this factor of those that were tuned use the same. */
    int NEAR = 4;

    @Override
    default Optional<TunedMethod> tuned() {
        return Optional.of(this);
    }

    /** The name in the tuning store. */
    default String kernelName() {
        return "gemm-" + name();
    }

    /** The kernel's file. */
    String file();

    /** The type as the tuning store knows it. */
    default String typeKey(Product product) {
        return product.type().openclName() + (product.precision() == Precision.IEEE ? "" : "-" + product.precision());
    }

    /** All sizes worth trying. */
    Space space(TilingLimits limits, ElementType type);

    /** The sizes that the method would use now. */
    Configuration sizes(ProductWorkshop workshop, Product product);

    /** What sizes ask of a device. */
    Resources resources(Configuration sizes, ElementType type);

    /** Runs with these sizes. */
    List<Event> run(ProductWorkshop workshop, Product product, Configuration sizes);

    /** Runs a panel of a product with these sizes, and sums in the order in which the whole product's would be summed. */
    default List<Event> runPanel(ProductWorkshop workshop, Product panel, Product whole, Configuration sizes) {
        return run(workshop, panel, sizes);
    }

    /**
     * What was tuned for about this shape, since what is best for a square says little of a skinny product; else the nearest
     * default. Reads files.
     */
    default Optional<TuningStore.Best> best(ProductWorkshop workshop, Product product) {
        return TuningStore.open()
                .best(new GemmTunable(workshop, this, product), DeviceModel.of(workshop.device()))
                .filter(best -> best.origin() == TuningStore.Best.Origin.SHIPPED || isNear(best.key(), product));
    }

    private static boolean isNear(TuningKey key, Product product) {
        long[] size = key.size();
        return isNear(size[0], product.m()) && isNear(size[1], product.n()) && isNear(size[2], product.k());
    }

    private static boolean isNear(long a, long b) {
        return Math.max(a, b) <= NEAR * Math.min(a, b);
    }
}
