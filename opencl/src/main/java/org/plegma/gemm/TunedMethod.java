package org.plegma.gemm;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.tune.Configuration;
import org.plegma.tune.DeviceModel;
import org.plegma.tune.Resources;
import org.plegma.tune.Space;
import org.plegma.tune.TuningStore;

/** A method with sizes that a {@link org.plegma.tune.Tuner} can choose. */
interface TunedMethod extends GemmMethod {

    /** The kernel's file. */
    String file();

    /** The type as the tuning store knows it. */
    default String typeKey(Product product) {
        return product.type().openclName() + (product.precision() == Precision.IEEE ? "" : "-" + product.precision());
    }

    /** All sizes worth trying. */
    Space space(Device device, ElementType type);

    /** The sizes that the method would use now. */
    Configuration sizes(Workshop workshop, Product product);

    /** What sizes ask of a device. */
    Resources resources(Configuration sizes, ElementType type);

    /** Runs with these sizes. */
    List<Event> run(Workshop workshop, Product product, Configuration sizes);

    /** What was tuned for about this shape; read from the store once a session. */
    default Optional<Configuration> tuned(Workshop workshop, Product product) {
        List<Object> key = List.of(name(), typeKey(product), product.m(), product.n(), product.k());
        return workshop.choice(key, () -> TuningStore.open()
                .best(new GemmTunable(workshop, this, product), DeviceModel.of(workshop.device()))
                .map(TuningStore.Best::configuration));
    }
}
