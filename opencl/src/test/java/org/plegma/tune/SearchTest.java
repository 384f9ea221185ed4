package org.plegma.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/** The search finds planted optima; times are exact, so every outcome here is determined by the seeds. */
class SearchTest {

    /** Six parameters of six values: 46,656 combinations. */
    private static final Space LARGE = Space.of(IntStream.range(0, 6)
            .mapToObj(i -> Parameter.ints("P" + i, 1, 2, 3, 4, 5, 6))
            .toArray(Parameter<?>[]::new));

    @Property(tries = 20)
    void fullEnumerationAlwaysFindsThePlantedOptimum(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 119) int planted) {
        Space space = Space.of(
                Parameter.ints("A", 1, 2, 3, 4, 5),
                Parameter.ints("B", 1, 2, 3, 4),
                Parameter.ints("C", 1, 2, 3, 4, 5, 6));
        Configuration optimum = space.all().skip(planted).findFirst().orElseThrow();
        Random noise = new Random(seed);
        double[] times =
                IntStream.range(0, 120).mapToDouble(i -> 1 + noise.nextDouble()).toArray();
        List<Configuration> all = space.all().toList();
        TuningResult result = Tuner.on(Synthetic.DEVICE)
                .seed(seed)
                .tune(new Synthetic(space, c -> c.equals(optimum) ? 0.999 : times[all.indexOf(c)]));
        assertEquals(optimum, result.winner().configuration());
        assertEquals(120, result.trials().size());
        assertEquals(
                new HashSet<>(all),
                new HashSet<>(
                        result.trials().stream().map(TrialResult::configuration).toList()));
    }

    @Test
    void greedySearchFindsTheOptimumOfASmoothSpace() {
        // A separable valley: any climb ends in it, so it must be found from every seed, within 1 % of the space.
        for (long seed = 0; seed < 10; seed++) {
            int[] bottom = new Random(seed).ints(6, 1, 7).toArray();
            TuningResult result = search(c -> 1 + distance(c, bottom), seed, 466);
            assertEquals(1.0, result.winner().seconds(), "seed " + seed);
        }
    }

    @Test
    void greedySearchNearlyReachesTheOptimumOfARuggedSpace() {
        // The same valley under noise as high as five steps: full of local optima. With under 1 % of the space tried,
        // the best is found often (random tries find it in 1 of 117), and what is found is among the best thousandth.
        int found = 0;
        int nearly = 0;
        for (long seed = 0; seed < 10; seed++) {
            int[] bottom = new Random(seed).ints(6, 1, 7).toArray();
            long noise = seed;
            double[] all = LARGE.all()
                    .mapToDouble(c -> rugged(c, bottom, noise))
                    .sorted()
                    .toArray();
            TuningResult result = search(c -> rugged(c, bottom, noise), seed, 400);
            found += result.winner().seconds() == all[0] ? 1 : 0;
            nearly += result.winner().seconds() <= all[46] ? 1 : 0;
        }
        assertTrue(found >= 5, "found " + found + " of 10");
        assertTrue(nearly >= 9, "nearly found " + nearly + " of 10");
    }

    @Test
    void theSameSeedTakesTheSamePathWhateverTheNumberOfThreads() {
        int[] bottom = {3, 1, 4, 1, 5, 2};
        List<Configuration> one = path(7, 1, bottom);
        assertEquals(one, path(7, 4, bottom));
        assertTrue(!one.equals(path(8, 1, bottom)));
    }

    @Test
    void aGreedySearchTriesNothingTwiceAndKeepsItsBudget() {
        Synthetic tunable = new Synthetic(LARGE, c -> distance(c, new int[] {1, 2, 3, 4, 5, 6}) + 1);
        TuningResult result = Tuner.on(Synthetic.DEVICE).trials(101).tune(tunable);
        assertEquals(101, result.trials().size());
        assertEquals(101, tunable.compiled.size());
        assertEquals(101, new HashSet<>(tunable.compiled).size());
        assertEquals("the budget of 101 trials was used up", result.course().ended());
    }

    @Test
    void aGreedySearchEndsWhenNothingIsLeft() {
        Synthetic tunable = Synthetic.small();
        TuningResult result = Tuner.on(Synthetic.DEVICE).enumerateUpTo(1).tune(tunable);
        assertEquals(6, result.trials().size());
        assertEquals("all were tried", result.course().ended());
        assertEquals("TILE=16 PAD=1", result.winner().configuration().toString());
    }

    @Test
    void evenTheLastOfManyCombinationsIsTried() {
        Synthetic tunable = new Synthetic(SearchChild.SPACE, c -> 1);
        TuningResult result = Tuner.on(Synthetic.DEVICE).trials(5000).tune(tunable);
        assertEquals(4096, result.trials().size());
        assertEquals("all were tried", result.course().ended());
    }

    @Test
    void startingPointsAreTriedFirstAndTheWinnerIsComparedWithTheFirst() {
        for (int enumerated : new int[] {1, 100}) {
            Synthetic tunable = Synthetic.small();
            Configuration start = tunable.space().configuration("TILE", 32, "PAD", false);
            tunable.startingPoints = List.of(start);
            TuningResult result =
                    Tuner.on(Synthetic.DEVICE).enumerateUpTo(enumerated).tune(tunable);
            assertEquals(start, result.trials().get(0).configuration());
            assertEquals(start, result.baseline().orElseThrow().configuration());
            assertTrue(
                    result.summary().contains("TILE=16 PAD=1 takes 1.00 ms, 18.00 times as fast as TILE=32 PAD=0"),
                    result::summary);
        }
    }

    /** LUCKY seems the faster at first, by less than the noise; its later runs show that it is the slower. */
    @Test
    void theBestFewAreTimedAgainIfNoiseMayHaveDecided() {
        Space space = Space.of(Parameter.words("KIND", "STEADY", "LUCKY", "SLOW"));
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<Synthetic> self = new AtomicReference<>();
        Synthetic tunable = new Synthetic(space, c -> {
            double noise = runs.incrementAndGet() % 2 == 0 ? 0.001 : -0.001;
            return noise
                    + switch (c.get("KIND").toString()) {
                        case "STEADY" -> 0.0100;
                        case "LUCKY" -> Collections.frequency(self.get().compiled, c) == 1 ? 0.0099 : 0.0130;
                        default -> 0.1;
                    };
        });
        self.set(tunable);
        TuningResult result = Tuner.on(Synthetic.DEVICE).tune(tunable);
        assertEquals("KIND=STEADY", result.winner().configuration().toString());
        assertEquals(5, tunable.compiled.size(), "the two best again");
        assertEquals(3, result.trials().size());
        assertEquals(
                0.1,
                result.trials().stream().mapToDouble(TrialResult::seconds).max().orElseThrow(),
                2e-3);

        tunable.compiled.clear();
        tunable.check = c -> Collections.frequency(tunable.compiled, c) == 1 ? Check.PASSED : Check.failed("by chance");
        TuningResult wrong = Tuner.on(Synthetic.DEVICE).tune(tunable);
        assertEquals("KIND=SLOW", wrong.winner().configuration().toString());
        assertEquals(2, wrong.statuses().get(Status.WRONG_RESULT));
    }

    private static List<Configuration> path(long seed, int threads, int[] bottom) {
        return Tuner.on(Synthetic.DEVICE)
                .trials(120)
                .threads(threads)
                .seed(seed)
                .tune(new Synthetic(LARGE, c -> rugged(c, bottom, 1)))
                .trials()
                .stream()
                .map(TrialResult::configuration)
                .toList();
    }

    private static TuningResult search(ToDoubleFunction<Configuration> seconds, long seed, int trials) {
        return Tuner.on(Synthetic.DEVICE).seed(seed).trials(trials).tune(new Synthetic(LARGE, seconds));
    }

    private static double rugged(Configuration c, int[] bottom, long noise) {
        long number = noise + 1;
        for (int i = 0; i < 6; i++) {
            number = 7 * number + c.integer("P" + i);
        }
        long hash = number * 0x9E3779B97F4A7C15L;
        hash = (hash ^ hash >>> 29) * 0xBF58476D1CE4E5B9L;
        return 1 + distance(c, bottom) + 5 * (hash >>> 11) * 0x1p-53;
    }

    private static double distance(Configuration c, int[] bottom) {
        return IntStream.range(0, bottom.length)
                .map(i -> Math.abs(c.integer("P" + i) - bottom[i]))
                .sum();
    }
}
