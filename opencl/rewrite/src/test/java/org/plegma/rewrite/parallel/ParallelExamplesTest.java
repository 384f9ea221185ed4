package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.ParallelExamples.Example;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.program.KernelProgram;

/** The bundled programs: what Java computes, the device does at any size. */
@Tag("optimized")
class ParallelExamplesTest extends OnDevice {
    /** That all places differ is not proven. */
    private static final Example SCATTER = new Example(
            "scatter",
            "// to other places\nfor (int i = 0; i < x.length; i++) {\n    int p = place[i];\n    y[p] = x[i];\n}\n",
            Map.of("x", "int[]", "y", "int[]", "place", "int[]"),
            new ParallelCode.Options(true, false),
            (n, seed) -> Map.of());

    static List<Example> examples() {
        return ParallelExamples.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theDeviceComputesWhatJavaDoes(Example example) {
        try (ParallelLoop loop = new ParallelLoop(session, example.parallel(), null)) {
            for (int size : new int[] {0, 1, 2, 3, 5, 63, 64, 65, 130, 257}) {
                LoopComparison result = loop.compare(example.data().of(size, size));
                assertTrue(result.agrees(), size + ": " + result.differences());
                assertTrue(!result.rows().isEmpty());
            }
        }
    }

    @Test
    void aLargeSumTakesManyGroupsAndRounds() {
        try (ParallelLoop loop =
                new ParallelLoop(session, ParallelExamples.dotProduct().parallel(), null)) {
            assertTrue(loop.compare(ParallelExamples.dotProduct().data().of(100_003, 1))
                    .agrees());
        }
    }

    @Test
    void theSortSorts() {
        Map<String, Object> values = ParallelExamples.bitonicSort().data().of(1000, 3);
        int[] sorted = ((int[]) values.get("a")).clone();
        java.util.Arrays.sort(sorted);
        ParallelExamples.bitonicSort().parallel().run(session, values);
        assertArrayEquals(sorted, (int[]) values.get("a"));
    }

    @Test
    void whatIsNotProvenIsRefusedWithThePlace() {
        NotParallelException scatter =
                assertThrows(NotParallelException.class, () -> SCATTER.strict().parallel());
        assertTrue(scatter.getMessage().contains("line 4, column"), scatter.getMessage());
        assertTrue(scatter.getMessage().contains("'y[p]' writes what another"), scatter.getMessage());
        NotParallelException histogram = assertThrows(
                NotParallelException.class,
                () -> ParallelExamples.histogram().strict().parallel());
        assertTrue(histogram.getMessage().contains("line 2, column 5"), histogram.getMessage());
        assertTrue(histogram.getMessage().contains("with --atomics"), histogram.getMessage());
    }

    @Test
    void oneLoopAloneIsTakenOnTrust() {
        Example sort = SCATTER;
        NotParallelException refused =
                assertThrows(NotParallelException.class, () -> sort.strict().parallel());
        assertTrue(refused.getMessage().contains("--assume-loop i takes it"), refused.getMessage());
        ParallelCode code = trusting(sort, "i");
        assertEquals(1, code.kernels().size());
        assertEquals(
                code.source(),
                trusting(
                                sort,
                                String.valueOf(code.kernels()
                                        .values()
                                        .iterator()
                                        .next()
                                        .loop()
                                        .place()
                                        .line()))
                        .source());
        NotParallelException unknown =
                assertThrows(NotParallelException.class, () -> trusting(ParallelExamples.nBody(), "q"));
        assertTrue(unknown.getMessage().contains("no counting loop outside"), unknown.getMessage());
        NotParallelException carried = assertThrows(
                NotParallelException.class,
                () -> ParallelCode.of(
                        "k",
                        "for (int i = 0; i < n; i++) { d = x[i] - d; }",
                        Map.of("n", "int", "d", "double", "x", "double[]")));
        assertTrue(!carried.getMessage().contains("--assume-loop"), carried.getMessage());
    }

    private static ParallelCode trusting(Example example, String loop) {
        ParallelCode known = example.parallel();
        return ParallelCode.of(
                "sort",
                known.java(),
                known.parameters(),
                List.of(),
                new ParallelCode.Options(false, false, java.util.Set.of(loop)));
    }

    @Test
    void theHistogramIsMadeAtomicByARule() {
        ParallelCode code = ParallelExamples.histogram().parallel();
        assertTrue(code.source().contains("atomic_inc(&bins[data[i] & 255]);"), code.source());
        List<String> rules =
                code.trace().steps().stream().map(step -> step.rule().name()).toList();
        assertEquals(List.of("parallel-loop", "java-to-opencl", "atomic-increment"), rules);
    }

    @Test
    void aKernelIsAValueForRules() {
        Example example = ParallelExamples.mandelbrot();
        KernelProgram program = example.kernelCase().program();
        Map<String, Object> values = example.data().of(20, 1);
        Map<String, Object> expected = example.data().of(20, 1);
        example.kernelCase().reference().accept(expected);
        program.run(session, values);
        assertArrayEquals((int[]) expected.get("out"), (int[]) values.get("out"));

        Map<String, Object> sum = new HashMap<>(ParallelExamples.sum().data().of(1000, 1));
        Map<String, Object> inJava = new HashMap<>(sum);
        ParallelExamples.sum().sequential().accept(inJava);
        sum.put("x_length", 1000);
        sum.put("sum", 0f);
        ParallelExamples.sum().kernelCase().program().run(session, sum);
        assertEquals((float) inJava.get("sum"), (float) sum.get("sum"), 1e-2f);
    }
}
