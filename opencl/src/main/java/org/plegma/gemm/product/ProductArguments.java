package org.plegma.gemm.product;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;

/**
 * The arguments that every kernel of a product begins with, in the order of their names in {@code product.cl}: sizes and alpha, the
 * factors, beta and C, D, the bias.
 */
public final class ProductArguments {
    private final Product product;
    private final List<Object> factors;
    private final DeviceArray result;

    private ProductArguments(Product product, List<Object> factors, DeviceArray result) {
        this.product = product;
        this.factors = factors;
        this.result = result;
    }

    static ProductArguments of(Product product) {
        List<Object> factors = new ArrayList<>(List.of(product.m(), product.n(), product.k(), product.alpha()));
        factors.addAll(place(product.a(), product.a().data()));
        factors.addAll(place(product.b(), product.b().data()));
        return new ProductArguments(product, factors, product.d().data());
    }

    /** With these in place of A and B, as many lines as they have. */
    public ProductArguments factors(Factor rows, Factor columns) {
        List<Object> others = new ArrayList<>(List.of(rows.lines(), columns.lines(), product.k(), product.alpha()));
        for (Factor factor : List.of(rows, columns)) {
            others.addAll(List.of(factor.data(), factor.offset(), factor.leading(), factor.step()));
        }
        return new ProductArguments(product, others, result);
    }

    /** With this array in place of D's. */
    ProductArguments into(DeviceArray array) {
        return new ProductArguments(product, factors, array);
    }

    /** All of them, and what a kernel takes besides. */
    public Object[] with(Object... more) {
        List<Object> all = new ArrayList<>(factors);
        addResult(all);
        all.addAll(List.of(more));
        return all.toArray();
    }

    /** Only beta, C, D and the bias, behind others: for kernels that finish sums. */
    Object[] behind(Object... first) {
        List<Object> all = new ArrayList<>(List.of(first));
        addResult(all);
        return all.toArray();
    }

    private void addResult(List<Object> all) {
        all.add(product.beta());
        all.addAll(place(product.c(), product.c().data()));
        all.addAll(place(product.d(), result));
        DeviceArray bias = product.epilogue().bias();
        all.add(bias == null ? product.d().data() : bias);
    }

    /** Where a matrix lies: the array, offset, leading dimension and step. */
    private static List<Object> place(Matrix matrix, DeviceArray data) {
        return List.of(data, matrix.offset(), matrix.leading(), Product.step(matrix));
    }
}
