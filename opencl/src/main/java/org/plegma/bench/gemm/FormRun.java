package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Event;
import org.plegma.gemm.network.Engine;
import org.plegma.gemm.network.Engine.Block;
import org.plegma.gemm.network.Engine.Form;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.measure.Errors;
import org.plegma.measure.Trial;

/** The products of one form that a pass over images has, layer by layer, batch by batch. */
final class FormRun implements Trial {
    /** C = op(A)*op(B), plus what C was where weights change, of one layer. */
    private record Product(Block a, Op opA, Block b, Op opB, double beta, Block c) {}

    private final Engine engine;
    private final ElementType type;
    private final int batches;
    private final List<Product> products = new ArrayList<>();

    FormRun(Engine engine, Form form, ElementType type, int images) {
        this.engine = engine;
        this.type = type;
        this.batches = images / NetworkFamily.BATCH;
        int[] layers = NetworkFamily.LAYERS;
        int rows = NetworkFamily.BATCH;
        for (int l = form == Form.GEMM_TB ? 1 : 0; l + 1 < layers.length; l++) {
            int in = layers[l];
            int out = layers[l + 1];
            products.add(
                    switch (form) {
                        case GEMM -> new Product(block(rows, in), Op.N, block(in, out), Op.N, 0, block(rows, out));
                        case GEMM_TA -> new Product(block(rows, in), Op.T, block(rows, out), Op.N, 1, block(in, out));
                        case GEMM_TB -> new Product(block(rows, out), Op.N, block(in, out), Op.T, 0, block(rows, in));
                    });
        }
    }

    private Block block(int rows, int columns) {
        return engine.block(Grid.random(type, products.size() + 1, rows, columns));
    }

    @Override
    public List<Event> run() {
        for (int batch = 0; batch < batches; batch++) {
            products.forEach(this::multiply);
        }
        engine.takeSeconds();
        return List.of();
    }

    private void multiply(Product p) {
        engine.multiply(1, p.a, p.opA, p.b, p.opB, p.beta, p.c, null, Activation.NONE);
    }

    /** Of each product once, from sums in double. */
    @Override
    public double error() {
        double worst = 0;
        for (Product p : products) {
            Grid before = Grid.random(type, 7, p.c.rows(), p.c.columns());
            p.c.set(before);
            multiply(p);
            worst = Math.max(worst, Errors.relativeToLargest(p.c.grid().to(ElementType.DOUBLE), expected(p, before)));
        }
        engine.takeSeconds();
        return worst;
    }

    private static Grid expected(Product p, Grid before) {
        double[] a = p.a.grid().to(ElementType.DOUBLE).doubles();
        double[] b = p.b.grid().to(ElementType.DOUBLE).doubles();
        int terms = p.opA == Op.N ? p.a.columns() : p.a.rows();
        return Grid.generate(
                ElementType.DOUBLE,
                at -> {
                    double sum = p.beta * before.get(at[0], at[1]);
                    for (int k = 0; k < terms; k++) {
                        int left = p.opA == Op.N ? at[0] * p.a.columns() + k : k * p.a.columns() + at[0];
                        int right = p.opB == Op.N ? k * p.b.columns() + at[1] : at[1] * p.b.columns() + k;
                        sum += a[left] * b[right];
                    }
                    return sum;
                },
                before.shape());
    }

    @Override
    public void close() {
        for (Product p : products) {
            p.a.close();
            p.b.close();
            p.c.close();
        }
    }
}
