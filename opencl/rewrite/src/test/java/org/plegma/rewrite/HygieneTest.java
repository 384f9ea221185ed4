package org.plegma.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/** No step makes a name mean another variable than it did. */
class HygieneTest {
    private static final String HEAD = "void f(int *x, int t, int n) {\n    ";

    private static String rewritten(String rules, String body) {
        Trace trace = RuleSet.parse(rules).apply(HEAD + body + "}");
        assertEquals(List.of(), trace.problems());
        return trace.source();
    }

    private static void refused(String rules, String body, String... words) {
        Trace trace = RuleSet.parse(rules).apply(HEAD + body + "}");
        assertEquals(List.of(), trace.steps(), trace::toString);
        assertEquals(Problem.Kind.ILL_FORMED, trace.problems().get(0).kind());
        for (String word : words) {
            assertTrue(trace.problems().get(0).message().contains(word), trace::toString);
        }
        assertTrue(trace.whyNot(trace.strategy().allRules().iterator().next())
                .toString()
                .contains("ill-formed"));
    }

    private static String substituted(String body, String by) {
        Term block = Code.opencl("void f() " + body).child(0).child(3);
        return Code.print(Terms.substitute(block, "i", Code.openclExpression(by)))
                .replaceAll("\\s+", " ");
    }

    @Test
    void substitutionLeavesHiddenNamesAlone() {
        assertEquals(
                "{ 7 = 1; { int i = 2; x = i; } y = i(7); }",
                substituted("{ i = 1; { int i = 2; x = i; } y = i(i); }", "7"));
        assertEquals("{ int a = 7, i = i, b = i; i = 1; }", substituted("{ int a = i, i = i, b = i; i = 1; }", "7"));
        assertEquals(
                "{ for (int i = 0; i < 3; i++) x = i; x = 7; }",
                substituted("{ for (int i = 0; i < 3; i++) x = i; x = i; }", "7"));
        assertEquals(
                "{ switch (7) { case 1: x = 7; int i = 1; case 2: x = i; } x = 7; }",
                substituted("{ switch (i) { case 1: x = i; int i = 1; case 2: x = i; } x = i; }", "7"));
        Term function = Code.opencl("void i(int i) { x = i; } void g(int j) { i(i); }");
        assertEquals(
                "void i(int i) { x = i; } void g(int j) { i(7); } ",
                Code.print(Terms.substitute(function, "i", Terms.number(7))).replaceAll("\\s+", " "));
    }

    @Test
    void substitutionRenamesWhatWouldCapture() {
        assertEquals(
                "{ x = j + 1; { int j1 = j + 1; x = j1 * (j + 1); } x = j; }",
                substituted("{ x = i; { int j = i; x = j * i; } x = j; }", "j + 1"));
        assertEquals(
                "{ for (int j2 = 0; j2 < j; j2++) { int j1 = j2; x = j1 + j; } }",
                substituted("{ for (int j = 0; j < i; j++) { int j1 = j; x = j1 + i; } }", "j"));
        assertEquals("{ int j = 1; x = j; }", substituted("{ int j = 1; x = j; }", "j + 1"));
        assertEquals("{ x = i + 1; int i = 2; }", substituted("{ x = i; int i = 2; }", "i + 1"));
    }

    @Test
    void aRowOfStatementsIsOneScope() {
        String copy =
                "copy: `for (int $i = 0; $i < 2; $i++) { $b... }` -> `{ $c... }` [$c... = substitute($b..., $i, t)]";
        assertEquals(
                HEAD + "{\n        x[t] = 1;\n        int k = 5;\n        x[k] = 2;\n    }\n}\n",
                rewritten(copy, "for (int k = 0; k < 2; k++) { x[k] = 1; int k = 5; x[k] = 2; }"));
        assertEquals(
                HEAD + "{\n        int t1 = 5;\n        x[t] = t1;\n    }\n}\n",
                rewritten(copy, "for (int k = 0; k < 2; k++) { int t = 5; x[k] = t; }"));
    }

    @Test
    void aDeclaredVariableCapturesNoParameter() {
        String twice = "twice: `x[$i] = $v + 0;` -> `int t = $v; x[$i] = t;`";
        refused(
                twice,
                "x[0] = t + 0;",
                "'t' of line 2, column 12 would mean the variable that the rule declares.",
                "fresh(\"t\")");
        refused(twice, "x[t] = n + 0;", "'t' of line 2, column 7");
        refused(twice, "x[0] = n + 0; x[1] = t;", "'t' of line 2, column 26");
        refused("late: `x[$i] = $v + 0; $s...` -> `int t = $v; { x[$i] = t; $s... }`", "x[0] = n + 0; x[1] = t;");
        refused("macro: `x[$i] = $v + 0;` -> `int M = $v; x[$i] = M;`", "x[0] = M + 0;", "'M' of line 2");
        assertEquals(
                HEAD + "int t1 = t;\n    x[0] = t1;\n}\n",
                rewritten(
                        "twice: `x[$i] = $v + 0;` -> `int $t = $v; x[$i] = $t;` [$t = fresh(\"t\")]", "x[0] = t + 0;"));
        assertEquals(
                HEAD + "{\n        int t = n;\n        x[0] = t;\n    }\n    x[1] = t;\n}\n",
                rewritten("inner: `x[$i] = $v + 0;` -> `{ int t = $v; x[$i] = t; }`", "x[0] = n + 0; x[1] = t;"));
    }

    /** As a rule does that changes a kernel and its host at once. */
    @Test
    void aHoleMayStandForEqualNamesOfTwoFunctions() {
        Trace trace = RuleSet.parse("both: `void a($p...) { x = $n; } void b($q...) { y = $n; }`"
                        + " -> `void a($p...) { x = $n + 1; } void b($q...) { y = $n + 2; }`")
                .apply("void a(int n) { x = n; } void b(int m, int n) { y = n; }");
        assertEquals(1, trace.steps().size(), trace::toString);
    }

    @Test
    void noStepMovesANameOutOfOrUnderADeclaration() {
        refused(
                "drop: `int $k = $v;` -> ``",
                "{ int t = 1; x[0] = t; }",
                "would mean another variable, that of line 1");
        refused(
                "swap: `int $k = $v; $s;` -> `$s; int $k = $v;`",
                "int u = 1; { int t = 2; x[t] = u; }",
                "nothing would declare 'u'");
        refused(
                "swap: `x[0] = $v; int $k = $w;` -> `int $k = $w; x[0] = $v;`",
                "{ x[0] = t; int t = 2; x[1] = t; }",
                "'t' of line 2, column 14 would mean another variable, that of line 2, column 21");
    }

    @Test
    void declarationsThatAreWrittenAgainAreNoCapture() {
        assertEquals(
                HEAD + "long u = 1;\n    x[u] = u;\n}\n",
                rewritten("wide: `int $k = $v; $s...` -> `long $k = $v; $s...`", "int u = 1; x[u] = u;"));
        assertEquals(
                HEAD + "for (long i = 0; i < n; i++) {\n        x[i] = i;\n    }\n}\n",
                rewritten(
                        "wide: `for (int i = 0; i < $n; i++) { $b... }` -> `for (long i = 0; i < $n; i++) { $b... }`",
                        "for (int i = 0; i < n; i++) { x[i] = i; }"));
        assertEquals(
                HEAD
                        + "{\n        int u = 1;\n        x[u] = t;\n    }\n    {\n        int u = 1;\n        x[u] = t;\n    }\n}\n",
                rewritten("both: `if ($c) { $b... }` -> `{ $b... } { $b... }`", "if (n) { int u = 1; x[u] = t; }"));
    }

    @Test
    void macrosMayUseTheVariable() {
        String define =
                "#define AT x[k]\n#define BOTH AT + k\n#define SQUARE(k) ((k) * (k))\n#define STOP break\n#define NEXT k++\n";
        String unroll = "for (int k = 0; k < 4; k++) { %s }";
        RuleSet rules = Unrolling.by(2);
        for (String body : List.of("AT = 1;", "x[0] += BOTH;", "STOP;", "NEXT;", "x[0] = NEXT;")) {
            Trace trace = rules.apply(define + HEAD + unroll.formatted(body) + "}");
            assertEquals(List.of(), trace.steps(), body);
        }
        assertEquals(
                1,
                rules.apply(define + HEAD + unroll.formatted("x[0] = SQUARE(k);") + "}")
                        .steps()
                        .size());
        Trace hidden = rules.apply(define + HEAD + unroll.formatted("AT = 1;") + "}");
        assertTrue(hidden.notes().get(0).endsWith("'k' is used by a macro here, or in code that is kept as text."));
        RuleSet drop = RuleSet.parse("drop: `$e * 0` [pure($e)] -> `0`");
        assertEquals(0, drop.apply(define + HEAD + "x[0] = NEXT * 0; }").steps().size());
        assertEquals(1, drop.apply(define + HEAD + "x[0] = AT * 0; }").steps().size());
    }
}
