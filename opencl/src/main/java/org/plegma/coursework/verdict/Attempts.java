package org.plegma.coursework.verdict;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import org.plegma.array.Preconditions;
import org.plegma.device.source.CacheFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** What was tried on this machine, and the best of it: a file of this user's, which goes nowhere. */
public final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final Path file;

    /** Of a task. Shares are of the points, of the roofline in percent; NaN is not kept. */
    private record Kept(
            int tries, double bestShare, String fault, String device, Double rate, Double roofline, Double speedup) {}

    private Attempts(Path file) {
        this.file = file;
    }

    /** Those of this user. */
    public static Attempts mine() {
        return in(CacheFolder.path().resolve("coursework.json"));
    }

    static Attempts in(Path file) {
        return new Attempts(file);
    }

    /**
     * Adds one. That it cannot be kept is no fault of the student's: the log has it.
     *
     * @param rate what was reached, NaN if it was not timed
     * @param roofline its share of the limit in percent, NaN if it was not timed
     */
    public synchronized void add(Verdict verdict, double rate, double roofline) {
        Preconditions.notNull(verdict, "verdict");
        Map<String, Kept> all = read();
        all.merge(
                verdict.task(),
                new Kept(
                        1,
                        verdict.share(),
                        verdict.fault().text(),
                        verdict.device(),
                        known(rate),
                        known(roofline),
                        known(verdict.speedup())),
                (old, now) -> new Kept(
                        old.tries + 1,
                        Math.max(old.bestShare, now.bestShare),
                        now.fault,
                        now.device,
                        best(old.rate, now.rate),
                        best(old.roofline, now.roofline),
                        best(old.speedup, now.speedup)));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path partial = Files.createTempFile(file.toAbsolutePath().getParent(), "coursework", ".new");
            Files.writeString(partial, new Gson().toJson(all));
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.debug("attempts cannot be kept in {}", file, e);
        }
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static Double best(Double old, Double now) {
        return old == null ? now : now == null ? old : Double.valueOf(Math.max(old, now));
    }

    private Map<String, Kept> read() {
        if (!Files.isRegularFile(file)) {
            return new TreeMap<>();
        }
        try {
            Map<String, Kept> found =
                    new Gson().fromJson(Files.readString(file), new TypeToken<TreeMap<String, Kept>>() {}.getType());
            return found == null ? new TreeMap<>() : found;
        } catch (IOException | JsonParseException e) {
            LOG.debug("attempts in {} cannot be read", file, e);
            return new TreeMap<>();
        }
    }

    /** What I have and what is missing: a row for each task that was tried. */
    public Table table() {
        StringColumn task = StringColumn.create("task");
        IntColumn tries = IntColumn.create("tries");
        DoubleColumn share = DoubleColumn.create("best % of the points");
        StringColumn fault = StringColumn.create("last time");
        DoubleColumn rate = DoubleColumn.create("best rate");
        DoubleColumn roofline = DoubleColumn.create("% of the roofline");
        DoubleColumn speedup = DoubleColumn.create("times the reference");
        read().forEach((name, kept) -> {
            task.append(name);
            tries.append(kept.tries);
            share.append(100 * kept.bestShare);
            fault.append(kept.fault);
            append(rate, kept.rate);
            append(roofline, kept.roofline);
            append(speedup, kept.speedup);
        });
        return Table.create("my coursework", task, tries, share, fault, rate, roofline, speedup);
    }

    private static void append(DoubleColumn column, Double value) {
        if (value == null) {
            column.appendMissing();
        } else {
            column.append(value.doubleValue());
        }
    }

    /** Forgets them all. */
    public void clear() throws IOException {
        Files.deleteIfExists(file);
    }
}
