package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.host.HostMatrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.SampledCheck;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Trial;

/** The products of the host as bench cases, judged like all others by samples that the device sums. */
final class HostCases {
    /** Beyond it the loops take seconds. */
    private static final int MOST_OF_LOOPS = 1024;

    private HostCases() {}

    /** Squares of 512 and more, by each that is there. */
    static List<BenchCase> squares(ElementType type, int largest) {
        List<BenchCase> cases = new ArrayList<>();
        for (HostGemm host : HostGemm.available()) {
            for (int n = 512; n <= (host.isExample() ? Math.min(MOST_OF_LOOPS, largest) : largest); n *= 2) {
                cases.add(square("gemm", host, type, n));
            }
        }
        return cases;
    }

    static BenchCase square(String family, HostGemm host, ElementType type, int n) {
        return square(family, host.name(), type, n).prepare(buffers -> {
            SampledSquare square = new SampledSquare(buffers, type, n);
            HostMatrix a = host.copy(square.left());
            HostMatrix b = host.copy(square.right());
            HostMatrix c = host.copy(Grid.zeros(type, n, n).fill(Double.NaN));
            return Trial.host(() -> host.multiply(1, a, Op.N, b, Op.N, 0, c), () -> square.error(c.grid()));
        });
    }

    static BenchCase.Builder square(String family, String method, ElementType type, int n) {
        return BenchCase.of(family, "NN", method)
                .type(type)
                .shape(n, n, n)
                .flops(2.0 * n * n * n)
                .bytes(3.0 * n * n * type.bytes())
                .tolerance(SampledCheck.bound(type, Precision.IEEE, n));
    }
}
