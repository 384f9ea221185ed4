package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.plegma.coursework.ReductionExercise.Task;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.Computation;

class ReductionExerciseTest extends OnDevice {
    private static final String LOOP =
            "`for (int $s = 1; $s < 256; $s *= 2) { if ($t % (2 * $s) == 0) { $w[$t] += $w[$t + $s]; } barrier($k); }`";

    private static final Computation START = ReductionExercise.start();

    private static void assertVerdict(FaultKind kind, double share, String expected, Task task, String to) {
        Verdict verdict =
                ReductionExercise.judge(session, START, task, RuleSet.parse("mine: " + LOOP + " -> `" + to + "`"));
        assertEquals(kind, verdict.fault(), verdict::toString);
        assertEquals(share, verdict.share(), verdict::toString);
        assertTrue(Pattern.compile(expected).matcher(verdict.reason()).find(), verdict::toString);
    }

    @Test
    void aSumInOneWorkItemIsNotFewerBarriers() {
        assertVerdict(
                FaultKind.EVADED,
                0,
                "do the work-items still share the work",
                Task.FEWER_BARRIERS,
                "if ($t == 0) { for (int q = 1; q < 256; q++) { $w[0] += $w[q]; } } barrier($k);");
    }

    @Test
    void whatIsNearerToTheGoalHasHalfOfThePoints() {
        assertVerdict(
                FaultKind.SLOW,
                0.5,
                "computes the same, but",
                Task.FEWER_BRANCHES,
                "if ($t < 128) { $w[2 * $t] += $w[2 * $t + 1]; } barrier($k);"
                        + " for (int $s = 2; $s < 256; $s *= 2) { if ($t % (2 * $s) == 0) { $w[$t] += $w[$t + $s]; } barrier($k); }");
    }

    @Test
    void whatTheRuleMakesIsJudged() {
        assertVerdict(
                FaultKind.RACE,
                0,
                "work-item 64 of group 0 with no barrier between",
                Task.FEWER_BARRIERS,
                "for (int $s = 128; $s > 0; $s /= 2) { if ($t < $s) { $w[$t] += $w[$t + $s]; } }");
        assertVerdict(
                FaultKind.VALUES, 0, "", Task.FEWER_BARRIERS, "if ($t < 64) { $w[$t] += $w[$t + 64]; } barrier($k);");
        assertVerdict(
                FaultKind.BOUNDS,
                0,
                "",
                Task.NO_CONFLICTS,
                "for (int $s = 128; $s > 0; $s /= 2) { $w[$t] += $w[$t + $s + 100]; barrier($k); }");
    }

    @Test
    void theLineOfTheCellThatMadeWhatIsWrongIsTold() {
        RuleSet rules = RuleSet.parseCell(
                """
                mine:
                `for (int $s = 1; $s < 256; $s *= 2) { if ($t % (2 * $s) == 0) { $w[$t] += $w[$t + $s]; } barrier($k); }`
                ->
                `for (int $s = 128; $s > 0; $s /= 2) {
                    if ($t < $s) {
                        $w[$t] += $w[$t + 1];
                    }
                    barrier($k);
                }`""",
                2);
        String reason = ReductionExercise.judge(session, START, Task.FEWER_BRANCHES, rules)
                .reason();
        assertTrue(
                reason.endsWith(" of what the rule mine made is: work[t] += work[t + 1];\n"
                        + "That comes from line 7 of the cell, in the rule mine."),
                reason);
    }

    @Test
    void aPlaceWithinWhatARuleMadeIsThatOfTheRule() {
        Trace trace = RuleSet.parse("mine: `$w[$t] = $i < $n ? $x[$i] : 0.0f;` -> `$w[$t] = $i < $n ? $x[$i] : -0.0f;`")
                .apply(START.unit());
        assertEquals(
                "a place made by the rule global-to-local",
                trace.steps().get(0).place().toString());
        Trace again = RuleSet.parse(
                        "here: `$w[$t] = $c ? $a : $b;`\n-> `if ($c) { $w[$t] = $a; } else { $w[$t] = $b; }`\n"
                                + "there: `$w[$t] = 0.0f;` -> `$w[$t] = -0.0f;`")
                .apply(START.unit());
        assertEquals("line 2, in the rule here", again.steps().get(1).place().toString());
    }

    @Test
    void aRuleAsItIsHandedOutIsStillToBeWritten() {
        Verdict verdict = ReductionExercise.judge(
                session, START, Task.FEWER_BRANCHES, RuleSet.parse("mine: `your_turn($x)` -> `your_turn_again($x)`"));
        assertEquals(FaultKind.MISSING, verdict.fault());
        assertEquals("still to be written: the rule is as it was handed out", verdict.reason());
    }

    @Test
    void aRuleThatDoesNotFireSaysWhereItCameNear() {
        Verdict verdict = ReductionExercise.judge(
                session, START, Task.FEWER_BRANCHES, RuleSet.parse("mine: `mine($x)` -> `my_own($x)`"));
        assertEquals(FaultKind.MISSING, verdict.fault());
        assertEquals(0, verdict.points());
        assertTrue(verdict.reason().startsWith("the rule does not fire, no: "), verdict::reason);
    }

    @Test
    void aRuleThatGoesRoundInCirclesIsToldAsEndless() {
        Verdict verdict = ReductionExercise.judge(
                session, START, Task.FEWER_BRANCHES, RuleSet.parse("mine: `$a < $b` -> `$b < $a`"));
        assertEquals(FaultKind.ENDLESS, verdict.fault());
        assertTrue(verdict.reason().startsWith("the rule finds no end: "), verdict::reason);
    }

    @Test
    void sharedWorkWithFewerBarriersReachesTheGoal() {
        assertVerdict(
                FaultKind.NONE,
                1,
                "right",
                Task.FEWER_BARRIERS,
                "if ($t < 64) { $w[$t] += $w[$t + 64] + $w[$t + 128] + $w[$t + 192]; } barrier($k);"
                        + " if ($t < 16) { $w[$t] += $w[$t + 16] + $w[$t + 32] + $w[$t + 48]; } barrier($k);"
                        + " if ($t < 4) { $w[$t] += $w[$t + 4] + $w[$t + 8] + $w[$t + 12]; } barrier($k);"
                        + " if ($t == 0) { $w[$t] += $w[$t + 1] + $w[$t + 2] + $w[$t + 3]; } barrier($k);");
    }
}
