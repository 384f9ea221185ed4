package org.plegma.gemm.method;

import java.util.List;
import java.util.Map;
import org.plegma.device.Event;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.gemm.product.SampledCheck;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.candidate.SourceHash;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;

/** The sizes of a method for one product, which is run on whatever its factors hold. */
public final class GemmTunable implements Tunable {
    private final ProductWorkshop workshop;
    private final TunedMethod method;
    private final Product product;

    public GemmTunable(ProductWorkshop workshop, TunedMethod method, Product product) {
        this.workshop = workshop;
        this.method = method;
        this.product = product;
    }

    @Override
    public String name() {
        return method.kernelName();
    }

    @Override
    public String sourceHash() {
        return SourceHash.of(ProductWorkshop.source(method.file()));
    }

    @Override
    public String type() {
        return method.typeKey(product);
    }

    @Override
    public long[] size() {
        return new long[] {product.m(), product.n(), product.k()};
    }

    @Override
    public Space space() {
        return method.space(TilingLimits.of(workshop.device()), product.type());
    }

    @Override
    public List<Configuration> startingPoints() {
        return List.of(method.sizes(workshop, product));
    }

    @Override
    public Resources resources(Configuration configuration) {
        return method.resources(configuration, product.type());
    }

    @Override
    public Map<String, Double> rates(double seconds) {
        return Map.of("GFLOP/s", product.flops() / seconds * 1e-9);
    }

    @Override
    public Candidate compile(Configuration configuration) {
        ProductWorkshop own = new ProductWorkshop(workshop.session());
        return new Candidate() {
            private final SampledCheck check = new SampledCheck(own, product);

            @Override
            public Check verify() {
                TiledMethod.NAIVE.run(own, poison());
                method.run(own, product, configuration);
                double error = check.error();
                return error <= check.bound()
                        ? Check.PASSED
                        : Check.failed("an error of " + error + ", and rounding explains " + check.bound());
            }

            @Override
            public double run() {
                double seconds = 0;
                for (Event event : method.run(own, product, configuration)) {
                    seconds += event.seconds();
                }
                return seconds;
            }

            @Override
            public void close() {
                workshop.session().finish();
                own.close();
                workshop.forgetChoices(); // the next product finds what has been found out
            }
        };
    }

    /** Makes D NaN, and nothing around it: no terms, and NaN times whatever D is. */
    private Product poison() {
        return Product.of(
                0,
                product.a(),
                product.opA(),
                product.b(),
                product.opB(),
                Double.NaN,
                product.d(),
                product.d(),
                Epilogue.NONE,
                Precision.IEEE);
    }
}
