package org.plegma.measure.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import tech.tablesaw.api.Table;

/**
 * A record of a measuring campaign: its settings, measurements with their raw samples, tables, arrays, generated sources
 * and provenance. Kept in one HDF5 file that h5dump and h5py read.
 *
 * <pre>{@code
 * new Campaign("saxpy on two devices")
 *         .setting("sizes", "2^10 to 2^24")
 *         .measurements(bench.run(cases))
 *         .source("saxpy", program.source())
 *         .provenance(Provenance.capture(session.devices(), seed))
 *         .save(Path.of("saxpy.h5"));
 * Campaign.compare(Campaign.load(before), Campaign.load(after), 1e-6).print(System.out);
 * }</pre>
 */
public final class Campaign {
    private static final Predicate<String> OF_DEVICE =
            Pattern.compile("device\\.\\d+\\.(name|driver)").asMatchPredicate();

    private final String title;
    private final Map<String, Object> settings = new LinkedHashMap<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<String, Grid> arrays = new LinkedHashMap<>();
    private final Map<String, String> sources = new LinkedHashMap<>();
    private @Nullable Provenance provenance;

    /** A record with nothing in it yet. */
    public Campaign(String title) {
        Preconditions.notNull(title, "title");
        this.title = title;
    }

    /**
     * Reads a campaign.
     *
     * @throws CampaignException if the file is missing, damaged, of another format, or of a newer version
     */
    public static Campaign load(Path file) {
        Preconditions.notNull(file, "file");
        return CampaignFile.read(file);
    }

    /** Whether a file is a campaign, of whatever version. Damaged files may be taken for others. */
    public static boolean isRecord(Path file) {
        Preconditions.notNull(file, "file");
        return CampaignFile.isCampaign(file);
    }

    /**
     * One campaign of several: of shards, or of the same cases on several devices. Its {@link #provenance} has that of each
     * part, and the table {@value CampaignMerge#ORIGIN} tells the node of each measurement: its position among
     * {@link Provenance#nodes}. What parts say differently has "(part N)" behind its name. A measurement that several parts
     * hold is taken once.
     *
     * @param parts campaigns by the names by which errors call them, such as files
     * @throws IllegalArgumentException if they were measured with different commits or seeds, or with changes to a commit that
     *     are not the same, or if a case was measured twice on one device
     */
    public static Campaign merge(Map<String, Campaign> parts) {
        Preconditions.notNull(parts, "parts");
        return CampaignMerge.of(parts);
    }

    /**
     * Reads a campaign to which more is to be added.
     *
     * @param now what runs now, on what
     * @throws IllegalArgumentException if it was measured with another commit, other code, other devices or drivers, or another
     *     seed
     * @throws CampaignException as {@link #load}
     */
    public static Campaign resume(Path file, Provenance now) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(now, "now");
        Campaign before = load(file);
        // Code may have changed without a commit.
        Set<String> same = new LinkedHashSet<>(List.of("git.commit", "seed", "plegma.code"));
        now.facts().keySet().stream().filter(OF_DEVICE).forEach(same::add);
        before.provenance()
                .ifPresent(p -> p.facts().keySet().stream().filter(OF_DEVICE).forEach(same::add));
        for (String name : same) {
            Optional<String> then = before.provenance().flatMap(p -> p.fact(name));
            if (!then.equals(now.fact(name))) {
                throw new IllegalArgumentException("Cannot resume " + file + ": its " + name + " is "
                        + then.orElse("not known") + ", here it is "
                        + now.fact(name).orElse("not known")
                        + ". Name another file, or leave out --resume to write it anew.");
            }
        }
        return before;
    }

    /** The same with so many runs of each measurement at most, as {@link Measurement#thinned}; the settings tell so. */
    public Campaign thinned(int runs) {
        Campaign thin = new Campaign(title);
        thin.settings.putAll(settings);
        thin.tables.putAll(tables);
        thin.arrays.putAll(arrays);
        thin.sources.putAll(sources);
        thin.provenance = provenance;
        measurements.forEach(each -> thin.measurements.add(each.thinned(runs)));
        return thin.setting("runs_kept", runs);
    }

    /** Writes the campaign, replacing the file as a whole: a kill at any time leaves the old file or the new one. */
    public void save(Path file) {
        Preconditions.notNull(file, "file");
        CampaignFile.write(this, file);
    }

    /**
     * What differs between two campaigns.
     *
     * @param tolerance largest difference of two numbers, relative to the largest of their column or array, that counts as
     *     equal; 0 asks for equal values
     */
    public static Comparison compare(Campaign a, Campaign b, double tolerance) {
        Preconditions.notNull(a, "a");
        Preconditions.notNull(b, "b");
        return Comparison.of(a, b, tolerance);
    }

    /**
     * Notes how the campaign was set up.
     *
     * @param value a String, Boolean, Integer, Long or Double
     */
    public Campaign setting(String name, Object value) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(value, "value");
        if (!(value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double)) {
            throw new IllegalArgumentException(
                    "Setting '" + name + "' must be a String, Boolean, Integer, Long or Double," + " not "
                            + (value == null ? "null" : value.getClass().getName()) + ".");
        }
        settings.put(name, value);
        return this;
    }

    /** Adds measurements with all their samples. */
    public Campaign measurements(List<Measurement> more) {
        Preconditions.notNull(more, "more");
        measurements.addAll(more);
        return this;
    }

    /** Adds or replaces a table. */
    public Campaign table(String name, Table table) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(table, "table");
        tables.put(name, table);
        return this;
    }

    /** Adds or replaces an array. */
    public Campaign array(String name, Grid array) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(array, "array");
        arrays.put(name, array);
        return this;
    }

    /** Adds or replaces a source text, such as a generated kernel. */
    public Campaign source(String name, String text) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(text, "text");
        sources.put(name, text);
        return this;
    }

    /** Sets what ran, on what. */
    public Campaign provenance(Provenance facts) {
        Preconditions.notNull(facts, "facts");
        provenance = facts;
        return this;
    }

    /** The title that it was given. */
    public String title() {
        return title;
    }

    /** How it was set up: a String, Boolean, Integer, Long or Double for each name. */
    public Map<String, Object> settings() {
        return Collections.unmodifiableMap(settings);
    }

    /** The measurements, in the order in which they were added. */
    public List<Measurement> measurements() {
        return Collections.unmodifiableList(measurements);
    }

    /**
     * What ran where a measurement was made, also in a {@linkplain #merge merged} campaign; empty if it was not recorded.
     *
     * @param measurement its position among the {@link #measurements}
     */
    public Optional<Provenance> provenance(int measurement) {
        Table origin = tables.get(CampaignMerge.ORIGIN);
        int node = origin == null ? 0 : origin.intColumn("node").get(measurement);
        return provenance().map(facts -> facts.nodes().get(node));
    }

    /** The tables by their names. */
    public Map<String, Table> tables() {
        return Collections.unmodifiableMap(tables);
    }

    /** The arrays by their names. */
    public Map<String, Grid> arrays() {
        return Collections.unmodifiableMap(arrays);
    }

    /** The source texts by their names. */
    public Map<String, String> sources() {
        return Collections.unmodifiableMap(sources);
    }

    /** What ran, on what; empty if it was not recorded. */
    public Optional<Provenance> provenance() {
        return Optional.ofNullable(provenance);
    }

    /** The title and how much of each kind there is. */
    @Override
    public String toString() {
        return title + ": " + counted(measurements.size(), "measurement") + ", " + counted(tables.size(), "table")
                + ", "
                + counted(arrays.size(), "array") + ", " + counted(sources.size(), "source") + ", "
                + counted(settings.size(), "setting");
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
