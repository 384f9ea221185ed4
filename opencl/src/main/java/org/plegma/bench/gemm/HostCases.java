package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.host.HostMatrix;
import org.plegma.gemm.host.JavaLoops;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
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
            for (int n = 512; n <= (host instanceof JavaLoops ? Math.min(MOST_OF_LOOPS, largest) : largest); n *= 2) {
                cases.add(square(host, type, n));
            }
        }
        return cases;
    }

    private static BenchCase square(HostGemm host, ElementType type, int n) {
        return BenchCase.of("gemm", "NN", host.name())
                .type(type)
                .shape(n, n, n)
                .flops(2.0 * n * n * n)
                .bytes(3.0 * n * n * type.bytes())
                .tolerance(SampledCheck.bound(type, Precision.IEEE, n))
                .prepare(buffers -> {
                    DeviceArray deviceA = buffers.input(type, n, n);
                    DeviceArray deviceB = buffers.input(type, n, n);
                    DeviceArray deviceC = buffers.scratch(type, n, n);
                    HostMatrix a = host.copy(deviceA.download());
                    HostMatrix b = host.copy(deviceB.download());
                    HostMatrix c = host.copy(Grid.zeros(type, n, n).fill(Double.NaN));
                    Gemm gemm = Gemm.of(buffers.session());
                    Product product = gemm.product(
                            1, Matrix.of(deviceA), Op.N, Matrix.of(deviceB), Op.N, 0, null, Matrix.of(deviceC));
                    SampledCheck check = new SampledCheck(gemm.workshop(), product);
                    return Trial.host(() -> host.multiply(1, a, Op.N, b, Op.N, 0, c), () -> {
                        deviceC.upload(c.grid());
                        return check.error();
                    });
                });
    }
}
