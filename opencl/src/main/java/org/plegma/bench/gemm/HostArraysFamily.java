package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.product.Op;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Trial;

/**
 * The bench family {@code gemm-host}: square products of arrays that the host has and wants back. On the device, with all that takes
 * there and back, on the host itself, and where {@code auto} computes them: the side from which the device is worth its copies.
 */
public final class HostArraysFamily implements BenchFamily {
    /** Of products on the device, whose time holds the copies of both factors and of the result. */
    static final String WITH_COPIES = "device, with copies";

    private static final String FAMILY = "gemm-host";
    private static final int LEAST = 16;
    private static final int MOST = 1024;
    private static final int MOST_ON_CPU = 256;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "Square products of arrays on the host: on the device with the copies there and back, and by the host itself.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        int most = device.kind() == Kind.CPU ? MOST_ON_CPU : MOST;
        for (ElementType type :
                device.supportsDouble() ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT)) {
            List<HostGemm> hosts = HostGemm.available();
            for (int n = LEAST; n <= most; n *= 2) {
                cases.add(withCopies(type, n));
                cases.add(auto(type, n));
                for (HostGemm host : hosts) {
                    cases.add(HostCases.square(FAMILY, host, type, n));
                }
            }
        }
        return cases;
    }

    static BenchCase withCopies(ElementType type, int n) {
        return HostCases.square(FAMILY, WITH_COPIES, type, n).prepare(buffers -> {
            SampledSquare square = new SampledSquare(buffers, type, n);
            Grid a = square.left();
            Grid b = square.right();
            Grid c = Grid.zeros(type, n, n).fill(Double.NaN);
            Session session = buffers.session();
            Gemm gemm = Gemm.of(session);
            return Trial.host(
                    () -> {
                        try (DeviceArray left = session.upload(a);
                                DeviceArray right = session.upload(b);
                                DeviceArray product = gemm.multiply(left, right)) {
                            product.download(c);
                        }
                    },
                    () -> square.error(c));
        });
    }

    static BenchCase auto(ElementType type, int n) {
        return HostCases.square(FAMILY, Gemm.AUTO, type, n).prepare(buffers -> {
            SampledSquare square = new SampledSquare(buffers, type, n);
            Grid a = square.left();
            Grid b = square.right();
            Grid c = Grid.zeros(type, n, n).fill(Double.NaN);
            Gemm gemm = Gemm.of(buffers.session());
            return Trial.host(() -> gemm.multiply(1, a, Op.N, b, Op.N, 0, c), () -> square.error(c));
        });
    }
}
