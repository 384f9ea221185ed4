package org.plegma.device.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source with guards in it that tell what they find by a store at an address which no array has: a division of whole numbers
 * by zero, a loop that does not come to its end. Lines stay as they are.
 */
public final class GuardedSource {
    static final String DIVISIONS = KernelSource.resource(GuardedSource.class, "divisions.cl");

    /** The numbers of arrays that no launch has, in the highest bits of an address; then 24 bits each of line and column. */
    private static final long DIVISOR = 0x7ff1L;

    private static final long LOOP = 0x7ff2L;
    private static final int NUMBER_BITS = 48;
    private static final int COLUMN_BITS = 24;

    private final String source;
    private final long mostRounds;
    private final String head;
    private final List<Insertion> insertions = new ArrayList<>();

    /** Text that is put before a character. */
    record Insertion(int at, String text) {}

    private GuardedSource(
            String source, @Nullable DivisionGuard divisions, @Nullable LoopGuard loops, long mostRounds) {
        this.source = source;
        this.mostRounds = mostRounds;
        String text = "";
        if (divisions != null) {
            text += "#define PLEGMA_REPORT\n" + DIVISIONS;
            insertions.addAll(divisions.insertions());
        }
        if (loops != null) {
            text += "#define PLEGMA_ROUNDS " + mostRounds + "\n"
                    + KernelSource.resource(GuardedSource.class, "loops.cl");
            insertions.addAll(loops.insertions());
        }
        head = text;
        insertions.sort(Comparator.comparingInt(Insertion::at));
    }

    /** With the guards of divisions. */
    public static GuardedSource of(String source, DivisionGuard divisions) {
        return new GuardedSource(source, divisions, null, 0);
    }

    /**
     * With the guards of loops, too.
     *
     * @param divisions null for none
     * @param mostRounds of a loop and of those within it, after which a loop that goes on has no end
     */
    public static GuardedSource of(String source, @Nullable DivisionGuard divisions, LoopGuard loops, long mostRounds) {
        return new GuardedSource(source, divisions, loops, mostRounds);
    }

    /** Of a loop and of those within it, until it counts as one without end; 0 if loops are not guarded. */
    public long mostRounds() {
        return mostRounds;
    }

    /** The source with the guards. */
    public String text() {
        return head + "#line 1\n" + inserted(source, insertions);
    }

    static String inserted(String source, List<Insertion> insertions) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (Insertion insertion : insertions) {
            text.append(source, from, insertion.at()).append(insertion.text());
            from = insertion.at();
        }
        return text.append(source, from, source.length()).toString();
    }

    /** The column in the source of a place in the source with guards. */
    public int column(int line, int guardedColumn) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = source.indexOf('\n', start) + 1;
        }
        int at = guardedColumn - 1; // in the line, as far as insertions before it are taken out
        for (Insertion insertion : insertions) {
            int column = insertion.at() - start;
            if (column >= 0 && column < at) {
                at -= Math.min(insertion.text().length(), at - column);
            }
        }
        return at + 1;
    }

    static String divisorAddress(OpenClToken divisor) {
        return address(DIVISOR, divisor);
    }

    static String loopAddress(OpenClToken loop) {
        return address(LOOP, loop);
    }

    private static String address(long number, OpenClToken at) {
        return (number << NUMBER_BITS | (long) at.line() << COLUMN_BITS | at.column()) + "UL";
    }

    /** The line and the column of the divisor that is told by a store at an address; null if that is another address. */
    public static int @Nullable [] divisor(long address) {
        return place(DIVISOR, address);
    }

    /** The line and the column of the loop that is told by a store at an address; null if that is another address. */
    public static int @Nullable [] loop(long address) {
        return place(LOOP, address);
    }

    private static int @Nullable [] place(long number, long address) {
        if (address >>> NUMBER_BITS != number) {
            return null;
        }
        int mask = (1 << COLUMN_BITS) - 1;
        return new int[] {(int) (address >>> COLUMN_BITS) & mask, (int) address & mask};
    }
}
