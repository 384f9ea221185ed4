package org.plegma.measure.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.Preconditions;
import org.plegma.measure.Measurement;
import org.plegma.measure.Work;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;

/** Sets what several devices did beside one of them: {@link Records#scaling}. */
public final class Scaling {
    private static final String DEVICES = "devices";
    /** The shape of each device's part, cut along the first axis. */
    private static final String PART = "part";

    private Scaling() {}

    static Records of(Records all) {
        Records rows = all.having(DEVICES);
        Records parts = rows.plus(part(rows));
        Records one = parts.where(DEVICES, 1);
        // How devices share the work is nothing that one of them has.
        List<String> task = new ArrayList<>(rows.task());
        task.removeIf(name -> name.equals(DEVICES) || one.column(name).countMissing() == one.rowCount());
        task.addAll(Records.METHOD);
        Peers strong = new Peers(parts, one, task);
        task.removeAll(List.of("shape", "side"));
        task.add(PART);
        Peers weak = new Peers(parts, one, task);
        DoubleColumn speedup = strong.ratio("speedup");
        DoubleColumn error = strong.ratioError("speedup_error");
        return rows.plus(
                speedup,
                error,
                perDevice("efficiency", speedup, rows),
                perDevice("efficiency_error", error, rows),
                weak.ratio("weak_efficiency"),
                weak.ratioError("weak_efficiency_error"));
    }

    /** How much faster several devices were than one in the same run, a line a case. */
    public static List<String> remarks(List<Measurement> measurements) {
        Preconditions.notNull(measurements, "measurements");
        if (measurements.stream()
                .noneMatch(m -> m.valid()
                        && Integer.valueOf(1).equals(m.work().parameters().get(DEVICES)))) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        List<Measurement> shared = measurements.stream()
                .filter(m -> m.work().parameters().containsKey(DEVICES))
                .toList();
        for (Row row : Records.of(shared).scaling()) {
            int count = row.getInt(DEVICES);
            Work work = shared.get(row.getRowNumber()).work();
            if (count > 1 && !Double.isNaN(row.getDouble("speedup"))) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%s: ×%.3f on %d devices, efficiency %.3f",
                        work,
                        row.getDouble("speedup"),
                        count,
                        row.getDouble("efficiency")));
            }
            if (count > 1 && !Double.isNaN(row.getDouble("weak_efficiency"))) {
                lines.add(String.format(
                        Locale.ROOT, "%s: weak scaling, efficiency %.3f", work, row.getDouble("weak_efficiency")));
            }
        }
        return lines;
    }

    /** Empty where the first axis has no such part. */
    private static StringColumn part(Records rows) {
        IntColumn devices = rows.intColumn(DEVICES);
        return StringColumn.create(PART, IntStream.range(0, rows.rowCount()).mapToObj(row -> {
            String[] shape = rows.stringColumn("shape").get(row).split("x");
            int count = devices.getInt(row);
            if (shape[0].isEmpty() || Integer.parseInt(shape[0]) % count != 0) {
                return "";
            }
            shape[0] = String.valueOf(Integer.parseInt(shape[0]) / count);
            return Arrays.stream(shape).collect(Collectors.joining("x"));
        }));
    }

    private static DoubleColumn perDevice(String name, DoubleColumn figure, Records rows) {
        return DoubleColumn.create(
                name,
                IntStream.range(0, rows.rowCount())
                        .mapToDouble(row ->
                                figure.getDouble(row) / rows.intColumn(DEVICES).getInt(row))
                        .toArray());
    }
}
