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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.code.Variant;
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
import org.plegma.tune.choice.Contest.Untimed;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** The method auto: its ranking, its trials, what it remembers, and that it never takes what is wrong. */
class MethodChoiceTest {
    private static final int[] SHAPE = {301, 257};
    private static final Machine LARGE_GPU = Machine.guess(Variant.GPU, 132, 1.98e9);
    private static Session session;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** On the session's device. */
    private static Setting here(StencilSettings settings, int... shape) {
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

    private static Setting onGpu(Stencil stencil, int... shape) {
        return new Setting(
                stencil.spec(), stencil.boundary(), ElementType.FLOAT, shape, KnownDevices.h200(), Variant.GPU);
    }

    @Test
    void theRankingIsTheSameEachTimeAndPrefersWhatMovesLess() {
        Setting setting = onGpu(Shapes.star(2, 1), 8192, 8192);
        List<Method> order = MethodRanking.of(setting, LARGE_GPU, 30).order();
        assertEquals(order, MethodRanking.of(setting, LARGE_GPU, 30).order());
        assertEquals("blocked", order.get(0).name(), order::toString);
        MethodRanking dense = MethodRanking.of(onGpu(Shapes.box(3, 4), 256, 256, 256), LARGE_GPU, 1000);
        assertEquals(1, dense.order().get(0).steps(), () -> dense.order().toString());
    }

    @Test
    void methodsThatCannotAreRefusedWithTheReason() {
        MethodRanking ranking = MethodRanking.of(onGpu(Shapes.star(2, 1), 8192, 8192), LARGE_GPU, 3);
        assertEquals("the run has only 3 steps", ranking.refused().get(Method.parse("blocked(4)")));
        assertTrue(ranking.order().contains(Method.parse("blocked(3)")), ranking::toString);
    }

    @Test
    void tilesOfDirectAreCandidatesWhereItIsTheBest() {
        Setting dense = onGpu(Shapes.star(3, 4), 256, 256, 256);
        List<Method> order = MethodRanking.of(dense, LARGE_GPU, 1000).order();
        assertEquals("direct", order.get(0).toString());
        assertTrue(order.contains(Method.parse("direct#1")), order::toString);
        assertTrue(!Method.direct()
                .code(dense)
                .source()
                .equals(Method.parse("direct#1").code(dense).source()));
        assertThrows(
                IllegalArgumentException.class, () -> Method.parse("direct#99").code(dense));
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
    void whatComesWithPlegmaHoldsForEveryStencilOfTheShape() {
        DeviceModel h200 = new DeviceModel(
                "another-driver", "NVIDIA H200", "999", 1024, new long[] {1024, 1024, 64}, 48 << 10, 255, 1 << 16);
        Stencil heat = Stencil.parse("param a = 0.1\nu[x,y] = u + a*lap(u)").withBoundary(Boundary.PERIODIC);
        Setting setting = onGpu(heat, 15000, 17000);
        ChoiceKey<Method> key = new StencilContest(setting, MethodRanking.of(setting, LARGE_GPU, 1000), 1000).key();
        TuningStore.Best best = TuningStore.at(folder).best(key, h200).orElseThrow();
        assertEquals(TuningStore.Best.Origin.SHIPPED, best.origin());
        assertEquals("blocked(12)", key.choice(best.configuration()).toString());
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
    }

    /**
     * Of a device that is elsewhere: what comes with Plegma for it says nothing of boundaries and of long runs, and no run of
     * half a second is worth trials, but none may end as single steps either.
     */
    @ParameterizedTest
    @CsvSource({
        "2, FLOAT, 100, zero reflect mirror nearest constant(2), blocked(12)",
        "2, FLOAT, 1000, zero mirror nearest constant(2) fixed, fft(512)",
        "2, FLOAT, 1000, periodic reflect, fft(1024)",
        "2, DOUBLE, 100, zero reflect mirror nearest, blocked(10)",
        "2, DOUBLE, 1000, zero mirror nearest, fft(512)",
        "2, DOUBLE, 1000, periodic reflect, fft(1024)",
        "3, FLOAT, 100, zero reflect mirror nearest fixed, blocked(4)",
        "3, FLOAT, 100, periodic, fft(128)",
        "3, FLOAT, 1000, zero nearest constant(2) fixed, blocked(4)",
        "3, FLOAT, 1000, periodic reflect mirror, fft(1024)",
        "3, DOUBLE, 100, zero reflect mirror nearest, blocked(4)",
        "3, DOUBLE, 1000, zero nearest fixed, blocked(4)",
        "3, DOUBLE, 1000, periodic reflect mirror, fft(1024)"
    })
    void withoutTrialsTheChoiceIsNearTheBestUnderEveryBoundary(
            int rank, ElementType type, long steps, String boundaries, String expected) {
        Device h200 = KnownDevices.h200();
        int[] shape = new int[rank];
        Arrays.fill(shape, rank == 2 ? 16384 : 512);
        for (String boundary : boundaries.split(" ")) {
            Stencil heat = Shapes.star(rank, 1).withBoundary(Boundary.parse(boundary));
            Setting setting = new Setting(heat.spec(), heat.boundary(), type, shape, h200, Variant.GPU);
            MethodRanking ranking = MethodRanking.of(setting, Machine.of(h200), steps);
            StencilContest contest = new StencilContest(setting, ranking, steps);
            Untimed<Method> choice = contest.untimed(Map.of(), shipped(contest)).orElseThrow();
            assertEquals(expected, choice.method().toString(), () -> boundary + ": " + ranking.order());
            double best = ranking.seconds(ranking.order().get(0), steps);
            assertTrue(
                    ranking.seconds(choice.method(), steps) <= StencilContest.FAR_BETTER * best,
                    () -> boundary + ": " + ranking.order());
        }
    }

    /** Whoever does not say how many steps there will be may do 20 at a time, which a product for 1,000 does as slowly as those. */
    @ParameterizedTest
    @CsvSource({"2, FLOAT, blocked(12)", "2, DOUBLE, blocked(10)", "3, FLOAT, blocked(4)", "3, DOUBLE, blocked(4)"})
    void withoutANumberOfStepsNoProductInFrequencyIsTaken(int rank, ElementType type, String expected) {
        Device h200 = KnownDevices.h200();
        int[] shape = new int[rank];
        Arrays.fill(shape, rank == 2 ? 16384 : 512);
        for (String boundary : List.of("zero", "constant(2)", "fixed", "periodic", "reflect", "mirror", "nearest")) {
            Stencil heat = Shapes.star(rank, 1).withBoundary(Boundary.parse(boundary));
            Setting setting = new Setting(heat.spec(), heat.boundary(), type, shape, h200, Variant.GPU);
            MethodRanking ranking = MethodRanking.of(setting, Machine.of(h200), OptionalLong.empty());
            assertTrue(
                    ranking.order().stream().noneMatch(method -> method.name().equals("fft")), boundary);
            assertTrue(ranking.refused().get(Method.parse("fft(16)")).contains("not told"), ranking::toString);
            StencilContest contest = new StencilContest(setting, ranking, MethodChoice.UNTOLD_STEPS);
            Untimed<Method> choice = contest.untimed(Map.of(), shipped(contest)).orElseThrow();
            assertEquals(expected, choice.method().toString(), boundary);
            assertEquals(Origin.SHIPPED, choice.origin(), boundary);
            // A program that tells 20 steps at a time takes what it took before.
            assertNotEquals(
                    "fft",
                    MethodRanking.of(setting, Machine.of(h200), 10)
                            .order()
                            .get(0)
                            .name(),
                    boundary);
        }
    }

    @Test
    void shortRunsOfAnUnknownStencilAreDirectUnlessOneProductDoesThem() {
        Device h200 = KnownDevices.h200();
        for (String boundary : List.of("zero", "reflect")) {
            Stencil wide = Shapes.star(3, 2).withBoundary(Boundary.parse(boundary));
            Setting setting = new Setting(
                    wide.spec(), wide.boundary(), ElementType.FLOAT, new int[] {512, 512, 512}, h200, Variant.GPU);
            MethodRanking ranking = MethodRanking.of(setting, Machine.of(h200), 1000);
            Untimed<Method> choice = new StencilContest(setting, ranking, 1000)
                    .untimed(Map.of(), Optional.empty())
                    .orElseThrow();
            boolean isOne = boundary.equals("reflect");
            assertEquals(isOne ? "fft(1024)" : "direct", choice.method().toString());
            assertEquals(isOne ? Origin.EXPECTED : Origin.SHORT, choice.origin());
        }
    }

    @Test
    void longRunsAreWorthTrialsOfAllThatMayBeBest() {
        Device h200 = KnownDevices.h200();
        Stencil heat = Shapes.star(2, 1).withBoundary(Boundary.PERIODIC);
        Setting setting = new Setting(
                heat.spec(), heat.boundary(), ElementType.FLOAT, new int[] {16384, 16384}, h200, Variant.GPU);
        long steps = 100_000_000;
        MethodRanking ranking = MethodRanking.of(setting, Machine.of(h200), steps);
        StencilContest contest = new StencilContest(setting, ranking, steps);
        assertEquals("fft(65536)", ranking.order().get(0).toString());
        assertTrue(contest.untimed(Map.of(), shipped(contest)).isEmpty());
        Method usual = Method.parse("blocked(12)");
        List<Method> timed = contest.candidates(Optional.of(usual));
        assertEquals("fft(65536)", timed.get(0).toString());
        assertTrue(timed.contains(usual), timed::toString);
    }

    @Test
    void inLongRunsAProductInFrequencyBeatsWhatWasMeasured() {
        Method blocked = Method.parse("blocked(12)");
        for (Boundary boundary : List.of(Boundary.parse("reflect"), Boundary.PERIODIC)) {
            Setting setting = onGpu(Shapes.star(2, 1).withBoundary(boundary), 8192, 8192);
            MethodRanking lasting = MethodRanking.of(setting, LARGE_GPU, 1000);
            assertEquals("fft", lasting.order().get(0).name(), lasting::toString);
            assertTrue(new StencilContest(setting, lasting, 1000)
                    .betterInFrequency(blocked, StencilContest.FAR_BETTER)
                    .isPresent());
            MethodRanking brief = MethodRanking.of(setting, LARGE_GPU, 30);
            assertTrue(new StencilContest(setting, brief, 30)
                    .betterInFrequency(blocked, StencilContest.FAR_BETTER)
                    .isEmpty());
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

    @Test
    void onCpusWideStarsAreNotTimed() {
        Machine cpu = Machine.guess(Variant.CPU, 2, 2.3e9);
        for (int radius : new int[] {1, 4, 8}) {
            Setting setting = new Setting(
                    Shapes.star(3, radius).spec(),
                    List.of(Boundary.ZERO, Boundary.ZERO, Boundary.ZERO),
                    ElementType.DOUBLE,
                    new int[] {256, 256, 256},
                    session.device(),
                    Variant.CPU);
            List<Method> candidates = new StencilContest(setting, MethodRanking.of(setting, cpu, 1000), 1000)
                    .candidates(Optional.empty());
            assertTrue(candidates.contains(Method.direct()) || radius == 1, candidates::toString);
            assertEquals(radius > 1, candidates.size() == 1, candidates::toString);
        }
    }

    @Test
    void theFastestRightMethodWins() {
        MethodRanking ranking = MethodRanking.of(onGpu(Shapes.star(2, 1), 8192, 8192), LARGE_GPU, 1000);
        ChoiceKey<Method> choices = new StencilContest(onGpu(Shapes.star(2, 1), 8192, 8192), ranking, 1000).key();
        Map<Method, TrialResult> trials = new LinkedHashMap<>();
        trials.put(Method.direct(), trial(choices, "direct", Status.OK, 10));
        trials.put(Method.parse("blocked(4)"), trial(choices, "blocked(4)", Status.OK, 4));
        trials.put(Method.parse("blocked(6)"), trial(choices, "blocked(6)", Status.OK, 3));
        trials.put(Method.parse("blocked(8)"), trial(choices, "blocked(8)", Status.WRONG_RESULT, 1));
        assertEquals("blocked(6)", best(ranking, trials, 1000).toString());
        assertEquals("blocked(4)", best(ranking, trials, 5).toString());
        // 8 steps: 8·4 against 6·3 + 2·10.
        assertEquals("blocked(4)", best(ranking, trials, 8).toString());
        assertEquals("direct", best(ranking, Map.of(), 1000).toString());
    }

    private static Method best(MethodRanking ranking, Map<Method, TrialResult> trials, long steps) {
        return new StencilContest(onGpu(Shapes.star(2, 1), 8192, 8192), ranking, steps).best(trials);
    }

    private Optional<TuningStore.Best> shipped(StencilContest contest) {
        return TuningStore.at(folder)
                .best(contest.key(), DeviceModel.of(contest.setting().device()));
    }

    private static TrialResult trial(ChoiceKey<Method> choices, String method, Status status, double seconds) {
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
        Setting setting = here(heat, SHAPE);
        MethodRanking told = MethodRanking.of(setting, Machine.of(session.device()), 1000);
        ChoiceKey<Method> choices = new StencilContest(setting, told, 1000).key();
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
