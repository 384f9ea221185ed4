package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.SampledCheck;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.Trial;
import org.plegma.measure.campaign.Scaling;

/** The bench family {@code gemm}: every method at the usual sizes, transposed, odd and skinny, and the cost of a call. */
public final class GemmFamily implements BenchFamily {
    private static final int SIMPLE_LIMIT = 2048;

    /** Operations of one product from which a GPU reaches its limit of power while the product is timed. */
    private static final double HEATING = 1e11;

    @Override
    public String name() {
        return "gemm";
    }

    @Override
    public String description() {
        return "Matrix products by every method; each result is sampled against sums in twice double precision.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        boolean cpu = device.kind() == Device.Kind.CPU;
        int largest = cpu ? 2048 : 8192;
        List<ElementType> types =
                device.supportsDouble() ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT);
        for (ElementType type : types) {
            for (Precision precision : Precision.values()) {
                for (GemmMethod method : methods(device, type, precision)) {
                    Variant variant = new Variant(type, method, precision);
                    if (method.isForFewLines()) {
                        cases.addAll(
                                precision == Precision.IEEE
                                        ? variant.skinny(largest, 1, 16, 64)
                                        : variant.skinny(largest, 32, 64));
                        continue;
                    }
                    int most = method.isExample() ? Math.min(SIMPLE_LIMIT, largest) : largest;
                    for (int n = 512; n <= most; n *= 2) {
                        cases.add(variant.square(n));
                    }
                    if (precision == Precision.IEEE || precision == Precision.FP32_FAST) {
                        cases.addAll(variant.transposed(most));
                    }
                    if (!method.isExample() && precision == Precision.IEEE) {
                        cases.addAll(variant.unusual(largest));
                    }
                }
            }
            cases.addAll(HostCases.squares(type, SIMPLE_LIMIT));
            cases.add(overhead(type));
        }
        return cases;
    }

    /** On several devices together: the rows of large products dealt out, against one of the devices. */
    @Override
    public List<BenchCase> cases(List<Device> devices) {
        return devices.size() == 1 ? cases(devices.get(0)) : SharedCases.of(name(), devices);
    }

    @Override
    public List<String> remarks(List<Measurement> measurements) {
        List<String> remarks = new ArrayList<>(Scaling.remarks(measurements));
        if (measurements.stream().anyMatch(m -> m.work().flops() >= HEATING)) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "Before each product of %.0g operations or more the device rested for %s s, so that all begin with the same"
                            + " clock; rates are medians of what followed.",
                    HEATING,
                    Bench.REST_SECONDS));
        }
        return remarks;
    }

    static List<GemmMethod> methods(Device device, ElementType type, Precision precision) {
        return Stream.concat(GemmMethods.ALL.stream(), ClBlast.find().stream())
                .filter(method -> precision.fits(type)
                        && method.refusal(device, type, precision).isEmpty())
                .toList();
    }

    /** What all cases of one method have in common. */
    private record Variant(ElementType type, GemmMethod method, Precision precision) {

        BenchCase square(int n) {
            return product("NN", n, n, n);
        }

        List<BenchCase> transposed(int n) {
            return List.of(product("TN", n, n, n), product("NT", n, n, n), product("TT", n, n, n));
        }

        List<BenchCase> unusual(int n) {
            List<BenchCase> cases = new ArrayList<>(List.of(square(n - 1), square(n + 1)));
            cases.addAll(skinny(n, 16, 64));
            return cases;
        }

        /** Products with a factor of few rows or columns, in all the ways that the other may lie. */
        List<BenchCase> skinny(int n, int... sizes) {
            List<BenchCase> cases = new ArrayList<>();
            for (int few : sizes) {
                cases.add(product("NN", few, n, n));
                cases.add(product("NN", n, few, n));
                if (!method.isExample()) {
                    cases.add(product("NT", few, n, n));
                    cases.add(product("TN", n, few, n));
                }
            }
            return cases;
        }

        private BenchCase product(String ops, int m, int n, int k) {
            Op opA = Op.valueOf(ops.substring(0, 1));
            Op opB = Op.valueOf(ops.substring(1));
            BenchCase.Builder builder = BenchCase.of("gemm", ops, method.name());
            if (2.0 * m * n * k >= HEATING) {
                builder.rested();
            }
            return builder.type(precision.label(type))
                    .shape(m, n, k)
                    .flops(2.0 * m * n * k)
                    .bytes(((double) m * k + (double) k * n + (double) m * n) * type.bytes())
                    .tolerance(SampledCheck.bound(type, precision, k))
                    .prepare(buffers -> {
                        DeviceArray a = opA == Op.N ? buffers.input(type, m, k) : buffers.input(type, k, m);
                        DeviceArray b = opB == Op.N ? buffers.input(type, k, n) : buffers.input(type, n, k);
                        DeviceArray d = buffers.output(type, m, n);
                        Gemm gemm = Gemm.of(buffers.session()).method(method).precision(precision);
                        Product product = gemm.product(1, Matrix.of(a), opA, Matrix.of(b), opB, 0, null, Matrix.of(d));
                        SampledCheck check = new SampledCheck(gemm.workshop(), product);
                        return new Trial() {
                            @Override
                            public List<Event> run() {
                                return gemm.enqueue(product);
                            }

                            @Override
                            public double error() {
                                return check.error();
                            }

                            @Override
                            public void close() {
                                gemm.close();
                            }
                        };
                    });
        }
    }

    /** The time that the host needs for a call on resident matrices of 16 x 16, checks included. */
    private static BenchCase overhead(ElementType type) {
        int n = 16;
        int calls = 200;
        return BenchCase.of("gemm", "call", Gemm.AUTO)
                .type(type)
                .shape(calls, n, n, n)
                .tolerance(SampledCheck.bound(type, Precision.IEEE, n))
                .inCache()
                .prepare(buffers -> {
                    DeviceArray a = buffers.input(type, n, n);
                    DeviceArray b = buffers.input(type, n, n);
                    DeviceArray d = buffers.output(type, n, n);
                    Gemm gemm = Gemm.of(buffers.session());
                    Product product = gemm.product(1, Matrix.of(a), Op.N, Matrix.of(b), Op.N, 0, null, Matrix.of(d));
                    SampledCheck check = new SampledCheck(gemm.workshop(), product);
                    return Trial.host(
                            () -> {
                                for (int i = 0; i < calls; i++) {
                                    gemm.multiply(1, a, Op.N, b, Op.N, 0, d);
                                }
                                buffers.session().finish();
                            },
                            check::error);
                });
    }
}
