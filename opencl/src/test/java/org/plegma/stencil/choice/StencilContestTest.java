package org.plegma.stencil.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.KnownDevices;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.choice.Contest.Untimed;
import org.plegma.tune.store.TuningStore;

/** What auto expects of methods, and which it takes or times by that; on devices that are elsewhere. */
class StencilContestTest {
    private static final Machine LARGE_GPU = Machine.guess(Variant.GPU, 132, 1.98e9);

    @TempDir
    private Path folder;

    private static StencilInstance onGpu(Stencil stencil, int... shape) {
        return new StencilInstance(
                stencil.spec(), stencil.boundary(), ElementType.FLOAT, shape, KnownDevices.h200(), Variant.GPU);
    }

    @Test
    void theRankingIsTheSameEachTimeAndPrefersWhatMovesLess() {
        StencilInstance instance = onGpu(Shapes.star(2, 1), 8192, 8192);
        List<Method> order = MethodRanking.of(instance, LARGE_GPU, 30).order();
        assertEquals(order, MethodRanking.of(instance, LARGE_GPU, 30).order());
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
        StencilInstance dense = onGpu(Shapes.star(3, 4), 256, 256, 256);
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
    void whatComesWithPlegmaHoldsForEveryStencilOfTheShape() {
        DeviceModel h200 = new DeviceModel(
                "another-driver", "NVIDIA H200", "999", 1024, new long[] {1024, 1024, 64}, 48 << 10, 255, 1 << 16);
        Stencil heat = Stencil.parse("param a = 0.1\nu[x,y] = u + a*lap(u)").withBoundary(Boundary.PERIODIC);
        StencilInstance instance = onGpu(heat, 15000, 17000);
        ChoiceKey<Method> key = new StencilContest(instance, MethodRanking.of(instance, LARGE_GPU, 1000), 1000).key();
        TuningStore.Best best = TuningStore.at(folder).best(key, h200).orElseThrow();
        assertEquals(TuningStore.Best.Origin.SHIPPED, best.origin());
        assertEquals("blocked(12)", key.choice(best.configuration()).toString());
    }

    /**
     * Of a device that is elsewhere: what comes with Plegma for it says nothing of boundaries and of long runs, and no run of
     * half a second is worth trials, but none may end as single steps either.
     */
    @ParameterizedTest
    @CsvSource({
        "2, FLOAT, 100, zero reflect mirror nearest constant(2), fft(100)",
        "2, FLOAT, 1000, zero mirror nearest constant(2) fixed, fft(500)",
        "2, FLOAT, 1000, periodic reflect, fft(1000)",
        "2, DOUBLE, 100, zero reflect mirror nearest, fft(100)",
        "2, DOUBLE, 1000, zero mirror nearest, fft(250)",
        "2, DOUBLE, 1000, periodic reflect, fft(1000)",
        "3, FLOAT, 100, zero reflect mirror nearest fixed, blocked(4)",
        "3, FLOAT, 100, periodic, fft(100)",
        "3, FLOAT, 1000, zero nearest constant(2) fixed, blocked(4)",
        "3, FLOAT, 1000, periodic reflect mirror, fft(1000)",
        "3, DOUBLE, 100, zero reflect mirror nearest, blocked(4)",
        "3, DOUBLE, 1000, zero nearest fixed, blocked(4)",
        "3, DOUBLE, 1000, periodic reflect mirror, fft(1000)"
    })
    void withoutTrialsTheChoiceIsNearTheBestUnderEveryBoundary(
            int rank, ElementType type, long steps, String boundaries, String expected) {
        Device h200 = KnownDevices.h200();
        int[] shape = new int[rank];
        Arrays.fill(shape, rank == 2 ? 16384 : 512);
        for (String boundary : boundaries.split(" ")) {
            Stencil heat = Shapes.star(rank, 1).withBoundary(Boundary.parse(boundary));
            StencilInstance instance =
                    new StencilInstance(heat.spec(), heat.boundary(), type, shape, h200, Variant.GPU);
            MethodRanking ranking = MethodRanking.of(instance, Machine.of(h200), steps);
            StencilContest contest = new StencilContest(instance, ranking, steps);
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
            StencilInstance instance =
                    new StencilInstance(heat.spec(), heat.boundary(), type, shape, h200, Variant.GPU);
            MethodRanking ranking = MethodRanking.of(instance, Machine.of(h200), OptionalLong.empty());
            assertTrue(
                    ranking.order().stream().noneMatch(method -> method.name().equals("fft")), boundary);
            assertTrue(ranking.refused().get(Method.parse("fft(16)")).contains("not told"), ranking::toString);
            StencilContest contest = new StencilContest(instance, ranking, MethodChoice.USUAL_STEPS);
            Untimed<Method> choice = contest.untimed(Map.of(), shipped(contest)).orElseThrow();
            assertEquals(expected, choice.method().toString(), boundary);
            assertEquals(Origin.SHIPPED, choice.origin(), boundary);
            // A program that tells 20 steps at a time takes what it took before.
            assertNotEquals(
                    "fft",
                    MethodRanking.of(instance, Machine.of(h200), 10)
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
            StencilInstance instance = new StencilInstance(
                    wide.spec(), wide.boundary(), ElementType.FLOAT, new int[] {512, 512, 512}, h200, Variant.GPU);
            MethodRanking ranking = MethodRanking.of(instance, Machine.of(h200), 1000);
            Untimed<Method> choice = new StencilContest(instance, ranking, 1000)
                    .untimed(Map.of(), Optional.empty())
                    .orElseThrow();
            boolean isOne = boundary.equals("reflect");
            assertEquals(isOne ? "fft(1000)" : "direct", choice.method().toString());
            assertEquals(isOne ? Origin.EXPECTED : Origin.LEVEL, choice.origin());
        }
    }

    /** How much a method has to promise: more where the model was seen to promise too much. */
    @ParameterizedTest
    @CsvSource({
        "diagonal, zero, blocked(4), 1.59, NVIDIA, direct, LEVEL",
        "diagonal, zero, blocked(4), 1.61, NVIDIA, blocked(4), PROMISING",
        "diagonal, zero, blocked(4), 9, AMD, direct, SHORT",
        "wide, zero, composed(2), 1.99, NVIDIA, direct, LEVEL",
        "wide, zero, composed(2), 2.01, NVIDIA, composed(2), PROMISING",
        "squares, zero, blocked(4), 1.99, NVIDIA, direct, LEVEL",
        "two, zero, blocked(4), 1.99, NVIDIA, direct, LEVEL",
        "two, zero, blocked(4), 2.01, NVIDIA, blocked(4), PROMISING",
        "diagonal, zero, fft(50), 1.99, NVIDIA, direct, LEVEL",
        "diagonal, zero, fft(50), 2.01, NVIDIA, fft(50), EXPECTED",
        "diagonal, zero, fft(50), 2.01, AMD, fft(50), EXPECTED",
        "wide, zero, fft(50), 1.59, NVIDIA, direct, LEVEL",
        "wide, zero, fft(50), 1.61, NVIDIA, fft(50), EXPECTED",
        "wide, periodic, fft(50), 2.01, NVIDIA, fft(50), EXPECTED"
    })
    void untimedIsWhatShouldTakeFarLess(
            String name, String boundary, String method, double times, String vendor, String expected, Origin why) {
        Device device = vendor.equals("NVIDIA") ? KnownDevices.h200() : KnownDevices.mi250();
        assertEquals(vendor.equals("NVIDIA"), device.isNvidia());
        Stencil formula =
                switch (name) {
                    case "diagonal" -> Shapes.diagonal(2, 1);
                    case "wide" -> Shapes.star(2, 2);
                    case "squares" -> Stencil.parse("u[x,y] = 0.1*u^2 + 0.1*u[x-1,y]");
                    default -> Stencil.parse("u[x,y] = u + 0.1*v[x-1,y]\nv[x,y] = v + 0.1*u");
                };
        Stencil stencil = formula.withBoundary(Boundary.parse(boundary));
        StencilInstance instance = new StencilInstance(
                stencil.spec(), stencil.boundary(), ElementType.FLOAT, new int[] {4096, 4096}, device, Variant.GPU);
        MethodRanking ranking = new MethodRanking(
                List.of(
                        new Estimate(Method.parse(method), 1e-4 / times, 0, 0, 0, 1),
                        new Estimate(Method.direct(), 1e-4, 0, 0, 0, 1)),
                Map.of());
        Untimed<Method> choice = new StencilContest(instance, ranking, 100)
                .untimed(Map.of(), Optional.empty())
                .orElseThrow();
        assertEquals(expected, choice.method().toString());
        assertEquals(why, choice.origin());
        // Of ten seconds some are spent on trials.
        assertTrue(new StencilContest(instance, ranking, 1_000_000)
                .untimed(Map.of(), Optional.empty())
                .isEmpty());
    }

    /** A product takes 20 ms to plan each time, composed steps 10, windows 5, partial sums 1. */
    @Test
    void whatSavesLessThanItsPlanTakesIsLeftOut() {
        StencilInstance diagonal = onGpu(Shapes.diagonal(2, 1), 4096, 4096);
        MethodRanking ranking = new MethodRanking(
                List.of(
                        new Estimate(Method.parse("fft(100)"), 1e-6, 0, 0, 0, 1),
                        new Estimate(Method.parse("composed(2)"), 20e-6, 0, 0, 0, 1),
                        new Estimate(Method.parse("blocked(4)"), 50e-6, 0, 0, 0, 1),
                        new Estimate(Method.direct(), 100e-6, 0, 0, 0, 1)),
                Map.of());
        // 100 steps take 10 ms by direct, 5 + 1 by blocked(4), 2 + 10 by composed(2), 0.1 + 20 by fft(100).
        assertEquals(
                "[blocked(4), direct]",
                ranking.worthPlans(diagonal, 100, 1).order().toString());
        // Twice: 20, 11, 14, 20.2; three times: 30, 16, 16, 20.3; five times: 50, 26, 20, 20.5; six times: 60, 31, 22,
        // 20.6.
        for (int runs : new int[] {2, 3, 5}) {
            assertEquals(
                    "[composed(2), blocked(4), direct]",
                    ranking.worthPlans(diagonal, 100, runs).order().toString());
        }
        MethodRanking all = ranking.worthPlans(diagonal, 100, 6);
        assertEquals(ranking.order(), all.order());
        assertEquals(
                "to make its plan takes longer than it saves",
                ranking.worthPlans(diagonal, 100, 1).refused().get(Method.parse("fft(100)")));
    }

    @Test
    void longRunsAreWorthTrialsOfAllThatMayBeBest() {
        Device h200 = KnownDevices.h200();
        Stencil heat = Shapes.star(2, 1).withBoundary(Boundary.PERIODIC);
        StencilInstance instance = new StencilInstance(
                heat.spec(), heat.boundary(), ElementType.FLOAT, new int[] {16384, 16384}, h200, Variant.GPU);
        long steps = 100_000_000;
        MethodRanking ranking = MethodRanking.of(instance, Machine.of(h200), steps);
        StencilContest contest = new StencilContest(instance, ranking, steps);
        assertEquals("fft(62500)", ranking.order().get(0).toString());
        assertTrue(contest.untimed(Map.of(), shipped(contest)).isEmpty());
        Method usual = Method.parse("blocked(12)");
        List<Method> timed = contest.candidates(Optional.of(usual));
        assertEquals("fft(62500)", timed.get(0).toString());
        assertTrue(timed.contains(usual), timed::toString);
    }

    /** What was the best of 100 steps, or half as fast, on an H200: 8192 by 8192 cells with zeros around them. */
    @ParameterizedTest
    @CsvSource({"star 2, fft", "star 3, fft", "box 2, fft", "star 7, fft", "star 1, blocked", "flux 1, blocked"})
    void productsWithStripsAreTakenWhereTheyGain(String shape, String expected) {
        Device h200 = KnownDevices.h200();
        int radius = shape.charAt(shape.length() - 1) - '0';
        Stencil stencil = shape.startsWith("star")
                ? Shapes.star(2, radius)
                : shape.startsWith("box") ? Shapes.box(2, radius) : Shapes.fluxSum(2, radius);
        StencilInstance instance = new StencilInstance(
                stencil.spec(), stencil.boundary(), ElementType.FLOAT, new int[] {8192, 8192}, h200, Variant.GPU);
        MethodRanking ranking = MethodRanking.of(instance, Machine.of(h200), 100);
        Untimed<Method> choice = new StencilContest(instance, ranking, 100)
                .untimed(Optional.empty(), Optional.empty())
                .orElseThrow();
        assertEquals(expected, choice.method().name(), () -> ranking.order().toString());
    }

    @Test
    void inLongRunsAProductInFrequencyBeatsWhatWasMeasured() {
        Method blocked = Method.parse("blocked(12)");
        for (Boundary boundary : List.of(Boundary.parse("reflect"), Boundary.PERIODIC)) {
            StencilInstance instance = onGpu(Shapes.star(2, 1).withBoundary(boundary), 8192, 8192);
            MethodRanking lasting = MethodRanking.of(instance, LARGE_GPU, 1000);
            assertEquals("fft", lasting.order().get(0).name(), lasting::toString);
            assertTrue(new StencilContest(instance, lasting, 1000)
                    .betterInFrequency(blocked, StencilContest.FAR_BETTER)
                    .isPresent());
            MethodRanking brief = MethodRanking.of(instance, LARGE_GPU, 30);
            assertTrue(new StencilContest(instance, brief, 30)
                    .betterInFrequency(blocked, StencilContest.FAR_BETTER)
                    .isEmpty());
        }
    }

    @Test
    void onCpusWideStarsAreNotTimed() {
        Machine cpu = Machine.guess(Variant.CPU, 2, 2.3e9);
        for (int radius : new int[] {1, 4, 8}) {
            StencilInstance instance = new StencilInstance(
                    Shapes.star(3, radius).spec(),
                    List.of(Boundary.ZERO, Boundary.ZERO, Boundary.ZERO),
                    ElementType.DOUBLE,
                    new int[] {256, 256, 256},
                    KnownDevices.processor(),
                    Variant.CPU);
            List<Method> candidates = new StencilContest(instance, MethodRanking.of(instance, cpu, 1000), 1000)
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
        trials.put(Method.direct(), MethodChoiceTest.trial(choices, "direct", Status.OK, 10));
        trials.put(Method.parse("blocked(4)"), MethodChoiceTest.trial(choices, "blocked(4)", Status.OK, 4));
        trials.put(Method.parse("blocked(6)"), MethodChoiceTest.trial(choices, "blocked(6)", Status.OK, 3));
        trials.put(Method.parse("blocked(8)"), MethodChoiceTest.trial(choices, "blocked(8)", Status.WRONG_RESULT, 1));
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
                .best(contest.key(), DeviceModel.of(contest.instance().device()));
    }
}
