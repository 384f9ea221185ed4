package org.plegma.magics.compute;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.display.page.MimeBundle;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.magics.ChildProcess;
import org.plegma.magics.JShellHost;
import org.plegma.magics.MagicException;
import org.plegma.magics.Magics;
import org.plegma.magics.NotebookSession;
import org.plegma.tune.Tuner;
import org.plegma.tune.store.TuningStore;

class GemmMagicTest {
    private static final Grid A = Grid.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
    private static final Grid B = Grid.of(new float[][] {{1, 0}, {2, 1}});

    private final JShellHost host = new JShellHost();
    private final Magics magics = new Magics(host);

    @BeforeEach
    void bind() throws Exception {
        host.bind("A", Grid.class.getName(), A);
        host.bind("B", Grid.class.getName(), B);
    }

    @AfterEach
    void close() {
        magics.close();
        host.close();
    }

    private Object run(String line, String result) throws Exception {
        magics.execute(line);
        return host.variable(result).orElseThrow();
    }

    private MagicException failure(String line) {
        return assertThrows(MagicException.class, () -> magics.execute(line), line);
    }

    @Test
    void productsAreScaledTransposedAndAddedTo() throws Exception {
        assertEquals(Grid.of(new float[][] {{5, 2}, {11, 4}, {17, 6}}), run("%gemm C = A*B", "C"));
        assertEquals(Grid.of(new float[][] {{1, 4}, {3, 10}, {5, 16}}), run("%gemm D = A*B';", "D"));
        host.bind("beta", "double", 0.5);
        assertEquals(Grid.of(new float[][] {{-.5f, 7}, {.5f, 18}, {1.5f, 29}}), run("%gemm C = 2*A*B' - beta*C", "C"));
        assertEquals(Grid.of(new float[][] {{-34, -44}, {-42, -55}}), run("%gemm E = -A'*A + 1.0*B", "E"));
    }

    @Test
    void theResultIsOfTheKindOfTheFactors() throws Exception {
        host.evaluate("float[][] a = {{1, 2}, {3, 4}}; double[] x = {1, 1}; double[][] d = {{1, 2}, {3, 4}};", 1);
        assertArrayEquals(new float[][] {{7, 10}, {15, 22}}, (float[][]) run("%gemm b = a*a", "b"));
        assertArrayEquals(new double[] {3, 7}, (double[]) run("%gemm y = d*x", "y"));
        assertArrayEquals(new double[][] {{4, 6}}, (double[][]) run("%gemm z = x'*d", "z"));
        DeviceArray onDevice = NotebookSession.session().upload(A);
        host.bind("X", DeviceArray.class.getName(), onDevice);
        DeviceArray product = (DeviceArray) run("%gemm Y = X*B", "Y");
        assertEquals(Grid.of(new float[][] {{5, 2}, {11, 4}, {17, 6}}), product.download());
        assertSame(product, run("%gemm Y = X*B + Y", "Y"), "a result that fits is overwritten");
        assertEquals(Grid.of(new float[][] {{10, 4}, {22, 8}, {34, 12}}), product.download());
        assertSame(product, run("%gemm Y = A*B", "Y"), "and stays on the device");
        assertEquals(Grid.of(new float[][] {{5, 2}, {11, 4}, {17, 6}}), product.download());
    }

    @Test
    void faultsAreShownAtTheirPlace() throws Exception {
        MagicException shape = failure("%gemm C = A*B'*2 + A'*B");
        assertTrue(shape.getMessage().startsWith("Only one product"), shape.getMessage());
        MagicException inner = failure("%gemm C = B*A");
        assertTrue(
                inner.getMessage().contains("B (2x2) by A (3x2): B has 2 columns, A has 3 rows."), inner.getMessage());
        assertTrue(inner.getMessage().contains("Did you mean B*A'?"), inner.getMessage());
        assertEquals(1, inner.line());
        assertEquals("%gemm C = B*".length() + 1, inner.column());
        assertTrue(failure("%gemm C = A*B + B").getMessage().contains("Cannot add B (2x2) to A*B, which is 3x2."));
        assertTrue(failure("%gemm C = A*Bb").getMessage().contains("no variable Bb"));
        assertTrue(failure("%gemm C = A").getMessage().contains("no product of two matrices"));
        assertTrue(failure("%gemm C = A + B").getMessage().contains("no product of two matrices"));
        assertTrue(failure("%gemm C = A*B + A + A").getMessage().startsWith("Only one matrix can be added"));
        assertTrue(failure("%gemm C = A*B*B").getMessage().contains("two matrices"));
        assertTrue(failure("%gemm C = A*").getMessage().contains("Expected a matrix or a number"));
        assertTrue(failure("%gemm C A*B").getMessage().contains("Expected '='"));
        assertTrue(failure("%gemm C = A @ B").getMessage().contains("'@' has no meaning"));
        assertTrue(failure("%gemm C = A*B; C").getMessage().startsWith("A product ends its line."));
        assertTrue(failure("%gemm C = A*B + 2").getMessage().contains("no matrix"));
        assertTrue(failure("%gemm").getMessage().contains("no product"));
        MagicException late = failure("%gemm C = A*B --method naive");
        assertEquals("Options of %gemm stand before the product: %gemm --method … D = A*B.", late.getMessage());
        assertEquals("%gemm C = A*B ".length() + 1, late.column());
        MagicException unknown = failure("%gemm C = gamma*A*B");
        assertTrue(unknown.getMessage().startsWith("There is no variable gamma."), unknown.getMessage());
        assertEquals("%gemm C = ".length() + 1, unknown.column());
        assertTrue(failure("%gemm --method fast C = A*B").getMessage().contains("no gemm method 'fast'"));
        assertTrue(failure("%gemm --tune 1 --method naive C = A*B")
                .getMessage()
                .contains("naive has no sizes to be tuned"));
        assertTrue(failure("%gemm --tune -1 C = A*B").getMessage().contains("time budget must be positive"));
        assertTrue(failure("%gemm --tune 1 --trials 0 C = A*B")
                .getMessage()
                .contains("number of trials must be positive"));
        assertTrue(failure("%gemm --trials 2 C = A*B").getMessage().contains("for example --tune 60"));
        assertTrue(failure("%gemm C = A*B + Ab").getMessage().contains("no variable Ab"));
        host.evaluate("double[][] d = {{1, 2}, {3, 4}}; String s = \"\"; int[] n = {1, 2};", 1);
        assertTrue(failure("%gemm C = A*d").getMessage().contains("d is of double and A of float"));
        assertTrue(failure("%gemm C = A*s").getMessage().contains("s is a String"));
        assertTrue(failure("%gemm C = A*n").getMessage().contains("n holds ints"));
        assertTrue(failure("%gemm s = A*B").getMessage().contains("would replace the notebook's variable s"));
        assertTrue(failure("%gemm C = A*n").getMessage().contains("convert it by Grid.of(n).to(ElementType.FLOAT)."));
        assertTrue(failure("%gemm C = A*d").getMessage().endsWith("for example by Grid.of(d).to(ElementType.FLOAT)."));
        assertTrue(failure("%gemm C = 1e400*A*B").getMessage().startsWith("1e400 is larger than any double"));
        assertTrue(failure("%gemm --tune NaN C = A*B").getMessage().contains("must be positive, found --tune NaN"));
        host.evaluate("float[][] uneven = {{1}, {2, 3}}, none = {};", 1);
        assertTrue(failure("%gemm C = uneven*A").getMessage().startsWith("uneven is not a matrix. Ragged array"));
        MagicException none = failure("%gemm C = A*none");
        assertTrue(none.getMessage().startsWith("none is not a matrix. "), none.getMessage());
        assertEquals("%gemm C = A*".length() + 1, none.column());
    }

    @Test
    void partsOfArraysAndBatchesAreMatricesToo() throws Exception {
        DeviceArray array = NotebookSession.session()
                .upload(Grid.generate(
                        ElementType.FLOAT, i -> i[0] < 2 && i[1] < 2 ? B.get(i) : i[0] == 5 ? 7 : 0, 6, 4));
        Matrix all = Matrix.of(array);
        host.bind("Q", Matrix.class.getName(), all.part(0, 0, 2, 2));
        host.bind("R", Matrix.class.getName(), all.part(2, 1, 3, 2));
        run("%gemm R = A*Q  // into its place", "R");
        assertEquals(
                Grid.of(new float[][] {{5, 2}, {11, 4}, {17, 6}}),
                array.download().region(new int[] {2, 1}, new int[] {3, 2}));
        assertEquals(7, array.download().get(5, 3));
        DeviceArray product = (DeviceArray) run("%gemm S = R*Q - R", "S");
        assertEquals(Grid.of(new float[][] {{4, 0}, {8, 0}, {12, 0}}), product.download());
        assertTrue(failure("%gemm Q = A*B")
                .getMessage()
                .contains("Q is a part of an array, 2x2, and the product is 3x2."));
        assertTrue(failure("%gemm Q = Q*B").getMessage().startsWith("D (Q) 2 x 2 overlaps A (Q) 2 x 2"));

        host.evaluate(
                "float[][][] many = {{{1, 0}, {0, 1}}, {{0, 2}, {2, 0}}, {{1, 1}, {1, 1}}}; float[][][] two = new float[2][2][2];",
                1);
        float[][][] products = (float[][][]) run("%gemm T = many*many'", "T");
        assertArrayEquals(new float[][] {{4, 0}, {0, 4}}, products[1]);
        assertTrue(failure("%gemm T = many*two")
                .getMessage()
                .startsWith("Cannot multiply many (3 of 2x2) by two (2 of 2x2): a batch"));
        host.evaluate("float[][][] single = {{{1, 2}, {3, 4}}};", 1);
        assertEquals(1, ((float[][][]) run("%gemm W = single*single'", "W")).length, "still a batch, of one");
        Grid mixed = (Grid) run("%gemm U = many*B", "U");
        assertEquals(List.of(3, 2, 2), List.of(mixed.size(0), mixed.size(1), mixed.size(2)));
        array.close();
        assertTrue(failure("%gemm V = A*Q").getMessage().startsWith("Q is closed"));
    }

    @Test
    void theMethodsAreComparedAndTheChosenOnesKernelsShown() throws Exception {
        host.bind("C", Grid.class.getName(), A);
        assertEquals(
                Grid.of(new float[][] {{6, 4}, {14, 8}, {22, 12}}),
                run("%gemm --method naive --explain C = A*B + C", "C"));
        List<String> shown = host.shown.values().stream()
                .map(bundle -> bundle.get(MimeBundle.TEXT))
                .toList();
        String methods = shown.get(0);
        assertTrue(methods.startsWith("3 x 2 * 2 x 2 in float on "), methods);
        assertTrue(methods.lines().anyMatch(line -> line.matches("naive .*[µn]s .* chosen, asked for .*")), methods);
        for (String method : Gemm.methods()) {
            assertTrue(methods.lines().anyMatch(line -> line.startsWith(method + " ")), methods);
        }
        assertTrue(shown.get(1).contains("kernel void gemm"), shown.get(1));
        String line = host.printed();
        assertTrue(line.startsWith("C: 3x2 float, naive, "), line);
    }

    @Test
    void variablesThatMayStandInAProductAreCompleted() throws Exception {
        host.evaluate("double beta = 2; String Bad = \"\"; float[][] Fast = {{1}};", 1);
        assertEquals(List.of("A", "B", "Fast", "beta"), completed("%gemm C = A'*"));
        assertEquals(List.of("B"), completed("%gemm C = A*B"));
        assertEquals(List.of("beta"), completed("%gemm C = be"));
        assertEquals(List.of(), completed("%gemm C = A."));
    }

    private List<String> completed(String line) {
        return magics.complete(line, line.length()).orElseThrow().matches();
    }

    @Test
    void methodsAreCompleted() {
        String line = "%gemm --method nai";
        assertEquals(
                List.of("naive"),
                magics.complete(line, line.length()).orElseThrow().matches());
    }

    @Test
    void whatWasTunedIsShownAndKept(@TempDir Path folder) throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of("PLEGMA_CACHE", folder.toString()));
        Optional.ofNullable(System.getenv("PLEGMA_DEVICE"))
                .ifPresent(device -> environment.put("PLEGMA_DEVICE", device));
        List<String> lines = ChildProcess.run(folder, Tunes.class, environment);
        assertTrue(lines.contains("shown, kept"), () -> String.join("\n", lines));
    }

    /** The child, whose tuning store is not the user's. */
    static final class Tunes {
        public static void main(String[] arguments) throws Exception {
            try (JShellHost host = new JShellHost();
                    Magics magics = new Magics(host)) {
                host.bind("A", Grid.class.getName(), A);
                magics.execute("%gemm --tune 3600 --trials 1 --method register C = A*A'");
                assertEquals(
                        Grid.of(new float[][] {{5, 11, 17}, {11, 25, 39}, {17, 39, 61}}),
                        host.variable("C").orElseThrow());
                assertTrue(host.shown.values().stream()
                        .anyMatch(shown -> shown.get(MimeBundle.TEXT).contains("gemm-register")));
                Session session = NotebookSession.session();
                try (DeviceArray factor = session.upload(A);
                        DeviceArray product = session.allocate(ElementType.FLOAT, 3, 3);
                        Gemm gemm = Gemm.of(session)) {
                    TuningStore.Best best = Tuner.on(session.device())
                            .best(gemm.method("register")
                                    .tunable(Matrix.of(factor), Op.N, Matrix.of(factor), Op.T, Matrix.of(product)))
                            .orElseThrow();
                    assertEquals(TuningStore.Best.Origin.STORE, best.origin());
                }
            }
            System.out.println("shown, kept");
        }
    }
}
