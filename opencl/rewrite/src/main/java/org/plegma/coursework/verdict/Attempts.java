package org.plegma.coursework.verdict;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;
import org.plegma.device.source.CacheFolder;
import org.plegma.measure.campaign.Figures;
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

    private static final Kept NOTHING = new Kept(0, null, null, null);

    /** The best of a task: the share of the roofline in percent; NaN is not kept. */
    private record Kept(int tries, @Nullable Double rate, @Nullable Double roofline, @Nullable Double speedup) {}

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
                new Kept(1, known(rate), known(roofline), known(verdict.speedup())),
                (old, now) -> new Kept(
                        old.tries + 1,
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

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static @Nullable Double best(@Nullable Double old, @Nullable Double now) {
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

    /**
     * What I have and what is missing: a row for each verdict with its points and with the best that was reached so far, beside
     * its goal and the limit of the device. Several have a last row with the sum of the points. Columns of times are left out where
     * nothing was timed.
     */
    public Table table(Verdict... verdicts) {
        StringColumn task = StringColumn.create("task");
        DoubleColumn points = DoubleColumn.create("points");
        DoubleColumn total = DoubleColumn.create("of");
        StringColumn missing = StringColumn.create("missing");
        IntColumn tries = IntColumn.create("tries");
        DoubleColumn rate = DoubleColumn.create("best rate");
        DoubleColumn roofline = DoubleColumn.create("% of the roofline");
        DoubleColumn speedup = DoubleColumn.create("times the reference");
        DoubleColumn goal = DoubleColumn.create("goal");
        Map<String, Kept> all = read();
        double sum = 0;
        double most = 0;
        for (Verdict verdict : verdicts) {
            Preconditions.notNull(verdict, "a verdict");
            Kept kept = all.getOrDefault(verdict.task(), NOTHING);
            task.append(verdict.task());
            points.append(verdict.points());
            total.append(verdict.total());
            missing.append(
                    verdict.isRight()
                            ? ""
                            : verdict.reason().lines().findFirst().orElse(""));
            tries.append(kept.tries);
            append(rate, kept.rate);
            append(roofline, kept.roofline);
            append(speedup, kept.speedup);
            append(goal, known(verdict.goal()));
            sum += verdict.points();
            most += verdict.total();
        }
        if (verdicts.length > 1) {
            task.append("all");
            points.append(sum);
            total.append(most);
            missing.append("");
            tries.appendMissing();
            for (DoubleColumn column : List.of(rate, roofline, speedup, goal)) {
                column.appendMissing();
            }
        }
        Table table = Table.create("my coursework", task, points, total, missing, tries);
        for (DoubleColumn column : List.of(rate, roofline, speedup, goal)) {
            if (column.countMissing() < column.size()) {
                table.addColumns(column);
            }
        }
        return Figures.of(table);
    }

    private static void append(DoubleColumn column, @Nullable Double value) {
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
