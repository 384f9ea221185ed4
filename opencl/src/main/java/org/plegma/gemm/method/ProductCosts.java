package org.plegma.gemm.method;

import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Product;
import org.plegma.tune.choice.DeviceFigures;

/** What products should take on a device. */
public record ProductCosts(Device device, DeviceFigures figures) {

    public static ProductCosts of(Device device) {
        return new ProductCosts(device, DeviceFigures.of(device));
    }

    /** Operations a second in the type of a product, by ordinary instructions. */
    double flops(Product product) {
        return product.type() == ElementType.DOUBLE ? figures.doubleFlops() : figures.flops();
    }

    /** Seconds in which memory moves both factors and the result, once. */
    double memory(Product product) {
        double elements = elements(product.a(), product.m(), product.k())
                + elements(product.b(), product.k(), product.n())
                + elements(product.d(), product.m(), product.n());
        return elements * product.type().bytes() / figures.bytesPerSecond();
    }

    private static double elements(Matrix matrix, int rows, int columns) {
        return (double) matrix.count() * rows * columns;
    }

    /** Seconds of a product in one launch, limited by memory or by so many operations a second. */
    double seconds(Product product, double operations) {
        return figures.launchSeconds() + Math.max(memory(product), product.flops() / operations);
    }
}
