package org.plegma.gemm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Kernel;

/**
 * For products with a factor of few lines, whose time is that of reading the other: it is read once, by all units, each of which
 * sums a slice of the terms. {@code skinny.cl} on any GPU, {@code tensor-skinny.cl} in double on NVIDIA's tensor cores where
 * ordinary instructions would be too slow.
 */
final class SkinnyMethod implements GemmMethod {
    /** The most few lines that a work-group has in registers, and from which more are as well served by tiles. */
    private static final int MOST_FEW = 16;

    private static final int MOST_FEW_TENSOR = 32;

    /** The same on other devices than NVIDIA's: more, or {@link #OTHERS_TERMS} doubled, spills on AMD's gfx1100. */
    static final int OTHERS_MOST_FEW = 4;

    static final int OTHERS_TERMS = 32;

    /** Elements of the factor of many lines below which the launches are all that counts. */
    private static final long LARGE = 1 << 20;

    /** Local memory of 16 lines of float that come through it. */
    private static final int RING_BYTES = 108 << 10;

    private static final int ROWS = 8;
    private static final int COLUMNS = 32;

    @Override
    public String name() {
        return "skinny";
    }

    @Override
    public String description() {
        return "For a factor of few rows or columns: the other is read once, straight into registers.";
    }

    @Override
    public Optional<String> refusal(Device device) {
        if (device.kind() == Device.Kind.CPU) {
            return Optional.of("it is made for GPUs");
        }
        return device.maxWorkGroupSize() < ROWS * COLUMNS || device.localMemoryBytes() < 40 << 10
                ? Optional.of("it needs work-groups of 256 and 40 KiB of local memory")
                : Optional.empty();
    }

    /** Whether it is the best for a product on a GPU. */
    boolean suits(Device device, Product product) {
        int few = Math.min(product.m(), product.n());
        boolean tensor = product.type() == ElementType.DOUBLE && TensorMethod.isHopper(device);
        int most = tensor ? MOST_FEW_TENSOR : device.isNvidia() ? MOST_FEW : OTHERS_MOST_FEW;
        return refusal(device).isEmpty()
                && product.precision() == Precision.IEEE
                && few <= most
                && (long) Math.max(product.m(), product.n()) * product.k() >= LARGE;
    }

    /**
     * How a kernel cuts a product.
     *
     * @param few lines of the one factor that a work-group has
     * @param many lines of the other
     * @param terms of a step
     * @param groups that a unit runs at once
     * @param ring steps ahead that are in local memory; 0: one, in registers
     */
    private record Shape(boolean tensor, int few, int many, int terms, int groups, int ring) {
        static Shape of(Device device, ElementType type, int lines) {
            int vector = vector(type);
            if (type == ElementType.DOUBLE && lines > MOST_FEW / 2 && TensorMethod.isHopper(device)) {
                return new Shape(true, lines > MOST_FEW ? 32 : 16, 128, 32, 2, 0);
            }
            if (!device.isNvidia()) {
                int few = Math.min(OTHERS_MOST_FEW, Integer.highestOneBit(Math.max(1, 2 * lines - 1)));
                return new Shape(false, few, COLUMNS * vector, OTHERS_TERMS, 2, 0);
            }
            int few = Math.min(MOST_FEW, Integer.highestOneBit(Math.max(1, 2 * lines - 1)));
            if (type == ElementType.DOUBLE || few < MOST_FEW) {
                return new Shape(false, few, COLUMNS * vector, 64, 2, 0);
            }
            // What is read of local memory for 16 lines must serve more of the others, or it takes longer than to
            // multiply.
            int ring = device.declaredLocalMemoryBytes() >= RING_BYTES ? 2 : 0;
            return new Shape(false, few, 2 * COLUMNS * vector, 32, 1, ring);
        }

        static int vector(ElementType type) {
            return 16 / type.bytes();
        }
    }

    @Override
    public List<Event> run(Workshop workshop, Product product) {
        Device device = workshop.device();
        ElementType type = product.type();
        Factor a = Factor.ofA(product);
        Factor b = Factor.ofB(product);
        boolean transposed = product.n() < product.m();
        Factor rows = transposed ? b : a;
        Factor columns = transposed ? a : b;
        Shape shape = Shape.of(device, type, rows.lines());
        long groups = (long) ceilDiv(rows.lines(), shape.few) * ceilDiv(columns.lines(), shape.many);
        long wanted = (long) device.computeUnits() * shape.groups / Math.max(1, groups * product.count());
        int slices = (int) Math.max(1, Math.min(wanted, product.k() / (4 * shape.terms)));
        int slice = Math.max(shape.terms, (int) Kernel.roundUp(ceilDiv(product.k(), slices), shape.terms));
        slices = Math.max(1, ceilDiv(product.k(), slice));
        int vector = Shape.vector(type);
        int width = columns.width(vector) == vector ? vector : 1;
        boolean sliced = slices > 1;
        List<Object> key = List.of(
                name(),
                type,
                shape,
                rows.byTerm(),
                columns.byTerm(),
                width,
                transposed,
                sliced,
                product.epilogue().biasCode(),
                product.epilogue().activation());
        Kernel kernel = workshop.choice(key, () -> {
            List<String> options = new ArrayList<>(product.epilogueOptions());
            options.addAll(List.of(
                    "-DA_TRANSPOSED=" + (rows.byTerm() ? 1 : 0),
                    "-DB_TRANSPOSED=" + (columns.byTerm() ? 0 : 1),
                    "-DD_TRANSPOSED=" + (transposed ? 1 : 0),
                    "-DSLICED=" + (sliced ? 1 : 0),
                    "-DWIDTH_B=" + width,
                    "-DFEW=" + shape.few));
            if (!shape.tensor) {
                options.addAll(List.of(
                        "-DVECTOR=" + vector,
                        "-DOWN=" + shape.many / COLUMNS,
                        "-DTERMS=" + shape.terms,
                        "-DRING=" + shape.ring));
            }
            return workshop.program(shape.tensor ? "tensor-skinny.cl" : "skinny.cl", options.toArray(new String[0]))
                    .kernel("gemm");
        });
        Kernel sized = shape.tensor
                ? kernel.global(groups * ROWS * COLUMNS, slices, product.count())
                        .local(ROWS * COLUMNS, 1, 1)
                : kernel.global(groups * COLUMNS, (long) slices * ROWS, product.count())
                        .local(COLUMNS, ROWS, 1);
        return Slices.run(workshop, product, rows, columns, sized, slices, slice);
    }

    private static int ceilDiv(int a, int b) {
        return -Math.floorDiv(-a, b);
    }
}
