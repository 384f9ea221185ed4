package org.plegma.measure.campaign;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tech.tablesaw.api.DoubleColumn;

/** For each row of some records the one of others that measures the same. */
final class Peers {
    private static final int NONE = -1;

    private final Records rows;
    private final Records others;
    private final int[] at;

    /**
     * Looks for the peers: on the same device, or on the one other device that has it.
     *
     * @param key the columns in which they are equal
     */
    Peers(Records rows, Records others, List<String> key) {
        this.rows = rows;
        this.others = others;
        Map<List<String>, Map<String, Integer>> byTask = new HashMap<>();
        for (int row = 0; row < others.rowCount(); row++) {
            Map<String, Integer> devices = byTask.computeIfAbsent(others.key(key, row), task -> new HashMap<>());
            Integer before = devices.putIfAbsent(device(others, row), row);
            if (before != null) {
                throw new IllegalArgumentException("Several rows of the method '"
                        + others.stringColumn("method").get(row) + "' measure one case, " + others.key(key, row)
                        + "; they differ in " + Pivot.differing(others, before, row) + ". Choose one with where(…).");
            }
        }
        at = IntStream.range(0, rows.rowCount())
                .map(row -> {
                    Map<String, Integer> devices = byTask.getOrDefault(rows.key(key, row), Map.of());
                    return devices.containsKey(device(rows, row))
                            ? devices.get(device(rows, row))
                            : devices.size() == 1 ? devices.values().iterator().next() : NONE;
                })
                .toArray();
    }

    private static String device(Records some, int row) {
        return some.stringColumn("device").get(row);
    }

    boolean has(int row) {
        return at[row] != NONE;
    }

    /** A figure of the peers. */
    DoubleColumn figure(String column, String name) {
        return DoubleColumn.create(
                name,
                IntStream.range(0, at.length)
                        .mapToDouble(row -> other(column, row))
                        .toArray());
    }

    /** The peer's time over that of the row. */
    DoubleColumn ratio(String name) {
        return DoubleColumn.create(
                name, IntStream.range(0, at.length).mapToDouble(this::ratio).toArray());
    }

    /** Half the width of the ratio's 95 % interval, as of two independent times. */
    DoubleColumn ratioError(String name) {
        return DoubleColumn.create(
                name,
                IntStream.range(0, at.length)
                        .mapToDouble(row -> !has(row)
                                ? Double.NaN
                                : ratio(row) * Math.hypot(relative(rows, row), relative(others, at[row])))
                        .toArray());
    }

    private double ratio(int row) {
        return other("seconds_median", row)
                / rows.doubleColumn("seconds_median").getDouble(row);
    }

    private double other(String column, int row) {
        return has(row) ? others.doubleColumn(column).getDouble(at[row]) : Double.NaN;
    }

    private static double relative(Records some, int row) {
        double width = some.doubleColumn("seconds_high").getDouble(row)
                - some.doubleColumn("seconds_low").getDouble(row);
        return width / 2 / some.doubleColumn("seconds_median").getDouble(row);
    }
}
