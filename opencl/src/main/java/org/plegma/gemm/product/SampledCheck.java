package org.plegma.gemm.product;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;

/** Judges a product too large for an oracle on the host, by some elements that the device sums in twice double precision. */
public final class SampledCheck {
    private static final int SAMPLES = 1024;

    private final ProductWorkshop workshop;
    private final Product product;

    /** @param product plain, {@code D = op(A)*op(B)} */
    public SampledCheck(ProductWorkshop workshop, Product product) {
        this.workshop = workshop;
        this.product = product;
    }

    /** The largest error relative to the sum of the magnitudes of the terms; NaN if a result is. */
    public double error() {
        Matrix a = product.a();
        Matrix b = product.b();
        Matrix d = product.d();
        try (DeviceArray errors = workshop.session().allocate(ElementType.DOUBLE, product.count(), SAMPLES)) {
            workshop.program("sample.cl", product.options())
                    .kernel("sample")
                    .global(SAMPLES, product.count())
                    .call(
                            product.m(),
                            product.n(),
                            product.k(),
                            a.data(),
                            a.offset(),
                            a.leading(),
                            a.count() == 1 ? 0L : a.step(),
                            b.data(),
                            b.offset(),
                            b.leading(),
                            b.count() == 1 ? 0L : b.step(),
                            d.data(),
                            d.offset(),
                            d.leading(),
                            d.count() == 1 ? 0L : d.step(),
                            errors);
            Grid found = errors.download();
            double most = 0;
            for (double error : found.doubles()) {
                most = Double.isNaN(error) ? Double.NaN : Math.max(most, error);
            }
            return most;
        }
    }

    /**
     * The largest error that rounding explains. Sums of k products have one of k + 2 roundings in any order (Higham, Accuracy
     * and Stability, section 3.1); shortened factors add two roundings of their own, and tensor cores cut off where they
     * add, an error of two roundings.
     */
    public double bound() {
        return bound(product.type(), product.precision(), product.k());
    }

    /** The same for any product of a type, a precision and a number of terms. */
    public static double bound(ElementType type, Precision precision, int k) {
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double sum = (k + 2) * unit;
        return switch (precision) {
            case IEEE, FP32_FAST -> sum;
            case TF32 -> 2 * sum + 2 * 0x1p-11;
            case BF16 -> 2 * sum + 2 * 0x1p-8;
        };
    }
}
