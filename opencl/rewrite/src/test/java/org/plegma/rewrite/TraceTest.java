package org.plegma.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Code;

/** The account of what rules did and why others did nothing. */
class TraceTest {
    private static final String SOURCE =
            """
            kernel void f(global int *x, int n) {
                int a = 1;
                int b = 2;
                x[0] = n * 8 + 0;
                int c = 3;
                int d = 4;
                x[1] = n * 6;
            }
            """;
    private static final RuleSet RULES = RuleSet.parse(
            """
            zero: `$x + 0` -> `$x`
            shift: `$x * $n:Literal` [pure($x) && powerOfTwo($n)] -> `$x << $k` [$k = log2($n)]
            never: `$x / $x` -> `1`
            """);

    @Test
    void everyStepIsWrittenDown() {
        Trace trace = RULES.apply(SOURCE);
        assertEquals(
                List.of("zero", "shift"),
                trace.steps().stream().map(s -> s.rule().name()).toList());
        Step first = trace.steps().get(0);
        assertEquals("line 4, column 12", first.place().toString());
        assertEquals("n * 8 + 0", first.before().toString());
        assertEquals("n * 8", first.after().toString());
        assertEquals("$x = n * 8", first.bindings().toString());
        assertEquals(SOURCE, Code.print(first.programBefore()));
        assertEquals(trace.steps().get(1).programBefore(), first.programAfter());
        assertEquals(trace.result(), trace.steps().get(1).programAfter());
        assertEquals(List.of("never"), trace.idle().stream().map(Rule::name).toList());
        assertEquals(
                """
                1. zero at line 4, column 12
                …
                      int a = 1;
                      int b = 2;
                -     x[0] = n * 8 + 0;
                +     x[0] = n * 8;
                      int c = 3;
                      int d = 4;
                …

                2. shift at line 4, column 12
                …
                      int a = 1;
                      int b = 2;
                -     x[0] = n * 8;
                +     x[0] = n << 3;
                      int c = 3;
                      int d = 4;
                …

                Not applied: never""",
                trace.toString());
    }

    @Test
    void whyNotNamesTheConditionAndThePlace() {
        Trace trace = RULES.apply(SOURCE);
        WhyNot why = trace.whyNot("shift");
        assertEquals(1, why.fired());
        assertEquals("line 7, column 12", why.places().get(0).place().toString());
        assertEquals(
                """
                Rule shift was applied once, and not again. Where it came nearest:
                line 7, column 12: 'n * 6'
                  it fits here, but the condition 'powerOfTwo($n)' is false
                    $x = n
                    $n = 6""",
                why.toString().lines().limit(5).reduce((a, b) -> a + "\n" + b).orElseThrow());
    }

    @Test
    void whyNotShowsWhatDiffers() {
        Trace trace = RULES.apply(SOURCE);
        assertTrue(trace.whyNot("never").toString().contains("Rule never was not applied."), trace.toString());
        Rule plus = Rule.named("plus").match("x[$i] = $i * 6 + $j;").to("x[$j] = 1;");
        String why = trace.whyNot(plus).toString();
        assertTrue(why.contains("line 7, column 5"), why);
        assertTrue(why.contains("expected '$i * 6 + $j', found 'n * 6'"), why);
        Rule twice = Rule.named("twice").match("$x * $x").to("square($x)");
        assertTrue(trace.whyNot(twice).toString().contains("expected 'n', found '6'"));
        Rule elsewhere = Rule.named("loop").match("while ($c) { $b... }").to(";");
        assertEquals(
                "Rule loop was not applied. Nothing in the program begins as its source does.",
                trace.whyNot(elsewhere).toString());
        Rule six = Rule.named("six").match("n * 6").to("6 * n");
        assertTrue(trace.whyNot(six).toString().contains("it fits here, but the strategy did not try it"));
        Rule drop = Rule.named("drop").match("int $a = $v;").to("$v;");
        assertTrue(trace.whyNot(drop).toString().contains("the strategy did not try it"));
        Rule lose = Rule.named("lose").match("n * 6").to("m");
        assertTrue(trace.whyNot(lose).toString().contains("would make ill-formed code: nothing would declare 'm'"));
        assertThrows(IllegalArgumentException.class, () -> trace.whyNot("unheard"));
    }

    @Test
    void whatARuleMakesHasThePlaceOfWhatItReplaced() {
        RuleSet rules = RuleSet.parse("\n\n  six: `$x * 6` -> `$x * 2 + $x * 4`\n  four: `$x * 4` -> `$x << 2`");
        List<Step> steps = rules.apply(SOURCE).steps();
        assertEquals(
                List.of("six", "four"),
                steps.stream().map(step -> step.rule().name()).toList());
        assertEquals("line 7, column 12", steps.get(0).place().toString());
        assertEquals("line 7, column 12", steps.get(1).place().toString());
    }

    @Test
    void nothingToDo() {
        Trace trace = RuleSet.parse("never: `$x / $x` -> `1`").apply(SOURCE);
        assertEquals("No rule was applied.", trace.toString());
        assertEquals(SOURCE, trace.source());
    }
}
