package org.plegma.measure.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;

/**
 * How long each of several devices waits for the others, as a share of the time of what they do together: what is predicted, and what
 * was measured. A device waits when it computes nothing: while values travel that no computing hides, and while another has more to
 * compute.
 *
 * @param title what they do, in a line
 * @param rows one for each device
 */
public record WaitingShares(String title, List<Row> rows) {
    /**
     * Of a device.
     *
     * @param part what it has of the whole
     * @param computing predicted seconds of computing
     * @param exchanging predicted seconds of exchanges that no computing hides
     * @param predicted share of waiting
     * @param measured share of waiting in the last run; empty if there was none, or none long enough
     */
    public record Row(
            Device device,
            String part,
            double computing,
            double exchanging,
            double predicted,
            OptionalDouble measured) {}

    /** Fails for nulls. */
    public WaitingShares {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(rows, "rows");
        rows = List.copyOf(rows);
    }

    /**
     * A row for each device, with what is predicted.
     *
     * @param part what a device has of the whole
     * @param measured share of waiting in the last run
     */
    public static WaitingShares of(
            String title,
            List<Device> devices,
            IntFunction<String> part,
            double[] computing,
            double[] exchanging,
            IntFunction<OptionalDouble> measured) {
        double[] shares = predicted(computing, exchanging);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            rows.add(new Row(devices.get(i), part.apply(i), computing[i], exchanging[i], shares[i], measured.apply(i)));
        }
        return new WaitingShares(title, rows);
    }

    /** Predicted shares of devices that wait for each other in each round, so that all keep the pace of the slowest. */
    public static double[] predicted(double[] computing, double[] exchanging) {
        Preconditions.notNull(computing, "computing");
        Preconditions.notNull(exchanging, "exchanging");
        double slowest = 0;
        for (int i = 0; i < computing.length; i++) {
            slowest = Math.max(slowest, computing[i] + exchanging[i]);
        }
        double[] shares = new double[computing.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = slowest == 0 ? 0 : 1 - computing[i] / slowest;
        }
        return shares;
    }

    /** A share in words. */
    public static String text(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** A line for each device. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(title);
        for (Row row : rows) {
            text.append("\ndevice ")
                    .append(row.device.index())
                    .append(", ")
                    .append(row.part)
                    .append(": waits ")
                    .append(text(row.predicted))
                    .append(" of the time as predicted, ")
                    .append(
                            row.measured.isPresent()
                                    ? text(row.measured.getAsDouble()) + " in the last run"
                                    : "not measured yet");
        }
        return text.toString();
    }
}
