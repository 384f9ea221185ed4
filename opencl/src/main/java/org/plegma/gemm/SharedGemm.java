package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.shared.SharedArray;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;

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
public final class SharedGemm implements AutoCloseable {
    private final Gemm settings;
    private final List<Session> sessions;
    private final List<Gemm> gemms = new ArrayList<>();
    private final double[] rates;
    private final Broadcast broadcast = new Broadcast();

    SharedGemm(Gemm settings, List<Session> sessions, double... rates) {
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

    /** A matrix whose rows are dealt out, or a batch whose matrices are; its elements are undefined. */
    public SharedArray allocate(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        if (shape.length != 2 && shape.length != 3) {
            throw new IllegalArgumentException(
                    "A shared matrix has 2 axes, or 3 for a batch, not " + Arrays.toString(shape) + ".");
        }
        return new SharedArray(sessions, 0, SharedArray.ends(shape[0], rates), type, shape);
    }

    /** {@code A*B} of two grids as a new one, of 3 axes if A or B is a batch; blocks. */
    public Grid multiply(Grid a, Grid b) {
        Product.requireGiven(a, "A");
        Product.requireGiven(b, "B");
        int[] shape = {a.size(-2), b.size(-1)};
        if (a.rank() == 3 || b.rank() == 3) {
            shape = new int[] {a.rank() == 3 ? a.size(0) : b.size(0), shape[0], shape[1]};
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
                Bias bias = new Bias(settings.epilogue(), ends, batch)) {
            if (beta != 0) {
                result.upload(shapes.added());
            }
            Work work = new Work();
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
                        Gemm gemm = bias.on(device);
                        return work.start(
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
     * @param b a matrix on one of the devices; it is copied to the others, at each call
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
        // A copy that begins after the source's product waits for its end: that product has all units of the device.
        List<Session> targets = IntStream.range(0, sessions.size())
                .filter(i -> a.count(i) > 0 && sessions.get(i) != source)
                .mapToObj(sessions::get)
                .toList();
        List<DeviceArray> copies = targets.isEmpty() ? List.of() : broadcast.send(source, targets, b);
        try (Bias bias = new Bias(settings.epilogue(), ends, false)) {
            Work work = new Work();
            for (int i = 0; i < sessions.size(); i++) {
                int device = i;
                if (a.count(i) > 0) {
                    work.on(i, () -> {
                        Matrix part = Matrix.of(d.part(device).orElseThrow());
                        Matrix left = Matrix.of(a.part(device).orElseThrow());
                        Session own = sessions.get(device);
                        Matrix right = Matrix.of(own == source ? b : copies.get(targets.indexOf(own)));
                        Gemm gemm = bias.on(device);
                        return work.start(gemm, gemm.product(alpha, left, Op.N, right, opB, beta, part, part));
                    });
                }
            }
            work.await();
        }
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

    /** The products of one call. */
    private final class Work {
        private final List<Runnable> ends = new ArrayList<>();
        private Gemm.@Nullable Way way;
        private @Nullable String model;

        void on(int device, Supplier<Event> start) {
            Event last = sessions.get(device).naming(start);
            ends.add(() -> sessions.get(device).naming(() -> {
                last.await();
                return last;
            }));
        }

        /** The first chooses for all of its model. */
        Event start(Gemm gemm, Product product) {
            String name = gemm.workshop().device().name();
            if (product.isEmpty()) {
                return gemm.workshop().session().compute().nothing("gemm");
            }
            if (way == null) {
                way = gemm.way(product);
                model = name;
            }
            List<Event> events = gemm.enqueue(product, name.equals(model) ? way : gemm.way(product));
            gemm.workshop().session().compute().flush();
            return events.get(events.size() - 1);
        }

        void await() {
            ends.forEach(Runnable::run);
        }
    }

    /** Each device's part of the bias, if there is one. */
    private final class Bias implements AutoCloseable {
        private final List<Gemm> with = new ArrayList<>();
        private final List<DeviceArray> owned = new ArrayList<>();

        Bias(Epilogue epilogue, int[] ends, boolean batch) {
            boolean rows = epilogue.along() == Epilogue.Along.ROWS && !batch;
            Grid values = epilogue.bias() == null ? null : epilogue.bias().download();
            if (rows && values != null && values.length() != ends[ends.length - 1]) {
                throw new IllegalArgumentException(
                        "The bias needs " + ends[ends.length - 1] + " values, one a row: got " + values.length() + ".");
            }
            for (int i = 0; i < gemms.size(); i++) {
                int first = i == 0 ? 0 : ends[i - 1];
                Gemm gemm = gemms.get(i);
                if (values != null && ends[i] > first) {
                    Grid part = rows ? SharedArray.along(values, 0, first, ends[i] - first) : values;
                    DeviceArray array = sessions.get(i).upload(part);
                    owned.add(array);
                    gemm = epilogue.along() == Epilogue.Along.ROWS ? gemm.rowBias(array) : gemm.columnBias(array);
                }
                with.add(gemm);
            }
        }

        Gemm on(int device) {
            return with.get(device);
        }

        @Override
        public void close() {
            owned.forEach(DeviceArray::close);
        }
    }

    /** Gives the memory of copies and the scratch memory back. */
    @Override
    public void close() {
        broadcast.close();
        gemms.forEach(Gemm::close);
    }

    @Override
    public String toString() {
        return settings + " and the rest of " + devices();
    }
}
