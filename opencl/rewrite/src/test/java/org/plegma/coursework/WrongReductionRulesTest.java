package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.coursework.ReductionExercise.Task;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.rewrite.RuleSet;

/** Rules that make a wrong kernel of the right sum. Each is for the first task, fewer branches, whose goal most of them reach. */
class WrongReductionRulesTest extends WrongKernelTests {
    private static final String LOAD = "$w[$t] = $i < $n ? $x[$i] : 0.0f;";
    private static final String STORE = "if ($t == 0) { $p[get_group_id(0)] = $w[$t]; }";
    private static final String LOOP =
            "for (int $s = 1; $s < 256; $s *= 2) { if ($t % (2 * $s) == 0) { $w[$t] += $w[$t + $s]; } barrier($k); }";
    private static final String RIGHT =
            "for (int $s = 128; $s > 0; $s /= 2) { if ($t < $s) { $w[$t] += $w[$t + $s]; } barrier($k); }";

    private static Wrong rule(Kind kind, String from, String to, String told) {
        return new Wrong(kind, "mine:\n`" + from + "`\n->\n`" + to + "`", told);
    }

    /** The right loop with some other text in it. */
    private static Wrong loop(Kind kind, String old, String text, String told) {
        return rule(kind, LOOP, RIGHT.replace(old, text), told);
    }

    /** The line that was named before, as the rule made it, and that of the rule. */
    private static String made(String line) {
        return "(?s).*\\nLine \\1 of what the rule mine made is: " + Pattern.quote(line)
                + "\nThat comes from line 4, in the rule mine\\.$";
    }

    @Override
    List<Wrong> wrong() {
        String at = " at line (\\d+), column \\d+";
        String no = "simulated at 1: Work-item \\d+ of group 0 ";
        return List.of(
                loop(
                        BOUNDS_READ,
                        "$w[$t + $s]",
                        "$w[$t + $s + 200]",
                        no + "reads work\\[328]" + at + ", beyond its 256 elements"
                                + made("work[t] += work[t + s + 200];")),
                loop(
                        BOUNDS_WRITE,
                        "{ $w[$t] +=",
                        "{ $w[$t + 250] = 0.0f; $w[$t] +=",
                        no + "writes work\\[256]" + at + ", beyond its 256 elements" + made("work[t + 250] = 0.0f;")),
                loop(
                        LOCAL_RACE,
                        "$w[$t + $s]",
                        "$w[$t + 1]",
                        no + "writes work\\[1]" + at + ", which is read by other work-items with no barrier between"
                                + made("work[t] += work[t + 1];")),
                rule(
                        GLOBAL_RACE,
                        STORE,
                        "$p[0] = $w[$t];",
                        no + "writes partial\\[0]" + at + ", which is written by work-item 0 of group 0 with no barrier"
                                + made("partial[0] = work[t];")),
                loop(
                        MISSING_BARRIER,
                        "barrier($k);",
                        "",
                        no + "reads work\\[64]" + at + ", which is written by work-item 64 .*with no barrier"
                                + made("work[t] += work[t + s];")),
                loop(
                        DIVERGENT_BARRIER,
                        "$w[$t + $s]; } barrier($k);",
                        "$w[$t + $s]; barrier($k); }",
                        "simulated at 1: Not all work-items of group 0 reach the barrier" + at
                                + made("barrier(CLK_LOCAL_MEM_FENCE);")),
                rule(
                        UNINITIALISED_SUM,
                        LOAD,
                        "float q; if ($i < $n) { q = $x[$i]; } $w[$t] = q;",
                        "sum: Uninitialized value written to local memory .*, line (\\d+), column"
                                + made("work[t] = q;")),
                loop(
                        ENDLESS,
                        "$s /= 2",
                        "$s /= 1",
                        "One work-group has taken \\d+ steps, of 2097152 that the simulator allows, and is in round \\d+ of the loop"
                                + at + ": it has no end in the simulator" + made("for (int s = 128; s > 0; s /= 1) {")),
                rule(
                        SIGNATURE,
                        "kernel void sum(global const float *$x, global float *$p, int $n) { $b... }",
                        "kernel void sum(global const float *$x, global float *$p, int $n, int more) { $b... }",
                        "sum has 4 parameters, and the host gives 3 arguments"),
                new Wrong(
                        COMPILE,
                        "mine: `" + LOOP + "` -> `for (int $s = 128; $s > 0 { }`",
                        "line 1, column \\d+: Expected ';' after the condition of the loop"),
                rule(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        LOAD,
                        "$w[$t] = $i / 256 < $n / 256 ? $x[$i] : 0.0f;",
                        "simulated at 1: result\\[0] is 0.0 instead of "),
                rule(
                        ONE_ELEMENT,
                        LOAD,
                        "$w[$t] = $i < $n && $i != 3 ? $x[$i] : 0.0f;",
                        "simulated at 4: result\\[0] is .* instead of "),
                rule(
                        NOT_A_NUMBER,
                        LOAD,
                        "$w[$t] = $i < $n ? $x[$i] : 0.0f / 0.0f;",
                        "simulated at 1: result\\[0] is NaN"),
                rule(
                        LOST_ATOMICS,
                        LOOP,
                        "if ($t > 0) { $w[0] += $w[$t]; } barrier($k);",
                        no + "writes work\\[0]" + at + ", which is read by other work-items with no barrier between"
                                + made("work[0] += work[t];")),
                rule(CHEAT, LOOP, LOOP.replace("$t % (2 * $s) == 0", "0 == $t % (2 * $s)"), "computes the same, but"));
    }

    @Override
    Map<Kind, String> leftOut() {
        return Map.of(TRANSPOSED_INDEX, "a sum has one dimension");
    }

    @Override
    Set<FaultKind> pictured() {
        return Set.of(
                FaultKind.BOUNDS, FaultKind.RACE, FaultKind.BARRIER, FaultKind.VALUES, FaultKind.NAN, FaultKind.EVADED);
    }

    @Override
    Verdict judge(Wrong wrong) {
        return ReductionExercise.judge(
                session, ReductionExercise.start(), Task.FEWER_BRANCHES, RuleSet.parse(wrong.source()));
    }
}
