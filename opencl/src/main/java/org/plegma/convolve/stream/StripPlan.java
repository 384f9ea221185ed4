package org.plegma.convolve.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import org.plegma.convolve.filter.Window;
import org.plegma.device.memory.Bytes;

/**
 * How a result is cut into strips: which rows of the input each needs, and how many rows fit into the memory that may be
 * used.
 *
 * <p>Rows of the input are counted beyond its edges too. Strips end at the edge where the kernel can make what lies outside:
 * from a number, or from rows of the strip itself. Where it takes rows of other strips, such rows are copied like any others.
 *
 * @param window of the whole image
 * @param axis the first axis of the image among the three of the window
 * @param rows of the result in a strip; those towards the end may have fewer
 * @param least rows of such a strip, which is never lower than this; only the last may be, as it has what is left
 * @param buffers that are worked on in turn
 * @param unit rows of the result that are computed together, such as those of a tile; strips are whole multiples of them,
 *     and read what the last of them needs even where it reaches beyond the result
 */
public record StripPlan(Window window, int axis, int rows, int least, int buffers, int unit) {
    /** A start and an end that overlap nothing are then 2 % of the whole. */
    private static final int ENOUGH_STRIPS = 96;

    /** Smaller strips cost more to launch than they gain. */
    private static final long WORTHWHILE_BYTES = 16 << 20;

    /**
     * A strip is no more than this part of what is left, where that is lower than the others: behind the last copy to the device
     * there is then little to compute and to copy back.
     */
    private static final int PART_OF_REST = 12;

    /**
     * What is done at once.
     *
     * @param out first row of the result
     * @param outRows number of its rows
     * @param first row of the input, which lies before the image if it is negative
     * @param end row behind the last of the input
     */
    record Strip(int out, int outRows, int first, int end) {
        int inRows() {
            return end - first;
        }
    }

    /** Memory that may be used, in bytes. */
    public record Budget(long device, long host) {}

    /**
     * The tallest strips that fit, unless there would be too few of them.
     *
     * @param between bytes of device memory between the passes over a strip with so many rows
     * @param halos how many times as tall as the rows that it shares with others a strip is at least: they are computed twice
     * @param stagedIn whether the input goes through pinned buffers of its own
     * @param stagedOut whether the result does
     * @throws IllegalArgumentException if the budget does not hold strips of a single row
     */
    public static StripPlan of(
            Window window,
            int axis,
            int elementBytes,
            Budget budget,
            int buffers,
            int unit,
            LongUnaryOperator between,
            int halos,
            boolean stagedIn,
            boolean stagedOut) {
        int all = window.out()[axis];
        int inTurn = Math.max(1, Math.min(buffers, (all + unit - 1) / unit));
        long rowBytes = rowBytes(window.image(), axis, elementBytes);
        long outRowBytes = rowBytes(window.out(), axis, elementBytes);
        int halo = window.taps()[axis] - 1;
        long worthwhile = Math.max(
                (all - 1L + ENOUGH_STRIPS) / ENOUGH_STRIPS,
                WORTHWHILE_BYTES / Math.max(1, Math.max(rowBytes, outRowBytes)));
        long enough = Math.max(worthwhile, (long) halos * halo);
        long least = Math.max(worthwhile, halo);
        int low = 0;
        int high = Math.toIntExact((Math.min(Math.max(1, all), Math.max(1, enough)) + unit - 1) / unit);
        while (low < high) {
            int units = (low + high + 1) >>> 1;
            StripPlan plan = sized(window, axis, units, least, inTurn, unit);
            boolean fits = plan.deviceBytes(elementBytes, between) <= budget.device
                    && plan.hostBytes(elementBytes, stagedIn, stagedOut) <= budget.host;
            low = fits ? units : low;
            high = fits ? high : units - 1;
        }
        if (low == 0) {
            StripPlan lowest = sized(window, axis, 1, least, inTurn, unit);
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "The memory that may be used, %s on the device and %s on the host, does not hold one strip: %s of"
                            + " %d rows in and one out need %s and %s.",
                    Bytes.text(budget.device),
                    Bytes.text(budget.host),
                    inTurn == 1 ? "1 buffer" : inTurn + " buffers",
                    unit + window.taps()[axis] - 1,
                    Bytes.text(lowest.deviceBytes(elementBytes, between)),
                    Bytes.text(lowest.hostBytes(elementBytes, stagedIn, stagedOut))));
        }
        return sized(window, axis, low, least, inTurn, unit);
    }

    private static StripPlan sized(Window window, int axis, int units, long least, int buffers, int unit) {
        int rows = units * unit;
        return new StripPlan(window, axis, rows, (int) Math.min(rows, up(least, unit)), buffers, unit);
    }

    private static long up(long rows, int unit) {
        return (rows + unit - 1) / unit * unit;
    }

    public static long rowBytes(int[] shape, int axis, int elementBytes) {
        return Window.count(shape) / Math.max(1, shape[axis]) * elementBytes;
    }

    /** Rows of the input that a strip needs at most. */
    int mostInRows() {
        int most = rows + window.taps()[axis] - 1;
        return window.boundary().isNumber() ? Math.min(most, window.image()[axis]) : most;
    }

    /** Device memory for windows, results, and what lies between passes; the taps come on top. */
    long deviceBytes(int elementBytes, LongUnaryOperator between) {
        return buffers
                        * (mostInRows() * rowBytes(window.image(), axis, elementBytes)
                                + rows * rowBytes(window.out(), axis, elementBytes))
                + between.applyAsLong(mostInRows())
                + 2 * window.tapCount() * elementBytes;
    }

    /** Pinned memory. */
    long hostBytes(int elementBytes, boolean stagedIn, boolean stagedOut) {
        long in = stagedIn ? mostInRows() * rowBytes(window.image(), axis, elementBytes) : 0;
        long out = stagedOut ? rows * rowBytes(window.out(), axis, elementBytes) : 0;
        return buffers * (in + out);
    }

    /** Those for the result from one of its rows on. */
    List<Strip> strips(int firstRow) {
        List<Strip> strips = new ArrayList<>();
        int out = firstRow;
        while (out < window.out()[axis]) {
            int rest = window.out()[axis] - out;
            long part = Math.min(rows, up(rest / PART_OF_REST, unit));
            int height = (int) Math.min(rest, Math.max(least, part));
            strips.add(strip(out, height));
            out += height;
        }
        return strips;
    }

    private Strip strip(int out, int outRows) {
        int first = out + window.shift()[axis];
        int end = first + (outRows + unit - 1) / unit * unit + window.taps()[axis] - 1;
        int all = window.image()[axis];
        if (window.boundary().isNumber()) {
            // At least one row, though a strip that lies outside reads none.
            first = Math.max(0, Math.min(first, all - 1));
            end = Math.max(first + 1, Math.min(end, all));
        } else if (hasWhatContinuesIt(first, end)) {
            first = Math.max(0, first);
            end = Math.min(end, all);
        }
        return new Strip(out, outRows, first, end);
    }

    /** Whether the rows beyond the edges are rows of the image between them, in the order in which the kernel folds these. */
    private boolean hasWhatContinuesIt(int first, int end) {
        int all = window.image()[axis];
        if (first < 0 && end > all) {
            return true;
        }
        int between = Math.min(end, all) - Math.max(0, first);
        return !window.boundary().wraps() && Math.max(-first, end - all) < between;
    }

    /** What is computed in a strip: its input is an image of its own. */
    Window window(Strip strip) {
        int[] image = window.image().clone();
        int[] out = window.out().clone();
        int[] shift = window.shift().clone();
        image[axis] = strip.inRows();
        out[axis] = strip.outRows;
        shift[axis] = strip.out + window.shift()[axis] - strip.first;
        return new Window(image, out, window.taps(), shift, window.boundary());
    }
}
