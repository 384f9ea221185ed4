package org.plegma.rewrite.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.rewrite.Problem;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.CodeException;

/** What rules match, what they make of it, and what is said of those that are wrong. */
class RuleTest {

    private static String rewritten(String rules, String body) {
        Trace trace = RuleSet.parse(rules).apply("void f(int *x, float *y, int n, int a, int b) {\n" + body + "\n}");
        assertEquals(List.of(), trace.problems());
        String source = trace.source();
        return source.substring(source.indexOf('\n') + 1, source.lastIndexOf('}'))
                .stripTrailing()
                .stripIndent();
    }

    @Test
    void anExpressionAnywhere() {
        assertEquals("x[a] = -b * n;", rewritten("zero: `$x + 0` -> `$x`", "x[a + 0] = -(b + 0 + 0) * n;"));
    }

    @Test
    void aVariableThatComesTwiceStandsForEqualTerms() {
        assertEquals(
                "x[0] = a + (b - a);\nx[1] = 0;",
                rewritten("same: `$x - $x` -> `0`", "x[0] = a + (b - a);\nx[1] = (a + b) - (a + b);"));
    }

    @Test
    void classesOfVariables() {
        assertEquals(
                "x[0] = n << 1;\ny[0] = y[1] * 2;\nx[1] = a * 2;",
                rewritten(
                        "shift: `$x:Name * 2` [text($x) == \"n\"] -> `$x << 1`",
                        "x[0] = n * 2; y[0] = y[1] * 2; x[1] = a * 2;"));
        assertEquals(
                "x[0] = x[1] << 3;\ny[0] = y[1] * 8;",
                rewritten(
                        "shift: `$x:int * $n:Literal` [powerOfTwo($n)] -> `$x << $k` [$k = log2($n)]",
                        "x[0] = x[1] * 8; y[0] = y[1] * 8;"));
        assertEquals(
                "float t = native_sqrt(y[0]);\ndouble d = sqrt(2.0);",
                rewritten(
                        "fast: `sqrt($x:float)` -> `native_sqrt($x)`", "float t = sqrt(y[0]); double d = sqrt(2.0);"));
    }

    @Test
    void statementsInARow() {
        String barriers = "once: `barrier($f); barrier($f);` -> `barrier($f);`";
        assertEquals(
                "x[0] = 1;\nbarrier(CLK_LOCAL_MEM_FENCE);\nx[1] = 2;",
                rewritten(
                        barriers,
                        "x[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_LOCAL_MEM_FENCE);"
                                + " x[1] = 2;"));
        assertEquals("x[1] = 2;", rewritten("gone: `int $i = $v;` [count($i) == 1] -> ``", "int k = 4; x[1] = 2;"));
        assertEquals(
                "if (a) {\n    x[0] = 1;\n    x[1] = 1;\n}",
                rewritten("two: `x[2] = $v;` -> `x[0] = $v; x[1] = $v;`", "if (a) x[2] = 1;"));
    }

    @Test
    void aBlockFitsOneStatementToo() {
        String unroll = "unroll: `for (int $i = 0; $i < 2; $i++) { $body... }` [!written($i, $body...)]"
                + " -> `{ $first... } { $second... }`"
                + " [$first... = substitute($body..., $i, 0), $second... = substitute($body..., $i, 1)]";
        String expected = "{\n    x[0] = 0 * n;\n}\n{\n    x[1] = 1 * n;\n}";
        assertEquals(expected, rewritten(unroll, "for (int k = 0; k < 2; k++) { x[k] = k * n; }"));
        assertEquals(expected, rewritten(unroll, "for (int k = 0; k < 2; k++) x[k] = k * n;"));
        String other = "for (int k = 0; k < 2; k++) {\n    k++;\n}";
        assertEquals(other, rewritten(unroll, other));
    }

    @Test
    void functionsAndTypes() {
        Trace trace = RuleSet.parse("split: `kernel void $f($p..., $T:Type *$y, $q...) { $b... }`"
                        + " -> `kernel void $f($p..., $T *restrict $y, $q...) { $b... }`")
                .apply("kernel void k(int n, global float *a, float c) { a[n] = c; }");
        assertEquals("kernel void k(int n, global float *restrict a, float c) {\n    a[n] = c;\n}\n", trace.source());
    }

    @Test
    void aNameIsTakenThatIsNowhere() {
        String temporary = "keep: `$x[$i] = $v + 1;` -> `int $t = $v; $x[$i] = $t;` [$t = fresh(\"t\")]";
        assertEquals("int t = 1;\nint t1 = a;\nx[0] = t1;", rewritten(temporary, "int t = 1; x[0] = a + 1;"));
    }

    @Test
    void java() {
        RuleSet halves = RuleSet.parse(
                "half (java): `Math.pow($x, 0.5)` -> `Math.sqrt($x)`\n"
                        + "loop (java): `for (int $i = 0; $i < $n; $i++) { $body... }` -> `java.util.stream.IntStream.range(0, $n);`");
        Trace trace =
                halves.apply(Code.java("double d = Math.pow(a + b, 0.5);\nfor (int i = 0; i < n; i++) x[i] = 1;\n"));
        assertEquals("double d = Math.sqrt(a + b);\njava.util.stream.IntStream.range(0, n);\n", trace.source());
    }

    @Test
    void commentsStay() {
        assertEquals(
                "// about x\nx[0] = a; // the first",
                rewritten("zero: `$x[$i] = $v + 0;` -> `$x[$i] = $v;`", "// about x\nx[0] = a + 0; // the first"));
    }

    @Test
    void rulesInJava() {
        Rule even = Rule.named("even")
                .match("$x % 2 == 0")
                .when("$x is a name", match -> match.term("x").is(Kind.NAME))
                .to("($x & $m) == 0")
                .then("the mask", match -> match.bind("m", Terms.number(1)));
        Trace trace = RuleSet.of(even).apply("void f(int a) { if (a % 2 == 0) g(a + 1 % 2 == 0); }");
        assertEquals("void f(int a) {\n    if ((a & 1) == 0)\n        g(a + 1 % 2 == 0);\n}\n", trace.source());
        RuleException e =
                assertThrows(RuleException.class, () -> RuleSet.of(even).save(Path.of("unused")));
        assertTrue(
                e.getMessage().startsWith("Rule even: it cannot be saved, for '$x is a name' is Java code."),
                e.getMessage());
    }

    @Test
    void aRuleSetIsAValue(@TempDir Path folder) {
        String text =
                """
                // nothing is added
                zero: `$x + 0` -> `$x`
                twice: `$x * 2` [(pure($x) || count($x) == 2) && type($x) != "bool"] -> `$x + $x`
                next (java): `$i = $i + 1;` -> `$i += 1;`
                loop: `for (int $i = 0; $i < $n; $i++) {
                        $body...
                    }` [!written($i, $body...)] -> `
                    $body...
                    $body...;
                ` [$k = log2($n)]
                strategy: sequence(repeat(topDown(zero, twice), 3), at(`kernel void f() { $b... }`, choice(bottomUp(zero), firstTop(loop))), at(7, topDown(next)))
                """;
        RuleSet rules = RuleSet.parse(text);
        assertEquals(rules.toString(), RuleSet.parse(rules.toString()).toString());
        Path file = folder.resolve("rules.txt");
        rules.save(file);
        assertEquals(rules.toString(), RuleSet.load(file).toString());
        assertEquals("nothing is added", rules.rule("zero").remark());
        RuleSet both = RuleSet.parse("one: `$x * 1` -> `$x`").then(rules);
        assertEquals(
                List.of("one", "zero", "twice", "next", "loop"),
                both.rules().stream().map(Rule::name).toList());
        assertTrue(both.toString().contains("strategy: sequence(firstTop(one), sequence("), both.toString());
        assertThrows(IllegalArgumentException.class, () -> rules.rule("none"));
    }

    private static void refused(String rules, String... words) {
        RuntimeException e = assertThrows(RuntimeException.class, () -> RuleSet.parse(rules));
        assertTrue(e instanceof RuleException || e instanceof CodeException, e.toString());
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), e.getMessage());
        }
    }

    @Test
    void wrongRulesAreNamed() {
        refused("a: `$x + 0` -> `$y`", "Rule a:", "'$y' of its destination stands for nothing");
        refused("a: `$x + 0` [constant($z)] -> `$x`", "Rule a:", "'$z' of its condition");
        refused("a: `$x + 0` -> `$x` [$k = log2($z)]", "Rule a:", "'$z' of its action");
        refused(
                "b: `$x + 0` -> `$x`\na: `$x + 1` -> `$x + $y`",
                "Rule a:",
                "line 2, column 22: This part.\n  a: `$x + 1` -> `$x + $y`\n                       ^^\n");
        refused(
                "a: `$x + 0` [shiny($x)] -> `$x`",
                "there is no function 'shiny'",
                "line 1, column 14",
                "there are abs, constant");
        refused("a: `$x + 0` [pure($x, 2)] -> `$x`", "the function 'pure' takes 1 argument, not 2");
        refused("a: `$x + 0` [x > 0] -> `$x`", "'x' has no meaning in its condition. Write '$x'");
        refused("a: `$x + 0` -> `$x` [$k = y[1]]", "'y[1]' has no meaning in its action");
        refused("a: `$x... + 0` -> `1`", "the sequence '$x...' stands where there is one term only, in '$x... + 0'");
        refused("a: `f($x)` -> `g(-$x...)`", "in '-$x...'");
        refused("a: `if ($c) $b...` -> ``", "the sequence '$b...'");
        refused("a: `f($x...)` -> `g($x)`", "'$x' is a sequence in its source and one term in its destination");
        refused("a: `$x + 0 -> `$x`", "line 1, column 4: This quote goes on beyond '->'");
        refused("a: `$x + 0` -> `$x + 0`", "Rule a: it loops: its destination is its source");
        refused("a: `$x` -> `f($x)`", "Rule a: it loops: its source fits everything");
        refused("a: `$x + 0` -> `$x;`", "Rule a: it makes ill-formed code: it puts statements");
        refused("a: `$x + 0` -> ``", "Rule a: it makes ill-formed code");
        refused("a: `` -> `x`", "Rule a: the source is empty");
        refused("a: `$x + ` -> `x`", "Rule a: its source cannot be read", "line 1, column 9");
        refused(
                "b: `$x + 0` -> `$x`\n\na: `$x\n  + 0)` -> `$x`",
                "Rule a: its source cannot be read",
                "line 4, column 6");
        refused("a: `$x:Fish + 0` -> `$x`", "'Fish' is no class of variables", "Literal");
        refused("a: `$x + $y` -> `$x`\nb: `$x + 0` -> `$x`", "Rule b: it cannot fire", "the rule a before it");
        refused("a: `$x + 0` -> `$x`\na: `$x * 1` -> `$x`", "Rule a: there are two rules");
        refused("a: `$x + 0 -> $x", "line 1, column 4: This quote does not end");
        refused("a: `$x + 0` [pure($x -> `$x`", "This bracket is not closed");
        refused("a: `$x + 0` `$x`", "Expected '->' before the destination");
        refused("a (cobol): `$x + 0` -> `$x`", "'cobol' is no language");
        refused("a: `$x + 0` -> `$x`\nstrategy: sideways(a)", "line 2, column 11", "'sideways' is no strategy");
        refused("a: `$x + 0` -> `$x`\nstrategy: topDown(b)", "There is no rule 'b'");
        refused("", "There is no rule");
        assertThrows(IllegalArgumentException.class, () -> Rule.named("no name"));
        RuleException e = assertThrows(
                RuleException.class, () -> RuleSet.of(Rule.named("half").match("$x * 0.5f")));
        assertEquals("Rule half: it has no destination. Give it by to(…).", e.getMessage());
        assertEquals(List.of(), Rule.named("bare").source());
    }

    @Test
    void conditionsThatCannotMeanAnythingAreRefused() {
        String[][] cases = {
            {"text($x) + 1 > 2", "'text($x)' is a text and no operand of '+'"},
            {"type($x) > 3", "'type($x)' is a text and no operand of '>'"},
            {"$x", "'$x' is code and stands where a condition must"},
            {"pure($x) || 1", "'1' is a number and stands where a condition must"},
            {"!count($b...)", "'count($b...)' is a number and stands where a condition must"},
            {"text($x) == $y", "'$y' is code and never equal to a text. Write 'text($y)'"},
            {"$y == text($x)", "'$y' is code and never equal to a text. Write 'text($y)'"},
            {"\"n\" != type($x) && pure($x) == 1", "'1' is a number and never equal to a condition"},
            {"1 == pure($x)", "'pure($x)' is a condition and never equal to a number"},
            {"type($x) == 1", "'1' is a number and never equal to a text"},
            {"pure($b...)", "'$b...' is a sequence and no argument 1 of 'pure'"},
            {"pure($b)", "'$b' is a sequence and no argument 1 of 'pure'"},
            {"even(pure($x))", "'pure($x)' is a condition and no argument 1 of 'even'"},
            {"written(1, $b...)", "'1' is a number and no argument 1 of 'written'"},
            {"occurs($x, text($y))", "'text($y)' is a text and no argument 2 of 'occurs'"},
            {"*$x == 1", "there is no '*'"},
            {"$x++ == 1", "'$x++' has no meaning"},
            {"$x > 99999999999999999999", "'99999999999999999999' is no number that fits into 64 bits"},
            {"$x == 'c'", "''c'' is no number"},
            {"pure($x) ? 1 : text($x)", "'text($x)' is a text and the other choice is a number"},
            {"pure($x) ? 1 : 2", "is a number and stands where a condition must"},
            {"2 > 3", "it cannot fire: its condition is false"},
            {"1 / 0 > 2", "it cannot fire: its condition is false"},
            {"1 != 1 || false", "it cannot fire: its condition is false"},
        };
        for (String[] each : cases) {
            refused("a: `f($x, $y, $b...)` [" + each[0] + "] -> `$x`", "Rule a:", each[1]);
        }
        refused("a: `f($x)` -> `g($k)` [$k = text($x)]", "'text($x)' is a text and cannot be given to '$k'");
        refused("a: `f($x)` -> `g($k)` [$k = pure($x)]", "'pure($x)' is a condition and cannot be given to '$k'");
        refused("a: `f($x...)` -> `g($k)` [$k = substitute($x..., n, 1)]", "'n' has no meaning");
        refused(
                "a: `{ int $n = 1; $b... }` -> `$k;` [$k = substitute($b..., $n, 1)]",
                "is a sequence and cannot be given to '$k', which takes code or a number; a sequence is named '$k...'");
        RuleSet.parse("a: `f($x, $y, $b...)` [(pure($x) ? $x : 2) == $y && type($x) == type($y) && -$x < count($b...)"
                + " && constant($x) != pure($y) && (even($x) || true)] -> `$x`");
    }

    @Test
    void whatAConditionCouldNotBeToldIsNoted() {
        RuleSet shift = RuleSet.parse("shift: `$x * $n` [powerOfTwo($n)] -> `$x << $k` [$k = log2($n)]");
        Trace trace = shift.apply("int f(int a, int b) { return a * b; }");
        assertEquals(
                List.of(
                        "Rule shift was not applied: its condition 'powerOfTwo($n)' cannot be told at line 1, column 30:"
                                + " '$n' is not a number here."),
                trace.notes());
        assertTrue(trace.toString().contains(trace.notes().get(0)), trace.toString());
        assertTrue(trace.whyNot("shift").toString().contains("is false: '$n' is not a number"));
        assertEquals(
                List.of(),
                shift.apply("int f(int a, int b) { return a * b * 3; }").notes());
        assertEquals(
                List.of(),
                shift.apply("int f(int a, int b) { return a * b * 4; }").notes());
        RuleSet written = RuleSet.parse("a: `$x = 0; $s;` [!written($x, $s)] -> `$s; $x = 0;`");
        Trace element = written.apply("void f(int *a, int b) { a[b] = 0; a[b] = 1; }");
        assertEquals(List.of(), element.steps());
        assertTrue(element.notes().get(0).endsWith("'$x' is 'a[b]' here, which is no variable."), element.toString());
    }

    @Test
    void rulesOfAnotherLanguageAreNotApplied() {
        String source = "void f(double *d, int n) {\n    d[0] = pow(d[1], 0.5) + 0;\n}\n";
        String half = "half (java): `pow($x, 0.5)` -> `Math.sqrt($x)`";
        RuleException only =
                assertThrows(RuleException.class, () -> RuleSet.parse(half).apply(source));
        assertEquals(
                "Rule half: it is for Java, and the program is OpenCL C, for which there is no rule.",
                only.getMessage());
        Trace both = RuleSet.parse(half + "\nzero: `$x + 0` -> `$x`").apply(source);
        assertEquals(source.replace(" + 0", ""), both.source());
        assertEquals(List.of("Rule half was not tried: it is for Java, and the program is OpenCL C."), both.notes());
        Trace java = RuleSet.parse(half + "\nzero: `$x + 0` -> `$x`").apply(Code.java("d = pow(e, 0.5) + 0;"));
        assertEquals("d = Math.sqrt(e) + 0;\n", java.source());
        assertEquals(
                "Rule zero was not tried: it is for OpenCL C, and the program is Java.",
                java.notes().get(0));
    }

    @Test
    void aSpecialRuleBeforeAGeneralOneIsFine() {
        assertEquals(
                2,
                RuleSet.parse("b: `$x + 0` -> `$x`\na: `$x + $y` [constant($y)] -> `$y - -$x`")
                        .rules()
                        .size());
        assertEquals(
                2,
                RuleSet.parse("a: `$x:int + $y` -> `$x`\nb: `$x + 0` -> `$x`")
                        .rules()
                        .size());
        assertEquals(
                2,
                RuleSet.parse("a: `$x - $x` -> `0`\nb: `$x - $y` [constant($y) == constant($x)] -> `$x`")
                        .rules()
                        .size());
    }

    @Test
    void wrongConditionsAreNamedWhenTheyAreMet() {
        Rule thrown = Rule.named("a").match("$x + 0").when("is seven", match -> {
            throw new IllegalStateException("no seven");
        });
        RuleSet rules = RuleSet.of(thrown.to("$x"));
        RuleException e = assertThrows(RuleException.class, () -> rules.apply("void f(int a) { a = a + 0; }"));
        assertEquals("Rule a: its condition 'is seven' fails at line 1, column 21. no seven", e.getMessage());
        RuleSet nothing = RuleSet.of(Rule.named("a")
                .match("$x + 0")
                .then("k", match -> match.bind("k", (Term) null))
                .to("$k"));
        String message = assertThrows(RuleException.class, () -> nothing.apply("void f(int a) { a = a + 0; }"))
                .getMessage();
        assertEquals("Rule a: its action fails at line 1, column 21. $k gets null.", message);
        RuleSet name = RuleSet.parse("a: `$x = $v + 0;` -> `int $t = $v; $x = $t;` [$t = fresh(text($v))]");
        String noName = assertThrows(RuleException.class, () -> name.apply("void f(int a) { a = a * 2 + 0; }"))
                .getMessage();
        assertEquals(
                "Rule a: its action fails at line 1, column 15. 'a * 2' is no name that a variable could have.",
                noName);
    }

    @Test
    void thereIsNoLogarithmOfZero() {
        RuleSet shift = RuleSet.parse("a: `$x * $n:Literal` -> `$x << $k` [$k = log2($n)]");
        assertEquals(
                "int f(int a) {\n    return a * 0;\n}\n",
                shift.apply("int f(int a) { return a * 0; }").source());
    }

    @Test
    void stepsThatWouldBreakTheProgramAreNotDone() {
        String source = "void f(int *x) {\n    int t = 1;\n    x[0] = t;\n    x[1] = 2 + 0;\n}\n";
        Trace undeclared = RuleSet.parse("drop: `int $t = $v;` -> ``").apply(source);
        assertEquals(source, undeclared.source());
        assertEquals(
                "Rule drop would make ill-formed code at line 1, column 16: nothing would declare 't'.",
                undeclared.problems().get(0).message());
        Trace target = RuleSet.parse("all: `$a[$i]` -> `$a[$i] + 1`")
                .by(Strategy.topDown())
                .apply(source);
        assertEquals(List.of(), target.problems());
        Trace assigned = RuleSet.parse("one: `x[$i]` -> `1`").apply(source);
        assertTrue(assigned.problems().get(0).message().contains("'1' would be assigned"), assigned.toString());
        Trace twice = RuleSet.parse("twice: `x[0] = $v;` -> `int t = $v;`").apply(source);
        assertTrue(twice.problems().get(0).message().contains("'t' would be declared twice"), twice.toString());
        Trace unknown = RuleSet.parse("far: `2 + 0` -> `elsewhere`").apply(source);
        assertTrue(
                unknown.problems().get(0).message().contains("nothing would declare 'elsewhere'"), unknown.toString());
        Trace slots = RuleSet.parse("part: `int $t = $v;` -> `for ($t = 0; $t < $v; $t++) $b` [$b = $v]")
                .apply(source);
        assertEquals(Problem.Kind.ILL_FORMED, slots.problems().get(0).kind());
        assertEquals("part", slots.problems().get(0).rule());
    }
}
