package org.plegma.gemm.product;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;

/** Launches kernels whose groups of dimension 1 each sum a slice of the terms, and adds what they have summed. */
public final class Slices {
    private static final int GROUP = 256;

    /** Elements of a work-item of {@code sum-slices.cl}. */
    private static final int EACH = 4;

    private Slices() {}

    /**
     * Runs a product.
     *
     * @param kernel with its sizes; with more than one slice it writes bare sums
     * @param slice terms of a slice
     */
    public static List<Event> run(
            ProductWorkshop workshop,
            Product product,
            Factor rows,
            Factor columns,
            Kernel kernel,
            int slices,
            int slice) {
        List<Event> commands = new ArrayList<>();
        synchronized (workshop) { // the scratch array is that of one product
            ProductArguments arguments = product.arguments().factors(rows, columns);
            if (slices == 1) {
                return List.of(kernel.call(arguments.with(slice)));
            }
            DeviceArray sums = workshop.scratch(
                    "sums of slices", product.type(), (long) slices * product.count() * product.m() * product.n());
            commands.add(kernel.call(arguments.into(sums).with(slice)));
            commands.add(add(workshop, product, slices, sums));
        }
        return commands;
    }

    /**
     * Runs a product in one launch, in which the last part of a tile to end adds what the others have left.
     *
     * @param kernel with its sizes; it takes the terms of a slice, an array for all sums, and zeros for so many counts of arrivals
     * @param type of the sums
     */
    public static Event runAdding(
            ProductWorkshop workshop,
            Product product,
            Factor rows,
            Factor columns,
            Kernel kernel,
            int slice,
            ElementType type,
            long sums,
            int arrivals) {
        synchronized (workshop) { // the scratch arrays are those of one product
            return kernel.call(product.arguments()
                    .factors(rows, columns)
                    .with(
                            slice,
                            workshop.scratch("sums of slices", type, sums),
                            workshop.zeros("slices that have arrived", arrivals)));
        }
    }

    /** Adds bare sums, those of one slice of the whole batch behind those of the other, and finishes the product. */
    private static Event add(ProductWorkshop workshop, Product product, int slices, DeviceArray sums) {
        List<String> options = product.epilogueOptions();
        Kernel kernel = workshop.choice(List.of("sum-slices.cl", options), () -> workshop.program(
                        "sum-slices.cl", options.toArray(new String[0]))
                .kernel("sum_slices"));
        long size = (long) product.m() * product.n();
        return kernel.global(Kernel.roundUp(size, GROUP * EACH) / EACH, product.count())
                .local(GROUP, 1)
                .call(product.arguments().behind(product.m(), product.n(), slices, sums, product.alpha()));
    }
}
