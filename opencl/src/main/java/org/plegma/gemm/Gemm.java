package org.plegma.gemm;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.method.GemmTunable;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;

/**
 * Matrix products on a session's device: {@code D = alpha*op(A)*op(B) + beta*C}, with a bias and an activation if wanted.
 *
 * <pre>{@code
 * Gemm gemm = Gemm.of(session);
 * Grid c = gemm.multiply(a, b);                                    // C = A*B
 * gemm.multiply(1, x, Op.N, w, Op.T, 0, y);                        // Y = X*W'
 * gemm.method("tiled-static").multiply(a, b);                      // by a certain kernel
 * gemm.columnBias(b1).activation(Activation.RELU).multiply(...);   // for a layer of a network
 * }</pre>
 *
 * <p>Matrices are row-major, of float or double, and of any size: a product over no terms is 0. As in BLAS, C is not read
 * if beta is 0 and A and B are not read if alpha is 0, so that a NaN there has no effect; otherwise NaN and infinities
 * propagate. No factor, nor the bias, may overlap the result.
 *
 * <p>A {@code Gemm} keeps its compiled kernels and, after large products, scratch memory of about the factors' size: make
 * one, use it again, and close it to give the memory back before the session ends. The methods that set something return
 * another one that shares all that. Thread-safe; calls run in the session's compute queue, in order.
 */
public final class Gemm implements AutoCloseable {
    /** The method that chooses among the others by device, type and shape; the default. */
    public static final String AUTO = "auto";

    private final ProductWorkshop workshop;
    private final @Nullable GemmMethod method; // null if it is chosen for each product
    private final Precision precision;
    private final Epilogue epilogue;

    private Gemm(ProductWorkshop workshop, @Nullable GemmMethod method, Precision precision, Epilogue epilogue) {
        this.workshop = workshop;
        this.method = method;
        this.precision = precision;
        this.epilogue = epilogue;
    }

    /** Products on the session's device. */
    public static Gemm of(Session session) {
        Preconditions.notNull(session, "session");
        return new Gemm(new ProductWorkshop(session), null, Precision.IEEE, Epilogue.NONE);
    }

    /** The names of all methods, the simplest first. */
    public static List<String> methods() {
        return GemmMethods.ALL.stream().map(GemmMethod::name).toList();
    }

    /**
     * With this method; a product that it cannot compute fails then.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public Gemm method(String name) {
        Preconditions.notNull(name, "name");
        GemmMethod found = AUTO.equals(name) ? null : GemmMethods.find(name);
        return new Gemm(workshop, found, precision, epilogue);
    }

    /** With this method; a product that it cannot compute fails then. */
    public Gemm method(GemmMethod chosen) {
        return new Gemm(workshop, Preconditions.notNull(chosen, "chosen"), precision, epilogue);
    }

    /** With this precision of the terms; {@link Precision#IEEE} unless set. */
    public Gemm precision(Precision value) {
        return new Gemm(workshop, method, Preconditions.notNull(value, "value"), epilogue);
    }

    /**
     * With a value added to every element of a column: as many values as D has columns. Not multiplied by alpha.
     *
     * @throws IllegalArgumentException if there is one for the rows already: a product has one bias
     */
    public Gemm columnBias(DeviceArray values) {
        return with(epilogue.with(Preconditions.notNull(values, "values"), Epilogue.Along.COLUMNS));
    }

    /** With a value added to every element of a row: as many values as D has rows; otherwise like {@link #columnBias}. */
    public Gemm rowBias(DeviceArray values) {
        return with(epilogue.with(Preconditions.notNull(values, "values"), Epilogue.Along.ROWS));
    }

    /** With a function that every element goes through last. */
    public Gemm activation(Activation function) {
        return with(epilogue.with(Preconditions.notNull(function, "function")));
    }

    private Gemm with(Epilogue changed) {
        return new Gemm(workshop, method, precision, changed);
    }

    /**
     * Products on all devices of the session, with what is set here.
     *
     * @param rates products that each device does in a second, in any unit; none if all are equal
     */
    public SharedGemm onAll(double... rates) {
        Preconditions.notNull(rates, "rates");
        Session session = workshop.session();
        return on(session.devices().stream().map(session::on).toList(), rates);
    }

    /** As {@link #onAll}, on devices of any sessions, each of which stands for the device that it is seen from. */
    public SharedGemm on(List<Session> sessions, double... rates) {
        Preconditions.notNull(sessions, "sessions");
        Preconditions.notNull(rates, "rates");
        return new SharedGemm(this, sessions, rates);
    }

    /** The same on another device, without the bias, which is not there. */
    Gemm at(Session session) {
        return new Gemm(new ProductWorkshop(session), method, precision, Epilogue.NONE.with(epilogue.activation()));
    }

    /** {@code A*B} of two grids as a new one; blocks. */
    public Grid multiply(Grid a, Grid b) {
        GridProducts.check(a, "A");
        GridProducts.check(b, "B");
        Grid c = Grid.zeros(a.type(), a.size(0), b.size(1));
        multiply(1, a, Op.N, b, Op.N, 0, c);
        return c;
    }

    /** {@code C = alpha*op(A)*op(B) + beta*C} on grids of 2 axes, through the device and back; blocks. */
    public void multiply(double alpha, Grid a, Op opA, Grid b, Op opB, double beta, Grid c) {
        multiply(alpha, a, opA, b, opB, beta, c, c);
    }

    /**
     * {@code D = alpha*op(A)*op(B) + beta*C} on grids of 2 axes, through the device and back, or as {@link #isForHost} says; blocks.
     *
     * @param c not read if beta is 0, and may be null then
     */
    public void multiply(double alpha, Grid a, Op opA, Grid b, Op opB, double beta, @Nullable Grid c, Grid d) {
        GridProducts.multiply(this, alpha, a, opA, b, opB, beta, c, d);
    }

    /**
     * Whether {@code op(A)*op(B)} of grids is left to loops of the host, of one thread or of up to eight, which copy nothing: where
     * they are done sooner than the device with all copies, by rates that are measured once a device. Only with {@code auto}, and
     * without bias or activation.
     */
    public boolean isForHost(double alpha, Grid a, Op opA, Grid b, Op opB) {
        Product.requireGiven(a, "A");
        Product.requireGiven(opA, "The operation of A");
        Product.requireGiven(b, "B");
        Product.requireGiven(opB, "The operation of B");
        return host(alpha, a, opA, b, opB).isPresent();
    }

    /** What of the host computes it then. */
    Optional<HostGemm> host(double alpha, Grid a, Op opA, Grid b, Op opB) {
        boolean plain = method == null && precision == Precision.IEEE && epilogue.equals(Epilogue.NONE);
        return plain ? GridProducts.host(workshop, alpha, a, opA, b, opB) : Optional.empty();
    }

    /** {@code A*B} as a new array, of 3 axes if A or B is a batch, which is the caller's to close; does not wait for it. */
    public DeviceArray multiply(DeviceArray a, DeviceArray b) {
        Product.requireGiven(a, "A");
        Product.requireGiven(b, "B");
        Matrix left = Matrix.of(a);
        Matrix right = Matrix.of(b);
        int count = left.count() == 1 ? right.count() : left.count();
        int[] shape = {count, left.rows(), right.columns()};
        boolean batch = a.shape().length == 3 || b.shape().length == 3;
        DeviceArray c = workshop.session().allocate(a.type(), batch ? shape : Arrays.copyOfRange(shape, 1, 3));
        try {
            multiply(1, left, Op.N, right, Op.N, 0, Matrix.of(c));
            return c;
        } catch (RuntimeException e) {
            c.close();
            throw e;
        }
    }

    /** {@code C = alpha*op(A)*op(B) + beta*C} on arrays of 2 axes, or of 3 for a batch; does not wait. */
    public Event multiply(double alpha, DeviceArray a, Op opA, DeviceArray b, Op opB, double beta, DeviceArray c) {
        return multiply(alpha, a, opA, b, opB, beta, c, c);
    }

    /**
     * {@code D = alpha*op(A)*op(B) + beta*C} on arrays of 2 axes, or of 3 for a batch; does not wait.
     *
     * @param c not read if beta is 0, and may be null then
     */
    public Event multiply(
            double alpha,
            DeviceArray a,
            Op opA,
            DeviceArray b,
            Op opB,
            double beta,
            @Nullable DeviceArray c,
            DeviceArray d) {
        Matrix left = matrix(a, "A");
        Matrix right = matrix(b, "B");
        Matrix result = matrix(d, c == d ? "C" : "D");
        Matrix added = c == null ? null : c == d ? result : Matrix.of(c);
        return multiply(alpha, left, opA, right, opB, beta, added, result);
    }

    /** {@code C = alpha*op(A)*op(B) + beta*C}; does not wait. */
    public Event multiply(double alpha, Matrix a, Op opA, Matrix b, Op opB, double beta, Matrix c) {
        return multiply(alpha, a, opA, b, opB, beta, c, c);
    }

    /**
     * {@code D = alpha*op(A)*op(B) + beta*C}; does not wait.
     *
     * @param a the left factor; in a batch, one a product or one for all
     * @param b the right factor; in a batch, one a product or one for all
     * @param c not read if beta is 0, and may be null then
     * @param d the result: exactly {@code c}, or without an element in common with it
     * @return all commands of the product in one
     * @throws IllegalArgumentException if shapes or types do not fit, or the result overlaps a factor
     * @throws UnsupportedOperationException if the device, or the method that was set, cannot compute it
     */
    public Event multiply(double alpha, Matrix a, Op opA, Matrix b, Op opB, double beta, @Nullable Matrix c, Matrix d) {
        List<Event> commands = enqueue(product(alpha, a, opA, b, opB, beta, c, d));
        Event whole = commands.get(0);
        for (Event command : commands.subList(1, commands.size())) {
            whole = command.continuing(whole);
        }
        return whole;
    }

    /**
     * The sizes of tiles or panels in {@code D = op(A)*op(B)} for a {@link org.plegma.tune.Tuner}, whose winner later products of about that
     * shape then use: {@code Tuner.on(device).tune(gemm.method("register").tunable(a, Op.N, b, Op.N, d))}.
     *
     * @param d is overwritten
     * @throws UnsupportedOperationException if the method has no sizes to be tuned
     */
    public Tunable tunable(Matrix a, Op opA, Matrix b, Op opB, Matrix d) {
        Preconditions.notNull(d, "d");
        Product plain = plain(a, opA, b, opB, d);
        GemmMethod chosen = methodFor(plain);
        return chosen.tuned()
                .map(tuned -> new GemmTunable(workshop, tuned, plain))
                .orElseThrow(() ->
                        new UnsupportedOperationException("Method " + chosen.name() + " has no sizes to be tuned."));
    }

    /**
     * How {@code D = op(A)*op(B)} is computed with the method and precision that are set, and how long each of the others takes:
     * all are run. From then on {@code auto} takes the fastest for products of exactly this shape.
     *
     * @param d is overwritten
     * @throws IllegalArgumentException if shapes or types do not fit, the result overlaps a factor, or there is nothing to compute
     */
    public GemmExplanation explain(Matrix a, Op opA, Matrix b, Op opB, Matrix d) {
        Preconditions.notNull(d, "d");
        Product plain = plain(a, opA, b, opB, d);
        if (plain.isEmpty()) {
            throw new IllegalArgumentException(
                    d.text("The product") + " has no elements: there is nothing to explain.");
        }
        return method == null
                ? GemmExplanation.of(workshop, plain)
                : GemmExplanation.asked(workshop, plain, methodFor(plain));
    }

    /** The name of the method that {@code D = op(A)*op(B)} gets; it depends on the device, the shapes and the layouts. */
    public String methodFor(Matrix a, Op opA, Matrix b, Op opB, Matrix d) {
        Preconditions.notNull(d, "d");
        return methodFor(plain(a, opA, b, opB, d)).name();
    }

    /** The programs and the scratch memory of its products. */
    public ProductWorkshop workshop() {
        return workshop;
    }

    Epilogue epilogue() {
        return epilogue;
    }

    Precision precision() {
        return precision;
    }

    /** A product with the precision and the epilogue of this, checked and not computed, as a {@code SampledCheck} takes it. */
    public Product product(
            double alpha, Matrix a, Op opA, Matrix b, Op opB, double beta, @Nullable Matrix c, Matrix d) {
        return inThisSession(Product.of(alpha, a, opA, b, opB, beta, c, d, epilogue, precision), c == d ? "C" : "D");
    }

    private Product plain(Matrix a, Op opA, Matrix b, Op opB, Matrix d) {
        return inThisSession(Product.of(1, a, opA, b, opB, 0, null, d, Epilogue.NONE, precision), "D");
    }

    /** The product, all of whose arrays must be where it is computed, even if none of them is read. */
    private Product inThisSession(Product product, String target) {
        requireSameSession(product.a().data(), "A");
        requireSameSession(product.b().data(), "B");
        requireSameSession(product.d().data(), target);
        requireSameSession(product.c().data(), "C");
        if (product.epilogue().bias() != null) {
            requireSameSession(product.epilogue().bias(), "The bias");
        }
        return product;
    }

    private void requireSameSession(DeviceArray data, String role) {
        if (!workshop.session().holds(data)) {
            throw new IllegalArgumentException(
                    role + " is on " + data.device() + " in another session than the product, which is on "
                            + workshop.device() + ": copy it with copyTo.");
        }
    }

    /** The commands of a product, first to last; at least one. */
    public List<Event> enqueue(Product product) {
        Preconditions.notNull(product, "product");
        GemmMethod chosen = methodFor(product);
        return product.isEmpty()
                ? List.of(workshop.session().compute().nothing("gemm"))
                : chosen.run(workshop, product);
    }

    /**
     * How a product is computed, or a panel of it.
     *
     * @param sizes of methods that have some
     */
    record Way(GemmMethod method, Optional<Configuration> sizes) {
        List<Event> run(ProductWorkshop workshop, Product panel, Product whole) {
            return sizes.isPresent()
                    ? method.tuned().orElseThrow().runPanel(workshop, panel, whole, sizes.get())
                    : method.run(workshop, panel);
        }
    }

    /** How a product that is not empty is computed here. */
    Way way(Product product) {
        GemmMethod chosen = methodFor(product);
        return new Way(chosen, chosen.tuned().map(tuned -> tuned.sizes(workshop, product)));
    }

    /** As {@link #enqueue(Product)}, in a way that another device of the same model has chosen. */
    List<Event> enqueue(Product panel, Product whole, Way way) {
        return way.run(workshop, panel, whole);
    }

    /** The method that a product gets. */
    GemmMethod methodFor(Product product) {
        if (product.type() == ElementType.DOUBLE && !workshop.device().supportsDouble()) {
            throw new UnsupportedOperationException(workshop.device().name() + " has no double precision: use float.");
        }
        if (method == null) {
            return GemmChoice.method(workshop, product);
        }
        GemmMethods.check(method, workshop.device(), product);
        return method;
    }

    /** Gives the scratch memory back, of all that share it; they can still be used. */
    @Override
    public void close() {
        workshop.close();
    }

    private static Matrix matrix(DeviceArray array, String role) {
        return Matrix.of(Product.requireGiven(array, role));
    }

    /** Method, precision and device. */
    @Override
    public String toString() {
        return "Gemm " + (method == null ? AUTO : method.name()) + ", " + precision + ", on "
                + workshop.device().name();
    }
}
