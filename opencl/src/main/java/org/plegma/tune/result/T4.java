package org.plegma.tune.result;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.store.TrialJson;

/**
 * The results format of the T4 schema, version 1.0.0, by which auto-tuners exchange their data (agreed at the Lorentz
 * Center workshop on auto-tuning in 2022; Kernel Tuner and KTT write it). All times are in milliseconds.
 */
final class T4 {
    private static final String SCHEMA_VERSION = "1.0.0";

    private T4() {}

    static String json(List<TrialResult> trials) {
        JsonObject file = new JsonObject();
        JsonArray results = new JsonArray();
        trials.forEach(t -> results.add(result(t)));
        file.add("results", results);
        file.addProperty("schema_version", SCHEMA_VERSION);
        return new GsonBuilder().setPrettyPrinting().create().toJson(file);
    }

    private static JsonObject result(TrialResult trial) {
        JsonObject times = new JsonObject();
        times.addProperty("compilation_time", 1e3 * trial.compileSeconds());
        times.addProperty("validation", 1e3 * trial.verifySeconds());
        double[] milliseconds = trial.runs();
        for (int i = 0; i < milliseconds.length; i++) {
            milliseconds[i] *= 1e3;
        }
        times.add("runtimes", TrialJson.numbers(milliseconds));

        JsonArray measurements = new JsonArray();
        if (trial.ok()) {
            measurements.add(measurement("time", 1e3 * trial.seconds(), "ms"));
        }
        trial.figures().entrySet().stream()
                .filter(e -> Double.isFinite(e.getValue()))
                .forEach(e -> measurements.add(measurement(e.getKey(), e.getValue(), "")));
        JsonArray objectives = new JsonArray();
        objectives.add("time");

        JsonObject result = new JsonObject();
        result.addProperty("timestamp", trial.at().toString());
        result.add("configuration", TrialJson.configuration(trial.configuration()));
        result.add("times", times);
        result.addProperty("invalidity", trial.status().t4());
        result.addProperty("correctness", trial.ok() ? 1 : 0);
        result.add("measurements", measurements);
        result.add("objectives", objectives);
        return result;
    }

    private static JsonObject measurement(String name, double value, String unit) {
        JsonObject measurement = new JsonObject();
        measurement.addProperty("name", name);
        measurement.addProperty("value", value);
        measurement.addProperty("unit", unit);
        return measurement;
    }
}
