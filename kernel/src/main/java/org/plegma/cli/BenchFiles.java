package org.plegma.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.AtomicFile;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What {@code plegma bench} writes: files that are whole at any time. They are written after each case, and if there are many, after each
 * {@value #PART}th part of these more, as a file is written anew each time: a run that is cut loses no more than that.
 */
final class BenchFiles {
    private static final int PART = 50;

    private final Campaign campaign;
    private final Optional<Path> json;
    private final Optional<Path> record;
    private @Nullable Campaign merged; // what is resumed, if it was made on several machines or at several times
    private int written;

    /**
     * @param campaign the settings and the provenance of the run
     * @param json where the measurements go as JSON, or null
     * @param record where the campaign goes, or null
     */
    BenchFiles(Campaign campaign, @Nullable Path json, @Nullable Path record) {
        this.campaign = campaign;
        this.json = Optional.ofNullable(json);
        this.record = Optional.ofNullable(record);
    }

    /**
     * Refuses files that are there already and not empty.
     *
     * @param otherWord an option besides {@code --replace}, as text that goes on after its name; may be empty
     * @param files may have nulls
     */
    static void refuseToReplace(CommandLine command, String otherWord, @Nullable Path... files) {
        for (Path file : files) {
            if (file != null && Files.isRegularFile(file) && file.toFile().length() > 0) {
                throw new ParameterException(
                        command,
                        file + " is there already, and what it holds would be lost: give another name, --replace to"
                                + " write it anew" + otherWord + ".");
            }
        }
    }

    /**
     * Takes over what the record holds already, if there is one.
     *
     * @return the cases that it does not hold
     * @throws IllegalArgumentException if it was measured with other code, devices, drivers or another seed
     */
    List<BenchCase> resume(List<BenchCase> cases) {
        Path file = record.orElseThrow();
        if (!Files.exists(file)) {
            return cases;
        }
        Campaign before = Campaign.resume(file, campaign.provenance().orElseThrow());
        if (before.provenance().orElseThrow().nodes().size() > 1) {
            merged = before;
        }
        campaign.measurements(before.measurements());
        Set<Work> done = before.measurements().stream().map(Measurement::work).collect(Collectors.toSet());
        return cases.stream().filter(c -> !done.contains(c.work())).toList();
    }

    /** Adds a measurement and writes the files, unless few have come since they were written last. */
    void add(Measurement measurement) {
        campaign.measurements(List.of(measurement));
        if (measurements().size() - written >= Math.max(1, written / PART)) {
            write();
        }
    }

    /** Writes all that there is. */
    void write() {
        if (measurements().size() == written) {
            return;
        }
        json.ifPresent(file ->
                AtomicFile.replace(file, temporary -> Files.writeString(temporary, Measurements.json(measurements()))));
        record.ifPresent(file -> whole().save(file));
        written = measurements().size();
    }

    /** With the provenance of all that was resumed. */
    private Campaign whole() {
        if (merged == null) {
            return campaign;
        }
        Map<String, Campaign> parts = new LinkedHashMap<>();
        parts.put("what is resumed", merged);
        parts.put("this run", campaign); // which has those measurements, too: they are taken once
        return Campaign.merge(parts);
    }

    List<Measurement> measurements() {
        return campaign.measurements();
    }
}
