package org.plegma.display.grid;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.display.page.Numbers;

/**
 * What is said of a grid's values in one line.
 *
 * @param min the smallest finite value; NaN if there is none
 * @param max the largest finite value; NaN if there is none
 * @param mean the mean of the finite values; NaN if there is none
 * @param nan the number of NaN
 * @param infinite the number of infinities
 */
record GridSummary(double min, double max, double mean, long nan, long infinite) {

    static GridSummary of(Grid grid) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        double sum = 0;
        long finite = 0;
        long nan = 0;
        int length = (int) grid.length();
        for (int i = 0; i < length; i++) {
            double value = grid.at(i);
            if (Double.isFinite(value)) {
                min = Math.min(min, value);
                max = Math.max(max, value);
                sum += value;
                finite++;
            } else if (Double.isNaN(value)) {
                nan++;
            }
        }
        return finite == 0
                ? new GridSummary(Double.NaN, Double.NaN, Double.NaN, nan, length - nan)
                : new GridSummary(min, max, sum / finite, nan, length - nan - finite);
    }

    /** The range of all; their means and counts do not matter for pictures and are those of the first. */
    static GridSummary over(List<GridSummary> all) {
        GridSummary first = all.get(0);
        double min = all.stream()
                .mapToDouble(GridSummary::min)
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        double max = all.stream()
                .mapToDouble(GridSummary::max)
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        long nan = all.stream().mapToLong(GridSummary::nan).sum();
        long infinite = all.stream().mapToLong(GridSummary::infinite).sum();
        return new GridSummary(min, max, first.mean(), nan, infinite);
    }

    /** For grids whose NaN are nothing to tell of, such as the background of particles. */
    GridSummary withoutNan() {
        return new GridSummary(min, max, mean, 0, infinite);
    }

    /** The type, the shape and the values, for example {@code float 512 × 512, min 0, mean 1.5, max 3 m}. */
    String text(Grid grid, @Nullable String units) {
        String shape = Arrays.stream(grid.shape()).mapToObj(Integer::toString).collect(Collectors.joining(" × "));
        StringBuilder text =
                new StringBuilder(grid.type().javaName()).append(' ').append(shape);
        if (!Double.isNaN(min)) {
            text.append(", min ").append(Numbers.significant(min, digits()));
            text.append(", mean ").append(Numbers.significant(mean, digits()));
            text.append(", max ").append(Numbers.significant(max, digits()));
            text.append(units == null || units.contains(" ") ? "" : " " + units); // in words it stands at the colours
        }
        if (nan > 0) {
            text.append(", ").append(Numbers.grouped(nan)).append(" NaN");
        }
        if (infinite > 0) {
            text.append(", ").append(Numbers.grouped(infinite)).append(" infinite");
        }
        return text.toString();
    }

    /** Five digits, or more if the ends would look the same. */
    private int digits() {
        double ratio = Math.max(Math.abs(min), Math.abs(max)) / (max / 2 - min / 2);
        return ratio > 1 && ratio < 1e14 ? Math.max(5, (int) Math.ceil(Math.log10(ratio)) + 2) : 5;
    }
}
