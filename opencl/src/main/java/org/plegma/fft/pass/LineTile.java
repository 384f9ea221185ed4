package org.plegma.fft.pass;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LinePass.Turn;

/**
 * How a work-group of a GPU transforms the lines of a pass.
 *
 * @param radices of the stages
 * @param items work-items to a line
 * @param lines lines to a work-group
 * @param columns whether neighbouring work-items belong to neighbouring lines, which then lie side by side in memory
 * @param split whether local memory carries real and imaginary parts one after the other, and is half as large
 * @param mirrored whether the work-items of a spectrum of pairs take the butterflies of its edge stage, the first when it
 *     is read, the last when it is written, in twos that mirror each other, so that a value and its mirror image meet
 *     in one work-item
 * @param sparing whether each value of a part is turned when it is written; to turn all of them first takes twice as many
 *     registers
 * @param early whether the factors of a middle, or of the edge stage, are read before the transform, so that all
 *     readings wait together
 * @param tall whether these are few long columns, whose values fill most registers: local memory holds both parts of a
 *     value beside each other, and what a stage turns by is read while the values are there
 * @param pad after so many values of a line local memory has a gap, as steps of a power of two meet in few banks; 0 for none
 * @param staged whether the lines of a work-group, which follow each other in memory, are copied to local memory as a whole,
 *     and their results from there, as a work-item alone takes too short pieces
 */
public record LineTile(
        List<Integer> radices,
        int items,
        int lines,
        boolean columns,
        boolean split,
        boolean mirrored,
        boolean sparing,
        boolean early,
        boolean tall,
        int pad,
        boolean staged) {
    /** Long columns side by side in a work-group. */
    public static final int TALL_LINES = 4;

    private static final int WISHED_ITEMS = 128;
    /** Bytes side by side that fill the memory's transactions, and more that are better where local memory allows. */
    private static final int SIDE_BY_SIDE = 64;

    private static final int MORE = 4;
    /** Lines with their copies, which have gaps, take so many times what one part of them takes. */
    private static final int STAGED_PARTS = 5;

    /** Work-items that have lines to themselves, times the bytes of a part of a value. */
    private static final int ALONE_BYTES = 512;

    private static final int BANKS = 128;
    /** Of all axes of 512³ columns are wide; along the second, 768 lost 7 %, and 1024 more. */
    private static final int WIDE_ALONG_ALL = 512;

    /** Enough that large groups fill a device many times. */
    private static final int MANY_LINES = 1 << 17;

    /** A tile for a pass within the limits of a device. */
    public static LineTile of(LinePass pass, ElementType type, PassLimits limits) {
        int n = pass.n();
        boolean columns =
                pass.inner() > 1 && (pass.in().stride() != 1 || pass.out().stride() != 1);
        if (tallFactors(n).equals(pass.by())) {
            return tall(n, limits);
        }
        if (FullLine.takes(pass, limits)) {
            return FullLine.tile(n);
        }
        if (RealLines.takes(pass, type, limits)) {
            return RealLines.tile(pass, type, limits);
        }
        LineStages stages = LineStages.of(pass, columns, limits);
        List<Integer> radices = stages.radices();
        int items = stages.items();
        boolean isShort = !columns && ShortLines.takes(pass, limits);
        int pad = isShort ? n : columns ? radices.get(0) : radices.get(0) % 2 == 0 ? BANKS / type.bytes() : 0;
        boolean staged = !columns && LineStaging.gains(stages, pass, type);
        long part = (long) (n + (pad == 0 ? 0 : n / pad)) * type.bytes();
        int least = sideBySide(type);
        boolean wide = columns && isWide(pass, least * part, least * items, limits);
        boolean alike = columns && !pass.hasMiddle() && LineStages.areLongColumns(n, limits);
        long local = wide || alike ? limits.wideBytes() : limits.localBytes();
        long fit = staged && isShort
                ? Math.min(ALONE_BYTES / type.bytes(), local / (2L * (n + 2) * type.bytes()))
                : Math.max(1, local / (staged ? STAGED_PARTS * part : part));
        int most = pass.hasMiddle() ? 2 * least : MORE * least;
        long wished = !columns ? 1 : wide ? 2 * least : Math.max(least, Math.min(most, fit / 2));
        wished = Math.min(Math.min(Math.max(wished, WISHED_ITEMS / items), fit), Math.max(1, limits.items() / items));
        int lines = (int) Math.min(Long.highestOneBit(wished), pass.lines());
        boolean earlyEdge = limits.isWide() && n >= LineStages.LONG && stages.endsFull(pass);
        boolean early = limits.isWide() && pass.hasMiddle() && columns && n <= LineStages.SHORT || earlyEdge;
        // What is read twice, or by many, needs room in the cache, which is what local memory leaves.
        boolean cached = pass.load() == Load.HALF_OF_PAIRS && !stages.mirrored() || earlyEdge;
        boolean whole = !columns && stages.areWhole(pass, limits);
        long room = columns ? local : Math.max(local * 7 / 8, whole ? limits.wideBytes() * 2 / 3 : 0);
        boolean split = 2 * part * lines > room || cached;
        return new LineTile(
                radices,
                items,
                lines,
                columns,
                split,
                stages.mirrored(),
                !limits.manyRegisters(),
                early,
                false,
                pad,
                staged);
    }

    /**
     * Whether a pass takes twice as many columns as fill a transaction, where they would else be so few. Along the first axis of 512³ or 1024³,
     * and where devices exchange, pieces of 64 bytes take up to a third longer. Most other passes, such as that along the second of three axes, lose.
     *
     * @param bytes of local memory for one part of the least columns
     * @param items of these columns
     */
    private static boolean isWide(LinePass pass, long bytes, int items, PassLimits limits) {
        boolean byAddress = pass.in().byAddress() || pass.out().byAddress();
        boolean alongFirst = pass.lines() == pass.inner() && pass.lines() >= MANY_LINES;
        boolean alike = pass.n() == WIDE_ALONG_ALL && pass.lines() >= MANY_LINES;
        return (byAddress || alongFirst || alike)
                && !pass.hasMiddle()
                && pass.turn() == Turn.NONE
                && limits.wideBytes() > limits.localBytes()
                && limits.localBytes() / 2 < 2 * bytes
                && 2 * bytes <= limits.wideBytes()
                && 2 * items <= limits.items();
    }

    /** The values that tall columns, as {@link LineStages#areTall} admits, are multiplied by: those of a group together. */
    public static Layout tallFactors(int n) {
        return new Layout(0, TALL_LINES, (long) n * TALL_LINES, 1, TALL_LINES);
    }

    private static LineTile tall(int n, PassLimits limits) {
        LineStages stages = LineStages.tall(n, limits);
        int first = stages.radices().get(0);
        int pad = first % 2 == 0 ? first : 0;
        return new LineTile(
                stages.radices(), stages.items(), TALL_LINES, true, false, false, false, false, true, pad, false);
    }

    /** Lines side by side whose complex values fill the memory's transactions. */
    static int sideBySide(ElementType type) {
        return SIDE_BY_SIDE / (2 * type.bytes());
    }

    /** The radices of the way back of a pass with a middle: what one way leaves in registers the other begins with. */
    public List<Integer> back() {
        return LineStages.reversed(radices);
    }

    /** Values of local memory for one part of all lines. */
    public int locals(LinePass pass) {
        return lines * (pass.n() + (pad == 0 ? 0 : pass.n() / pad));
    }

    /** Whether values leave their work-item. */
    public boolean exchanges(LinePass pass) {
        return radices.size() > 1 || pass.store() == Store.HALF_OF_PAIRS && !mirrored && !hasMirrors(pass);
    }

    /** Whether a work-item has a line of pairs to itself, with all values that mirror each other. */
    boolean hasMirrors(LinePass pass) {
        return items == 1 && radices.size() == 1 && LineStages.ofPairs(pass);
    }
}
