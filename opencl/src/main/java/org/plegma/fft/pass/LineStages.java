package org.plegma.fft.pass;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;

/**
 * The stages in which work-items of a GPU transform a line.
 *
 * @param radices of the stages
 * @param items work-items to a line
 * @param mirrored whether the work-items of a spectrum of pairs take the butterflies of its edge stage, the first when it
 *     is read, the last when it is written, in twos that mirror each other, so that a value and its mirror image meet
 *     in one work-item
 */
public record LineStages(List<Integer> radices, int items, boolean mirrored) {
    /** Of short lines side by side with a middle, more work-items with fewer registers hide more of memory's latency, unless
     * there are registers to read the middle's factors early. */
    static final int SHORT = 256;

    private static final int SCARCE = 8;
    /** Beyond this one stage more costs more than few work-items do. */
    static final int LONG = 2048;

    /** Work-items of which two groups fit a multiprocessor's registers. */
    private static final int FEW_ITEMS = 512;

    /** Work-items whose values fill a multiprocessor's registers, though some must wait in memory. */
    private static final int FULL_ITEMS = 800;

    /** The longest line that has been found to gain then. */
    private static final int LONGEST_FULL = 20_480;

    /** Values of doubles in a work-item's registers, if there would be more than three stages else; of all in two stages instead of three. */
    private static final int MOST_DOUBLES = 27;

    /** The same where a group has a multiprocessor to itself. */
    private static final int MOST_ALONE = 28;

    /** Work-items of lines side by side beyond which only one group would fit a multiprocessor. */
    private static final int CROWD = 640;

    /** Values that half as many of them may hold: with 30 they are slower. */
    private static final int MOST_OF_HALVED = 20;

    /** Work-items that share a wide line, at least; if each has {@link #ROOMY} values they may be fewer, with some lines a group. */
    private static final int LEAST_ITEMS = 128;

    /** The same of doubles. */
    private static final int FEWEST_ITEMS = 64;

    /** Values in all stages of doubles, with those of idle work-items, for one that is there; and if there would be two passes else. */
    private static final double FEW_IDLE = 1.1;

    private static final double MORE_IDLE = 1.25;

    private static final int WARP = 32;

    /** Work-items that share a line of pairs, at most. */
    private static final int MOST_OF_PAIRS = 320;

    /** Values that a work-item may hold, 7 by 7, if a line would take two passes else, or five stages. */
    private static final int MOST_OF_ALL = 49;

    /** A radix for which a stage is not worth while if two others would do. */
    private static final int SMALL = 5;

    /** The longest line of floats for which two are better then. */
    private static final int LONGEST_OF_TWO = 400;

    /** Multiples of this are good in three. */
    private static final int ROUND = 16;

    /** Work-items are other than usual where fewer are idle by so much. */
    private static final double LESS_IDLE = 0.9;

    /** Stages that are too many. */
    private static final int MANY = 4;

    private static final int LARGEST_PRIME_OF_WIDE = 7;
    /** Beyond so many values registers keep groups from a multiprocessor: about a tenth slower. */
    private static final int ROOMY = 25;

    private static final double CROWDED = 1.1;
    private static final int FEW_VALUES = 200;
    /** Values in all stages of pairs, with those of idle work-items, for one that is there. */
    private static final double MOST_IDLE = 1.4;

    static LineStages of(LinePass pass, boolean columns, PassLimits limits) {
        if (!columns && ShortLines.takes(pass, limits)) {
            return ShortLines.of(pass, limits);
        }
        LineStages narrow = narrow(pass, columns, limits);
        int n = pass.n();
        boolean crowd = narrow.items() * limits.items() > CROWD * limits.columnItems();
        if (columns && crowd && !pass.hasMiddle() && limits.isWide() && n <= limits.longestColumn()) {
            return narrow.halved(n);
        }
        if (!columns && limits.manyRegisters() && isPlain(pass)) {
            narrow = narrow.radices().size() < MANY ? narrow.twoOrThree(n, limits) : narrow;
            if (!limits.isWide()) {
                return narrow.radices().size() < MANY ? narrow : threeOfDoubles(narrow, n, limits);
            }
        }
        boolean few = !ofPairs(pass) && narrow.radices().size() < MANY || ofPairs(pass) && n <= LONG;
        if (columns || few || pass.hasMiddle() || !limits.isWide() || Radices.largestPrime(n) > LARGEST_PRIME_OF_WIDE) {
            return narrow;
        }
        LineStages many = wide(pass, narrow, limits.values(), LEAST_ITEMS, limits);
        LineStages wide = Collections.max(many.radices()) == ROOMY
                ? wide(pass, narrow, limits.values(), Math.min(LEAST_ITEMS, n / ROOMY), limits)
                : many;
        int stages = wide.radices().size();
        boolean splits = stages >= MANY && wide.items() * wide.values(n) > wide.registerValues(n, limits);
        boolean poor = n > limits.longest() && !ofPairs(pass) && (stages > MANY || splits);
        return poor ? wide(pass, wide, MOST_OF_ALL, LEAST_ITEMS, limits) : wide;
    }

    private static boolean isPlain(LinePass pass) {
        return !ofPairs(pass) && !pass.hasMiddle();
    }

    /** Two stages instead of three with a small one; else with as many work-items as leave the least idle. */
    private LineStages twoOrThree(int n, PassLimits limits) {
        boolean small = radices.size() == MANY - 1
                && Collections.min(radices) <= SMALL
                && n % ROUND != 0
                && (n <= LONGEST_OF_TWO || !limits.isWide());
        Stream<LineStages> two = Radices.fewest(n, MOST_DOUBLES).stream()
                .filter(stages -> small && stages.size() == 2 && stages.get(0) <= 2 * stages.get(1))
                .map(stages -> new LineStages(stages, stages.get(0), false));
        return two.min(Comparator.comparingInt(LineStages::items)).orElseGet(() -> leastIdle(n));
    }

    private LineStages leastIdle(int n) {
        return radices.stream()
                .map(radix -> new LineStages(radices, n / radix, mirrored))
                .filter(stages -> stages.items() <= FEW_ITEMS)
                .min(Comparator.comparingLong(stages -> stages.slots(n)))
                .filter(stages -> stages.slots(n) < LESS_IDLE * slots(n))
                .orElse(this);
    }

    /** Whether some work-items have nothing to do in a stage. */
    private boolean areIdle(int n) {
        return slots(n) > (long) n * radices.size();
    }

    /** Whether local memory better holds both parts of doubles: where each step through it asks which work-items are idle. */
    boolean areWhole(LinePass pass, PassLimits limits) {
        return limits.manyRegisters()
                && !limits.isWide()
                && isPlain(pass)
                && radices.size() == MANY - 1
                && areIdle(pass.n());
    }

    /**
     * Three stages instead of more, unless these have whole warps without idle work-items, or three have many that are; four where there
     * would be two passes else.
     */
    private static LineStages threeOfDoubles(LineStages narrow, int n, PassLimits limits) {
        if (!narrow.areIdle(n) && narrow.items() % WARP == 0) {
            return narrow;
        }
        boolean alone = n > limits.longest();
        Stream<LineStages> best = Radices.fewest(n, MOST_DOUBLES).stream()
                .filter(radices -> radices.size() < MANY)
                .flatMap(radices -> lines(n, radices, MOST_DOUBLES, FEWEST_ITEMS, limits));
        Optional<LineStages> three = leastIdle(n, alone ? MORE_IDLE : FEW_IDLE, best);
        if (three.isPresent() || limits.wideBytes() <= limits.localBytes()) {
            return three.orElse(narrow);
        }
        int most = alone ? MOST_ALONE : MOST_DOUBLES;
        Stream<LineStages> more = Radices.fewest(n, most).stream()
                .filter(radices -> radices.size() < MANY)
                .flatMap(radices -> inOrder(n, radices, most, FEWEST_ITEMS, limits));
        return leastIdle(n, MORE_IDLE, more)
                .or(() -> alone ? leastIdle(n, MORE_IDLE, fourOfDoubles(n, limits)) : Optional.empty())
                .orElse(narrow);
    }

    private static Optional<LineStages> leastIdle(int n, double idle, Stream<LineStages> all) {
        return all.filter(stages -> stages.items() <= FEW_ITEMS)
                .filter(stages -> stages.slots(n) <= idle * n * stages.radices().size())
                .min(Comparator.comparingLong(stages -> stages.slots(n)));
    }

    private static Stream<LineStages> fourOfDoubles(int n, PassLimits limits) {
        return IntStream.rangeClosed(2, MOST_DOUBLES)
                .filter(radix -> n % radix == 0)
                .boxed()
                .flatMap(radix -> Radices.fewest(n / radix, MOST_DOUBLES).stream()
                        .filter(rest -> rest.size() == MANY - 1)
                        .map(rest ->
                                Stream.concat(Stream.of(radix), rest.stream()).toList()))
                .flatMap(radices -> lines(n, radices, MOST_DOUBLES, FEWEST_ITEMS, limits))
                .filter(stages -> stages.items() * stages.values(n) <= stages.registerValues(n, limits));
    }

    /** @param most values that a work-item may hold */
    private static LineStages wide(LinePass pass, LineStages narrow, int most, int least, PassLimits limits) {
        int n = pass.n();
        return Radices.fewest(n, most).stream()
                .filter(radices -> radices.size() <= narrow.radices().size())
                .flatMap(radices ->
                        ofPairs(pass) ? pairs(pass, radices, limits) : lines(n, radices, most, least, limits))
                .min(Comparator.<LineStages>comparingDouble(stages -> stages.cost(n))
                        .thenComparingInt(stages ->
                                stages.radices().stream().mapToInt(r -> r).sum()))
                .orElse(narrow);
    }

    /** Complex values that the work-items of a multiprocessor hold, of three stages a few more than its registers. */
    private int registerValues(int n, PassLimits limits) {
        boolean full = radices.size() < MANY && (limits.isWide() || values(n) <= MOST_ALONE);
        boolean few = !limits.isWide() && items <= FEW_ITEMS;
        return (full ? FULL_ITEMS : few ? CROWD : FEW_ITEMS) * limits.values();
    }

    /** The longest line whose group may have a multiprocessor to itself. */
    static int longestAlone(PassLimits limits) {
        return limits.isWide() ? LONGEST_FULL : LONGEST_FULL / 2;
    }

    /** With half as many work-items, of twice as many butterflies, if none is idle then. */
    private LineStages halved(int n) {
        LineStages half = new LineStages(radices, items / 2, mirrored);
        boolean full = half.slots(n) == (long) n * radices.size();
        return items % 2 == 0 && full && half.values(n) <= MOST_OF_HALVED ? half : this;
    }

    /**
     * Whether one pass can transform lines longer than most: those whose stages leave all values in registers.
     *
     * @param pairs whether lines are pairs of reals on one side and their spectrum on the other, there and back
     */
    public static boolean areLong(int n, boolean pairs, PassLimits limits) {
        if (n <= limits.longest() || n > limits.longestAlone()) {
            return false;
        }
        Layout at = Layout.axis(n, 1);
        LinePass pass = LinePass.complex(n, 1, 1, at, at, false, 1);
        List<LinePass> passes = pairs
                ? List.of(pass.with(Load.HALF_OF_PAIRS, Store.COMPLEX), pass.with(Load.COMPLEX, Store.HALF_OF_PAIRS))
                : List.of(pass);
        return passes.stream()
                .map(each -> of(each, false, limits))
                .allMatch(stages -> stages.items() * stages.values(n) <= stages.registerValues(n, limits));
    }

    /** Whether one pass can transform columns longer than most, as many side by side as fill a transaction. */
    public static boolean areLongColumns(int n, PassLimits limits) {
        if (n <= limits.longestColumn() || n > limits.longestAlike()) {
            return false;
        }
        Layout at = Layout.axis(n, 2);
        LineStages stages = narrow(LinePass.complex(n, 2, 2, at, at, false, 1), true, limits);
        return stages.radices().size() < MANY && stages.items() <= limits.columnItems();
    }

    /** Whether a product can transform columns longer than most in one pass. */
    public static boolean areTall(int n, PassLimits limits) {
        if (n <= limits.longestColumn() || n > limits.tallest()) {
            return false;
        }
        LineStages stages = tall(n, limits);
        int most = 2 * stages.radices().get(0);
        return stages.radices().size() < MANY && most <= limits.values() && stages.items() * most == n;
    }

    /** Two butterflies of the first stage to a work-item. */
    static LineStages tall(int n, PassLimits limits) {
        int radix = Math.max(limits.largestRadix(), Radices.largestPrime(n));
        List<Integer> radices = Radices.forGroup(n, radix, FEW_ITEMS);
        return new LineStages(radices, n / (2 * radices.get(0)), false);
    }

    private static boolean reads(LinePass pass) {
        return pass.load() == Load.HALF_OF_PAIRS;
    }

    static boolean ofPairs(LinePass pass) {
        return reads(pass) || pass.store() == Store.HALF_OF_PAIRS;
    }

    /** With as many values to a work-item as are best for most lines. */
    private static LineStages narrow(LinePass pass, boolean columns, PassLimits limits) {
        int n = pass.n();
        // Where registers are scarce, as for double on AMD, a middle leaves no room for the largest radices.
        boolean small =
                pass.hasMiddle() && (columns && n <= SHORT && !limits.isWide() || limits.largestRadix() <= SCARCE);
        int radix = small ? limits.largestRadix() / 2 : limits.largestRadix();
        int group = n > FEW_ITEMS * limits.largestRadix() ? limits.items() : Math.min(limits.items(), FEW_ITEMS);
        List<Integer> radices = Radices.forGroup(n, Math.max(radix, Radices.largestPrime(n)), group);
        if (!ofPairs(pass)) {
            return new LineStages(radices, Math.min(n / radices.get(0), group), false);
        }
        // Two butterflies of the edge stage in the registers for one of the others, of long lines in more of them.
        int most = n > LONG ? limits.values() : limits.largestRadix();
        if (2 * last(radices) > most && Radices.largestPrime(n) <= limits.largestRadix() / 2) {
            radices = Radices.forGroup(n, limits.largestRadix() / 2, group);
        }
        int edge = last(radices);
        boolean mirrored =
                radices.size() > 1 && 2 * edge <= most && n % (2 * edge) == 0 && n / (2 * edge) <= limits.items();
        int items = mirrored ? n / (2 * edge) : Math.min(n / radices.get(0), group);
        return new LineStages(mirrored && reads(pass) ? reversed(radices) : radices, items, mirrored);
    }

    /**
     * Lines in as few stages as twice as many registers allow; each stage less is one time less through local memory. An
     * odd radix comes first: its exchange meets all banks without gaps.
     */
    private static Stream<LineStages> lines(int n, List<Integer> radices, int most, int least, PassLimits limits) {
        List<Integer> ordered = new ArrayList<>(radices);
        ordered.sort(Comparator.comparing((Integer radix) -> radix % 2 == 0).thenComparing(Comparator.reverseOrder()));
        return inOrder(n, ordered, most, least, limits);
    }

    private static Stream<LineStages> inOrder(int n, List<Integer> radices, int most, int least, PassLimits limits) {
        return radices.stream()
                .map(radix -> new LineStages(radices, n / radix, false))
                .filter(stages -> stages.items() >= least && stages.items() <= limits.items())
                .filter(stages -> stages.values(n) <= most);
    }

    /** The same for pairs, with each radix as the edge. */
    private static Stream<LineStages> pairs(LinePass pass, List<Integer> radices, PassLimits limits) {
        int n = pass.n();
        return radices.stream()
                .filter(edge -> n % (2 * edge) == 0 && n / (2 * edge) <= MOST_OF_PAIRS)
                .map(edge -> {
                    List<Integer> ordered = new ArrayList<>(radices);
                    ordered.remove(edge);
                    ordered.add(reads(pass) ? 0 : ordered.size(), edge);
                    return new LineStages(ordered, n / (2 * edge), true);
                })
                .filter(stages -> stages.slots(n) <= MOST_IDLE * n * radices.size())
                .filter(stages -> stages.values(n) <= limits.values());
    }

    /**
     * Of lines the values in all stages, those of idle work-items too, and a little for registers, as fitted to what was
     * measured; of pairs the reciprocal of the work-items, as many have small edges.
     */
    private double cost(int n) {
        int largest = Collections.max(radices);
        return mirrored ? 1.0 / items : slots(n) * (largest > ROOMY ? CROWDED : 1) * (FEW_VALUES + largest);
    }

    private long slots(int n) {
        return radices.stream()
                .mapToLong(radix -> (long) rounds(n, radix) * items * radix)
                .sum();
    }

    private int rounds(int n, int radix) {
        return (n / radix + items - 1) / items;
    }

    /** The most values that a work-item holds. */
    int values(int n) {
        return radices.stream()
                .mapToInt(radix -> rounds(n, radix) * radix)
                .max()
                .orElse(1);
    }

    /** Whether the stage that writes a spectrum of pairs needs the most registers, with no room for more groups to lose. */
    boolean endsFull(LinePass pass) {
        return mirrored && !reads(pass) && 2 * last(radices) >= values(pass.n());
    }

    private static int last(List<Integer> radices) {
        return radices.get(radices.size() - 1);
    }

    static List<Integer> reversed(List<Integer> radices) {
        List<Integer> all = new ArrayList<>(radices);
        Collections.reverse(all);
        return all;
    }
}
