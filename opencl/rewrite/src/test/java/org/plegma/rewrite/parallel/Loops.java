package org.plegma.rewrite.parallel;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plegma.device.Session;

/** Runs loops in tests; the types of their variables are those of the values. */
public final class Loops {
    private Loops() {}

    /** The values of the variables afterwards. */
    public static Map<String, Object> run(Session session, String java, Object... namesAndValues) {
        return run(session, java, new ParallelCode.Options(false, false), namesAndValues);
    }

    public static Map<String, Object> run(
            Session session, String java, ParallelCode.Options options, Object... namesAndValues) {
        Map<String, Object> values = values(namesAndValues);
        code(java, options, values).run(session, values);
        return values;
    }

    public static ParallelCode code(String java, ParallelCode.Options options, Map<String, Object> values) {
        Map<String, String> types = new HashMap<>();
        values.forEach((name, value) -> types.put(name, type(value)));
        return ParallelCode.of("k", java, types, List.of(), options);
    }

    public static Map<String, Object> values(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    private static String type(Object value) {
        String name = value.getClass().getSimpleName();
        return name.equals("Integer")
                ? "int"
                : value instanceof Number || value instanceof Boolean ? name.toLowerCase(Locale.ROOT) : name;
    }
}
