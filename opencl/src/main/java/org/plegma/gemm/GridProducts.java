package org.plegma.gemm;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.host.HostMatrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** Products of arrays that the host has and wants back: through the device, or by loops of the host, which copy nothing. */
final class GridProducts {
    /** For products that are done before other threads have begun. */
    static final HostGemm LOOPS = HostGemm.loops(1);

    /** More are woken later: what they could save, the device saves. */
    static final int COUNT = Math.min(8, Runtime.getRuntime().availableProcessors());

    static final HostGemm THREADS = HostGemm.loops(COUNT);

    /** What has more is the device's anywhere; nothing is measured for it. */
    private static final double LARGEST = 2.0 * 512 * 512 * 512;

    private GridProducts() {}

    /** The loops that are done before the device, the copies there and back counted. */
    static Optional<HostGemm> host(ProductWorkshop workshop, double alpha, Grid a, Op opA, Grid b, Op opB) {
        if (alpha != 1
                || a.rank() != 2
                || b.rank() != 2
                || a.type() != b.type()
                || workshop.device().isOclgrind()) {
            return Optional.empty();
        }
        int m = rows(a, opA);
        int k = columns(a, opA);
        int n = columns(b, opB);
        double flops = 2.0 * m * n * k;
        boolean small = k == rows(b, opB)
                && flops > 0
                && flops <= LARGEST
                && (a.type() == ElementType.FLOAT || a.type() == ElementType.DOUBLE)
                && (a.type() == ElementType.FLOAT || workshop.device().supportsDouble());
        return small ? HostCosts.of(workshop, a.type()).host(m, n, k, opB, a.type()) : Optional.empty();
    }

    private static int rows(Grid grid, Op op) {
        return grid.size(op == Op.N ? 0 : 1);
    }

    private static int columns(Grid grid, Op op) {
        return grid.size(op == Op.N ? 1 : 0);
    }

    /** By the device, unless the factors are for the host and all else fits; what does not fit the device tells. */
    static void multiply(
            Gemm gemm, double alpha, Grid a, Op opA, Grid b, Op opB, double beta, @Nullable Grid c, Grid d) {
        check(a, "A");
        check(b, "B");
        check(d, c == d ? "C" : "D");
        if (beta != 0 && c != null) {
            check(c, "C");
        }
        boolean fits = opA != null
                && opB != null
                && isResult(d, a, opA, b, opB)
                && (c == null ? beta == 0 : isResult(c, a, opA, b, opB))
                && Float.isFinite((float) beta);
        Optional<HostGemm> host = fits ? gemm.host(alpha, a, opA, b, opB) : Optional.empty();
        if (host.isPresent()) {
            byHost(host.get(), a, opA, b, opB, beta, c, d);
        } else {
            byDevice(gemm, alpha, a, opA, b, opB, beta, c, d);
        }
    }

    private static boolean isResult(Grid grid, Grid a, Op opA, Grid b, Op opB) {
        return grid.rank() == 2
                && grid.type() == a.type()
                && grid.size(0) == rows(a, opA)
                && grid.size(1) == columns(b, opB);
    }

    static void byHost(HostGemm host, Grid a, Op opA, Grid b, Op opB, double beta, @Nullable Grid c, Grid d) {
        HostMatrix product = host.allocate(d.type(), d.size(0), d.size(1)); // as D may be a factor, too
        if (beta != 0 && c != null) {
            product.set(c);
        }
        host.multiply(1, matrix(a), opA, matrix(b), opB, beta, product);
        if (product.data() instanceof FloatBuffer floats) {
            floats.get(0, d.floats());
        } else {
            ((DoubleBuffer) product.data()).get(0, d.doubles());
        }
    }

    private static HostMatrix matrix(Grid grid) {
        return new HostMatrix(
                grid.type() == ElementType.FLOAT ? FloatBuffer.wrap(grid.floats()) : DoubleBuffer.wrap(grid.doubles()),
                grid.size(0),
                grid.size(1));
    }

    static void byDevice(
            Gemm gemm, double alpha, Grid a, Op opA, Grid b, Op opB, double beta, @Nullable Grid c, Grid d) {
        Session session = gemm.workshop().session();
        try (DeviceArray deviceA = session.upload(a);
                DeviceArray deviceB = session.upload(b);
                DeviceArray deviceD = session.allocate(d.type(), d.shape());
                DeviceArray deviceC = c == d ? deviceD : beta == 0 || c == null ? null : session.upload(c)) {
            if (beta != 0 && c == d) {
                deviceD.upload(d);
            }
            gemm.multiply(alpha, deviceA, opA, deviceB, opB, beta, deviceC, deviceD);
            deviceD.download(d);
        }
    }

    static void check(Grid grid, String role) {
        Product.requireGiven(grid, role);
        if (grid.rank() != 2) {
            throw new IllegalArgumentException(role + " must be a matrix, a grid of 2 axes, not " + grid.rank() + ".");
        }
        if (grid.type() != ElementType.FLOAT && grid.type() != ElementType.DOUBLE) {
            throw new IllegalArgumentException(role + " is of " + grid.type().javaName()
                    + ", and a product is of float or double: convert it by to(ElementType.FLOAT).");
        }
    }
}
