package org.plegma.array;

import java.util.Arrays;

/** Reductions over grids, in double precision. */
final class GridStatistics {
    private GridStatistics() {}

    static double min(Grid grid) {
        double best = Double.NaN;
        for (int i = 0; i < grid.length(); i++) {
            double value = grid.at(i);
            if (!(best <= value) && !Double.isNaN(value)) {
                best = value;
            }
        }
        return best;
    }

    static double max(Grid grid) {
        double best = Double.NaN;
        for (int i = 0; i < grid.length(); i++) {
            double value = grid.at(i);
            if (!(best >= value) && !Double.isNaN(value)) {
                best = value;
            }
        }
        return best;
    }

    /** Neumaier's compensated sum, so that the mean of a billion floats is still good to the last digits. */
    static double mean(Grid grid) {
        double sum = 0;
        double lost = 0;
        long count = 0;
        for (int i = 0; i < grid.length(); i++) {
            double value = grid.at(i);
            if (Double.isNaN(value)) {
                continue;
            }
            double next = sum + value;
            lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
            sum = next;
            count++;
        }
        // With an infinity in the sum the compensation is NaN and the plain sum is the answer.
        return count == 0 ? Double.NaN : (Double.isInfinite(sum) ? sum : sum + lost) / count;
    }

    static double maxAbsDifference(Grid a, Grid b) {
        if (!Arrays.equals(a.shape(), b.shape())) {
            throw new IllegalArgumentException("Cannot compare grids of shapes " + ArrayShapes.text(a.shape()) + " and "
                    + ArrayShapes.text(b.shape()) + ".");
        }
        if (a.type() == ElementType.LONG && b.type() == ElementType.LONG) {
            return maxAbsDifference(a.longs(), b.longs());
        }
        double worst = 0;
        for (int i = 0; i < a.length(); i++) {
            double x = a.at(i);
            double y = b.at(i);
            if (Double.compare(x, y) == 0) {
                continue;
            }
            double difference = Math.abs(x - y);
            worst = Math.max(worst, Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference);
        }
        return worst;
    }

    /** As doubles, neighbours beyond 2^53 would be one number. */
    private static double maxAbsDifference(long[] a, long[] b) {
        long worst = 0; // without a sign, as the difference of two longs may need all 64 bits
        for (int i = 0; i < a.length; i++) {
            long difference = a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
            worst = Long.compareUnsigned(difference, worst) > 0 ? difference : worst;
        }
        return worst >= 0 ? worst : ((worst >>> 1) | (worst & 1)) * 2.0;
    }
}
