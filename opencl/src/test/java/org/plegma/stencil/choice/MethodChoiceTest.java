package org.plegma.stencil.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.KnownDevices;
import org.plegma.device.OnDevice;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** The method auto on the device at hand: its trials, what it remembers, and that it never takes what is wrong. */
class MethodChoiceTest extends OnDevice {
    private static final int[] SHAPE = {301, 257};

    @TempDir
    private Path folder;

    /** On the session's device. */
    private static StencilInstance here(StencilSettings settings, int... shape) {
        Device device = session.device();
        return settings.on(device, Variant.of(device), ElementType.FLOAT, shape);
    }

    private static Choice<Method> choice(
            StencilSettings settings, int[] shape, OptionalLong steps, boolean thorough, TuningStore store) {
        return MethodChoice.of(session, settings, here(settings, shape), steps, thorough, store);
    }

    private static Option<Method> option(Choice<Method> choice, Method method) {
        return choice.options().stream()
                .filter(each -> each.method().equals(method))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatWasTimedIsReplayed() throws IOException {
        StencilSettings heat = StencilSettings.of(Shapes.star(2, 1).spec());
        TuningStore store = TuningStore.at(folder);
        Choice<Method> timed = choice(heat, SHAPE, OptionalLong.of(1000), true, store);
        assertEquals(Origin.TIMED, timed.origin());
        assertTrue(option(timed, Method.direct()).measured().isPresent());
        assertTrue(option(timed, timed.method()).measured().isPresent());
        long lines = storedLines();
        // Of the same size class.
        Choice<Method> replayed = choice(heat, new int[] {290, 260}, OptionalLong.of(1000), false, store);
        Choice<Method> again = choice(heat, SHAPE, OptionalLong.of(1000), true, store);
        // On a slow machine the budget may end before the method that promises most; then it is timed again.
        boolean whole = timed.options().get(0).trial().isPresent();
        assertEquals(whole ? Origin.MEASURED : Origin.TIMED, again.origin());
        if (whole) {
            assertEquals(timed.method(), again.method());
            assertEquals(lines, storedLines());
        }
        assertTrue(List.of(Origin.SHORT, Origin.MEASURED).contains(replayed.origin()), replayed::toString);
        assertEquals(
                Origin.TIMED,
                choice(heat.withBoundary(Boundary.PERIODIC), SHAPE, OptionalLong.of(1000), true, store)
                        .origin(),
                "another boundary is another case");
    }

    private long storedLines() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> {
                        try {
                            return Files.readAllLines(file).size();
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .sum();
        }
    }

    @Test
    void whatCannotBeLaunchedIsReplacedAndExplained() {
        StencilSettings heat = StencilSettings.of(
                Stencil.parse("u[x,y] = 0.2*u + 0.4*(u[x-1,y] + u[x,y+1])").spec());
        int[] shape = {64, 65};
        Method refused = Method.parse("blocked(4)");
        MethodChoice.refuse(here(heat, shape), refused, new IllegalArgumentException("too large for it"));
        Choice<Method> other = choice(heat, shape, OptionalLong.of(1000), true, TuningStore.at(folder));
        assertNotEquals(refused, other.method());
        assertTrue(option(other, refused).trial().isEmpty(), other::toString);
        assertEquals("too large for it", option(other, refused).note());
        assertEquals(Map.of(refused, "too large for it"), Refusals.of(here(heat, shape)));
        for (StencilInstance another : List.of(
                here(heat, 65, 64),
                here(heat.withBoundary(Boundary.PERIODIC), shape),
                here(StencilSettings.of(Shapes.star(2, 3).spec()), shape),
                heat.on(session.device(), Variant.of(session.device()), ElementType.DOUBLE, shape))) {
            assertEquals(Map.of(), Refusals.of(another), another::toString);
        }
    }

    @Test
    void shortRunsWaitForNothing() {
        StencilSettings heat = StencilSettings.of(Shapes.star(2, 1).spec());
        Choice<Method> choice = choice(heat, new int[] {50, 50}, OptionalLong.of(10), false, TuningStore.at(folder));
        assertEquals(Origin.SHORT, choice.origin());
        assertEquals(Method.direct(), choice.method());
        assertTrue(Files.notExists(folder.resolve("x")) && folder.toFile().list().length == 0, "something was stored");
    }

    /** One short run is not worth a look at methods and the compiling of another; when many have come, it is, and for a plan at once. */
    @Test
    void onGpusShortRunsAreDirectUntilTheyHaveComeOften() {
        StencilSettings diagonal = StencilSettings.of(Shapes.diagonal(2, 1).spec());
        StencilInstance instance = onGpu(diagonal, ElementType.FLOAT, 4096, 4096);
        CostModel model = new CostModel(instance, Machine.of(instance.device()));
        double direct = 100 * model.of(Method.direct()).seconds();
        double lost = direct - 100 * model.of(Method.parse("blocked(12)")).seconds();
        // Half a second is what its first use took on an H200, and each plan takes a millisecond more.
        int enough = (int) Math.ceil(RepeatedRuns.SHARE * 0.5 / (lost - 1e-3));
        assertTrue(enough > 10 && enough * direct > RepeatedRuns.LOOK, () -> direct + " s");
        for (int i = 1; i < enough; i++) {
            assertEquals("direct", remembered(diagonal, instance, RunLength.once(100)), i + " of " + enough);
        }
        assertEquals("blocked(12)", remembered(diagonal, instance, RunLength.once(100)));
        assertEquals("blocked(12)", remembered(diagonal, instance, RunLength.once(100)));
        assertEquals("direct", remembered(diagonal, instance, RunLength.once(101)), "another problem");
        assertEquals("blocked(12)", remembered(diagonal, instance, RunLength.planned(103)));
        assertEquals("blocked(12)", remembered(diagonal, instance, RunLength.any()));
    }

    @Test
    void itIsToldHowManyRunsAreDirect() {
        StencilInstance instance =
                onGpu(StencilSettings.of(Shapes.diagonal(2, 1).spec()), ElementType.FLOAT, 4096, 4096);
        CostModel model = new CostModel(instance, Machine.of(instance.device()));
        double direct = 100 * model.of(Method.direct()).seconds();
        int runs = 0;
        while ((runs + 1) * direct < RepeatedRuns.LOOK) {
            runs++;
        }
        assertEquals(
                "Too short for a look: by auto the first " + runs + " of such runs in a process are direct.",
                MethodChoice.remark(instance, OptionalLong.of(100)));
        assertEquals("", MethodChoice.remark(instance, OptionalLong.of(10_000)));
        assertEquals("", MethodChoice.remark(instance, OptionalLong.empty()));
    }

    @Test
    void onCpusShortRunsStayDirect() {
        StencilSettings heat = StencilSettings.of(Shapes.star(2, 1).spec());
        StencilInstance instance = heat.on(KnownDevices.processor(), Variant.CPU, ElementType.FLOAT, 1000, 1000);
        for (int i = 0; i < 2000; i++) {
            assertEquals("direct", remembered(heat, instance, RunLength.once(10)));
        }
    }

    private static StencilInstance onGpu(StencilSettings settings, ElementType type, int... shape) {
        return settings.on(KnownDevices.h200(), Variant.GPU, type, shape);
    }

    private static String remembered(StencilSettings settings, StencilInstance instance, RunLength length) {
        return MethodChoice.remembered(session, settings, instance, length)
                .method()
                .toString();
    }

    static TrialResult trial(ChoiceKey<Method> choices, String method, Status status, double seconds) {
        return new TrialResult(
                choices.configuration(Method.parse(method)),
                status,
                status == Status.OK ? new double[] {seconds} : new double[0],
                "",
                0,
                0,
                Instant.EPOCH,
                Map.of());
    }

    @Test
    void whereTheBudgetEndsTheWorkIsDone() {
        List<String> ends = new ArrayList<>();
        ProgressReporter before = Progress.reporter(new ProgressReporter() {
            @Override
            public void started(Progress progress) {}

            @Override
            public void updated(Progress progress) {}

            @Override
            public void finished(Progress progress) {
                ends.add(progress.toString());
            }
        });
        StencilSettings box = StencilSettings.of(Shapes.box(2, 1).spec());
        try (MethodTrials trials = new MethodTrials(session, box, here(box, SHAPE), 1)) {
            ChoiceKey<Method> key = ChoiceKey.ofMethods("none", "", "", new long[1], List.of(Method.direct()));
            assertEquals(Map.of(), trials.run(List.of(Method.parse("blocked(4)")), key, Duration.ZERO));
        } finally {
            Progress.reporter(before);
        }
        assertEquals(List.of("2/2"), ends);
    }

    @Test
    void aChoiceCanBeInterrupted() {
        StencilSettings box = StencilSettings.of(Shapes.box(2, 1).spec());
        Thread.currentThread().interrupt();
        assertThrows(
                CancellationException.class,
                () -> choice(box, SHAPE, OptionalLong.of(1000), true, TuningStore.at(folder)));
        assertTrue(!Thread.interrupted());
        assertEquals(0, session.memoryInUse());
    }

    @Test
    void whatWasMeasuredForAToldRunIsNotTakenForAnyNumberOfSteps() {
        StencilSettings heat = StencilSettings.of(Shapes.star(2, 1).spec()).withBoundary(Boundary.PERIODIC);
        TuningStore store = TuningStore.at(folder);
        StencilInstance instance = here(heat, SHAPE);
        MethodRanking told = MethodRanking.of(instance, Machine.of(session.device()), 1000);
        ChoiceKey<Method> choices = new StencilContest(instance, told, 1000).key();
        TuningKey key = TuningKey.of(choices, DeviceModel.of(session.device()));
        for (Method method : told.order()) {
            boolean product = method.name().equals("fft");
            store.append(key, trial(choices, method.toString(), Status.OK, product ? 1e-6 : 1e-3));
        }
        Choice<Method> run = choice(heat, SHAPE, OptionalLong.of(1000), true, store);
        assertEquals("fft", run.method().name());
        Choice<Method> any = choice(heat, SHAPE, OptionalLong.empty(), true, store);
        assertEquals(Origin.MEASURED, any.origin());
        assertNotEquals("fft", any.method().name());
        assertTrue(any.options().stream()
                .filter(each -> each.method().name().equals("fft"))
                .allMatch(each -> each.trial().isEmpty()));
    }
}
