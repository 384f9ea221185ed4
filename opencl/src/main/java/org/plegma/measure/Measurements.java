package org.plegma.measure;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.plegma.array.Preconditions;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Measurements as a table and as JSON, and the speed-up of one method over another. */
public final class Measurements {

    private Measurements() {}

    /**
     * One row a measurement. Columns: family, case, parameters, method, device, type, shape; seconds_min, seconds_median, seconds_max,
     * cv, runs, host_median (seconds); gflops, gbytes_per_s, gcells_per_s, fraction_of_limit; error, valid, problem,
     * why. What does not apply, and the times of wrong results, are missing values.
     */
    public static Table table(List<Measurement> measurements) {
        Preconditions.notNull(measurements, "measurements");
        return Table.create(
                "measurements",
                strings("family", measurements, m -> m.work().family()),
                strings("case", measurements, m -> m.work().name()),
                strings("parameters", measurements, m -> m.work().parametersText()),
                strings("method", measurements, m -> m.work().method()),
                strings("device", measurements, Measurement::device),
                strings("type", measurements, m -> m.work().type()),
                strings("shape", measurements, m -> m.work().shapeText()),
                doubles("seconds_min", measurements, m -> time(m, Statistics::min)),
                doubles("seconds_median", measurements, Measurement::medianSeconds),
                doubles("seconds_max", measurements, m -> time(m, Statistics::max)),
                doubles("cv", measurements, m -> time(m, Statistics::coefficientOfVariation)),
                runs(measurements),
                doubles("host_median", measurements, m -> m.hostSeconds()
                        .map(Statistics::median)
                        .orElse(Double.NaN)),
                doubles("gflops", measurements, Measurement::gflops),
                doubles("gbytes_per_s", measurements, Measurement::gbytesPerSecond),
                doubles("gcells_per_s", measurements, Measurement::gcellsPerSecond),
                doubles("fraction_of_limit", measurements, Measurement::fractionOfLimit),
                doubles("error", measurements, Measurement::error),
                BooleanColumn.create(
                        "valid", measurements.stream().map(Measurement::valid).toList()),
                strings("problem", measurements, Measurement::problem),
                strings("why", measurements, Measurement::why));
    }

    /**
     * A JSON array with one object a measurement: family, case, parameters {name: value}, method, device, type, shape, seconds {min, median, max,
     * runs}, host_seconds {…}, stable, gflops, gbytes_per_s, gcells_per_s where they apply, fraction_of_limit, error,
     * valid, problem, why. {@code seconds} is null for wrong results, and so is a figure that is not a finite number.
     */
    public static String json(List<Measurement> measurements) {
        Preconditions.notNull(measurements, "measurements");
        JsonArray array = new JsonArray();
        for (Measurement m : measurements) {
            JsonObject o = new JsonObject();
            o.addProperty("family", m.work().family());
            o.addProperty("case", m.work().name());
            JsonObject parameters = new JsonObject();
            m.work().parameters().forEach((name, value) -> parameters.add(name, primitive(value)));
            o.add("parameters", parameters);
            o.addProperty("method", m.work().method());
            o.addProperty("device", m.device());
            o.addProperty("type", m.work().type());
            JsonArray shape = new JsonArray();
            m.work().shape().forEach(shape::add);
            o.add("shape", shape);
            o.add("seconds", m.seconds().map(Measurements::seconds).orElse(null));
            o.add("host_seconds", m.hostSeconds().map(Measurements::seconds).orElse(null));
            o.addProperty("stable", m.stable());
            addIfApplicable(o, "gflops", m.work().flops(), m.gflops());
            addIfApplicable(o, "gbytes_per_s", m.work().bytes(), m.gbytesPerSecond());
            addIfApplicable(o, "gcells_per_s", m.work().cells(), m.gcellsPerSecond());
            addNumber(o, "fraction_of_limit", m.fractionOfLimit());
            addNumber(o, "error", m.error());
            o.addProperty("valid", m.valid());
            o.addProperty("problem", m.problem());
            o.addProperty("why", m.why());
            array.add(o);
        }
        return new GsonBuilder()
                .serializeNulls()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .create()
                .toJson(array);
    }

    /**
     * A copy of a {@linkplain #table table of measurements} with one more column, {@code speedup}: the median time of the
     * baseline method for the same family, case, parameters, type, shape and device over that of the row; missing where either has
     * no time. A baseline that was only measured on another device serves if there is exactly one.
     *
     * @param baseline a value of the column {@code method}
     * @throws IllegalArgumentException if no row has that method
     */
    public static Table speedup(Table table, String baseline) {
        Preconditions.notNull(table, "table");
        Preconditions.notNull(baseline, "baseline");
        if (!table.stringColumn("method").contains(baseline)) {
            throw new IllegalArgumentException("No row has the method '" + baseline + "'; there are "
                    + table.stringColumn("method").unique().asList() + ".");
        }
        Map<List<String>, Double> onDevice = new HashMap<>();
        Map<List<String>, Map<String, Double>> anywhere = new HashMap<>();
        for (Row row : table) {
            if (row.getString("method").equals(baseline)) {
                double median = row.getDouble("seconds_median");
                onDevice.put(key(row, "family", "case", "parameters", "type", "shape", "device"), median);
                anywhere.computeIfAbsent(
                                key(row, "family", "case", "parameters", "type", "shape"), k -> new HashMap<>())
                        .put(row.getString("device"), median);
            }
        }
        DoubleColumn speedup = DoubleColumn.create("speedup");
        for (Row row : table) {
            Double base = onDevice.get(key(row, "family", "case", "parameters", "type", "shape", "device"));
            Map<String, Double> others = anywhere.get(key(row, "family", "case", "parameters", "type", "shape"));
            if (base == null && others != null && others.size() == 1) {
                base = others.values().iterator().next();
            }
            speedup.append(base == null ? Double.NaN : base / row.getDouble("seconds_median"));
        }
        return table.copy().addColumns(speedup);
    }

    private static List<String> key(Row row, String... columns) {
        return Arrays.stream(columns).map(row::getString).toList();
    }

    private static double time(Measurement m, ToDoubleFunction<Statistics> figure) {
        return m.seconds().map(s -> figure.applyAsDouble(s)).orElse(Double.NaN);
    }

    private static StringColumn strings(String name, List<Measurement> rows, Function<Measurement, String> value) {
        return StringColumn.create(name, rows.stream().map(value));
    }

    private static DoubleColumn doubles(String name, List<Measurement> rows, ToDoubleFunction<Measurement> value) {
        return DoubleColumn.create(name, rows.stream().mapToDouble(value).toArray());
    }

    private static IntColumn runs(List<Measurement> rows) {
        IntColumn column = IntColumn.create("runs");
        rows.forEach(m -> column.append(m.seconds().map(Statistics::count).orElse(null)));
        return column;
    }

    private static JsonObject seconds(Statistics s) {
        JsonObject o = new JsonObject();
        o.addProperty("min", s.min());
        o.addProperty("median", s.median());
        o.addProperty("max", s.max());
        o.addProperty("runs", s.count());
        return o;
    }

    private static JsonPrimitive primitive(Object value) {
        boolean isNumber =
                value instanceof Number number && Double.isFinite(number.doubleValue()); // JSON has no others
        return isNumber ? new JsonPrimitive((Number) value) : new JsonPrimitive(value.toString());
    }

    private static void addIfApplicable(JsonObject o, String name, double amount, double rate) {
        if (!Double.isNaN(amount)) {
            addNumber(o, name, rate);
        }
    }

    private static void addNumber(JsonObject o, String name, double value) {
        o.add(name, Double.isFinite(value) ? new JsonPrimitive(value) : JsonNull.INSTANCE);
    }
}
