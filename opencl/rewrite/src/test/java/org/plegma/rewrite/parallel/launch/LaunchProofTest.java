package org.plegma.rewrite.parallel.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.code.Obligation;
import org.plegma.rewrite.parallel.code.Obligation.Range;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.errors.ParallelIndexException;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/** What is proven of subscripts before a launch, beside all iterations one by one. */
class LaunchProofTest {
    /** A whole number as Java has it; null where a part of it leaves its type. */
    private record Number(BigInteger value, boolean isLong) {
        Number fitting() {
            return value != null && value.bitLength() < (isLong ? 64 : 32) ? this : null;
        }
    }

    private static Number value(Term term, Map<String, Object> names) {
        Tree tree = (Tree) term;
        switch (tree.kind()) {
            case NAME, LITERAL -> {
                Object value = tree.is(Kind.NAME) ? names.get(tree.text()) : (Object) Integer.valueOf(tree.text());
                return new Number(BigInteger.valueOf(((java.lang.Number) value).longValue()), value instanceof Long);
            }
            case UNARY -> {
                Number a = value(tree.child(0), names);
                return a == null ? null : new Number(a.value.negate(), a.isLong).fitting();
            }
            case CAST -> {
                Number a = value(tree.child(1), names);
                return a == null
                        ? null
                        : new Number(a.value, tree.child(0).text().equals("long")).fitting();
            }
            default -> {
                int first = tree.is(Kind.BINARY) ? 0 : 1;
                Number a = value(tree.child(first), names);
                Number b = value(tree.child(first + 1), names);
                if (a == null || b == null) {
                    return null;
                }
                boolean isLong = a.isLong || b.isLong;
                if (tree.is(Kind.CONDITIONAL)) {
                    boolean yes = (Boolean) new TermEvaluator(names::get).value(tree.child(0));
                    return new Number(yes ? a.value : b.value, isLong);
                }
                String operator =
                        tree.is(Kind.BINARY) ? tree.text() : tree.child(0).text();
                return new Number(IntervalTest.result(operator, a.value.longValue(), b.value.longValue()), isLong)
                        .fitting();
            }
        }
    }

    private static Term term(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 3 : 12);
        return switch (kind) {
            case 0 -> Terms.number(random.nextInt(9));
            case 1 -> Terms.name(List.of("h", "w", "g").get(random.nextInt(3)));
            case 2, 3 -> Terms.name(random.nextBoolean() ? "i#0" : "j#1");
            case 4 -> Tree.of(Kind.UNARY, "-", List.of(term(random, depth - 1)));
            case 5 -> Tree.of(
                    Kind.CAST, JavaTypes.type(random.nextBoolean() ? "long" : "int"), term(random, depth - 1));
            case 6 -> Terms.call(
                    random.nextBoolean() ? "min" : "max", term(random, depth - 1), term(random, depth - 1));
            case 7 -> Tree.of(
                    Kind.CONDITIONAL,
                    Terms.binary("<", Terms.name("h"), Terms.number(random.nextInt(4))),
                    term(random, depth - 1),
                    term(random, depth - 1));
            default -> Terms.binary(
                    List.of("+", "-", "*", "+", "-", "/", "%", "*").get(random.nextInt(8)),
                    term(random, depth - 1),
                    term(random, depth - 1));
        };
    }

    /** A proof holds for each value of the loops' variables, and what is said to be outside its array really is. */
    @Test
    void whatIsProvenHoldsForEachIteration() {
        Random random = new Random(5);
        int proven = 0;
        int outside = 0;
        for (int round = 0; round < 4000; round++) {
            Map<String, Object> host = new HashMap<>();
            host.put("h", random.nextInt(6) - 2);
            host.put("g", random.nextInt(4) == 0 ? Integer.MAX_VALUE - random.nextInt(3) : random.nextInt(5));
            host.put("w", random.nextInt(4) == 0 ? Long.MIN_VALUE + random.nextInt(2) : (long) random.nextInt(5));
            int first = random.nextInt(5) - 2;
            Range i = new Range(Terms.number(first), Terms.binary("+", Terms.name("h"), Terms.number(1)), true);
            Range j = new Range(Terms.name("h"), Terms.number(4), random.nextBoolean());
            Term term = term(random, 3);
            LaunchProof proof = new LaunchProof(Map.of("i#0", i, "j#1", j), host::get);
            List<Number> values = new ArrayList<>();
            int h = (Integer) host.get("h");
            for (int x = first; x < h + 1; x++) {
                for (int y = h; y < 4; y++) {
                    Map<String, Object> names = new HashMap<>(host);
                    names.put("i#0", x);
                    names.put("j#1", y);
                    values.add(value(term, names));
                }
            }
            String text = Code.print(term) + " with " + host + ", i from " + first + ": ";
            Optional<Interval> found;
            try {
                found = proof.interval(term);
            } catch (ArithmeticException zero) {
                continue;
            }
            long length = 1 + random.nextInt(8);
            for (Number value : values) {
                assertTrue(
                        found.isEmpty() || value != null && IntervalTest.contains(found.get(), value.value),
                        text + found);
            }
            if (values.isEmpty()) {
                continue; // nothing is launched
            }
            boolean inside = values.stream()
                    .allMatch(value -> value != null
                            && value.value.signum() >= 0
                            && value.value.compareTo(BigInteger.valueOf(length)) < 0);
            Obligation subscript =
                    new Obligation.Inside(term, Terms.number(length), true, Terms.name("array"), Place.NONE);
            try {
                boolean holds = proof.holds(List.of(subscript));
                assertTrue(!holds || inside, text + "length " + length);
                proven += holds ? 1 : 0;
            } catch (ParallelIndexException e) {
                assertFalse(inside, text + e.getMessage());
                assertTrue(
                        values.stream()
                                .anyMatch(value -> value != null
                                        && e.getMessage()
                                                .startsWith("Index " + value.value + " out of bounds for length "
                                                        + length)),
                        text + e.getMessage());
                outside++;
            }
            boolean divides = proof.holds(List.of(new Obligation.Divides(term, Place.NONE)));
            assertTrue(
                    !divides
                            || values.stream()
                                    .noneMatch(value ->
                                            value.value.signum() == 0 || value.value.equals(BigInteger.ONE.negate())),
                    text);
            assertEquals(found.isPresent(), proof.holds(List.of(new Obligation.Fits(term, Place.NONE))), text);
        }
        assertTrue(proven > 100 && outside > 50, proven + " proven, " + outside + " outside");
    }

    /** Sums of variables, each there once: the ends of the interval are taken, so it is known either way. */
    @Test
    void ofSumsItIsKnownEitherWay() {
        Function<String, Object> host = Map.<String, Object>of("n", 5)::get;
        Map<String, Range> ranges = Map.of(
                "i#0", new Range(Terms.number(0), Terms.name("n"), true),
                "j#1", new Range(Terms.number(-2), Terms.number(3), true),
                "odd#2", new Range(Terms.number(0), Terms.number(9), false));
        Term i = Terms.name("i#0");
        Term sum = Terms.binary("-", Terms.binary("*", Terms.number(3), i), Terms.name("j#1"));
        assertEquals(Optional.of(new Interval(-2, 14)), new LaunchProof(ranges, host).interval(sum));
        for (long length = 1; length < 20; length++) {
            for (int shift = 0; shift < 4; shift++) {
                Term subscript = Terms.binary("+", sum, Terms.number(shift));
                LaunchProof proof = new LaunchProof(ranges, host);
                List<Obligation> one = List.of(inside(subscript, length));
                if (shift >= 2 && shift + 14 < length) {
                    assertTrue(proof.holds(one));
                } else {
                    long wrong = shift < 2 ? shift - 2 : shift + 14;
                    String message = assertThrows(ParallelIndexException.class, () -> proof.holds(one))
                            .getMessage();
                    assertEquals("Index " + wrong + " out of bounds for length " + length + " in a", message);
                }
            }
        }
        // Neither certain nor proven: twice the same variable, and one that may step over the ends.
        assertFalse(new LaunchProof(ranges, host).holds(List.of(inside(Terms.binary("-", i, i), 3))));
        assertFalse(new LaunchProof(ranges, host).holds(List.of(inside(Terms.name("odd#2"), 8))));
        assertTrue(new LaunchProof(ranges, host).holds(List.of(inside(Terms.name("odd#2"), 9))));
    }

    private static Obligation inside(Term subscript, long length) {
        return new Obligation.Inside(subscript, Terms.number(length), true, Terms.name("a"), Place.NONE);
    }

    @Test
    void anOverflowThatTheAnalysisReliesOnIsTold() {
        Map<String, Range> ranges = Map.of("i#0", new Range(Terms.number(0), Terms.name("n"), true));
        Term twice = Terms.binary("*", Terms.name("i#0"), Terms.number(2));
        List<Obligation> exact = List.of(new Obligation.Exact(twice, Optional.of("a"), Place.NONE));
        assertTrue(new LaunchProof(ranges, Map.<String, Object>of("n", 1 << 30)::get).holds(exact));
        LaunchProof beyond = new LaunchProof(ranges, Map.<String, Object>of("n", (1 << 30) + 1)::get);
        String message =
                assertThrows(ParallelException.class, () -> beyond.holds(exact)).getMessage();
        assertEquals(
                "a subscript may overflow: 'i*2' goes from 0 to 2147483648, more than an int holds.",
                message.replace(" * ", "*"));
        List<Obligation> bound = List.of(new Obligation.Exact(twice, Optional.empty(), Place.NONE));
        assertTrue(assertThrows(ParallelException.class, () -> beyond.holds(bound))
                .getMessage()
                .startsWith("a bound of the loop may overflow"));
    }
}
