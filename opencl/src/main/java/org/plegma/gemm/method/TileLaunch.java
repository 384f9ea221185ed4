package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.gemm.product.Slices;

/** The launch of a {@link BlockedMethod}'s kernel for a product, with given tiles and slices. */
final class TileLaunch {
    private final BlockedMethod method;
    private final ProductWorkshop workshop;
    private final Product product;
    private final ProductTiling tiling;
    private final int slices;
    private final boolean transposed;
    private final Factor rows;
    private final Factor columns;

    private TileLaunch(
            BlockedMethod method,
            ProductWorkshop workshop,
            Product product,
            TilePlan plan,
            boolean transposed,
            Factor rows,
            Factor columns) {
        this.method = method;
        this.workshop = workshop;
        this.product = product;
        this.tiling = plan.tiling();
        this.slices = plan.slices();
        this.transposed = transposed;
        this.rows = rows;
        this.columns = columns;
    }

    /** Enqueues a product, and copies of its factors first where they pay; the commands, first to last. */
    static List<Event> run(BlockedMethod method, ProductWorkshop workshop, Product product, TilePlan plan) {
        List<Event> commands = new ArrayList<>();
        synchronized (workshop) { // the scratch arrays are those of one product
            Factor a = Factor.ofA(product);
            Factor b = Factor.ofB(product);
            boolean transposed = method.isBetterTransposed(a, b);
            Factor rows = transposed ? b : a;
            Factor columns = transposed ? a : b;
            if (method.isWorthPacking(workshop.device(), product, rows, columns.lines(), true)) {
                rows = rows.pack(workshop, "packed rows", method.byTerm(true), commands);
            }
            if (method.isWorthPacking(workshop.device(), product, columns, rows.lines(), false)) {
                columns = columns.pack(workshop, "packed columns", method.byTerm(false), commands);
            }
            commands.addAll(new TileLaunch(method, workshop, product, plan, transposed, rows, columns).run());
        }
        return commands;
    }

    private List<Event> run() {
        int items = method.workItems(tiling);
        int slice = isSliced()
                ? (int) Kernel.roundUp((product.k() + slices - 1) / slices, tiling.bk())
                : Math.max(1, product.k());
        Kernel kernel = kernel().global(tiling.tiles(rows.lines(), columns.lines()) * items, slices, product.count())
                .local(items, 1, 1);
        if (!isSliced() || !method.addsSlices()) {
            return Slices.run(workshop, product, rows, columns, kernel, slices, slice);
        }
        long tiles = tiling.tiles(rows.lines(), columns.lines()) * product.count();
        return List.of(Slices.runAdding(
                workshop,
                product,
                rows,
                columns,
                kernel,
                slice,
                method.sumType(product.type()),
                tiles * slices * tiling.bm() * tiling.bn(),
                Math.toIntExact(tiles * tiling.parts())));
    }

    private boolean isSliced() {
        return slices > 1;
    }

    /** The kernel without its sizes. Options are texts, and the same ones are asked for again and again: so it is kept. */
    private Kernel kernel() {
        ElementType type = product.type();
        int widthA = width(rows, tiling.bm());
        int widthB = width(columns, tiling.bn());
        boolean whole = method.gainsFromWholeTiles(type, tiling, isSliced())
                && widthA == method.vector(type)
                && widthB == method.vector(type)
                && rows.isWhole(tiling.bm(), tiling.bk())
                && columns.isWhole(tiling.bn(), tiling.bk());
        boolean far = isFar(rows, tiling.bm(), tiling.bk()) || isFar(columns, tiling.bn(), tiling.bk());
        List<Object> key = Arrays.asList(
                method.file(),
                tiling,
                type,
                far,
                whole,
                product.precision(),
                rows.byTerm(),
                columns.byTerm(),
                widthA,
                widthB,
                transposed,
                isSliced(),
                product.epilogue().biasCode(),
                product.epilogue().activation());
        return workshop.choice(key, () -> {
            String[] options = options(widthA, widthB, whole, far).toArray(new String[0]);
            return workshop.program(method.file(), options).kernel("gemm");
        });
    }

    private List<String> options(int widthA, int widthB, boolean whole, boolean far) {
        List<String> options =
                new ArrayList<>(method.moreOptions(workshop.device(), product.type(), product.precision(), tiling));
        options.addAll(product.epilogueOptions());
        options.addAll(List.of(
                "-DA_TRANSPOSED=" + (rows.byTerm() ? 1 : 0),
                "-DB_TRANSPOSED=" + (columns.byTerm() ? 0 : 1),
                "-DWIDTH_A=" + widthA,
                "-DWIDTH_B=" + widthB,
                (isSliced() && method.addsSlices() ? "-DADDED=" : "-DSLICED=") + (isSliced() ? 1 : 0),
                "-DBM=" + tiling.bm(),
                "-DBN=" + tiling.bn(),
                "-DBK=" + tiling.bk(),
                "-DSTAGES=" + tiling.stages(),
                "-DSPLIT=" + tiling.split()));
        if (transposed) {
            options.add("-DD_TRANSPOSED=1");
        }
        if (whole) {
            options.add("-DWHOLE=1");
        } else if (far) {
            options.add("-DFAR=1");
        }
        return options;
    }

    /** Whether elements of a tile are further apart than 32 bits can tell. */
    static boolean isFar(Factor factor, int lines, int terms) {
        return (long) factor.leading() * (factor.byTerm() ? terms : lines) >= 1L << Integer.SIZE;
    }

    /** The widest copy that also gives every work-item the same number of copies. */
    private int width(Factor factor, int lines) {
        int width = factor.width(method.widest(workshop.device(), product.type(), factor.byTerm()));
        while (width > 1 && (long) lines * tiling.bk() / width % method.workItems(tiling) != 0) {
            width /= 2;
        }
        return width;
    }
}
