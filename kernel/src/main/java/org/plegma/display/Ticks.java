package org.plegma.display;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Where the marks of an axis stand: at multiples of 1, 2 or 5 times a power of ten. */
final class Ticks {
    private final double[] places;

    private Ticks(double[] places) {
        this.places = places;
    }

    /** Marks within a range of finite numbers, about as many as asked for and no more; the range's start if it has no width. */
    static Ticks of(double min, double max, int most) {
        if (!(max > min)) {
            return new Ticks(new double[] {min});
        }
        double step = step((max - min) / Math.max(1, most));
        List<Double> places = new ArrayList<>();
        long first = (long) Math.ceil(min / step - 1e-9);
        long last = (long) Math.floor(max / step + 1e-9);
        for (long i = first; i <= last; i++) {
            places.add(i * step);
        }
        return new Ticks(places.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Marks at whole numbers from 0 to {@code size - 1}. */
    static Ticks ofIndices(int size, int most) {
        double step = Math.max(1, step((size - 1) / (double) Math.max(1, most)));
        int count = (int) ((size - 1) / step) + 1;
        double[] places = new double[count];
        for (int i = 0; i < count; i++) {
            places[i] = i * step;
        }
        return new Ticks(places);
    }

    private static double step(double least) {
        if (!(least > 0)) {
            return 1;
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

    /** The text of each mark, with decimals in common. */
    String[] labels() {
        double[] rounded = new double[places.length];
        for (int i = 0; i < places.length; i++) {
            rounded[i] = Double.parseDouble(String.format(Locale.ROOT, "%.10g", places[i]));
        }
        DoubleFunction<String> format = Numbers.aligned(rounded, 5);
        String[] labels = new String[places.length];
        for (int i = 0; i < places.length; i++) {
            labels[i] = format.apply(rounded[i]);
        }
        return labels;
    }
}
