package org.plegma.measure;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plegma.array.AtomicFile;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.device.source.CacheFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * What a device can do at most, measured on it: the lines above which no kernel comes.
 *
 * <p>Measured once for a device and driver and kept in the cache folder. Each figure is the best median of several
 * variants of a kernel, all checked; see {@link CeilingCases}.
 */
public final class Ceilings {

    private static final Logger LOG = LoggerFactory.getLogger(Ceilings.class);
    private static final int FORMAT = 2;
    private static final Set<String> MEASURED_AGAIN = ConcurrentHashMap.newKeySet();

    /** One figure. */
    public enum Limit {
        COPY("copy", "GB/s", "c = a; the compiler may make it a memcpy"),
        SCALE("scale", "GB/s", "c = 2a"),
        ADD("add", "GB/s", "c = a + b"),
        TRIAD("triad", "GB/s", "c = a + 2b"),
        LOCAL("local memory", "GB/s", "reads by all work-groups together"),
        FMA_FLOAT("float FMA", "GFLOP/s", "two operations each"),
        FMA_DOUBLE("double FMA", "GFLOP/s", "two operations each; none without cl_khr_fp64"),
        MAD_INT("int multiply-add", "GOP/s", "two operations each"),
        LAUNCH("launch", "µs", "an empty kernel, from the call to its end"),
        LAUNCH_QUEUED("launch, queued", "µs", "an empty kernel, one of many, without events"),
        UPLOAD_PAGEABLE("upload, pageable", "GB/s", "from a Java array"),
        DOWNLOAD_PAGEABLE("download, pageable", "GB/s", "to a Java array"),
        UPLOAD_PINNED("upload, pinned", "GB/s", "from a pinned buffer"),
        DOWNLOAD_PINNED("download, pinned", "GB/s", "to a pinned buffer"),
        BOTH_PINNED("both ways, pinned", "GB/s", "at once, the sum");

        private final String label;
        private final String unit;
        private final String note;

        Limit(String label, String unit, String note) {
            this.label = label;
            this.unit = unit;
            this.note = note;
        }

        /** The name for tables and charts. */
        public String label() {
            return label;
        }

        public String unit() {
            return unit;
        }

        /** What was measured. */
        public String note() {
            return note;
        }
    }

    /**
     * A step of the operational-intensity sweep.
     *
     * @param intensity FLOP per byte
     * @param gflops 10⁹ FLOP a second
     * @param gbytesPerSecond 10⁹ bytes a second
     */
    public record Step(double intensity, double gflops, double gbytesPerSecond) {}

    private final String device;
    private final String driver;
    private final Map<Limit, Double> values;
    private final List<Step> sweep;

    Ceilings(String device, String driver, Map<Limit, Double> values, List<Step> sweep) {
        this.device = device;
        this.driver = driver;
        this.values = Collections.unmodifiableMap(new EnumMap<>(values));
        this.sweep = List.copyOf(sweep);
    }

    /** The ceilings of the session's device: the stored ones, else measured now (10 to 20 seconds) and stored. */
    public static Ceilings of(Session session) {
        Preconditions.notNull(session, "session");
        return stored(session.device()).orElseGet(() -> measure(session));
    }

    /** Measures the ceilings of the session's device and stores them. */
    public static Ceilings measure(Session session) {
        Preconditions.notNull(session, "session");
        List<BenchCase> cases = CeilingCases.all(session.device());
        // Looser than a bench: the best of several variants is kept, and the whole should take seconds.
        Bench bench = new Bench(session).timeLimit(0.3).warmUp(0.05).stableWithin(0.02);
        Ceilings ceilings = from(session.device(), bench.run(cases));
        ceilings.store(file(session.device()));
        return ceilings;
    }

    /** Measures the ceilings again, for which this process has one try a device: data in a cache is above any of them. */
    static Optional<Ceilings> measureOnceMore(Session session) {
        return MEASURED_AGAIN.add(session.device().key()) ? Optional.of(measure(session)) : Optional.empty();
    }

    /** The ceilings in the measurements of {@link CeilingCases}, the best of each. */
    static Ceilings from(Device device, List<Measurement> measurements) {
        Map<Limit, Double> best = new EnumMap<>(Limit.class);
        Map<Double, Step> steps = new LinkedHashMap<>();
        for (Measurement m : measurements) {
            if (!m.valid()) {
                LOG.warn("{} on {} is not a ceiling: {}", m.work(), device.name(), m.problem());
                continue;
            }
            Optional<Limit> limit = CeilingCases.limit(m.work());
            if (limit.isPresent()) {
                boolean smallerIsBetter = limit.get().unit().equals("µs");
                best.merge(limit.get(), CeilingCases.figure(limit.get(), m), smallerIsBetter ? Math::min : Math::max);
            } else {
                Step step = new Step(m.work().intensity(), m.gflops(), m.gbytesPerSecond());
                steps.merge(step.intensity(), step, (a, b) -> a.gflops() >= b.gflops() ? a : b);
            }
        }
        return new Ceilings(device.name(), device.driverVersion(), best, new ArrayList<>(steps.values()));
    }

    /** What was measured on this device with this driver before; empty if nothing was, or it cannot be read. */
    public static Optional<Ceilings> stored(Device device) {
        Preconditions.notNull(device, "device");
        return load(file(device));
    }

    static Optional<Ceilings> load(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            Stored stored = new Gson().fromJson(Files.readString(file), Stored.class);
            if (stored == null
                    || stored.format != FORMAT
                    || stored.device == null
                    || stored.driver == null
                    || stored.values == null
                    || stored.sweep == null) {
                return Optional.empty();
            }
            Map<Limit, Double> values = new EnumMap<>(Limit.class);
            stored.values.forEach((name, value) -> values.put(Limit.valueOf(name), value));
            return Optional.of(new Ceilings(stored.device, stored.driver, values, stored.sweep));
        } catch (IOException | JsonParseException | IllegalArgumentException e) {
            LOG.warn("The stored ceilings in {} cannot be read and will be measured again: {}", file, e.toString());
            return Optional.empty();
        }
    }

    /** One figure; empty if it does not apply to the device or its check failed. */
    public OptionalDouble value(Limit limit) {
        Preconditions.notNull(limit, "limit");
        Double value = values.get(limit);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The best memory bandwidth of copy, scale, add and triad in GB/s; NaN if none was measured. */
    public double bandwidth() {
        double best = Double.NaN;
        for (Limit limit : List.of(Limit.COPY, Limit.SCALE, Limit.ADD, Limit.TRIAD)) {
            Double value = values.get(limit);
            best = value == null || value <= best ? best : value;
        }
        return best;
    }

    /** The arithmetic rate of {@code float}, {@code double} or {@code int} in GFLOP/s; NaN for another type. */
    public double arithmetic(String type) {
        Preconditions.notNull(type, "type");
        Limit limit =
                switch (type) {
                    case "float" -> Limit.FMA_FLOAT;
                    case "double" -> Limit.FMA_DOUBLE;
                    case "int" -> Limit.MAD_INT;
                    default -> null;
                };
        return limit == null ? Double.NaN : value(limit).orElse(Double.NaN);
    }

    /**
     * The least time for some work by the roofline model: its bytes at the best bandwidth or its operations at the best
     * rate of its type, whichever takes longer. What the work does not declare does not count; NaN if nothing does. A case
     * of the family {@code device} that shows one limit is compared with what is stored of that.
     */
    public double attainableSeconds(Work work) {
        Preconditions.notNull(work, "work");
        Optional<Limit> own = CeilingCases.limit(work);
        if (own.isPresent()) {
            return CeilingCases.seconds(own.get(), value(own.get()).orElse(Double.NaN), work);
        }
        double memory = work.bytes() / (bandwidth() * 1e9);
        double compute = work.flops() / (arithmetic(work.type()) * 1e9);
        if (Double.isNaN(memory) || Double.isNaN(compute)) {
            return Double.isNaN(memory) ? compute : memory;
        }
        return Math.max(memory, compute);
    }

    /** Rates over operational intensity, from memory-bound to compute-bound. */
    public List<Step> sweep() {
        return sweep;
    }

    /** The device's name. */
    public String device() {
        return device;
    }

    /** Columns ceiling, value, unit, note. */
    public Table table() {
        Table table = Table.create(
                "Ceilings of " + device + ", driver " + driver,
                StringColumn.create("ceiling"),
                DoubleColumn.create("value"),
                StringColumn.create("unit"),
                StringColumn.create("note"));
        values.forEach((limit, value) -> {
            table.stringColumn("ceiling").append(limit.label());
            table.doubleColumn("value").append(value);
            table.stringColumn("unit").append(limit.unit());
            table.stringColumn("note").append(limit.note());
        });
        return table;
    }

    @Override
    public String toString() {
        return table().printAll();
    }

    void store(Path file) {
        Stored stored = new Stored();
        stored.format = FORMAT;
        stored.device = device;
        stored.driver = driver;
        Map<String, Double> byName = new LinkedHashMap<>();
        values.forEach((limit, value) -> byName.put(limit.name(), value));
        stored.values = byName;
        stored.sweep = sweep;
        String json = new GsonBuilder().setPrettyPrinting().create().toJson(stored);
        try {
            AtomicFile.replace(file, temporary -> Files.writeString(temporary, json));
        } catch (UncheckedIOException e) {
            LOG.warn("The ceilings are not kept: {}", e.getMessage());
        }
    }

    private static Path file(Device device) {
        return CacheFolder.path().resolve("ceilings").resolve(device.key() + ".json");
    }

    /** The file's contents. */
    private static final class Stored {
        private int format;
        private @Nullable String device;
        private @Nullable String driver;
        private @Nullable Map<String, Double> values;
        private @Nullable List<Step> sweep;
    }
}
