package org.plegma.gemm.method;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.testing.Golden;

/**
 * What products launch on GPUs that are elsewhere: kernels, macros, sizes and arguments, as recorded. {@code TensorTest} and the
 * like tell on such a device that it is right. After a wanted change rewrite the golden file with {@code mvn -pl opencl test
 * -Dtest=GemmLaunchesTest -Dplegma.golden=rewrite} and read the difference.
 */
class GemmLaunchesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/gemm/method/launches.txt");

    /** Parameters of kernels depend on these. */
    private static final String[] MACROS = {"REAL", "TERMS", "ADDED", "SLICED", "PACKS"};

    /** Of files by the text that is compiled. */
    private static final Map<String, String> FILES = List.of(
                    "naive.cl",
                    "tiled-dynamic.cl",
                    "tiled-static.cl",
                    "skinny.cl",
                    "tensor-skinny.cl",
                    "tensor-skinny-wgmma.cl",
                    "register.cl",
                    "tensor.cl",
                    "tensor-wgmma.cl",
                    "tensor-packed.cl",
                    "pack.cl",
                    "pack-tf32.cl",
                    "pack-stages.cl",
                    "sum-slices.cl")
            .stream()
            .collect(Collectors.toMap(ProductWorkshop::source, Function.identity()));

    /** How the matrices of a product lie, and what it does besides. */
    private enum Form {
        PLAIN,
        APART,
        ALIGNED,
        FAR,
        BATCH,
        ONE_FOR_ALL,
        LAYER
    }

    private record Case(ElementType type, Precision precision, int m, int n, int k, Op opA, Op opB, Form form) {
        @Override
        public String toString() {
            return type.openclName() + " " + precision + " " + m + "x" + n + "x" + k + " " + opA + opB + " " + form;
        }
    }

    private final StringBuilder text = new StringBuilder();
    private final List<String> seen = new ArrayList<>();

    @Test
    void launchesAreAsRecorded() throws IOException {
        try (Session session = StandIn.h200(this::note, MACROS)) {
            onHopper(session);
        }
        try (Session session = StandIn.mi250(this::note, MACROS)) {
            onAmd(session);
        }
        Golden.check(GOLDEN, text);
    }

    private void onHopper(Session session) {
        text.append("An H200\n");
        Runs runs = new Runs(session);
        for (Op opA : Op.values()) {
            for (Op opB : Op.values()) {
                for (Precision precision : Precision.values()) {
                    runs.auto(new Case(ElementType.FLOAT, precision, 700, 800, 900, opA, opB, Form.PLAIN));
                    runs.auto(new Case(ElementType.FLOAT, precision, 20, 9000, 3000, opA, opB, Form.PLAIN));
                }
                runs.auto(new Case(ElementType.DOUBLE, Precision.IEEE, 700, 800, 900, opA, opB, Form.PLAIN));
                runs.auto(new Case(ElementType.DOUBLE, Precision.IEEE, 2048, 2048, 2048, opA, opB, Form.APART));
                runs.auto(new Case(ElementType.DOUBLE, Precision.IEEE, 9000, 12, 3000, opA, opB, Form.PLAIN));
                runs.auto(new Case(ElementType.FLOAT, Precision.FP32_FAST, 3000, 2900, 2800, opA, opB, Form.APART));
                runs.by(
                        "register",
                        new Case(ElementType.FLOAT, Precision.IEEE, 1700, 1600, 1900, opA, opB, Form.APART));
            }
        }
        for (Form form : Form.values()) {
            for (Precision precision : Precision.values()) {
                runs.auto(new Case(ElementType.FLOAT, precision, 513, 640, 1000, Op.N, Op.N, form));
                runs.auto(new Case(ElementType.FLOAT, precision, 6, 5000, 3000, Op.T, Op.N, form));
            }
            runs.auto(new Case(ElementType.DOUBLE, Precision.IEEE, 513, 640, 1000, Op.N, Op.T, form));
            runs.by("register", new Case(ElementType.FLOAT, Precision.IEEE, 130, 70, 900, Op.T, Op.N, form));
            runs.by("register", new Case(ElementType.DOUBLE, Precision.IEEE, 130, 70, 0, Op.N, Op.T, form));
            runs.by("tiled-static", new Case(ElementType.FLOAT, Precision.IEEE, 130, 70, 40, Op.T, Op.N, form));
            runs.by("tiled-dynamic", new Case(ElementType.DOUBLE, Precision.IEEE, 33, 32, 31, Op.N, Op.T, form));
            runs.by("naive", new Case(ElementType.FLOAT, Precision.IEEE, 33, 32, 31, Op.N, Op.N, form));
        }
        for (int few : new int[] {1, 3, 8, 9, 16, 17, 32, 33, 64}) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                runs.by("skinny", new Case(type, Precision.IEEE, 5000, few, 3001, Op.N, Op.N, Form.PLAIN));
            }
            runs.by(
                    "skinny",
                    new Case(ElementType.FLOAT, Precision.FP32_FAST, few, 5000, 64, Op.N, Op.T, Form.ALIGNED));
        }
        // By name whatever auto takes: large ones by warps, small ones by warpgroups.
        runs.by("tensor", new Case(ElementType.FLOAT, Precision.FP32_FAST, 3000, 2900, 2800, Op.N, Op.N, Form.PLAIN));
        runs.by("tensor", new Case(ElementType.FLOAT, Precision.TF32, 1024, 1024, 1024, Op.N, Op.N, Form.PLAIN));
        runs.by("warpgroup", new Case(ElementType.FLOAT, Precision.FP32_FAST, 20, 30, 33, Op.T, Op.T, Form.BATCH));
        runs.by("packed", new Case(ElementType.FLOAT, Precision.BF16, 5, 3, 7, Op.N, Op.T, Form.PLAIN));
        // Tiles of one kernel by themselves: many small products, one large product, more groups than units.
        for (int n : new int[] {512, 1024, 1536, 2048, 2900}) {
            runs.auto(new Case(ElementType.FLOAT, Precision.TF32, n, n, n, Op.N, Op.N, Form.PLAIN));
            runs.auto(new Case(ElementType.FLOAT, Precision.BF16, n, n + 1, n, Op.T, Op.N, Form.BATCH));
            runs.auto(new Case(ElementType.FLOAT, Precision.IEEE, n, n, n, Op.T, Op.N, Form.PLAIN));
            runs.auto(new Case(ElementType.DOUBLE, Precision.IEEE, n, n, n, Op.T, Op.N, Form.PLAIN));
        }
    }

    private void onAmd(Session session) {
        text.append("An MI250\n");
        Runs runs = new Runs(session);
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (Op op : Op.values()) {
                runs.auto(new Case(type, Precision.IEEE, 700, 800, 900, op, op, Form.PLAIN));
                runs.auto(new Case(type, Precision.IEEE, 3, 9000, 1000, op, op, Form.PLAIN));
                runs.auto(new Case(type, Precision.IEEE, 5, 9000, 1000, op, op, Form.BATCH));
                runs.auto(new Case(type, Precision.IEEE, 1700, 1700, 1700, Op.T, op, Form.LAYER));
            }
        }
    }

    /** Products on a device. */
    private final class Runs {
        private final ProductWorkshop workshop;
        private final Map<ElementType, List<DeviceArray>> arrays = new TreeMap<>();

        Runs(Session session) {
            workshop = new ProductWorkshop(session);
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                List<DeviceArray> own = new ArrayList<>();
                for (String name : List.of("A", "B", "C", "D", "bias")) {
                    own.add(session.allocate(type, 1 << 10).named(name));
                }
                arrays.put(type, own);
            }
        }

        void auto(Case each) {
            Product product = product(each);
            run(GemmMethods.choose(workshop.device(), product).method(), each, product);
        }

        void by(String method, Case each) {
            run(GemmMethods.find(method), each, product(each));
        }

        private void run(GemmMethod method, Case each, Product product) {
            seen.clear();
            method.run(workshop, product);
            text.append(each + ": " + method.name() + "\n");
            seen.forEach(launch -> text.append("  " + launch + "\n"));
        }

        /** Of a shape that its matrices do not have: nothing is computed. */
        private Product product(Case each) {
            List<DeviceArray> own = arrays.get(each.type());
            boolean batch = each.form() == Form.BATCH;
            Matrix a = matrix(own.get(0), each.opA() == Op.N ? each.k() : each.m(), each.form(), batch);
            Matrix b = matrix(
                    own.get(1),
                    each.opB() == Op.N ? each.n() : each.k(),
                    each.form(),
                    batch || each.form() == Form.ONE_FOR_ALL);
            Matrix d = matrix(own.get(3), each.n(), each.form(), batch || each.form() == Form.ONE_FOR_ALL);
            boolean layer = each.form() == Form.LAYER;
            return new Product(
                    each.m(),
                    each.n(),
                    each.k(),
                    layer ? 0.5 : 1,
                    a,
                    each.opA(),
                    b,
                    each.opB(),
                    layer ? 2 : 0,
                    layer ? matrix(own.get(2), each.n(), each.form(), batch) : d,
                    d,
                    layer
                            ? new Epilogue(
                                    own.get(4),
                                    each.k() % 2 == 0 ? Epilogue.Along.ROWS : Epilogue.Along.COLUMNS,
                                    each.m() % 2 == 0 ? Activation.RELU : Activation.SIGMOID)
                            : Epilogue.NONE,
                    each.precision());
        }

        private static Matrix matrix(DeviceArray array, int columns, Form form, boolean batch) {
            int offset = form == Form.APART ? 3 : form == Form.ALIGNED ? 8 : 0;
            int leading =
                    switch (form) {
                        case APART -> columns + 1;
                        case ALIGNED -> (columns + 7) / 8 * 8;
                        case FAR -> 1 << 28;
                        default -> columns;
                    };
            Matrix one = Matrix.of(array, offset, 1, 1, Math.max(1, leading));
            return batch ? one.batch(3, 40) : one;
        }
    }

    private void note(StandIn.Launch launch) {
        String options = launch.kernel().program().options().stream()
                .map(option -> option.replaceFirst("^-D", ""))
                .collect(Collectors.joining(" "));
        String file = FILES.getOrDefault(launch.kernel().program().source(), "?");
        seen.add(file + " " + options + ", " + sizes(launch.kernel().global()) + "/"
                + sizes(launch.kernel().local()) + ": "
                + launch.arguments().stream().map(GemmLaunchesTest::text).collect(Collectors.joining(" ")));
    }

    private static String sizes(long[] sizes) {
        return Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining("x"));
    }

    private static String text(Object argument) {
        return argument instanceof DeviceArray array
                ? array.name().replace(' ', '-') + (array.length() == 1 << 10 ? "" : "[" + array.length() + "]")
                : String.valueOf(argument);
    }
}
