package org.plegma.rewrite.parallel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.parallel.code.JavaTypes;

/**
 * The results of a loop in Java and on a device, side by side.
 *
 * @param rows one a variable
 * @param device its name
 * @param javaSeconds of one thread
 * @param deviceSeconds with all copies
 * @param kernelSeconds of the kernels alone
 */
public record LoopComparison(
        String name, List<Row> rows, String device, double javaSeconds, double deviceSeconds, double kernelSeconds) {
    /** Real numbers agree if they differ by no more than this part of the largest: the order of operations may differ. */
    private static final double FLOAT = 1e-5;

    private static final double DOUBLE = 1e-12;

    /**
     * A variable.
     *
     * @param elements how many numbers it holds
     * @param difference the largest difference, as a part of the largest number
     * @param first where they first differ by too much, with both values; empty if nowhere
     */
    public record Row(String variable, String type, long elements, double difference, String first) {}

    /** Whether all variables agree. */
    public boolean agrees() {
        return rows.stream().allMatch(row -> row.first().isEmpty());
    }

    /** The rows for values of variables, with the types of a program. */
    static List<Row> rows(ParallelCode code, Map<String, Object> java, Map<String, Object> device) {
        List<String> names = new ArrayList<>(code.results());
        code.changedArrays().stream().filter(name -> !names.contains(name)).forEach(names::add);
        names.removeIf(name -> !java.containsKey(name) || !device.containsKey(name));
        long longest =
                java.values().stream().mapToLong(LoopComparison::count).max().orElse(1);
        List<Row> rows = new ArrayList<>();
        for (String name : names) {
            rows.add(row(name, code.typeInJava(name), java.get(name), device.get(name), longest));
        }
        return rows;
    }

    private static Row row(String name, String type, @Nullable Object java, @Nullable Object device, long longest) {
        double scale = largest(java);
        boolean single = type.startsWith("float");
        boolean real = single || type.startsWith("double");
        double tolerance = single ? FLOAT : DOUBLE;
        if (JavaTypes.axes(type) == 0) { // gathered in another order: each addition rounds
            tolerance = Math.max(tolerance, longest * (single ? Math.ulp(1f) : Math.ulp(1.0)));
        }
        String[] first = {""};
        double worst = compare(java, device, real, scale, tolerance, "", first);
        return new Row(name, type, count(java), worst, first[0]);
    }

    private static double compare(
            @Nullable Object java,
            @Nullable Object device,
            boolean real,
            double scale,
            double tolerance,
            String at,
            String[] first) {
        if (java != null && device != null && java.getClass().isArray()) {
            double worst = 0;
            int length = Array.getLength(java);
            for (int i = 0; i < length; i++) {
                Object a = Array.get(java, i);
                Object b = Array.get(device, i);
                String where = first[0].isEmpty() && (a.getClass().isArray() || !a.equals(b)) ? at + "[" + i + "]" : at;
                worst = Math.max(worst, compare(a, b, real, scale, tolerance, where, first));
            }
            return worst;
        }
        if (Objects.equals(java, device)) {
            return 0;
        }
        double a = java instanceof Number number ? number.doubleValue() : Double.NaN;
        double b = device instanceof Number number ? number.doubleValue() : Double.NaN;
        double difference = a == b ? 0 : Math.abs(a - b) / (scale == 0 ? 1 : scale);
        boolean agrees = real && difference <= tolerance; // never for NaN
        if (!agrees && first[0].isEmpty()) {
            first[0] = at + " is " + java + " in Java and " + device + " on the device";
        }
        return Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
    }

    private static double largest(@Nullable Object value) {
        if (value == null || !value.getClass().isArray()) {
            double number = value instanceof Number n ? Math.abs(n.doubleValue()) : 0;
            return Double.isFinite(number) ? number : 0;
        }
        double most = 0;
        for (int i = 0; i < Array.getLength(value); i++) {
            most = Math.max(most, largest(Array.get(value, i)));
        }
        return most;
    }

    private static long count(@Nullable Object value) {
        if (value == null || !value.getClass().isArray()) {
            return 1;
        }
        if (!(value instanceof Object[] rows)) {
            return Array.getLength(value);
        }
        long count = 0;
        for (Object row : rows) {
            count += count(row);
        }
        return count;
    }

    /** The variables that do not agree, one a line; empty if all do. */
    public String differences() {
        StringBuilder text = new StringBuilder();
        rows.stream()
                .filter(row -> !row.first().isEmpty())
                .forEach(row -> text.append(row.variable()).append(row.first()).append('\n'));
        return text.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %.3g s in Java, %.3g s on %s (kernels %.3g s), %.3g times as fast%n",
                name,
                javaSeconds,
                deviceSeconds,
                device,
                kernelSeconds,
                javaSeconds / deviceSeconds));
        for (Row row : rows) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %s %s, %d: largest difference %.2g%n",
                    row.type(),
                    row.variable(),
                    row.elements(),
                    row.difference()));
        }
        return text.toString();
    }
}
