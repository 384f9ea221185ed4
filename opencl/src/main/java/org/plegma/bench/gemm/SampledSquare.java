package org.plegma.bench.gemm;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.SampledCheck;
import org.plegma.measure.Buffers;

/** Two square factors, and the judge of a product of them that the host has: samples that the device sums. */
final class SampledSquare {
    private final DeviceArray a;
    private final DeviceArray b;
    private final DeviceArray c;
    private final SampledCheck check;

    SampledSquare(Buffers buffers, ElementType type, int n) {
        a = buffers.input(type, n, n);
        b = buffers.input(type, n, n);
        c = buffers.scratch(type, n, n);
        Gemm gemm = Gemm.of(buffers.session());
        Product product = gemm.product(1, Matrix.of(a), Op.N, Matrix.of(b), Op.N, 0, null, Matrix.of(c));
        check = new SampledCheck(gemm.workshop(), product);
    }

    Grid left() {
        return a.download();
    }

    Grid right() {
        return b.download();
    }

    double error(Grid product) {
        c.upload(product);
        return check.error();
    }
}
