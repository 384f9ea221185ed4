package org.plegma.rewrite.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.text.CodeException;

/** Programs nested deeper than a small stack is, in a thread that has one. */
class DeepProgramsTest {
    private static final String PARENTHESES = "(".repeat(500) + "x[1]" + ")".repeat(500);

    private interface Work {
        void run();
    }

    private static void onSmallStack(Work work) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        work.run();
                    } catch (Throwable thrown) {
                        failure.set(thrown);
                    }
                },
                "small",
                512 * 1024);
        thread.start();
        thread.join();
        if (failure.get() instanceof Error error) {
            throw error;
        } else if (failure.get() instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private static String sum(int terms) {
        return String.join(" + ", Collections.nCopies(terms, "x[1]"));
    }

    private static String kernel(String body) {
        return "kernel void f(global float *x, int n) {\n" + body + "\n}\n";
    }

    private static void roundTrip(String source) {
        Tree tree = Code.opencl(source);
        String printed = Code.print(tree);
        Tree again = Code.opencl(printed);
        assertEquals(tree, again);
        assertEquals(tree.hashCode(), again.hashCode());
        assertEquals(printed, again.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "if (n > 1) ", "if (n > 1) x[0] = 1; else ", "for (;;) "})
    void statementsWithinStatements(String head) throws InterruptedException {
        String ends = head.equals("{") ? "}".repeat(400) : "";
        onSmallStack(() -> roundTrip(kernel(head.repeat(400) + "x[0] = 2;" + ends)));
    }

    @Test
    void sumsAndParentheses() throws InterruptedException {
        onSmallStack(() -> {
            roundTrip(kernel("x[0] = " + sum(2000) + ";"));
            roundTrip(kernel("x[0] = " + PARENTHESES + ";"));
            roundTrip(kernel("x[0] = " + "x[1] + (".repeat(500) + "n" + ")".repeat(500) + ";"));
            roundTrip(kernel("x[0] = " + "- ".repeat(1000) + "n;"));
            roundTrip(kernel("x[0] = " + "n > 1 ? 2 : ".repeat(500) + "3;"));
        });
    }

    @Test
    void theSameInJava() throws InterruptedException {
        onSmallStack(() -> {
            for (String code : new String[] {
                "s = " + sum(2000) + ";", "s = " + PARENTHESES + ";", "{".repeat(400) + "}".repeat(400)
            }) {
                Tree tree = Code.java(code);
                assertEquals(tree, Code.java(Code.print(tree)));
            }
        });
    }

    @Test
    void rulesGoThroughThem() throws InterruptedException {
        onSmallStack(() -> {
            RuleSet rules = RuleSet.parse("one: `x[1] + x[1]` -> `2 * x[1]`\nnone: `$a - $a` -> `0`\n"
                    + "strategy: sequence(bottomUp(one), topDown(none))");
            Trace trace = rules.apply(kernel("x[0] = " + sum(400) + ";"));
            assertEquals(1, trace.steps().size());
            assertTrue(trace.source().contains("x[0] = 2 * x[1] + x[1] + x[1]"), trace.source());
            assertTrue(trace.toString().contains("one"));
            assertTrue(trace.whyNot("none").toString().contains("was not applied"));
        });
    }

    @Test
    void whatIsTooDeepIsRefusedInWords() throws InterruptedException {
        onSmallStack(() -> {
            String message = assertThrows(CodeException.class, () -> Code.opencl(kernel("x[0] = " + sum(6000) + ";")))
                    .getMessage();
            assertTrue(message.contains("nested too deep: more than 5000 levels"), message);
            Term built = Terms.name("x");
            for (int i = 0; i < 6000; i++) {
                built = Terms.binary("+", built, Terms.name("x"));
            }
            Term deep = built;
            String refused = assertThrows(IllegalArgumentException.class, () -> Code.print(deep))
                    .getMessage();
            assertTrue(refused.startsWith("The program is nested 6001 levels deep"), refused);
        });
    }

    @Test
    void whatFailsThereFailsHere() {
        String unfinished = kernel(" ".repeat(300) + "x[0] = (1;");
        CodeException failure = assertThrows(CodeException.class, () -> Code.opencl(unfinished));
        assertEquals(2, failure.place().line());
    }

    @Test
    void anInterruptGetsThrough() {
        RuleSet rules = RuleSet.parse("one: `x[1] + x[1]` -> `2 * x[1]`");
        Tree tree = Code.opencl(kernel("x[0] = " + sum(300) + ";"));
        Thread.currentThread().interrupt();
        assertThrows(java.util.concurrent.CancellationException.class, () -> rules.apply(tree));
        assertTrue(!Thread.interrupted());
    }
}
