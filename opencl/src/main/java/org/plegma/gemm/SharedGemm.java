package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.shared.DeviceThreads;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.measure.waiting.SharedWork;
import org.plegma.measure.waiting.WaitingShares;

/**
 * Matrix products on all devices of a session: each computes some rows of D from these rows of A and all of B, or some products of a
 * batch.
 *
 * <pre>{@code
 * try (Session session = Session.open(first, second);
 *         SharedGemm all = Gemm.of(session).onAll()) {
 *     Grid c = all.multiply(a, b);              // through all devices and back
 *     try (SharedArray rows = all.share(a); SharedArray d = all.allocate(type, m, n)) {
 *         all.multiply(1, rows, onFirst, Op.N, 0, d);    // what stays on the devices; B goes from one to the others
 *     }
 * }
 * }</pre>
 *
 * <p>The first device that has a part chooses method and sizes, and devices of the same model take them. So each element has the same
 * bits as on one device by this method with these sizes. Methods that cut the sums of a small product into slices cut those of a part
 * otherwise; the last digits may then differ. Not thread-safe.
 */
public final class SharedGemm implements SharedWork, AutoCloseable {
    private final Gemm settings;
    private final List<Session> sessions;
    private final List<Gemm> gemms = new ArrayList<>();
    private final double[] rates;
    private final Broadcast broadcast;
    private @Nullable ProductWaiting last;

    SharedGemm(Gemm settings, List<Session> sessions, double... rates) {
        this(settings, sessions, new Broadcast(Panels.USUAL, false), rates);
    }

    /** @param broadcast that this closes */
    SharedGemm(Gemm settings, List<Session> sessions, Broadcast broadcast, double... rates) {
        this.broadcast = broadcast;
        this.settings = settings;
        this.sessions = List.copyOf(sessions);
        this.rates = SharedArray.rates(sessions.size(), rates);
        sessions.forEach(session -> gemms.add(settings.at(session)));
    }

    /** The devices, in the order of parts. */
    public List<Device> devices() {
        return sessions.stream().map(Session::device).toList();
    }

    /** A copy of a matrix, its rows dealt out to the devices, or of a batch, its matrices dealt out. */
    public SharedArray share(Grid grid) {
        Preconditions.notNull(grid, "grid");
        SharedArray shared = allocate(grid.type(), grid.shape());
        try {
            return shared.upload(grid);
        } catch (RuntimeException e) {
            shared.close();
            throw e;
        }
    }

    /**
     * An array for a matrix whose rows are dealt out, or for a batch whose matrices are; its elements are undefined. Without rates it is
     * that of {@link Session#shared}.
     *
     * @param shape [rows, columns], or [matrices, rows, columns]
     * @throws IllegalArgumentException if it has another number of axes
     */
    public SharedArray allocate(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        if (shape.length != 2 && shape.length != 3) {
            throw new IllegalArgumentException(
                    "A shared matrix has 2 axes, or 3 for a batch, not " + Arrays.toString(shape) + ".");
        }
        return SharedArray.of(sessions, rates, type, shape);
    }

    /**
     * {@code A*B} of two grids as a new one; blocks.
     *
     * @param a [m, k], or [batch, m, k]
     * @param b [k, n], or [batch, k, n]
     * @return [m, n], or [batch, m, n] if A or B is a batch
     * @throws IllegalArgumentException if shapes or types do not fit
     */
    public Grid multiply(Grid a, Grid b) {
        Product.requireGiven(a, "A");
        Product.requireGiven(b, "B");
        int[] shape = {a.size(-2), b.size(-1)};
        if (a.rank() == 3 || b.rank() == 3) {
            int count = a.rank() == 3 ? a.size(0) : 1;
            shape = new int[] {count == 1 && b.rank() == 3 ? b.size(0) : count, shape[0], shape[1]};
        }
        Grid d = Grid.zeros(a.type(), shape);
        multiply(1, a, Op.N, b, Op.N, 0, null, d);
        return d;
    }

    /**
     * {@code D = alpha*op(A)*op(B) + beta*C} on grids of 2 axes, or of 3 for a batch, through the devices and back; blocks.
     *
     * @param c not read if beta is 0, and may be null then
     */
    public void multiply(double alpha, Grid a, Op opA, Grid b, Op opB, double beta, @Nullable Grid c, Grid d) {
        Product.requireGiven(opA, "The operation of A");
        Product.requireGiven(opB, "The operation of B");
        GridShapes shapes = new GridShapes(a, opA, b, opB, beta == 0 ? d : Product.requireGiven(c, "C"), d);
        shapes.check();
        boolean batch = d.rank() == 3;
        int[] ends = SharedArray.ends(d.size(0), rates);
        List<DeviceArray> owned = new ArrayList<>();
        try (SharedArray result = allocate(d.type(), d.shape());
                SharedBias bias = new SharedBias(gemms, settings.epilogue(), ends, batch, d.size(-1))) {
            if (beta != 0) {
                result.upload(shapes.added());
            }
            SharedLaunches work = new SharedLaunches(sessions, broadcast);
            for (int i = 0; i < sessions.size(); i++) {
                int device = i;
                int first = result.first(i);
                int count = result.count(i);
                if (count > 0) {
                    work.on(i, () -> {
                        Session session = sessions.get(device);
                        DeviceArray left = keep(
                                owned,
                                session.upload(
                                        batch
                                                ? GridShapes.matrices(a, first, count)
                                                : SharedArray.along(a, opA == Op.N ? 0 : 1, first, count)));
                        DeviceArray right =
                                keep(owned, session.upload(batch ? GridShapes.matrices(b, first, count) : b));
                        Matrix part = Matrix.of(result.part(device).orElseThrow());
                        Gemm gemm = bias.on(device, 0);
                        return work.start(
                                device,
                                gemm,
                                gemm.product(alpha, Matrix.of(left), opA, Matrix.of(right), opB, beta, part, part));
                    });
                }
            }
            work.await();
            result.download(d);
        } finally {
            owned.forEach(DeviceArray::close);
        }
    }

    private static DeviceArray keep(List<DeviceArray> owned, DeviceArray array) {
        owned.add(array);
        return array;
    }

    /**
     * {@code D = alpha*A*op(B) + beta*D} on what lies on the devices; returns when all are done.
     *
     * @param a as {@link #share} or {@link #allocate} made it
     * @param b a matrix on one of the devices; it is copied to the others, at each call, while the products by its first columns run
     * @param d with the rows of A, and no part in common with it
     */
    public void multiply(double alpha, SharedArray a, DeviceArray b, Op opB, double beta, SharedArray d) {
        Product.requireGiven(a, "A");
        Product.requireGiven(b, "B");
        Product.requireGiven(d, "D");
        Product.requireGiven(opB, "The operation of B");
        requireFit(a, b, opB, d);
        int[] ends = SharedArray.ends(d.shape()[0], rates);
        if (!a.isDealt(0, ends) || !d.isDealt(0, ends)) {
            throw new IllegalArgumentException("A and D must be dealt out as this product does, to rows that end at "
                    + Arrays.toString(ends) + ", found A " + a + ", D " + d + ".");
        }
        Session source = sessions.stream()
                .filter(session -> session.holds(b))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("B is on " + b.device()
                        + " in another session than the product, which is on " + devices() + ": copy it with copyTo."));
        List<Session> targets = IntStream.range(0, sessions.size())
                .filter(i -> a.count(i) > 0 && sessions.get(i) != source)
                .mapToObj(sessions::get)
                .toList();
        last = null;
        SharedLaunches work = new SharedLaunches(sessions, broadcast);
        try {
            int[] panels = broadcast.send(source, targets, b, opB);
            Product[] parts = new Product[sessions.size()];
            try (SharedBias bias = new SharedBias(gemms, settings.epilogue(), ends, false, panels)) {
                for (int i = 0; i < sessions.size(); i++) {
                    if (a.count(i) > 0) {
                        Session own = sessions.get(i);
                        Matrix right = Matrix.of(own == source ? b : broadcast.on(own));
                        Matrix left = Matrix.of(a.part(i).orElseThrow());
                        Matrix part = Matrix.of(d.part(i).orElseThrow());
                        parts[i] = gemms.get(i).product(alpha, left, Op.N, right, opB, beta, part, part);
                    }
                }
                int[] having = IntStream.range(0, sessions.size())
                        .filter(i -> parts[i] != null)
                        .toArray();
                // The first chooses and compiles. Then each has a thread of the host: its calls take that long, and its
                // queue few commands.
                if (having.length > 0) {
                    work.on(having[0], () -> panel(work, bias, having[0], 0, panels, parts[having[0]]));
                }
                DeviceThreads.atOnce(having, i -> {
                    for (int panel = i == having[0] ? 1 : 0; panel < panels.length; panel++) {
                        int number = panel;
                        work.on(i, () -> panel(work, bias, i, number, panels, parts[i]));
                    }
                });
                work.await();
            }
            last = new ProductWaiting(
                    work.run(),
                    gemms,
                    Arrays.stream(parts).map(Optional::ofNullable).toList(),
                    broadcast.passage(source, b),
                    panels);
        } catch (RuntimeException e) {
            broadcast.abandon();
            throw e;
        }
    }

    /** A device's product by a panel of B, as soon as that is there. */
    private Event panel(SharedLaunches work, SharedBias bias, int device, int number, int[] panels, Product whole) {
        Matrix right = whole.b();
        Matrix part = whole.d();
        Op opB = whole.opB();
        int first = number == 0 ? 0 : panels[number - 1];
        int width = panels[number] - first;
        Matrix columns =
                opB == Op.N ? right.part(0, first, right.rows(), width) : right.part(first, 0, width, right.columns());
        Matrix result = part.part(0, first, part.rows(), width);
        Gemm gemm = bias.on(device, number);
        Product product = gemm.product(whole.alpha(), whole.a(), Op.N, columns, opB, whole.beta(), result, result);
        return work.startPanel(device, gemm, product, whole, number);
    }

    /**
     * For each device the share of the time of the last product of shared arrays in which it computed nothing: as predicted, and as it
     * was; the first product is compiled in that time. Keeps the arrays of that product until the next one. What an exchange costs is
     * measured, and stored, when it is asked for first.
     *
     * @throws IllegalStateException if there was no such product
     */
    @Override
    public WaitingShares explain() {
        if (last == null) {
            throw new IllegalStateException(
                    "Waiting is explained of the last product of shared arrays, and there was none: multiply first.");
        }
        return last.explained();
    }

    /** Before anything is copied. */
    private static void requireFit(SharedArray a, DeviceArray b, Op opB, SharedArray d) {
        int[] right = b.shape();
        boolean matrices = a.shape().length == 2 && right.length == 2 && d.shape().length == 2;
        if (!matrices
                || a.shape()[0] != d.shape()[0]
                || a.shape()[1] != right[opB == Op.N ? 0 : 1]
                || d.shape()[1] != right[opB == Op.N ? 1 : 0]
                || a.type() != b.type()
                || d.type() != b.type()) {
            throw new IllegalArgumentException("Matrices of one type and of shapes that fit are needed, found A "
                    + a.type().javaName() + " " + Arrays.toString(a.shape()) + ", " + opB.text("B") + " of "
                    + b.type().javaName() + " " + Arrays.toString(right) + ", D "
                    + d.type().javaName() + " "
                    + Arrays.toString(d.shape()) + ".");
        }
    }

    /** Gives the memory of copies and the scratch memory back. */
    @Override
    public void close() {
        last = null;
        broadcast.close();
        gemms.forEach(Gemm::close);
    }

    @Override
    public String toString() {
        return settings + " and the rest of " + devices();
    }
}
