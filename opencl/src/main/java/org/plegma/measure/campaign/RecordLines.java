package org.plegma.measure.campaign;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.DataFiles;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;

/** Reads what bench wrote, as HDF5 or as JSON, into rows of one kind. */
final class RecordLines {
    /**
     * A row of {@link Records}. Seconds are NaN for a wrong result.
     *
     * @param low beginning of the 95 % interval of the median; the shortest time if single times were not kept
     * @param high its end; or the longest time
     * @param floor the least time that the device's ceilings allow
     * @param file where it was read
     * @param driver the device's driver; empty if the file does not say
     * @param date when it was measured, or empty
     */
    record Line(
            Work work,
            String device,
            double min,
            double median,
            double max,
            double low,
            double high,
            double host,
            double floor,
            int runs,
            double error,
            boolean valid,
            String problem,
            String why,
            String file,
            String driver,
            String date) {}

    private static final List<String> REQUIRED =
            List.of("family", "case", "method", "type", "shape", "device", "valid");

    private RecordLines() {}

    static List<Line> read(Path file) {
        if (!Files.isReadable(file)) {
            throw new CampaignException(file, "there is no such file, or it cannot be read.", null);
        }
        return Campaign.isRecord(file) ? ofCampaign(file) : ofJson(file);
    }

    private static List<Line> ofCampaign(Path file) {
        Campaign campaign = Campaign.load(file);
        Optional<Provenance> facts = campaign.provenance();
        String driver = facts.flatMap(f -> f.fact("device.0.driver")).orElse("");
        String date = facts.flatMap(f -> f.fact("date")).orElse("");
        String name = file.getFileName().toString();
        return campaign.measurements().stream()
                .map(m -> of(m, name, driver, date))
                .toList();
    }

    static Line of(Measurement m, String file, String driver, String date) {
        Optional<Statistics> seconds = m.seconds();
        Statistics.Interval interval =
                seconds.map(s -> s.medianInterval()).orElse(new Statistics.Interval(Double.NaN, Double.NaN));
        double min = seconds.map(Statistics::min).orElse(Double.NaN);
        double max = seconds.map(Statistics::max).orElse(Double.NaN);
        return new Line(
                CaseNames.parameters(m.work()),
                m.device(),
                min,
                m.medianSeconds(),
                max,
                Double.isInfinite(interval.lower()) ? min : interval.lower(),
                Double.isInfinite(interval.upper()) ? max : interval.upper(),
                m.hostSeconds().map(Statistics::median).orElse(Double.NaN),
                m.isAboveLimit() ? Double.NaN : m.attainableSeconds(),
                seconds.map(Statistics::count).orElse(0),
                m.error(),
                m.valid(),
                m.problem(),
                m.why(),
                file,
                driver,
                date);
    }

    private static List<Line> ofJson(Path file) {
        DataFiles.reading(file);
        try {
            JsonElement all = JsonParser.parseString(Files.readString(file));
            if (!all.isJsonArray()) {
                throw new CampaignException(
                        file,
                        "it is neither a campaign in HDF5 nor the JSON that plegma bench writes, which is an array.",
                        null);
            }
            List<Line> lines = new ArrayList<>();
            JsonArray array = all.getAsJsonArray();
            for (int i = 0; i < array.size(); i++) {
                lines.add(measurement(file, i, array.get(i)));
            }
            return lines;
        } catch (IOException | JsonParseException e) {
            throw new CampaignException(file, "it is neither a campaign in HDF5 nor JSON (" + e.getMessage() + ").", e);
        }
    }

    private static Line measurement(Path file, int index, JsonElement element) {
        try {
            JsonObject one = element.getAsJsonObject();
            List<String> missing = REQUIRED.stream()
                    .filter(name -> !one.has(name) || one.get(name).isJsonNull())
                    .toList();
            if (!missing.isEmpty()) {
                throw new IllegalStateException("it has no " + String.join(", ", missing));
            }
            JsonObject seconds = object(one, "seconds");
            double median = number(seconds, "median");
            double min = number(seconds, "min");
            double max = number(seconds, "max");
            double host = number(object(one, "host_seconds"), "median");
            return new Line(
                    work(one, median),
                    one.get("device").getAsString(),
                    min,
                    median,
                    max,
                    min,
                    max,
                    host,
                    number(one, "fraction_of_limit") * median,
                    seconds.has("runs") ? seconds.get("runs").getAsInt() : 0,
                    number(one, "error"),
                    one.get("valid").getAsBoolean(),
                    one.has("problem") ? one.get("problem").getAsString() : "",
                    one.has("why") ? one.get("why").getAsString() : "",
                    file.getFileName().toString(),
                    "",
                    "");
        } catch (IllegalStateException | UnsupportedOperationException | NumberFormatException e) {
            throw new CampaignException(
                    file,
                    "its element " + index + " is not a measurement as plegma bench writes it (" + e.getMessage()
                            + ").",
                    e);
        }
    }

    private static Work work(JsonObject one, double median) {
        List<Integer> shape = new ArrayList<>();
        one.getAsJsonArray("shape").forEach(size -> shape.add(size.getAsInt()));
        Map<String, Object> parameters = new HashMap<>();
        object(one, "parameters")
                .entrySet()
                .forEach(e ->
                        parameters.put(e.getKey(), CaseNames.value(e.getValue().getAsString())));
        Work work = new Work(
                one.get("family").getAsString(),
                one.get("case").getAsString(),
                one.get("method").getAsString(),
                one.get("type").getAsString(),
                shape,
                1e9 * number(one, "gflops") * median,
                1e9 * number(one, "gbytes_per_s") * median,
                1e9 * number(one, "gcells_per_s") * median,
                parameters);
        return CaseNames.parameters(work);
    }

    private static JsonObject object(JsonObject parent, String name) {
        boolean none = !parent.has(name) || parent.get(name).isJsonNull();
        return none ? new JsonObject() : parent.getAsJsonObject(name);
    }

    private static double number(JsonObject parent, String name) {
        boolean none = !parent.has(name) || parent.get(name).isJsonNull();
        return none ? Double.NaN : parent.get(name).getAsDouble();
    }
}
