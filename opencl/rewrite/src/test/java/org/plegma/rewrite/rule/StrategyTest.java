package org.plegma.rewrite.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.Problem;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.Unrolling;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.text.CodeException;

/** Strategies on small made-up terms, where the order of the steps can be counted by hand. */
class StrategyTest {
    private static final Rule F = Rule.named("f").match("f($x)").to("g($x)");
    private static final Rule INWARD = Rule.named("inward").match("h(g($x))").to("g(h($x))");
    private static final Rule STRIP = Rule.named("strip").match("s($x)").to("$x");

    private static Trace run(Strategy strategy, String expression) {
        return RuleSet.of(strategy).apply(Code.openclExpression(expression));
    }

    private static List<String> places(Trace trace) {
        return trace.steps().stream()
                .map(step -> step.rule().name() + "@" + step.place().column())
                .toList();
    }

    @Test
    void topDownGoesFromTheOutside() {
        Trace trace = run(Strategy.topDown(F), "f(f(1)) + f(2)");
        assertEquals(List.of("f@1", "f@3", "f@11"), places(trace));
        assertEquals("g(g(1)) + g(2)", trace.source());
    }

    @Test
    void bottomUpGoesFromTheInside() {
        Trace trace = run(Strategy.bottomUp(F), "f(f(1)) + f(2)");
        assertEquals(List.of("f@3", "f@1", "f@11"), places(trace));
    }

    @Test
    void aSweepFromTheTopMissesWhatItMakesAbove() {
        assertEquals(
                "g(h(g(h(1))))", run(Strategy.topDown(INWARD), "h(g(h(g(1))))").source());
        assertEquals(
                "g(g(h(h(1))))", run(Strategy.bottomUp(INWARD), "h(g(h(g(1))))").source());
        assertEquals(
                "g(g(h(h(1))))",
                run(Strategy.repeat(Strategy.topDown(INWARD)), "h(g(h(g(1))))").source());
        assertEquals(
                "g(g(h(h(1))))", run(Strategy.firstTop(INWARD), "h(g(h(g(1))))").source());
    }

    @Test
    void firstTopStartsAgainFromTheRoot() {
        Trace trace = run(Strategy.firstTop(STRIP, F), "f(s(2)) + s(f(1))");
        assertEquals("g(2) + g(1)", trace.source());
        assertEquals(
                List.of("f", "strip", "strip", "f"),
                trace.steps().stream().map(s -> s.rule().name()).toList());
    }

    @Test
    void sequenceChoiceAndRepeat() {
        Rule g = Rule.named("g").match("g($x)").to("k($x)");
        assertEquals(
                "k(1)",
                run(Strategy.sequence(Strategy.topDown(F), Strategy.topDown(g)), "f(1)")
                        .source());
        assertEquals(
                "g(1)",
                run(Strategy.choice(Strategy.topDown(F), Strategy.topDown(g)), "f(1)")
                        .source());
        assertEquals(
                "k(1)",
                run(Strategy.choice(Strategy.topDown(F), Strategy.topDown(g)), "g(1)")
                        .source());
        Rule longer = Rule.named("longer").match("a($x...)").to("b(a($x...))");
        Strategy once =
                Strategy.choice(Strategy.topDown(Rule.named("one").match("a(0)").to("b(1)")), Strategy.topDown(F));
        assertEquals("b(1) + f(2)", run(once, "a(0) + f(2)").source());
        assertEquals("b(1) + g(2)", run(Strategy.repeat(once, 2), "a(0) + f(2)").source());
        assertEquals(1, run(Strategy.repeat(once, 1), "a(0) + f(2)").steps().size());
        Trace nested = run(Strategy.topDown(longer), "a(0)");
        assertEquals("longer", nested.problems().get(0).rule());
        assertTrue(nested.steps().size() < 1000, nested.steps().size() + " steps");
        assertThrows(IllegalArgumentException.class, () -> Strategy.repeat(Strategy.topDown(F), 0));
    }

    @Test
    void atAPlace() {
        String source = "void one() {\n    f(1);\n}\n\nvoid two() {\n    f(2);\n    f(3);\n}\n";
        Trace byPattern = RuleSet.of(Strategy.at("void two() { $b... }", Strategy.topDown(F)))
                .apply(source);
        assertEquals(source.replace("f(2)", "g(2)").replace("f(3)", "g(3)"), byPattern.source());
        Trace byLine = RuleSet.of(Strategy.atLine(7, Strategy.topDown(F))).apply(source);
        assertEquals(source.replace("f(3)", "g(3)"), byLine.source());
    }

    @Test
    void aPlaceThatIsNotThereIsSaid() {
        String source = "void one() {\n    f(1);\n}\n\nvoid two() {\n    f(2);\n}\n";
        for (int line : new int[] {3, 4, 99}) {
            RuleException e = assertThrows(RuleException.class, () -> RuleSet.of(
                            Strategy.repeat(Strategy.sequence(Strategy.atLine(line, Strategy.topDown(F)))))
                    .apply(source));
            assertEquals(
                    "The strategy at(" + line + ", …): no code begins in line " + line
                            + " of the program, but in lines 1 to 2, 5 to 6.",
                    e.getMessage());
        }
        Trace nothing = RuleSet.of(Strategy.at("void three() { $b... }", Strategy.topDown(F)))
                .apply(source);
        assertEquals(1, nothing.notes().size());
        assertTrue(nothing.notes().get(0).endsWith("has no place: nothing fits it."), nothing.toString());
        Rule gone = Rule.named("gone").match("f(2);").to("");
        Trace late = RuleSet.of(Strategy.sequence(
                        Strategy.topDown(gone), Strategy.repeat(Strategy.atLine(6, Strategy.topDown(F)))))
                .apply(source);
        assertEquals(List.of("at(6, …) has no place: what began in this line is gone."), late.notes());
        assertEquals(
                List.of(),
                RuleSet.of(Strategy.atLine(6, Strategy.topDown(F)))
                        .apply(source)
                        .notes());
    }

    @Test
    void aPlaceMayHaveATypeAndBeJava() {
        Trace typed = RuleSet.parse("a: `f($x)` -> `g($x)`\nstrategy: at(`$y:float = $v`, topDown(a))")
                .apply("void k(float y, int z) {\n    y = f(1);\n    z = f(2);\n}\n");
        assertEquals("void k(float y, int z) {\n    y = g(1);\n    z = f(2);\n}\n", typed.source());
        String java = "a (java): `f($x)` -> `g($x)`\nstrategy: at(`for (int $i : $a) { $b... }`, topDown(a))";
        RuleSet rules = RuleSet.parse(java);
        assertEquals(rules.toString(), RuleSet.parse(rules.toString()).toString());
        assertEquals(
                "f(1);\nfor (int i : a) {\n    g(i);\n}\n",
                rules.apply(Code.java("f(1); for (int i : a) { f(i); }")).source());
        assertThrows(IllegalArgumentException.class, () -> Strategy.at("f(); g();", Strategy.topDown(F)));
    }

    @Test
    void numbersHaveLimits() {
        String[][] cases = {
            {"repeat(topDown(a), 99999999999)", "A limit is a whole number from 1 to 1000000, not 99999999999.", "30"},
            {"repeat(topDown(a), 1000001)", "from 1 to 1000000, not 1000001.", "30"},
            {"repeat(topDown(a), 0)", "from 1 to 1000000, not 0.", "30"},
            {"repeat(topDown(a), -3)", "from 1 to 1000000, not -3.", "30"},
            {"repeat(topDown(a), 0x10)", "from 1 to 1000000, not 0x10.", "30"},
            {"repeat(topDown(a), n)", "Expected a number, found 'n'.", "30"},
            {"at(99999999999999999999999, topDown(a))", "A line is a whole number from 1 to 2147483647, not 9999", "14"
            },
            {"at(0, topDown(a))", "A line is a whole number from 1 to 2147483647, not 0.", "14"},
            {"at(-1, topDown(a))", "not -1.", "14"},
            {"at(`f(); g();`, topDown(a))", "A place is one expression, statement or function, not 2.", "14"},
        };
        for (String[] each : cases) {
            CodeException e = assertThrows(
                    CodeException.class, () -> RuleSet.parse("a: `f($x)` -> `g($x)`\nstrategy: " + each[0]), each[0]);
            assertTrue(e.getMessage().startsWith("line 2, column " + each[2] + ": "), e.getMessage());
            assertTrue(e.problem().contains(each[1]), e.getMessage());
        }
        Strategy most = RuleSet.parse("a: `f($x)` -> `g($x)`\nstrategy: repeat(topDown(a), 1000000)")
                .strategy();
        assertEquals("repeat(topDown(a), 1000000)", most.text());
        assertThrows(IllegalArgumentException.class, () -> Strategy.repeat(Strategy.topDown(F), 1_000_001));
        assertThrows(IllegalArgumentException.class, () -> Strategy.atLine(0, Strategy.topDown(F)));
        assertThrows(IllegalArgumentException.class, () -> Unrolling.by(1025));
    }

    @Test
    void loopsAreFoundAndNamed() {
        Rule swap = Rule.named("swap").match("$a + $b").to("$b + $a");
        Trace trace = run(Strategy.topDown(swap), "x + y");
        assertEquals(Problem.Kind.LOOP, trace.problems().get(0).kind());
        assertEquals(
                "Rule swap loops: after step 2 the program is what it was at the beginning."
                        + " Give it a condition that ends this.",
                trace.problems().get(0).message());
        Rule there = Rule.named("there").match("f($x)").to("g($x)");
        Rule back = Rule.named("back").match("g($x)").to("f($x)");
        Trace both = run(Strategy.firstTop(there, back), "h(s(f(1)))");
        assertEquals("there, back", both.problems().get(0).rule());
        Rule grow = Rule.named("grow").match("f($x)").to("f(f($x))");
        Trace endless = run(Strategy.topDown(grow), "f(1)");
        assertTrue(endless.problems().get(0).message().contains("Rule grow loops: the program is nested 200 levels"));
        assertTrue(endless.steps().size() < 2000, endless.steps().size() + " steps");
        Rule nest = Rule.named("nest").match("work[$i] = $e;").to("work[$i] = f($e);");
        Trace nested = RuleSet.of(Strategy.topDown(nest)).apply("void g(int i) {\n    work[i] = 1;\n}\n");
        assertTrue(nested.problems().get(0).message().startsWith("Rule nest loops: "), nested::toString);
        assertTrue(nested.source().contains("f(f("));
        Rule longer = Rule.named("longer").match("$a + $b").to("$a + ($b + 1) * 2");
        assertTrue(run(Strategy.topDown(longer), "x + y")
                .problems()
                .get(0)
                .message()
                .startsWith("Rule longer loops: "));
    }

    @Test
    void anInterruptEndsRewriting() {
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> run(Strategy.topDown(F), "f(1)"));
        assertFalse(Thread.interrupted());
    }

    @Test
    void everyOrderOfAConfluentSystemGivesTheSame() {
        Rule plus = Rule.named("plus").match("add(s($x), $y)").to("s(add($x, $y))");
        Rule zero = Rule.named("zero").match("add(z, $y)").to("$y");
        Rule times = Rule.named("times").match("mul(s($x), $y)").to("add($y, mul($x, $y))");
        Rule none = Rule.named("none").match("mul(z, $y)").to("z");
        Rule[] rules = {plus, zero, times, none};
        Random random = new Random(3);
        for (int i = 0; i < 30; i++) {
            int[] value = new int[1];
            String term = peano(random, 3, value);
            String expected = "s(".repeat(value[0]) + "z" + ")".repeat(value[0]);
            for (Strategy strategy : List.of(
                    Strategy.firstTop(rules),
                    Strategy.bottomUp(rules),
                    Strategy.repeat(Strategy.topDown(rules)),
                    Strategy.repeat(Strategy.choice(Strategy.bottomUp(none, times), Strategy.topDown(plus, zero))))) {
                assertEquals(expected, run(strategy, term).source(), term + " by " + strategy.text());
            }
        }
    }

    /** A random sum or product of numbers, counted in s, and its value. */
    private static String peano(Random random, int depth, int[] value) {
        if (depth == 0 || random.nextInt(4) == 0) {
            value[0] = random.nextInt(3);
            return "s(".repeat(value[0]) + "z" + ")".repeat(value[0]);
        }
        boolean sum = random.nextBoolean();
        int[] left = new int[1];
        int[] right = new int[1];
        String term =
                (sum ? "add(" : "mul(") + peano(random, depth - 1, left) + ", " + peano(random, depth - 1, right) + ")";
        value[0] = sum ? left[0] + right[0] : left[0] * right[0];
        return term;
    }

    /** Sweeps that a rule set defines do what the built ones do, and its text gives the same set again. */
    @Test
    void strategiesAreDefinedInTheLanguage() {
        String rules =
                """
                zero: `$x + 0` -> `$x`
                one: `$x * 1` -> `$x`
                strategy every(s): repeat(s)
                strategy down(s): sequence(every(s), all(down(s)))
                strategy up(s): sequence(all(up(s)), repeat(s))
                strategy first(s): choice(s, one(first(s)))
                strategy inSums(s): sequence(s, at(`$x + 0`, all(inSums(s))))
                """;
        String program = "void f() { a = (b + 0) * 1 + 0; c = d[e * 1] + 0; g = h + 0; }";
        String all = "void f() { a = b; c = d[e]; g = h; }";
        for (String[] each : new String[][] {
            {"down(here(zero, one))", all},
            {"up(here(zero, one))", all},
            {"repeat(first(here(zero, one)))", all},
            {"first(here(one))", "void f() { a = (b + 0) + 0; c = d[e * 1] + 0; g = h + 0; }"},
            {"repeat(first(here(zero)), 2)", "void f() { a = b * 1; c = d[e * 1] + 0; g = h + 0; }"},
            {"inSums(here(one))", "void f() { a = (b + 0) + 0; c = d[e * 1] + 0; g = h + 0; }"},
            {"at(`c = $x;`, down(here(zero, one)))", "void f() { a = (b + 0) * 1 + 0; c = d[e]; g = h + 0; }"}
        }) {
            RuleSet set = RuleSet.parse(rules + "strategy: " + each[0]);
            assertEquals(Code.print(Code.opencl(each[1])), set.apply(program).source(), each[0]);
            RuleSet again = RuleSet.parse(set.toString());
            assertEquals(set.toString(), again.toString());
            assertEquals(set.apply(program).source(), again.apply(program).source());
        }
    }

    @Test
    void wrongDefinitionsAreRefused() {
        String rule = "zero: `$x + 0` -> `$x`\n";
        for (String[] each : new String[][] {
            {"strategy a(s): all(s)\nstrategy: a(here(zero), here(zero))", "'a' takes 1 strategies, not 2"},
            {"strategy a(s): all(t)\nstrategy: a(here(zero))", "Expected '(' after 't'"},
            {"strategy topDown(s): all(s)", "'topDown' is a name already"},
            {"strategy zero: here(zero)", "'zero' is a name already"},
            {"strategy a: here(zero)\nstrategy a: here(zero)", "'a' is a name already"},
            {"strategy: b(here(zero))", "'b' is no strategy"}
        }) {
            CodeException e = assertThrows(CodeException.class, () -> RuleSet.parse(rule + each[0]), each[0]);
            assertTrue(e.getMessage().contains(each[1]), e.getMessage());
        }
    }

    @Test
    void definitionsWithoutEndAreToldByName() {
        String rules = "zero: `$x + 0` -> `$x`\nmore: `$x + 1` -> `$x + 1 + 0`\n";
        String program = "void f() { x = y + 0; z = ((((((((((((y + 1)))))))))))) + y * (y * (y * (y * (y * y)))); }";
        for (String[] each : new String[][] {
            {"strategy a: sequence(here(zero), a)\nstrategy: a", "uses itself without end"},
            {"strategy a(s): sequence(all(s), a(all(s)))\nstrategy: a(here(zero))", "uses itself without end"},
            {"strategy a(s): a(sequence(s, s))\nstrategy: a(here(zero))", "longer and longer strategies"},
            {"strategy a(s): sequence(s, a(s))\nstrategy: topDown(more)", "Rule more loops"},
            {"strategy a(s): sequence(s, all(a(s)), all(a(s)), all(a(s)))\nstrategy: a(here(zero))", "no rule fired"}
        }) {
            Trace endless = RuleSet.parse(rules + each[0]).apply(program);
            assertEquals(1, endless.problems().size(), each[0]);
            String message = endless.problems().get(0).message();
            assertTrue(message.contains(each[1]), message);
        }
    }
}
