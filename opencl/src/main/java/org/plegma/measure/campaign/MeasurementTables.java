package org.plegma.measure.campaign;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.WritableGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/**
 * Measurements in HDF5: the table of {@link Measurements#table} with what it leaves out, and a group {@code samples} with
 * the raw times of all rows one after another, {@code device_runs} and {@code host_runs} of them a row.
 */
final class MeasurementTables {

    private MeasurementTables() {}

    static void write(WritableGroup group, List<Measurement> rows) {
        Table table = Measurements.table(rows)
                .addColumns(
                        doubles("flops", rows, m -> m.work().flops()),
                        doubles("bytes", rows, m -> m.work().bytes()),
                        doubles("cells", rows, m -> m.work().cells()),
                        doubles("attainable_seconds", rows, Measurement::attainableSeconds),
                        BooleanColumn.create(
                                "stable", rows.stream().map(Measurement::stable).toList()),
                        runs("device_runs", rows, Measurement::deviceSeconds),
                        runs("host_runs", rows, Measurement::hostSeconds));
        HdfTables.write(group.putGroup("table"), table);
        if (rows.stream().anyMatch(Measurement::valid)) {
            WritableGroup samples = group.putGroup("samples");
            putSamples(samples, "device", rows, Measurement::deviceSeconds);
            putSamples(samples, "host", rows, Measurement::hostSeconds);
        }
    }

    static List<Measurement> read(Group group) {
        Table table = HdfTables.read((Group) group.getChild("table"));
        double[] device = samples(group, "device");
        double[] host = samples(group, "host");
        List<Measurement> rows = new ArrayList<>();
        int deviceAt = 0;
        int hostAt = 0;
        for (Row row : table) {
            int deviceRuns = row.getInt("device_runs");
            int hostRuns = row.getInt("host_runs");
            rows.add(new Measurement(
                    work(row),
                    row.getString("device"),
                    statistics(device, deviceAt, deviceRuns),
                    statistics(host, hostAt, hostRuns),
                    row.getBoolean("stable"),
                    row.getDouble("attainable_seconds"),
                    row.getDouble("error"),
                    row.getBoolean("valid"),
                    row.getString("problem"),
                    row.columnNames().contains("why") ? row.getString("why") : ""));
            deviceAt += deviceRuns;
            hostAt += hostRuns;
        }
        return rows;
    }

    private static Work work(Row row) {
        String shape = row.getString("shape");
        return new Work(
                row.getString("family"),
                row.getString("case"),
                row.getString("method"),
                row.getString("type"),
                shape.isEmpty()
                        ? List.of()
                        : Arrays.stream(shape.split("x")).map(Integer::valueOf).toList(),
                row.getDouble("flops"),
                row.getDouble("bytes"),
                row.getDouble("cells"),
                row.columnNames().contains("parameters") ? CaseNames.parse(row.getString("parameters")) : Map.of());
    }

    private static Optional<Statistics> statistics(double[] samples, int from, int count) {
        return count == 0
                ? Optional.empty()
                : Optional.of(Statistics.of(Arrays.copyOfRange(samples, from, from + count)));
    }

    private static double[] samples(Group group, String name) {
        Group samples = (Group) group.getChild("samples");
        boolean none = samples == null || samples.getChild(name) == null;
        return none ? new double[0] : (double[]) ((Dataset) samples.getChild(name)).getData();
    }

    private static void putSamples(
            WritableGroup group,
            String name,
            List<Measurement> rows,
            Function<Measurement, Optional<Statistics>> times) {
        double[] all = rows.stream()
                .flatMapToDouble(
                        m -> times.apply(m).map(s -> Arrays.stream(s.samples())).orElse(DoubleStream.empty()))
                .toArray();
        if (all.length > 0) {
            HdfTables.putDeflated(group, name, all, all.length);
        }
    }

    private static DoubleColumn doubles(String name, List<Measurement> rows, ToDoubleFunction<Measurement> value) {
        return DoubleColumn.create(name, rows.stream().mapToDouble(value).toArray());
    }

    private static IntColumn runs(
            String name, List<Measurement> rows, Function<Measurement, Optional<Statistics>> times) {
        return IntColumn.create(
                name,
                rows.stream()
                        .mapToInt(m -> times.apply(m).map(Statistics::count).orElse(0))
                        .toArray());
    }
}
