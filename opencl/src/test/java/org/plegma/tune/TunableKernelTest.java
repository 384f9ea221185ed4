package org.plegma.tune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.OnDevice;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.KernelSource;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningStore;

/** Real kernels, tuned on whatever device this machine has. */
class TunableKernelTest extends OnDevice {
    @TempDir
    Path folder;

    @Test
    void aTransposeIsTunedThroughTheWholeChain() {
        int rows = 93;
        int columns = 130;
        Grid in = Grid.random(ElementType.FLOAT, 1, rows, columns);
        Grid out = Grid.floats(columns, rows);
        float[] expected = Grid.generate(ElementType.FLOAT, i -> in.get(i[1], i[0]), columns, rows)
                .floats();
        Space space = Space.of(
                        Parameter.ints("TILE", 8, 16, 4096),
                        Parameter.ints("WORK", 1, 2, 3),
                        Parameter.flag("STAGED"),
                        Parameter.flag("PAD"))
                .where("WORK divides TILE", c -> c.integer("TILE") % c.integer("WORK") == 0)
                .where("PAD only if STAGED", c -> c.flag("STAGED") || !c.flag("PAD"));
        String source = KernelSource.resource(TunableKernelTest.class, "transpose.cl");
        long inUse = session.memoryInUse();
        try (TunableKernel transpose = TunableKernel.of(
                        session, session.compile(source).kernel("transpose"))
                .space(space)
                .global(c -> {
                    int tile = c.integer("TILE");
                    return new long[] {Kernel.roundUp(columns, tile), Kernel.roundUp(rows, tile) / c.integer("WORK")};
                })
                .local(c -> new long[] {c.integer("TILE"), c.integer("TILE") / c.integer("WORK")})
                .arguments(rows, columns, in, out)
                .size(rows, columns)
                .prepare()) {
            assertEquals(
                    "TILE=16 WORK=1 STAGED=1 PAD=0",
                    transpose.startingPoints().get(0).toString());
            Tuner tuner = Tuner.on(session.device()).store(TuningStore.at(folder));
            TuningResult result = tuner.tune(transpose);

            assertEquals(Map.of(Status.OK, 12), result.statuses(), result::summary);
            assertEquals(12, result.pruning().byRule().get("WORK divides TILE"));
            assertEquals(6, result.pruning().byRule().get("PAD only if STAGED"));
            assertEquals(18 - 12, result.pruning().pruned() - 12 - 6, result::summary);
            assertTrue(result.baseline().isPresent());
            assertArrayEquals(new float[columns * rows], out.floats(), "the caller's array stays as it is");

            transpose.kernel(result.winner().configuration()).call(rows, columns, in, out);
            assertArrayEquals(expected, out.floats());
            assertEquals(12, tuner.tune(transpose).course().reused());
            assertEquals(
                    result.winner().configuration(),
                    tuner.best(transpose).orElseThrow().configuration());
        }
        assertEquals(inUse, session.memoryInUse());
    }

    private static final String SCALE =
            """
            #ifndef MODE
            #define MODE 0
            #endif
            __kernel void scale(const int n, __global const float *x, __global float *y) {
                const int i = get_global_id(0);
                if (i >= n)
                    return;
            #if MODE == 0
                y[i] = 3 * x[i];
            #elif MODE == 1
                y[i] = x[i] + x[i] + x[i];       // another rounding
            #elif MODE == 2
                if (i + 1 < n) y[i] = 3 * x[i];  // leaves the last one as it was
            #elif MODE == 3
                y[i] = 3 * x[i] + 1e-3f;         // wrong
            #elif MODE == 4
                y[i] = 3 * y[i];                 // reads what it should only write
            #else
                z[i] = 0;                        // does not compile
            #endif
            }
            """;

    @Test
    void wrongCandidatesAreFoundEvenIfTheOutputWasRightBefore() {
        int n = 1000;
        float[] x = Grid.random(ElementType.FLOAT, 2, n).floats();
        float[] y = new float[n];
        for (int i = 0; i < n; i++) {
            y[i] = 3 * x[i]; // as after a call of the kernel: unwritten elements would look right
        }
        try (TunableKernel scale = scale().arguments(n, x, y).prepare()) {
            TuningResult result = Tuner.on(session.device()).withoutStore().tune(scale);
            assertEquals(
                    Map.of(
                            "MODE=0", Status.OK,
                            "MODE=1", Status.OK,
                            "MODE=2", Status.WRONG_RESULT,
                            "MODE=3", Status.WRONG_RESULT,
                            "MODE=4", Status.WRONG_RESULT,
                            "MODE=5", Status.COMPILE_ERROR),
                    result.trials().stream()
                            .collect(Collectors.toMap(t -> t.configuration().toString(), TrialResult::status)));
            assertTrue(message(result, 2).startsWith("y[999]: expected "), message(result, 2));
            assertTrue(message(result, 2).endsWith(", found NaN (1 of 1000 elements differ)"), message(result, 2));
            assertTrue(message(result, 5).contains("z"), message(result, 5));
        }
    }

    /** Elements that are 0 or NaN in a right result look unwritten, or written, to a fixed poison. */
    @Test
    void unwrittenElementsAreFoundWhateverIsExpectedThere() {
        String source =
                """
                #ifndef SKIP
                #define SKIP 0
                #endif
                __kernel void mark(__global int *zeros, __global float *nans) {
                    const int i = get_global_id(0);
                    if (SKIP != 1 || i != 5) zeros[i] = i == 5 ? 0 : i;
                    if (SKIP != 2 || i != 5) nans[i] = i == 5 ? NAN : i;
                }
                """;
        try (TunableKernel mark = TunableKernel.of(
                        session, session.compile(source).kernel("mark").global(16))
                .space(Space.of(Parameter.ints("SKIP", 0, 1, 2)))
                .arguments(new int[16], new float[16])
                .prepare()) {
            TuningResult result = Tuner.on(session.device()).withoutStore().tune(mark);
            assertEquals(1, result.statuses().get(Status.OK), result::summary);
            assertTrue(failure(result, "SKIP=1").startsWith("zeros[5]: expected 0, found 1"), result::summary);
            assertTrue(failure(result, "SKIP=2").startsWith("nans[5]: expected NaN, found 0.0"), result::summary);
        }
    }

    @Test
    void whatIsExpectedGoesBeforeWhatTheKernelAsGivenWrites() {
        float[] x = {1, 2, 3, 4};
        float[] right = {3.001f, 6.001f, 9.001f, 12.001f};
        try (TunableKernel scale =
                scale().arguments(4, x, new float[4]).expect("y", right).prepare()) {
            TuningResult result = Tuner.on(session.device()).withoutStore().tune(scale);
            assertEquals("MODE=3", result.winner().configuration().toString());
            assertEquals(1, result.statuses().get(Status.OK));
        }
        try (TunableKernel scale = scale().arguments(4, x, new float[4])
                .expect("y", right)
                .tolerance(1e-3)
                .prepare()) {
            TuningResult result = Tuner.on(session.device()).withoutStore().tune(scale);
            assertEquals(3, result.statuses().get(Status.OK));
        }
        assertThrows(IllegalArgumentException.class, () -> scale().expect("z", right));
        assertThrows(IllegalArgumentException.class, () -> scale().arguments(4, x, new float[4])
                .expect("y", new float[3])
                .prepare());
    }

    @Test
    void anArrayThatIsReadAndWrittenStartsAsItWasForEveryCandidate() {
        String source =
                """
                #ifndef WIDTH
                #define WIDTH 1
                #endif
                __kernel void saxpy(const int n, const float a, __global const float *x, __global float *y,
                                    __local float *unused) {
                    for (int k = 0; k < WIDTH; k++) {
                        const int i = get_global_id(0) * WIDTH + k;
                        if (i < n) y[i] += a * x[i];
                    }
                }
                """;
        int n = 777;
        try (DeviceArray x = session.upload(Grid.random(ElementType.FLOAT, 3, n));
                DeviceArray y = session.upload(Grid.random(ElementType.FLOAT, 4, n))) {
            Grid before = y.download();
            try (TunableKernel saxpy = TunableKernel.of(
                            session, session.compile(source, "-DWIDTH=2").kernel("saxpy"))
                    .space(Space.of(Parameter.ints("WIDTH", 1, 2, 3, 4)))
                    .global(TunableKernel.LaunchSize.parse(
                            List.of("n / WIDTH"), name -> name.equals("n") ? Optional.of((long) n) : Optional.empty()))
                    .local(c -> new long[] {32})
                    .arguments(n, 2f, x, y, (ByConfiguration) c -> LocalMemory.floats(c.integer("WIDTH")))
                    .prepare()) {
                assertEquals("WIDTH=2", saxpy.startingPoints().get(0).toString());
                TuningResult result = Tuner.on(session.device()).withoutStore().tune(saxpy);
                assertEquals(Map.of(Status.OK, 4), result.statuses(), result::summary);
                Configuration three = saxpy.space().configuration("WIDTH", 3);
                assertArrayEquals(new long[] {288}, saxpy.kernel(three).global());
                assertEquals(12, saxpy.resources(three).localMemoryBytes());
                assertEquals(List.of("-DWIDTH=3"), List.of(saxpy.options(three)));
            }
            assertEquals(before, y.download());
        }
    }

    @Test
    void whatChangesTimesOrResultsChangesTheHash() {
        float[] x = {1, 2, 3, 4};
        Set<String> hashes = new HashSet<>();
        List<TunableKernel.Builder> different = List.of(
                scale().arguments(4, x, new float[4]),
                scale().arguments(3, x, new float[4]),
                scale().arguments(4, x, new float[5]),
                scale().arguments(4, x, new float[4]).tolerance(0.5),
                scale().arguments(4, x, new float[4]).expect("y", new float[] {1, 2, 3, 4}),
                scale().arguments(4, x, new float[4]).expect("y", new float[] {1, 2, 3, 5}),
                scale().arguments(4, x, new float[4]).global(c -> new long[] {2000}),
                scale().arguments(4, x, new float[4]).local(c -> new long[] {1 + c.integer("MODE")}),
                scaleOf(session.compile(SCALE, "-cl-mad-enable").kernel("scale"))
                        .arguments(4, x, new float[4]));
        for (TunableKernel.Builder builder : different) {
            try (TunableKernel tunable = builder.prepare();
                    TunableKernel again = builder.prepare()) {
                assertEquals(tunable.sourceHash(), again.sourceHash());
                assertTrue(hashes.add(tunable.sourceHash()));
            }
        }
    }

    @Test
    void misuseIsRefusedBeforeTheSearch() {
        long inUse = session.memoryInUse();
        assertThrows(KernelArgumentException.class, () -> scale().arguments(4).prepare());
        try (TunableKernel words = scale().space(Space.of(Parameter.words("MODE", "nonsense(")))
                .arguments(1000, new float[1000], new float[1000])
                .prepare()) {
            assertEquals("MODE=0", words.startingPoints().get(0).toString());
            Configuration nonsense = words.space().configuration("MODE", "nonsense(");
            assertThrows(BuildException.class, () -> words.compile(nonsense));
        }
        Kernel silent = session.compile("__kernel void silent(__global const float *x) {}")
                .kernel("silent");
        IllegalArgumentException noOutput =
                assertThrows(IllegalArgumentException.class, () -> TunableKernel.of(session, silent)
                        .global(c -> new long[] {1})
                        .arguments(new float[1])
                        .prepare());
        assertTrue(noOutput.getMessage().startsWith("silent writes no array"), noOutput::getMessage);
        assertEquals(inUse, session.memoryInUse());
    }

    private static TunableKernel.Builder scale() {
        return scaleOf(session.compile(SCALE).kernel("scale"));
    }

    private static TunableKernel.Builder scaleOf(Kernel kernel) {
        return TunableKernel.of(session, kernel)
                .space(Space.of(Parameter.ints("MODE", 0, 1, 2, 3, 4, 5)))
                .global(c -> new long[] {1000});
    }

    private static String message(TuningResult result, int mode) {
        return failure(result, "MODE=" + mode);
    }

    private static String failure(TuningResult result, String configuration) {
        return result.trials().stream()
                .filter(t -> t.configuration().toString().equals(configuration))
                .findFirst()
                .orElseThrow()
                .message();
    }
}
