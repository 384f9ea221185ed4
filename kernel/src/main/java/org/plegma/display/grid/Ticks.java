package org.plegma.display.grid;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import org.plegma.display.page.Numbers;

/** Where the marks of an axis stand: at multiples of 1, 2 or 5 times a power of ten. */
final class Ticks {
    private final double[] places;
    private final double step;

    private Ticks(double[] places, double step) {
        this.places = places;
        this.step = step;
    }

    /** Marks within a range, about as many as asked for and no more than one above; the range's start if it has no width. */
    static Ticks of(double min, double max, int most) {
        if (!(max > min)) {
            return new Ticks(new double[] {min}, Math.max(Math.abs(min), 1));
        }
        double step = step(max / most - min / most);
        long first = (long) Math.ceil(min / step - 1e-9);
        long last = (long) Math.floor(max / step + 1e-9);
        return new Ticks(
                LongStream.rangeClosed(first, last).mapToDouble(i -> i * step).toArray(), step);
    }

    /** Marks at whole numbers from 0 to {@code size - 1}. */
    static Ticks ofIndices(int size, int most) {
        double step = Math.max(1, step((size - 1) / (double) most));
        int count = (int) ((size - 1) / step) + 1;
        return new Ticks(LongStream.range(0, count).mapToDouble(i -> i * step).toArray(), step);
    }

    private static double step(double least) {
        if (!(least >= Double.MIN_NORMAL)) {
            return Double.MIN_NORMAL;
        }
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    double[] places() {
        return places;
    }

    /** The text of each mark, with as many digits as tell it from its neighbours. */
    String[] labels() {
        double largest = Arrays.stream(places).map(Math::abs).max().orElse(0);
        int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
        boolean powers = decimals > 5 || largest >= 1e7;
        int digits = (int) Math.max(1, Math.ceil(Math.log10(largest / step) + 1));
        return Arrays.stream(places)
                .mapToObj(place -> powers
                        ? Numbers.significant(Math.abs(place) < step / 2 ? 0 : place, digits)
                        : String.format(Locale.ROOT, "%." + decimals + "f", place))
                .toArray(String[]::new);
    }
}
