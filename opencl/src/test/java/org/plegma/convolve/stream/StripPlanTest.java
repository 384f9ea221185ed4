package org.plegma.convolve.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.stream.StripPlan.Budget;
import org.plegma.convolve.stream.StripPlan.Strip;
import org.plegma.expr.tree.Boundary;

/** Strips against what they are for: the same rows are read, result by result and tap by tap, as from the whole image. */
class StripPlanTest {
    private static final int OUTSIDE = -1;
    private static final int BYTES = ElementType.FLOAT.bytes();
    private static final LongUnaryOperator BETWEEN = rows -> 100 * rows;

    private static final List<Boundary> BOUNDARIES =
            List.of(Boundary.ZERO, Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST, Boundary.PERIODIC);

    /** The row that a boundary puts at a place, found by walking there from inside. */
    private static int row(Boundary boundary, int at, int n) {
        int row = 0;
        int step = 1;
        int away = at < 0 ? -1 : 1;
        for (int i = 0; i != at; i += away) {
            int next = row + step * away;
            boolean leaves = next < 0 || next >= n;
            switch (boundary.kind()) {
                case PERIODIC -> row = Math.floorMod(next, n);
                case NEAREST -> row = i + away < 0 ? 0 : Math.min(i + away, n - 1);
                case REFLECT -> {
                    step = leaves ? -step : step;
                    row = leaves ? row : next;
                }
                case MIRROR -> {
                    step = leaves ? -step : step;
                    row = n == 1 ? 0 : row + step * away;
                }
                default -> row = i + away < 0 || i + away >= n ? OUTSIDE : i + away;
            }
        }
        return row;
    }

    private static Window window(Random random, int axis, Boundary boundary) {
        int rank = 3 - axis;
        int[] image = new int[rank];
        int[] taps = new int[rank];
        for (int i = 0; i < rank; i++) {
            image[i] = 1 + random.nextInt(i == 0 ? 40 : 4);
            taps[i] = 1 + random.nextInt(i == 0 ? 12 : 3);
        }
        Mode mode = random.nextBoolean() ? Mode.SAME : Mode.FULL;
        int[] origin = new int[rank];
        origin[0] = random.nextInt(7) - 3;
        return Window.of(mode, random.nextBoolean(), mode == Mode.SAME ? origin : new int[0], image, taps, boundary);
    }

    @Test
    void everyStripReadsTheRowsOfTheWholeImage() {
        Random random = new Random(1);
        for (int trial = 0; trial < 600; trial++) {
            int axis = random.nextInt(3);
            Boundary boundary = BOUNDARIES.get(trial % BOUNDARIES.size());
            Window whole = window(random, axis, boundary);
            int unit = trial % 3 == 0 ? 1 + random.nextInt(9) : 1;
            int rows = unit * (1 + random.nextInt(Math.max(1, 15 / unit)));
            int least = trial % 2 == 0 ? rows : unit * (1 + random.nextInt(rows / unit));
            StripPlan plan = new StripPlan(whole, axis, rows, least, 2, unit);
            int next = 0;
            int all = whole.out()[axis];
            if (least == rows) {
                assertEquals(
                        (int) Math.ceil((double) all / rows), plan.strips(0).size(), whole.toString());
            }
            for (Strip strip : plan.strips(0)) {
                assertEquals(next, strip.out());
                assertEquals(0, strip.out() % unit);
                assertTrue(
                        strip.outRows() >= Math.min(least, all - next) && strip.outRows() <= rows,
                        strip + " of " + plan);
                next += strip.outRows();
                assertTrue(strip.inRows() >= 1 && strip.inRows() <= plan.mostInRows(), strip + " of " + plan);
                assertReadsTheSame(plan, strip, whole, axis);
            }
            assertEquals(all, next);
            assertEquals(
                    all / 2,
                    plan.strips(all - all / 2).stream().mapToInt(Strip::outRows).sum());
        }
    }

    private static void assertReadsTheSame(StripPlan plan, Strip strip, Window whole, int axis) {
        Window part = plan.window(strip);
        Boundary boundary = whole.boundary();
        assertEquals(strip.inRows(), part.image()[axis]);
        assertEquals(strip.outRows(), part.out()[axis]);
        for (int result = 0; result < (strip.outRows() + plan.unit() - 1) / plan.unit() * plan.unit(); result++) {
            for (int tap = 0; tap < whole.taps()[axis]; tap++) {
                int expected = row(boundary, strip.out() + result + whole.shift()[axis] + tap, whole.image()[axis]);
                int found = row(boundary, result + part.shift()[axis] + tap, strip.inRows());
                int there = found == OUTSIDE ? OUTSIDE : row(boundary, strip.first() + found, whole.image()[axis]);
                assertEquals(expected, there, strip + " of " + plan + ", result " + result + ", tap " + tap);
            }
        }
    }

    @Test
    void stripsAreTheTallestThatFit() {
        Random random = new Random(2);
        int cut = 0;
        for (int trial = 0; trial < 300; trial++) {
            boolean in = random.nextBoolean();
            boolean out = random.nextBoolean();
            Window whole = Window.of(
                    Mode.SAME,
                    true,
                    new int[0],
                    new int[] {1 + random.nextInt(400), 1 + random.nextInt(50)},
                    new int[] {1 + random.nextInt(20), 3},
                    BOUNDARIES.get(trial % BOUNDARIES.size()));
            Budget budget = new Budget(40_000 + random.nextInt(200_000), 30_000 + random.nextInt(100_000));
            StripPlan plan = StripPlan.of(whole, 1, BYTES, budget, 3, 1, BETWEEN, 4, in, out);
            assertTrue(fits(plan, budget, in, out), plan.toString());
            if (plan.rows() < whole.out()[1]) {
                cut++;
                StripPlan taller = new StripPlan(whole, 1, plan.rows() + 1, plan.rows() + 1, 3, 1);
                assertTrue(!fits(taller, budget, in, out), plan.toString());
            }
        }
        assertTrue(cut > 100, cut + " plans were cut by the budget");
    }

    /** What is allocated: for each buffer the rows of the input and of the result, between passes, the taps twice. */
    private static boolean fits(StripPlan plan, Budget budget, boolean in, boolean out) {
        Window whole = plan.window();
        long row = (long) whole.image()[2] * BYTES;
        int most = plan.rows() + whole.taps()[1] - 1;
        if (whole.boundary().kind() == Boundary.Kind.CONSTANT) {
            most = Math.min(most, whole.image()[1]);
        }
        long taps = (long) whole.taps()[1] * whole.taps()[2] * BYTES;
        long device = plan.buffers() * row * (most + plan.rows()) + BETWEEN.applyAsLong(most) + 2 * taps;
        long host = plan.buffers() * row * ((in ? most : 0) + (out ? plan.rows() : 0));
        assertEquals(device, plan.deviceBytes(BYTES, BETWEEN));
        assertEquals(host, plan.hostBytes(BYTES, in, out));
        return device <= budget.device() && host <= budget.host();
    }

    /** So many strips that the first and the last, which overlap nothing, count little; but none too small. */
    @Test
    void largeImagesAreCutThoughMemoryWouldHoldThem() {
        Budget all = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
        int[][] imagesAndTapsAndRows = {
            {1 << 16, 1 << 16, 3, 683}, {1 << 16, 1 << 16, 301, 1200}, {1 << 16, 1 << 10, 3, 4096}
        };
        for (int[] given : imagesAndTapsAndRows) {
            Window whole = Window.of(
                    Mode.SAME,
                    true,
                    new int[0],
                    new int[] {given[0], given[1]},
                    new int[] {given[2], 3},
                    Boundary.REFLECT);
            assertEquals(
                    given[3],
                    StripPlan.of(whole, 1, BYTES, all, 3, 1, BETWEEN, 4, true, true)
                            .rows());
        }
    }

    /** Of filters that make strips tall; those of others are as low as is worth it from the first on. */
    @Test
    void tallStripsShrinkTowardsTheEnd() {
        List<Integer> heights = heights(32_768, 513, 4);
        assertEquals(List.of(2048, 2048, 2048, 2048, 2048, 1877, 1720, 1577, 1446, 1325), heights.subList(0, 10));
        assertEquals(32, heights.size());
        assertEquals(List.of(555, 512, 512), heights.subList(19, 22));
        assertEquals(List.of(512, 479), heights.subList(30, 32));
        List<Integer> even = heights(32_768, 65, 4);
        assertEquals(List.of(342), even.subList(0, 95).stream().distinct().toList());
        assertEquals(96, even.size());
    }

    /** A twelfth of what is left, in whole tiles. */
    @Test
    void shrinkingStripsAreWholeTiles() {
        int all = 9_000;
        Window whole = Window.of(Mode.SAME, true, new int[0], new int[] {all, 10}, new int[] {5, 5}, Boundary.PERIODIC);
        int next = 0;
        for (Strip strip : new StripPlan(whole, 1, 504, 7, 3, 7).strips(0)) {
            int rest = all - next;
            int tiles = (int) Math.ceil(rest / 12 / 7.0);
            assertEquals(next, strip.out());
            assertEquals(Math.min(rest, Math.max(7, Math.min(504, 7 * tiles))), strip.outRows());
            next += strip.outRows();
        }
        assertEquals(all, next);
    }

    /** As tall as what they share: all but the last are of one height, so that none has to shrink. */
    @Test
    void lowStripsAreAllOfOneHeight() {
        List<Integer> low = heights(32_768, 513, 1);
        assertEquals(List.of(512), low.stream().distinct().toList());
        assertEquals(64, low.size());
        assertEquals(heights(32_768, 65, 4), heights(32_768, 65, 1));
    }

    private static List<Integer> heights(int side, int taps, int halos) {
        Window whole = Window.of(
                Mode.SAME, true, new int[0], new int[] {side, side}, new int[] {taps, taps}, Boundary.REFLECT);
        Budget all = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
        return StripPlan.of(whole, 1, BYTES, all, 3, 1, BETWEEN, halos, false, false).strips(0).stream()
                .map(Strip::outRows)
                .toList();
    }

    @Test
    void whatDoesNotHoldARowIsRefused() {
        Window whole =
                Window.of(Mode.SAME, true, new int[0], new int[] {100, 1000}, new int[] {5, 3}, Boundary.REFLECT);
        StripPlan least = new StripPlan(whole, 1, 1, 1, 3, 1);
        long device = least.deviceBytes(BYTES, BETWEEN);
        long host = least.hostBytes(BYTES, true, true);
        assertEquals(
                1,
                StripPlan.of(whole, 1, BYTES, new Budget(device, host), 3, 1, BETWEEN, 4, true, true)
                        .rows());
        for (Budget budget : List.of(new Budget(device - 1, host), new Budget(device, host - 1))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> StripPlan.of(whole, 1, BYTES, budget, 3, 1, BETWEEN, 4, true, true));
        }
    }

    /** Of one strip one buffer is needed, of two strips two; an image of one row has rows of its size. */
    @Test
    void noMoreBuffersThanStripsAreCounted() {
        for (int rows = 1; rows <= 2; rows++) {
            Window one = Window.of(Mode.SAME, true, new int[0], new int[] {rows, 10}, new int[] {1, 1}, Boundary.ZERO);
            for (int unit = 1; unit <= 2; unit++) {
                int strips = rows / unit + rows % unit;
                StripPlan plan =
                        StripPlan.of(one, 1, BYTES, new Budget(1 << 20, 1 << 20), 3, unit, r -> 0, 4, true, true);
                assertEquals(strips, plan.buffers());
            }
        }
        assertEquals(10 * BYTES, StripPlan.rowBytes(new int[] {1, 1, 10}, 1, BYTES));
        assertEquals(10 * BYTES, StripPlan.rowBytes(new int[] {1, 3, 10}, 1, BYTES));
    }
}
