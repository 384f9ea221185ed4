package org.plegma.rewrite.optimise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.OnDevice;
import org.plegma.device.check.OclgrindProcess;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.optimise.rules.Examples;
import org.plegma.rewrite.optimise.rules.ManyAddsOnLoad;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.simulator.Counts;
import org.plegma.rewrite.term.Term;

/** Chains of optimisations, each step proven by running, and what is wrong undone. */
class OptimiserTest extends OnDevice {
    private static Counts counts(Chain chain, String stage) {
        return chain.stage(stage).counts();
    }

    @Test
    void theStepsOfThePaperTakeAwayWhatTheySay() {
        Chain chain = Optimiser.on(session)
                .apply(
                        Computations.sum().sizes(37, 1500),
                        List.of(
                                Catalogue.named("global-to-local"),
                                Catalogue.named("contiguous-threads"),
                                Catalogue.named("sequential-addressing"),
                                Catalogue.named("first-add-on-load"),
                                ManyAddsOnLoad.optimisation(2),
                                Catalogue.named("vector-loads"),
                                Catalogue.named("unroll-steps")));
        assertEquals(
                List.of(),
                chain.stages().stream()
                        .skip(1)
                        .filter(stage -> stage.verdict() != Stage.Verdict.KEPT)
                        .map(stage -> stage.name() + ": " + stage.reason())
                        .toList());
        assertTrue(chain.stages().get(1).proof().checks().contains("simulated at 1500"));
        assertTrue(counts(chain, "global-to-local").globalSegments() * 4
                < counts(chain, "start").globalSegments());
        assertTrue(counts(chain, "contiguous-threads").divergentBranches() * 3
                < counts(chain, "global-to-local").divergentBranches());
        assertTrue(counts(chain, "contiguous-threads").bankConflicts() > 0);
        assertEquals(0, counts(chain, "sequential-addressing").bankConflicts());
        assertTrue(counts(chain, "first-add-on-load").idleSlots()
                < counts(chain, "sequential-addressing").idleSlots());
        assertTrue(counts(chain, "many-adds-on-load").instructions()
                < counts(chain, "first-add-on-load").instructions());
        assertTrue(counts(chain, "vector-loads").globalAccesses()
                < counts(chain, "many-adds-on-load").globalAccesses());
        assertTrue(counts(chain, "unroll-steps").barriers() * 2
                < counts(chain, "vector-loads").barriers());
        assertTrue(chain.toString().contains("unroll-steps"));
    }

    @Test
    void aSortStaysASort() {
        Chain chain = Optimiser.on(session)
                .timedAt(1 << 12)
                .runs(1)
                .apply(Computations.bitonicSort(), Catalogue.of("pairs-only", "steps-in-local-memory"));
        assertEquals(Stage.Verdict.KEPT, chain.stages().get(2).verdict(), chain.toString());
        assertTrue(chain.stages().get(2).seconds() > 0);
        assertEquals(List.of(), chain.stage("start").trace().steps());
        try (DeviceRuns runs = new DeviceRuns(session, Computations.bitonicSort(), 1 << 14, 5)) {
            int[] expected =
                    (int[]) Computations.bitonicSort().values(1 << 14, 5).get("x");
            java.util.Arrays.sort(expected);
            org.junit.jupiter.api.Assertions.assertArrayEquals(
                    expected, (int[]) runs.results(chain.result()).get("x"));
            String unknown = assertThrows(IllegalArgumentException.class, () -> runs.contents("y"))
                    .getMessage();
            assertEquals("There is no array 'y' on the device; there are [x].", unknown);
        }
    }

    @Test
    void sizesThatAreTooLargeToSimulateAreNotCounted() {
        Stage start = Optimiser.on(session)
                .apply(Computations.bitonicSort().sizes(8192), List.of())
                .stage("start");
        String text = assertThrows(IllegalStateException.class, start::counts).getMessage();
        assertTrue(text.contains("at most 5000"), text);
    }

    @Test
    void aProductStaysAProduct() {
        Chain chain = Optimiser.on(session)
                .apply(Computations.product().sizes(1, 19), Catalogue.of("tile-product", "unroll-by-4"));
        assertEquals(Stage.Verdict.KEPT, chain.stages().get(1).verdict(), chain.toString());
        assertEquals(Stage.Verdict.KEPT, chain.stages().get(2).verdict(), chain.toString());
        assertTrue(counts(chain, "tile-product").globalSegments()
                < counts(chain, "start").globalSegments());
    }

    @Test
    void aHistogramKeepsAllItsCounts() {
        Chain chain =
                Optimiser.on(session).apply(Computations.histogram().sizes(37, 1500), Catalogue.of("atomics-to-local"));
        Stage local = chain.stages().get(1);
        assertEquals(Stage.Verdict.KEPT, local.verdict(), chain.toString());
        assertTrue(
                local.proof().checks().contains("simulated at 1500"),
                local.proof().toString());
        Computation histogram = Computations.histogram();
        Computation lost = histogram.with(RuleSet.parse("lost: `atomic_inc(&$x);` -> `$x += 1;`")
                .apply(histogram.unit())
                .result());
        String race = new Prover().prove(session, histogram, lost).fault();
        assertTrue(race.contains("with no barrier between"), race);
    }

    private static Optimisation by(String rules) {
        return new Optimisation("mine", "", "", true, "", "", RuleSet.parse(rules));
    }

    private static String undone(Computation start, String rules) {
        Chain chain = Optimiser.on(session).apply(start, List.of(by(rules)));
        Stage stage = chain.stages().get(1);
        assertEquals(Stage.Verdict.UNDONE, stage.verdict());
        assertEquals(start.unit(), stage.computation().unit());
        return stage.reason();
    }

    @Test
    void whatIsWrongIsUndoneAndNamed() {
        Computation sum = Computations.sum().sizes(300);
        String race =
                undone(sum, "no-barrier: `barrier($f); for ($s; $c; $u) { $b... }` -> `for ($s; $c; $u) { $b... }`");
        assertTrue(race.contains("with no barrier between"), race);
        String wrong =
                undone(sum, "skip: `for (int $s = 1; $c; $u) { $b... }` -> `for (int $s = 2; $c; $u) { $b... }`");
        assertTrue(wrong.contains("result[0] is"), wrong);
        String beyond = undone(sum, "all: `$i < $n ? $x[$i] : $z` -> `$x[$i]`");
        assertTrue(beyond.contains("beyond its 300 elements"), beyond);
        String broken = undone(sum, "unknown: `$i < $n ? $x[$i] : $z` -> `nonsense($x[$i])`");
        assertTrue(broken.contains("nonsense"), broken);
        String loop = undone(sum, "swap: `$a < $b` -> `$b < $a`");
        assertTrue(loop.contains("Rule swap loops"), loop);
        Term same = Computations.sum().unit();
        Stage none = Optimiser.on(session)
                .apply(sum, Catalogue.of("tile-product"))
                .stages()
                .get(1);
        assertEquals(Stage.Verdict.NOT_APPLICABLE, none.verdict());
        assertEquals(same, none.computation().unit());
        assertTrue(none.reason().contains("tile-product was not applied"), none.reason());
    }

    @Test
    void oclgrindFindsRaces() {
        OclgrindProcess.command().ifPresent(command -> {
            Computation right = Computations.sum();
            assertEquals("", OclgrindRun.fault(command, right, 300).orElse(""));
            Computation racing = right.with(RuleSet.parse("gone: `barrier(CLK_GLOBAL_MEM_FENCE);` -> ``")
                    .apply(right.unit())
                    .result());
            assertTrue(OclgrindRun.fault(command, racing, 300).orElse("").contains("data race"));
        });
    }

    @Test
    void whatIsMissingIsTold() {
        Computation bare = Computation.of("sum", Examples.SUM);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> bare.values(1, 1))
                .getMessage()
                .contains("'x'"));
        assertThrows(IllegalArgumentException.class, () -> bare.array("y", n -> n));
        assertThrows(IllegalArgumentException.class, () -> Computation.of("none", "kernel void f() {}"));
    }
}
