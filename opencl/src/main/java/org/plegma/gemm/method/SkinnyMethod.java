package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.gemm.product.Slices;

/**
 * For products with a factor of few lines, whose time is that of reading the other: it is read once, by all units, each of which
 * sums a slice of the terms. {@code skinny.cl} on any GPU, {@code tensor-skinny.cl} on NVIDIA's tensor cores in double where
 * ordinary instructions would be too slow. That one multiplies floats as doubles: their products are exact, and a sum is rounded
 * once, at its end, so that a result is at least as exact as that of a chain of FMAs, and NaN and infinities propagate. Its
 * arithmetic is {@link Precision#IEEE}: nothing is shortened. More than {@value #MOST_FEW} lines in {@link Precision#FP32_FAST}
 * are multiplied by {@code tensor-skinny-wgmma.cl}, on Hopper only.
 */
public final class SkinnyMethod implements GemmMethod {
    /** The most few lines that a work-group has in registers, and from which more are as well served by tiles. */
    private static final int MOST_FEW = 16;

    /** The same on the tensor cores, as doubles: more are as well served by tiles. */
    private static final int MOST_FEW_DOUBLE = 32;

    private static final int MOST_FEW_FLOAT = 64;

    /** The same on other devices than NVIDIA's: more, or {@link #OTHERS_TERMS} doubled, spills on AMD's gfx1100. */
    static final int OTHERS_MOST_FEW = 4;

    static final int OTHERS_TERMS = 32;

    /** Elements of the factor of many lines below which the launches are all that counts. */
    private static final long LARGE = 1 << 20;

    /** Local memory that {@code tensor-skinny-wgmma.cl} declares. */
    private static final int WARPGROUPS_BYTES = 201 << 10;

    /** Local memory of 16 lines of float that come through it. */
    private static final int RING_BYTES = 108 << 10;

    /** Operations as a multiple of those of ordinary instructions, as measured on an H200 with 64 lines. */
    private static final double REACHED = 0.4;

    private static final double REACHED_BY_TENSOR_CORES = 0.8;

    // What products in FP32_FAST take on an H200, in seconds, as fitted to 177 of them: 10 % more, so that what is
    // level stays as it is.
    private static final double START = 5.2e-6;
    private static final double ROUND = 5.6e-6;
    private static final double TERM = 31.7e-9;
    private static final double SUM_OF_A_SLICE = 5e-12;

    /** A factor that is copied element by element makes them take this much longer. */
    private static final double BY_ELEMENTS = 1.15;

    private static final int WARP = 32;
    private static final int ROWS = 8;
    private static final int COLUMNS = 32;

    @Override
    public String name() {
        return "skinny";
    }

    @Override
    public String description() {
        return "For a factor of few rows or columns: the other is read once, by all units.";
    }

    @Override
    public Optional<String> refusal(Device device) {
        if (!isMadeFor(device)) {
            return Optional.of("it is made for GPUs");
        }
        return device.maxWorkGroupSize() < ROWS * COLUMNS || device.localMemoryBytes() < 40 << 10
                ? Optional.of("it needs work-groups of 256 and 40 KiB of local memory")
                : Optional.empty();
    }

    @Override
    public Optional<String> refusal(Device device, ElementType type, Precision precision) {
        return refusal(device).or(() -> switch (precision) {
            case IEEE -> Optional.empty();
            case FP32_FAST -> hasWarpgroups(device)
                    ? Optional.empty()
                    : Optional.of("in precision " + Precision.FP32_FAST
                            + " it needs an NVIDIA device of compute capability 9.0");
            default -> Optional.of(
                    "it computes in precisions " + Precision.IEEE + " and " + Precision.FP32_FAST + " only");
        });
    }

    @Override
    public boolean isForFewLines() {
        return true;
    }

    @Override
    public boolean suits(Device device, Product product) {
        int few = Math.min(product.m(), product.n());
        int most = product.precision() == Precision.FP32_FAST
                ? MOST_FEW_FLOAT
                : device.isNvidia()
                        ? Math.max(MOST_FEW, Math.min(MOST_FEW_DOUBLE, mostTensor(device, product.type())))
                        : OTHERS_MOST_FEW;
        return refusal(device, product).isEmpty()
                && few <= most
                && (long) Math.max(product.m(), product.n()) * product.k() >= LARGE;
    }

    @Override
    public double seconds(ProductCosts costs, Product product) {
        int lines = Math.min(product.m(), product.n());
        if (product.precision() == Precision.FP32_FAST && lines > MOST_FEW) {
            return byElements(Factor.ofA(product))
                    * byElements(Factor.ofB(product))
                    * Cut.of(costs.device(), product, Shape.of(costs.device(), product, lines))
                            .secondsOfWarpgroups(costs.device());
        }
        double part = usesTensorCores(costs.device(), product.type()) ? REACHED_BY_TENSOR_CORES : REACHED;
        return costs.seconds(product, part * costs.flops(product));
    }

    private static double byElements(Factor factor) {
        return factor.width(Shape.vector(factor.data().type())) == 1 ? BY_ELEMENTS : 1;
    }

    /** Whether it computes in {@link Precision#FP32_FAST}. */
    private static boolean hasWarpgroups(Device device) {
        return WarpgroupMethod.hasInstruction(device) && device.declaredLocalMemoryBytes() >= WARPGROUPS_BYTES;
    }

    /** Whether more than a few lines go through the tensor cores. */
    public static boolean usesTensorCores(Device device, ElementType type) {
        return mostTensor(device, type) > 0;
    }

    /** The most few lines for the tensor cores; 0 where they, or the local memory that feeds them, are missing. */
    private static int mostTensor(Device device, ElementType type) {
        int most = type == ElementType.DOUBLE ? MOST_FEW_DOUBLE : MOST_FEW_FLOAT;
        boolean room = Shape.tensor(type, most).localBytes(type) <= device.declaredLocalMemoryBytes();
        boolean fast = type == ElementType.DOUBLE
                ? TensorMethod.isHopper(device)
                : TensorMethod.multipliesFastInDouble(device);
        return fast && room ? most : 0;
    }

    /** The units that multiply, and the kernel for them. */
    private enum Units {
        ORDINARY("skinny.cl", ROWS * COLUMNS),
        TENSOR("tensor-skinny.cl", 256),
        WARPGROUPS("tensor-skinny-wgmma.cl", 512);

        final String file;
        final int workItems;

        Units(String file, int workItems) {
            this.file = file;
            this.workItems = workItems;
        }
    }

    /**
     * How a kernel cuts a product.
     *
     * @param few lines of the one factor that a work-group has
     * @param many lines of the other
     * @param terms of a step
     * @param groups that a unit runs at once
     * @param ring steps ahead that are in local memory; 0: one, in registers
     * @param sharers warps on the tensor cores that have the same lines, each a part of the terms of a step
     */
    private record Shape(Units units, int few, int many, int terms, int groups, int ring, int sharers) {
        static Shape of(Device device, Product product, int lines) {
            ElementType type = product.type();
            if (product.precision() == Precision.FP32_FAST && lines > MOST_FEW) {
                return new Shape(Units.WARPGROUPS, lines <= 32 ? 32 : 64, 192, 64, 1, 4, 1);
            }
            int vector = vector(type);
            int tensor = mostTensor(device, type);
            if (lines > MOST_FEW / 2 && tensor > 0) {
                return tensor(type, Math.min(lines, tensor));
            }
            if (!device.isNvidia()) {
                int few = Math.min(OTHERS_MOST_FEW, Integer.highestOneBit(Math.max(1, 2 * lines - 1)));
                return new Shape(Units.ORDINARY, few, COLUMNS * vector, OTHERS_TERMS, 2, 0, 1);
            }
            int few = Math.min(MOST_FEW, Integer.highestOneBit(Math.max(1, 2 * lines - 1)));
            if (type == ElementType.DOUBLE || few < MOST_FEW) {
                return new Shape(Units.ORDINARY, few, COLUMNS * vector, 64, 2, 0, 1);
            }
            // What is read of local memory for 16 lines must serve more of the others, or it takes longer than to
            // multiply.
            int ring = device.declaredLocalMemoryBytes() >= RING_BYTES ? 2 : 0;
            return new Shape(Units.ORDINARY, few, 2 * COLUMNS * vector, 32, 1, ring, 1);
        }

        /**
         * For so many lines, at most. Steps of 64 terms read more of a line at once, and warps that share lines leave room for
         * more of such steps, and more groups, so that fewer slices remain to be added: where registers suffice.
         */
        static Shape tensor(ElementType type, int lines) {
            int few = lines <= 16 ? 16 : lines <= 32 ? 32 : 64;
            return type == ElementType.FLOAT && few == 16
                    ? new Shape(Units.TENSOR, few, 64, 64, 1, 4, 4)
                    : new Shape(Units.TENSOR, few, 64 * vector(type), 32, 1, 4, 1);
        }

        /** Of the kernel for tensor cores, for the steps ahead and the one that is multiplied. */
        long localBytes(ElementType type) {
            return (ring + 1L) * (few + many) * terms * type.bytes();
        }

        /** Warps of a group on the tensor cores that have sums in the end. */
        int summers() {
            return units.workItems / WARP / sharers;
        }

        /** Of the kernel alone. */
        List<String> options(int vector) {
            if (units == Units.WARPGROUPS) {
                return List.of(Session.PTX_TARGET + "sm_90a");
            }
            return List.of(
                    "-DVECTOR=" + vector,
                    "-DTERMS=" + terms,
                    "-DRING=" + ring,
                    units == Units.TENSOR ? "-DSHARERS=" + sharers : "-DOWN=" + many / COLUMNS);
        }

        static int vector(ElementType type) {
            return 16 / type.bytes();
        }
    }

    /**
     * How a product is shared out.
     *
     * @param groups of a slice and product
     * @param slices of the terms
     * @param slice terms of one
     */
    private record Cut(Shape shape, int count, long groups, int slices, int slice) {
        static Cut of(Device device, Product product, Shape shape) {
            int few = Math.min(product.m(), product.n());
            int many = Math.max(product.m(), product.n());
            long groups = (long) ceilDiv(few, shape.few) * ceilDiv(many, shape.many);
            long wanted = (long) device.computeUnits() * shape.groups / Math.max(1, groups * product.count());
            int most = (int) Math.max(1, Math.min(wanted, product.k() / (4 * shape.terms)));
            int slice = Math.max(shape.terms, (int) Kernel.roundUp(ceilDiv(product.k(), most), shape.terms));
            return new Cut(shape, product.count(), groups, Math.max(1, ceilDiv(product.k(), slice)), slice);
        }

        double secondsOfWarpgroups(Device device) {
            double all = (double) groups * slices * count;
            double rounds = Math.ceil(all / device.computeUnits());
            double sums = slices > 1 ? all * shape.few * shape.many * SUM_OF_A_SLICE : 0;
            return START + rounds * (ROUND + slice * TERM) + sums;
        }
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        Device device = workshop.device();
        ElementType type = product.type();
        Factor a = Factor.ofA(product);
        Factor b = Factor.ofB(product);
        boolean transposed = product.n() < product.m();
        Factor rows = transposed ? b : a;
        Factor columns = transposed ? a : b;
        Shape shape = Shape.of(device, product, rows.lines());
        Cut cut = Cut.of(device, product, shape);
        long groups = cut.groups;
        int slice = cut.slice;
        int slices = cut.slices;
        int vector = Shape.vector(type);
        int fewWidth = rows.width(vector) == vector ? vector : 1;
        int width = columns.width(vector) == vector ? vector : 1;
        boolean sliced = slices > 1;
        List<Object> key = List.of(
                name(),
                type,
                shape,
                rows.byTerm(),
                columns.byTerm(),
                fewWidth,
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
                    "-DWIDTH_A=" + fewWidth,
                    "-DWIDTH_B=" + width,
                    "-DFEW=" + shape.few));
            options.addAll(shape.options(vector));
            return workshop.program(shape.units.file, options.toArray(new String[0]))
                    .kernel("gemm");
        });
        if (shape.units != Units.ORDINARY) {
            Kernel sized = kernel.global(groups * shape.units.workItems, slices, product.count())
                    .local(shape.units.workItems, 1, 1);
            boolean inFloat = shape.units == Units.WARPGROUPS;
            int tiles = sliced ? Math.toIntExact(groups * product.count()) : 0;
            return List.of(Slices.runAdding(
                    workshop,
                    product,
                    rows,
                    columns,
                    sized,
                    slice,
                    inFloat ? ElementType.FLOAT : ElementType.DOUBLE,
                    (long) tiles * slices * shape.few * shape.many,
                    inFloat ? tiles : Math.multiplyExact(tiles, shape.summers())));
        }
        Kernel sized = kernel.global(groups * COLUMNS, (long) slices * ROWS, product.count())
                .local(COLUMNS, ROWS, 1);
        return Slices.run(workshop, product, rows, columns, sized, slices, slice);
    }

    private static int ceilDiv(int a, int b) {
        return -Math.floorDiv(-a, b);
    }
}
