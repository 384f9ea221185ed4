package org.plegma.stencil.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.KnownDevices;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.Choice.Origin;

/** When the runs of a problem that comes again are no longer direct; seconds are what the test says they are. */
class RepeatedRunsTest {
    private static final List<Object> KEY = List.of("a problem");

    /** No partial sums: a plan takes 5 ms by the model, the compiler 0.1 s. */
    private static final StencilInstance INSTANCE = StencilSettings.of(
                    Stencil.parse("u[x,y] = max(u, 0.5*u[x-1,y])^2").spec())
            .on(KnownDevices.h200(), Variant.GPU, ElementType.DOUBLE, 2048, 2048);

    /** A problem that says what it is asked. */
    private static class Asked implements RepeatedRuns.Look {
        private final double seconds;
        private final Choice<Method> best;
        private final List<String> asked = new ArrayList<>();
        private boolean worthPlans = true;
        private double factor = 1;

        Asked(double seconds, Choice<Method> best) {
            this.seconds = seconds;
            this.best = best;
        }

        @Override
        public double directSeconds() {
            asked.add("seconds");
            return seconds;
        }

        @Override
        public boolean isWorthPlans(double ofRuns) {
            return worthPlans;
        }

        @Override
        public Choice<Method> best(boolean timed) {
            asked.add(timed ? "best, timed" : "best");
            return best;
        }

        @Override
        public double compilerFactor() {
            return factor;
        }

        @Override
        public void compile(Method method) {
            asked.add("compile " + method);
        }
    }

    private static RepeatedRuns runs() {
        return new RepeatedRuns(Runnable::run);
    }

    private static Choice<Method> choice(String method, Origin origin, double seconds) {
        return new Choice<>(
                Method.parse(method),
                origin,
                List.of(option("blocked(2)", seconds), option("direct", 1e-3)),
                List.of());
    }

    private static Option<Method> option(String method, double seconds) {
        return new Option<>(Method.parse(method), OptionalDouble.of(seconds), Optional.empty(), "");
    }

    private static Choice<Method> promising(double seconds) {
        return choice("blocked(2)", Origin.PROMISING, seconds);
    }

    private static String method(RepeatedRuns runs, long count, Asked asked) {
        return runs.choice(KEY, INSTANCE, count, asked).method().toString();
    }

    @Test
    void noLookIsWorthwhileBeforeATenthOfASecond() {
        RepeatedRuns runs = runs();
        // Half the time of direct steps: a run loses 6.25 ms by them, and would need 5 for its plan.
        Asked asked = new Asked(1.001 * RepeatedRuns.LOOK / 8, promising(0.5e-3));
        for (int i = 1; i < 8; i++) {
            assertEquals(Origin.SHORT, runs.choice(KEY, INSTANCE, 1, asked).origin());
            assertEquals(i >= 2, asked.asked.contains("best"), i + " runs: a quarter is worth a look beside them");
        }
        for (int i = 8; i <= 30; i++) {
            Choice<Method> choice = runs.choice(KEY, INSTANCE, 1, asked);
            // 20 times 1.25 ms are a quarter of the 0.1 s that the compiler takes.
            assertEquals(i < 20 ? Origin.COMPILED : Origin.PROMISING, choice.origin(), i + " runs");
            assertEquals(i < 20 ? "direct" : "blocked(2)", choice.method().toString());
        }
        assertEquals(List.of("seconds", "best", "compile blocked(2)"), asked.asked);
    }

    @Test
    void whereCompilersAreSlowDirectStepsMayLoseMore() {
        RepeatedRuns runs = runs();
        Asked asked = new Asked(1.001 * RepeatedRuns.LOOK / 8, promising(0.5e-3));
        asked.factor = 2.4;
        for (int i = 1; i <= 60; i++) {
            // 48 times 1.25 ms are a quarter of 0.24 s.
            assertEquals(i < 48 ? "direct" : "blocked(2)", method(runs, 1, asked), i + " runs");
        }
    }

    @Test
    void otherThreadsRankAndCompile() {
        List<Runnable> beside = new ArrayList<>();
        RepeatedRuns runs = new RepeatedRuns(beside::add);
        Asked asked = new Asked(RepeatedRuns.LOOK / 4, promising(0.7e-3));
        for (int i = 1; i < 4; i++) {
            assertEquals("direct", method(runs, 1, asked));
        }
        assertEquals(List.of("seconds"), asked.asked);
        assertEquals(1, beside.size());
        beside.remove(0).run();
        assertEquals("direct", method(runs, 1, asked));
        assertEquals(List.of("seconds", "best"), asked.asked);
        beside.remove(0).run();
        assertEquals("compile blocked(2)", asked.asked.get(2));
        // Two seconds are worth any compiler; whether it is done does not matter.
        assertEquals("blocked(2)", method(runs, 80, asked));
        assertTrue(beside.isEmpty());
    }

    @Test
    void whatIsTakenAtOnceIsCompiledByItsPlan() {
        for (Choice<Method> best : List.of(
                promising(0.1e-3),
                choice("direct", Origin.LEVEL, 0.9e-3),
                choice("blocked(2)", Origin.MEASURED, 0.9e-3))) {
            Asked asked = new Asked(1, best);
            assertEquals(best, runs().choice(KEY, INSTANCE, 1, asked));
            assertEquals(List.of("seconds", "best, timed"), asked.asked);
        }
    }

    /** What was measured on this device was compiled here, too. */
    @Test
    void whatWasMeasuredIsTakenAtTheFirstLook() {
        for (Origin origin : List.of(Origin.MEASURED, Origin.SHIPPED, Origin.EXPECTED)) {
            Choice<Method> known = choice("blocked(2)", origin, 0.5e-3);
            assertEquals(
                    origin == Origin.MEASURED ? "blocked(2)" : "direct",
                    method(runs(), 1, new Asked(RepeatedRuns.LOOK, choice("blocked(2)", origin, 0.9e-3))));
            assertEquals(known, runs().choice(KEY, INSTANCE, 1, new Asked(10, known)), "worth any compilation");
        }
    }

    /** However often a run comes that saves less than its plan takes to make, it is direct, and nobody looks at methods. */
    @Test
    void whatSavesLessThanAPlanTakesNeverPays() {
        RepeatedRuns runs = runs();
        Asked brief = new Asked(9.9e-3, promising(0.5e-3));
        brief.worthPlans = false;
        Asked asked = new Asked(9.9e-3, promising(0.5e-3));
        for (int i = 0; i < 5000; i++) {
            assertEquals(
                    Origin.BRIEF,
                    runs.choice(List.of("brief"), INSTANCE, 1, brief).origin());
            assertEquals("direct", method(runs, 1, asked));
        }
        assertEquals(List.of("seconds"), brief.asked);
        assertEquals("blocked(2)", method(runs(), 100, new Asked(9.9e-3, promising(0.5e-3))));
    }

    @Test
    void aLookThatFailedIsToldAndTriedAgain() {
        Asked asked = new Asked(0.75 * RepeatedRuns.LOOK, promising(0.01e-3)) {
            private boolean failed;

            @Override
            public Choice<Method> best(boolean timed) {
                if (!failed) {
                    failed = true;
                    throw new IllegalArgumentException("no memory");
                }
                return super.best(timed);
            }
        };
        RepeatedRuns runs = runs();
        assertEquals("direct", method(runs, 1, asked));
        assertEquals(
                "no memory",
                assertThrows(IllegalArgumentException.class, () -> method(runs, 1, asked))
                        .getMessage());
        assertEquals("blocked(2)", method(runs, 1, asked));
    }

    @Test
    void whoWaitsForALookCanBeInterrupted() {
        Executor never = work -> {};
        RepeatedRuns runs = new RepeatedRuns(never);
        Asked asked = new Asked(0.75 * RepeatedRuns.LOOK, promising(0.1e-3));
        assertEquals("direct", method(runs, 1, asked));
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> method(runs, 1, asked));
        assertTrue(!Thread.interrupted());
    }

    @Test
    void onlyPlansThatTakeLessThanTheRunsAreWorthALook() {
        assertTrue(!MethodRanking.isWorthPlans(INSTANCE, 100, 4.9e-3));
        assertTrue(MethodRanking.isWorthPlans(INSTANCE, 100, 5.1e-3));
        StencilInstance linear = StencilSettings.of(
                        Stencil.parse("u[x,y] = 0.5*u + 0.5*u[x-1,y]").spec())
                .on(KnownDevices.h200(), Variant.GPU, ElementType.FLOAT, 2048, 2048);
        assertTrue(MethodRanking.isWorthPlans(linear, 100, 1.1e-3), "partial sums in time");
    }
}
