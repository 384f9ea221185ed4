package org.plegma.measure.campaign;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.RecordLines.Line;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.Column;

/** The columns of {@link Records}. */
final class RecordColumns {
    /** A method's name and its numbers; null are those that it does not have. */
    private record Method(String name, @Nullable String k, @Nullable String cubes, @Nullable String threads) {
        private static final Pattern NUMBERED = Pattern.compile("(.+)\\((\\d+)(³?)\\)");
        private static final Pattern THREADED = Pattern.compile("(.+), (\\d+) threads?");

        static Method of(String text) {
            Matcher numbered = NUMBERED.matcher(text);
            if (numbered.matches()) {
                boolean cubes = !numbered.group(3).isEmpty();
                String number = numbered.group(2);
                return new Method(numbered.group(1), cubes ? null : number, cubes ? number : null, null);
            }
            Matcher threaded = THREADED.matcher(text);
            return threaded.matches()
                    ? new Method(threaded.group(1), null, null, threaded.group(2))
                    : new Method(text, null, null, null);
        }
    }

    private RecordColumns() {}

    static Records of(List<Line> lines) {
        List<Column<?>> columns = new ArrayList<>();
        columns.add(words("family", lines, line -> line.work().family()));
        columns.add(words("case", lines, line -> line.work().name()));
        Set<String> parameters = new LinkedHashSet<>();
        lines.forEach(line -> parameters.addAll(line.work().parameters().keySet()));
        parameters.forEach(name -> columns.add(parameter(name, lines)));
        List<Method> methods =
                lines.stream().map(line -> Method.of(line.work().method())).toList();
        columns.add(StringColumn.create("method", methods.stream().map(Method::name)));
        columns.add(number("k", methods, Method::k));
        columns.add(number("cubes", methods, Method::cubes));
        columns.add(number("threads", methods, Method::threads));
        columns.add(words("type", lines, line -> line.work().type()));
        columns.add(words("shape", lines, line -> line.work().shapeText()));
        columns.add(
                number("rank", lines, line -> String.valueOf(line.work().shape().size())));
        columns.add(number("side", lines, line -> side(line.work())));
        columns.add(words("device", lines, Line::device));
        columns.add(figures("ms", lines, line -> 1e3 * line.median()));
        columns.add(figures("seconds_median", lines, Line::median));
        columns.add(figures("seconds_min", lines, Line::min));
        columns.add(figures("seconds_max", lines, Line::max));
        columns.add(figures("seconds_low", lines, Line::low));
        columns.add(figures("seconds_high", lines, Line::high));
        columns.add(figures("seconds_host", lines, Line::host));
        columns.add(figures("seconds_floor", lines, Line::floor));
        columns.add(number("runs", lines, line -> line.runs() == 0 ? null : String.valueOf(line.runs())));
        columns.add(figures("gflops", lines, line -> 1e-9 * line.work().flops() / line.median()));
        columns.add(figures("gbytes_per_s", lines, line -> 1e-9 * line.work().bytes() / line.median()));
        columns.add(figures("gcells_per_s", lines, line -> 1e-9 * line.work().cells() / line.median()));
        columns.add(figures("fraction_of_limit", lines, line -> line.floor() / line.median()));
        columns.add(figures("error", lines, Line::error));
        columns.add(
                BooleanColumn.create("valid", lines.stream().map(Line::valid).toList()));
        columns.add(words("problem", lines, Line::problem));
        columns.add(words("why", lines, Line::why));
        columns.add(words("file", lines, Line::file));
        columns.add(words("driver", lines, Line::driver));
        columns.add(words("date", lines, Line::date));
        return new Records("measurements", columns);
    }

    /** A column of whole numbers if all are, of numbers if all are numbers, else of words. */
    private static Column<?> parameter(String name, List<Line> lines) {
        List<Object> values =
                lines.stream().map(line -> line.work().parameters().get(name)).toList();
        if (values.stream().allMatch(v -> v == null || v instanceof Integer)) {
            return number(name, values, v -> v == null ? null : v.toString());
        } else if (values.stream().allMatch(v -> v == null || v instanceof Number)) {
            return DoubleColumn.create(
                    name,
                    values.stream()
                            .mapToDouble(v -> v == null ? Double.NaN : ((Number) v).doubleValue())
                            .toArray());
        }
        return StringColumn.create(name, values.stream().map(v -> v == null ? "" : v.toString()));
    }

    private static @Nullable String side(Work work) {
        return !work.shape().isEmpty() && work.shape().stream().distinct().count() == 1
                ? work.shape().get(0).toString()
                : null;
    }

    private static StringColumn words(String name, List<Line> lines, Function<Line, String> value) {
        return StringColumn.create(name, lines.stream().map(value));
    }

    private static DoubleColumn figures(String name, List<Line> lines, ToDoubleFunction<Line> value) {
        return DoubleColumn.create(name, lines.stream().mapToDouble(value).toArray());
    }

    /** Whole numbers; missing where the text is null. */
    private static <T> IntColumn number(String name, List<T> rows, Function<T, String> value) {
        IntColumn column = IntColumn.create(name);
        rows.forEach(row -> {
            String text = value.apply(row);
            column.append(text == null ? null : Integer.valueOf(text));
        });
        return column;
    }
}
