package org.plegma.tune.store;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;

/** The store's lines: one trial with its key as a JSON object, in both directions. */
public final class TrialJson {
    static final int VERSION = 1;

    private TrialJson() {}

    static String write(TuningKey key, TrialResult trial) {
        JsonObject line = new JsonObject();
        line.addProperty("v", VERSION);
        line.addProperty("device", key.device());
        line.addProperty("driver", key.driver());
        line.addProperty("kernel", key.kernel());
        line.addProperty("hash", key.hash());
        line.addProperty("type", key.type());
        JsonArray size = new JsonArray();
        for (long n : key.size()) {
            size.add(n);
        }
        line.add("size", size);
        line.addProperty("bucket", key.bucket());
        line.add("configuration", configuration(trial.configuration()));
        line.addProperty("status", trial.status().toString());
        if (trial.ok()) {
            line.add("runs", numbers(trial.runs()));
        } else {
            line.addProperty("message", trial.message());
        }
        line.addProperty("compile", trial.compileSeconds());
        line.addProperty("verify", trial.verifySeconds());
        line.addProperty("at", trial.at().toString());
        if (!trial.figures().isEmpty()) {
            JsonObject figures = new JsonObject();
            trial.figures().entrySet().stream()
                    .filter(e -> Double.isFinite(e.getValue())) // JSON has no others
                    .forEach(e -> figures.addProperty(e.getKey(), e.getValue()));
            line.add("figures", figures);
        }
        return line.toString();
    }

    /** A line, not yet tied to a space; empty if it is not a whole line of this format. */
    static Optional<Line> read(String text) {
        try {
            JsonObject line = JsonParser.parseString(text).getAsJsonObject();
            if (line.get("v").getAsInt() != VERSION) {
                return Optional.empty();
            }
            TuningKey key = new TuningKey(
                    line.get("device").getAsString(),
                    line.get("driver").getAsString(),
                    line.get("kernel").getAsString(),
                    line.get("hash").getAsString(),
                    line.get("type").getAsString(),
                    longs(line.getAsJsonArray("size")));
            Map<String, String> macros = new LinkedHashMap<>();
            line.getAsJsonObject("configuration").entrySet().forEach(e -> macros.put(e.getKey(), macro(e.getValue())));
            Status status = Status.parse(line.get("status").getAsString());
            Map<String, Double> figures = new LinkedHashMap<>();
            if (line.has("figures")) {
                line.getAsJsonObject("figures")
                        .entrySet()
                        .forEach(e -> figures.put(e.getKey(), e.getValue().getAsDouble()));
            }
            // Made with an empty configuration here, so that a line whose values contradict each other is refused now.
            TrialResult trial = new TrialResult(
                    new Configuration(List.of(), new Object[0]),
                    status,
                    status == Status.OK ? doubles(line.getAsJsonArray("runs")) : new double[0],
                    line.has("message") ? line.get("message").getAsString() : "",
                    line.get("compile").getAsDouble(),
                    line.get("verify").getAsDouble(),
                    Instant.parse(line.get("at").getAsString()),
                    figures);
            return Optional.of(new Line(text, key, macros, trial));
        } catch (JsonParseException
                | IllegalStateException
                | IllegalArgumentException
                | NullPointerException
                | ClassCastException
                | UnsupportedOperationException
                | DateTimeException e) {
            return Optional.empty(); // torn by a kill, or not ours
        }
    }

    /** Flags as booleans, integers as numbers, words as strings. */
    public static JsonObject configuration(Configuration configuration) {
        JsonObject values = new JsonObject();
        configuration.values().forEach((name, value) -> {
            if (value instanceof Boolean b) {
                values.addProperty(name, b);
            } else if (value instanceof Integer i) {
                values.addProperty(name, i);
            } else {
                values.addProperty(name, configuration.macros().get(name));
            }
        });
        return values;
    }

    public static JsonArray numbers(double[] values) {
        JsonArray array = new JsonArray();
        for (double v : values) {
            array.add(v);
        }
        return array;
    }

    private static String macro(JsonElement value) {
        JsonPrimitive primitive = value.getAsJsonPrimitive();
        if (primitive.isBoolean()) {
            return primitive.getAsBoolean() ? "1" : "0";
        }
        return primitive.getAsString();
    }

    private static long[] longs(JsonArray array) {
        long[] values = new long[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Long.parseLong(array.get(i).getAsString()); // getAsLong takes 1e400 for 0
        }
        return values;
    }

    private static double[] doubles(JsonArray array) {
        double[] values = new double[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).getAsDouble();
            if (!(values[i] > 0) || Double.isInfinite(values[i])) {
                throw new IllegalArgumentException("a run takes a positive, finite time");
            }
        }
        return values;
    }

    /** A trial whose configuration is still text, since its values mean something only in a space. */
    record Line(String text, TuningKey key, Map<String, String> macros, TrialResult trial) {

        /** The trial with its configuration; empty if the space has no such combination. */
        Optional<TrialResult> in(Space space) {
            return space.read(macros).map(trial::with);
        }
    }
}
