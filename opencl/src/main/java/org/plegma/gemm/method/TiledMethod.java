package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.memory.LocalMemory;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** The road to fast products: one work-item an element of the result, in square work-groups. */
public final class TiledMethod implements GemmMethod {
    public static final TiledMethod NAIVE =
            new TiledMethod("naive", "One work-item sums one element, from global memory.");
    public static final TiledMethod DYNAMIC =
            new TiledMethod("tiled-dynamic", "Tiles in local memory, their size an argument of the launch.");
    public static final TiledMethod STATIC =
            new TiledMethod("tiled-static", "Tiles in local memory, their size known to the compiler.");

    private static final int SIDE = 16;

    /** Of what caches and local memory can move, as measured on an H200: two values for each multiply-add. */
    private static final double REACHED = 0.8;

    private static final double REACHED_BY_NAIVE = 0.7;

    /** How much longer it takes if the rows of B, which a warp reads at once, lie apart. */
    private static final double APART = 6;

    private final String name;
    private final String description;

    private TiledMethod(String name, String description) {
        this.name = name;
        this.description = description;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public boolean isExample() {
        return true;
    }

    @Override
    public double seconds(ProductCosts costs, Product product) {
        double bytes = product.flops() * product.type().bytes();
        double reached = this == NAIVE ? REACHED_BY_NAIVE : REACHED;
        double apart = this == NAIVE && product.opB() == Op.T && isMadeFor(costs.device()) ? APART : 1;
        return costs.figures().launchSeconds()
                + apart * bytes / (reached * costs.figures().chipBytesPerSecond());
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        int side = side(workshop.device());
        List<String> options = new ArrayList<>(List.of(product.options()));
        if (this == STATIC) {
            options.add("-DTILE=" + side);
        }
        Kernel kernel = workshop.program(name + ".cl", options.toArray(new String[0]))
                .kernel("gemm")
                .global(Kernel.roundUp(product.n(), side), Kernel.roundUp(product.m(), side), product.count())
                .local(side, side, 1);
        return List.of(kernel.call(
                this == DYNAMIC
                        ? product.arguments().with(tiles(product.type(), side))
                        : product.arguments().with()));
    }

    private static LocalMemory tiles(ElementType type, int side) {
        return LocalMemory.of(type, 2L * side * (side + 1));
    }

    private static int side(Device device) {
        int side = SIDE;
        while (side > 1 && (long) side * side > device.maxWorkGroupSize()) {
            side /= 2;
        }
        return side;
    }
}
