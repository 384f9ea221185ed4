package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.bench.rewrite.PaperTables;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.optimise.Catalogue;
import org.plegma.rewrite.optimise.Chain;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.optimise.ComputationProblem;
import org.plegma.rewrite.optimise.Computations;
import org.plegma.rewrite.optimise.Optimiser;
import org.plegma.rewrite.optimise.Search;
import org.plegma.rewrite.optimise.SearchResult;
import org.plegma.rewrite.optimise.Stage;
import org.plegma.rewrite.program.KernelCase;

/** From a loop in Java to a computation, from which the optimising rules go on. */
class LoopComputationTest extends OnDevice {
    private static final long SOME = 1 << 20;

    private static Chain chain(Computation start, List<String> names) {
        Chain chain = Optimiser.on(session).apply(start, Catalogue.of(names.toArray(String[]::new)));
        assertTrue(
                chain.stages().get(0).proof().checks().contains("as the original program at 37"),
                chain.stages().get(0).proof().toString());
        for (Stage stage : chain.stages().subList(1, chain.stages().size())) {
            assertEquals(Stage.Verdict.KEPT, stage.verdict(), stage.name() + ": " + stage.reason());
        }
        return chain;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dot-product", "prefix-scan", "jacobi", "n-body", "mandelbrot"})
    void everyExampleIsOne(String name) {
        ParallelExamples.Example example = ParallelExamples.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        chain(example.computation().sizes(1, 37), List.of());
    }

    @Test
    void thePapersRulesGoOnFromTheSumInJava() {
        Computation sum = ParallelExamples.sum().computation();
        Chain chain = chain(sum.sizes(37, 600), PaperTables.SUM);
        double byHand = 0;
        Computation start = Computations.sum().sizes(600);
        for (Stage stage : Optimiser.on(session)
                .apply(start, Catalogue.of(PaperTables.SUM.toArray(String[]::new)))
                .stages()) {
            byHand = stage.computation().cost(SOME);
        }
        assertEquals(byHand, chain.result().cost(SOME), 0.01 * byHand);
        SearchResult found = Search.on(session).width(1).modelledAt(SOME).run(sum.sizes(600), Catalogue.all());
        assertTrue(found.best().cost() <= chain.result().cost(SOME), found.toString());
    }

    @Test
    void theSortBecomesTheSameAsByHand() {
        Computation sort = ParallelExamples.bitonicSort().computation().sizes(1, 37, 300);
        Chain chain = chain(sort, PaperTables.SORT);
        assertTrue(chain.result().source().contains("launch(within, n / 2, min(n / 2, 256), a, k);"), chain.toString());
        Computation other = sort.with(org.plegma.rewrite.term.Code.opencl(
                sort.source().replace("k *= 2", "k += 2"))); // j is no power of two any more
        assertTrue(Catalogue.named("pairs-only")
                .rules()
                .apply(other.unit())
                .whyNot("no-guard")
                .toString()
                .contains("'$j goes through powers of two below $n' is false"));
    }

    @ParameterizedTest
    @CsvSource({"matrix-product,tile-product", "histogram,atomics-to-local"})
    void rulesGoOnFromOtherLoops(String name, String rule) {
        ParallelExamples.Example example = ParallelExamples.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        chain(example.computation().sizes(1, 37), List.of(rule));
    }

    private static final Map<String, String> TYPES = Map.of(
            "x",
            "float[]",
            "k",
            "int[]",
            "l",
            "long[]",
            "d",
            "double[]",
            "n",
            "int",
            "s",
            "int",
            "m",
            "float",
            "wide",
            "long");

    private static Map<String, Object> data(int n, long seed) {
        Random random = new Random(seed);
        Map<String, Object> values = new HashMap<>(Map.of("n", n, "s", 5, "m", 0.5f, "wide", 7L));
        float[] x = new float[n];
        double[] d = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextFloat() - 0.5f;
            d[i] = random.nextDouble();
        }
        values.put("x", x);
        values.put("d", d);
        values.put("k", random.ints(n).toArray());
        values.put("l", random.longs(n).toArray());
        return values;
    }

    private static Computation computation(String java, KernelCase.Data data) {
        return ParallelCode.of("gather", java, TYPES).computation(data).sizes(1, 37, 600);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < n; i++) s += k[i];", // wraps
                "for (int i = 0; i < n; i++) wide *= l[i] | 1;",
                "for (int i = 0; i < n; i++) s = Math.min(s, k[i]);",
                "for (int i = 0; i < n; i++) { if (k[i] > s) s = k[i]; }",
                "for (int i = n - 1; i >= 1; i -= 3) { double t = d[i] * d[i]; s += k[i]; }",
                "for (int i = 3; i < n; i += 2) { float t = x[i]; if (t > 0) m += t; }",
                "for (int i = 0; i < n; i++) m = Math.max(m, x[i]);",
                "for (int i = 0; i < n; i++) { if (x[i] < m) m = x[i]; s += k[i]; }",
                "int count = n / 2; for (int i = 0; i < count; i++) { if (k[i] < 0) continue; s += 1; }",
                "float t = 0; for (int i = 0; i < n; i++) t += x[i] * x[i]; for (int i = 0; i < n; i++) x[i] = 2 * x[i];"
            })
    void resultsAreGatheredAsInJava(String java) {
        chain(computation(java, LoopComputationTest::data), List.of());
    }

    @Test
    void aSumOfWholeNumbersIsMadeFastAsWell() {
        chain(
                computation("for (int i = 0; i < n; i++) s += k[i];", LoopComputationTest::data),
                List.of("global-to-local", "contiguous-threads", "sequential-addressing", "first-add-on-load"));
    }

    @Test
    void whatCannotBeOneIsTold() {
        assertRefused("float[] y = new float[n]; for (int i = 0; i < n; i++) y[i] = x[i];", "makes an array");
        assertRefused(
                "float r = 0; while (r < 3) { for (int i = 0; i < n; i++) r += d[i] > 0 ? 1f : 2f; }",
                "gathers a result again and again");
        assertRefused(
                "float r = 0; for (int i = 0; i < n; i++) r += x[i]; for (int i = 0; i < n; i++) x[i] = x[i] - r;",
                "uses 'r', which a loop before it has gathered");
        String missing = assertThrows(IllegalArgumentException.class, () -> computation(
                                "for (int i = 0; i < n; i++) x[i] = 1;", (n, seed) -> Map.of("n", n))
                        .values(1, 1))
                .getMessage();
        assertTrue(missing.contains("have no 'x'"), missing);
    }

    private static void assertRefused(String java, String reason) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> computation(java, LoopComputationTest::data))
                .getMessage();
        assertTrue(message.contains(reason), message);
    }

    @Test
    void aComputationThatIsNotTheOriginalIsTold() {
        Computation right = ParallelExamples.sum().computation();
        ComputationProblem other = new ComputationProblem() {
            @Override
            public Map<String, Object> values(long size, long seed) {
                return right.values(size, seed);
            }

            @Override
            public List<String> results() {
                return right.results();
            }

            @Override
            public Map<String, Object> expected(long size, long seed) {
                return Map.of("sum_result", new float[] {-1});
            }
        };
        Computation wrong = Computation.of("sum", right.source(), other).tolerance(1e-5);
        String message = assertThrows(IllegalArgumentException.class, () -> Optimiser.on(session)
                        .apply(wrong, List.of()))
                .getMessage();
        assertTrue(message.contains("sum_result[0] is") && message.contains("instead of -1.0"), message);
    }
}
