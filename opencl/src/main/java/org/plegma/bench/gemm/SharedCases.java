package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.SharedGemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.SampledCheck;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;

/**
 * Large square products on one device and on several: rows of A and D lie on their devices, and B goes from the first to the others in
 * each run. Both are timed by the host's clock. Operations and bytes are those of a device's share. Each device's part is sampled
 * against sums in twice double precision.
 */
final class SharedCases {
    private SharedCases() {}

    static List<BenchCase> of(String family, List<Device> devices) {
        boolean cpu = devices.get(0).kind() == Kind.CPU;
        boolean doubles = devices.stream().allMatch(Device::supportsDouble);
        List<BenchCase> cases = new ArrayList<>();
        for (int n : sizes(cpu)) {
            for (ElementType type :
                    doubles ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT)) {
                for (Precision precision : List.of(Precision.IEEE, Precision.FP32_FAST)) {
                    boolean computed = devices.stream().allMatch(device -> !GemmFamily.methods(device, type, precision)
                            .isEmpty());
                    if (computed) {
                        cases.add(one(family, type, precision, n, 1));
                        cases.add(one(family, type, precision, n, devices.size()));
                    }
                }
            }
        }
        return cases;
    }

    private static int[] sizes(boolean cpu) {
        return cpu ? new int[] {1024, 512} : new int[] {32_768, 16_384, 8192};
    }

    private static BenchCase one(String family, ElementType type, Precision precision, int n, int count) {
        return BenchCase.of(family, "NN", Gemm.AUTO)
                .parameter("devices", count)
                .type(precision.label(type))
                .shape(n, n, n)
                .flops(2.0 * n * n * n / count)
                .bytes(3.0 * n * n * type.bytes() / count)
                .tolerance(SampledCheck.bound(type, precision, n))
                .inCache()
                .rested()
                .prepare(buffers -> new Run(buffers, type, precision, n, count));
    }

    /** The product on so many devices of the session. */
    private static final class Run implements Trial {
        private final Gemm gemm;
        private final SharedGemm all;
        private final DeviceArray b;
        private final SharedArray rows;
        private final SharedArray d;
        private final List<DeviceArray> rights = new ArrayList<>();
        private final List<SampledCheck> checks = new ArrayList<>();

        Run(Buffers buffers, ElementType type, Precision precision, int n, int count) {
            Session session = buffers.session();
            List<Session> sessions = session.devices().subList(0, count).stream()
                    .map(session::on)
                    .toList();
            gemm = Gemm.of(session).precision(precision);
            all = gemm.on(sessions);
            rows = all.allocate(type, n, n);
            d = all.allocate(type, n, n);
            for (Session one : sessions) {
                rights.add(one.allocate(type, n, n));
            }
            b = rights.get(0);
            buffers.randomize(rights.toArray(new DeviceArray[0]));
            for (int i = 0; i < count; i++) {
                DeviceArray own = rights.get(i);
                buffers.randomize(rows.part(i).orElseThrow());
                d.part(i).orElseThrow().fill(Double.NaN);
                Gemm there = Gemm.of(sessions.get(i)).precision(precision);
                Product part = there.product(
                        1,
                        Matrix.of(rows.part(i).orElseThrow()),
                        Op.N,
                        Matrix.of(own),
                        Op.N,
                        0,
                        null,
                        Matrix.of(d.part(i).orElseThrow()));
                checks.add(new SampledCheck(there.workshop(), part));
            }
        }

        @Override
        public List<Event> run() {
            all.multiply(1, rows, b, Op.N, 0, d);
            return List.of();
        }

        @Override
        public double error() {
            double most = 0;
            for (SampledCheck check : checks) {
                double error = check.error();
                most = Double.isNaN(error) ? Double.NaN : Math.max(most, error);
            }
            return most;
        }

        @Override
        public void close() {
            rights.forEach(DeviceArray::close);
            rows.close();
            d.close();
            all.close();
            gemm.close();
        }
    }
}
