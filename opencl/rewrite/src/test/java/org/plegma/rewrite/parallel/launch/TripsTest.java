package org.plegma.rewrite.parallel.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.parallel.code.Obligation.Range;
import org.plegma.rewrite.parallel.code.Trips;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.Place;

/** How often a loop runs, and where its variable goes, beside the same loop run one iteration after the other. */
class TripsTest {
    /** Loops at the ends of their types and across them, beside the same loops run one iteration after the other. */
    @Test
    void tripsAreThoseOfTheLoop() {
        Random random = new Random(8);
        int overflows = 0;
        for (int round = 0; round < 3000; round++) {
            boolean isLong = random.nextBoolean();
            long least = isLong ? Long.MIN_VALUE : Integer.MIN_VALUE;
            long most = isLong ? Long.MAX_VALUE : Integer.MAX_VALUE;
            long[] bases = {0, least + 20, most - 20};
            long base = bases[random.nextInt(3)];
            long first = base + random.nextInt(41) - 20;
            long limit = base + random.nextInt(41) - 20;
            long step = (1 + random.nextInt(7)) * (random.nextBoolean() ? 1 : -1);
            if (random.nextInt(8) == 0) {
                first = step > 0 ? least + random.nextInt(3) : most - random.nextInt(3);
                limit = step > 0 ? most - random.nextInt(3) : least + random.nextInt(3);
                step *= isLong ? 1L << 58 : 1 << 26;
            }
            Map<String, Object> host = isLong
                    ? Map.of("first", first, "limit", limit)
                    : Map.of("first", (int) first, "limit", (int) limit);
            Term from = Terms.name("first");
            Term to = Terms.name("limit");
            Loop loop = new Loop("i", isLong ? "long" : "int", from, to, step, Place.NONE);
            BigInteger value = BigInteger.valueOf(first);
            List<BigInteger> taken = new ArrayList<>();
            while (value.compareTo(BigInteger.valueOf(limit)) * Long.signum(step) < 0) {
                taken.add(value);
                value = value.add(BigInteger.valueOf(step));
            }
            Trips trips = new Trips(loop, from, to, Place.NONE);
            String text = "from " + first + " to " + limit + " by " + step;
            if (!taken.isEmpty() && value.bitLength() >= (isLong ? 64 : 32)) {
                overflows++;
                String message = assertThrows(ParallelException.class, () -> trips.count(host::get), text)
                        .getMessage();
                assertEquals(
                        "the loop's variable 'i' overflows: " + text.replace(" by ", " by steps of ")
                                + " it leaves the range of a" + (isLong ? " long." : "n int."),
                        message);
                continue;
            }
            assertEquals(taken.size(), trips.count(host::get), text);
            if (!taken.isEmpty() && !isLong) {
                TermEvaluator evaluator = new TermEvaluator(host::get);
                Range range = Range.of(loop, from, to);
                long lower = ((Number) evaluator.value(range.lower())).longValue();
                long upper = ((Number) evaluator.value(range.upper())).longValue();
                BigInteger low = step > 0 ? taken.get(0) : taken.get(taken.size() - 1);
                BigInteger high = step > 0 ? taken.get(taken.size() - 1) : taken.get(0);
                assertTrue(lower <= low.longValue() && high.longValue() < upper, text + " has " + range);
                assertEquals(Math.abs(step) == 1, range.both());
                assertTrue(!range.both() || lower == low.longValue() && upper == high.longValue() + 1, text);
                assertEquals(value.intValue(), evaluator.value(Range.after(loop, from, to)), text);
            }
        }
        assertTrue(overflows > 100, overflows + " overflows");
    }

    @Test
    void aBoundThatOverflowsIsTold() {
        Map<String, Object> host = Map.of("n", Integer.MAX_VALUE);
        Term beyond = Terms.binary("+", Terms.name("n"), Terms.number(1));
        Loop loop = new Loop("i", "int", Terms.number(0), beyond, 1, Place.NONE);
        Trips trips = new Trips(loop, Terms.number(0), beyond, Place.NONE);
        assertEquals(
                "the bound 'n + 1' of the loop overflows an int: it is 2147483648, and -2147483648 in Java.",
                assertThrows(ParallelException.class, () -> trips.count(host::get))
                        .getMessage());
    }
}
