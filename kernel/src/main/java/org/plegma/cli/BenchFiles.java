package org.plegma.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.plegma.array.AtomicFile;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;

/** What {@code plegma bench} writes: files that are whole after each case, so that a run that is cut loses no other. */
final class BenchFiles {

    /** Facts that must agree where a run goes on with the record of another. */
    private static final List<String> SAME = List.of("git.commit", "device.0.name", "device.0.driver", "seed");

    private final Campaign campaign;
    private final Optional<Path> json;
    private final Optional<Path> record;

    /**
     * @param campaign the settings and the provenance of the run
     * @param json where the measurements go as JSON, or null
     * @param record where the campaign goes, or null
     */
    BenchFiles(Campaign campaign, Path json, Path record) {
        this.campaign = campaign;
        this.json = Optional.ofNullable(json);
        this.record = Optional.ofNullable(record);
    }

    /**
     * Takes over what the record holds already, if there is one.
     *
     * @return the cases that it does not hold
     * @throws IllegalArgumentException if it was measured with another commit, device, driver or seed
     */
    List<BenchCase> resume(List<BenchCase> cases) {
        Path file = record.orElseThrow();
        if (!Files.exists(file)) {
            return cases;
        }
        Campaign before = Campaign.load(file);
        for (String name : SAME) {
            Optional<String> then = before.provenance().flatMap(p -> p.fact(name));
            Optional<String> now = campaign.provenance().flatMap(p -> p.fact(name));
            if (!then.equals(now)) {
                throw new IllegalArgumentException("Cannot resume " + file + ": its " + name + " is "
                        + then.orElse("not known") + ", here it is " + now.orElse("not known")
                        + ". Name another file, or leave out --resume to write it anew.");
            }
        }
        campaign.measurements(before.measurements());
        Set<Work> done = before.measurements().stream().map(Measurement::work).collect(Collectors.toSet());
        return cases.stream().filter(c -> !done.contains(c.work())).toList();
    }

    /** Adds a measurement and writes the files. */
    void add(Measurement measurement) {
        campaign.measurements(List.of(measurement));
        json.ifPresent(file ->
                AtomicFile.replace(file, temporary -> Files.writeString(temporary, Measurements.json(measurements()))));
        record.ifPresent(campaign::save);
    }

    List<Measurement> measurements() {
        return campaign.measurements();
    }
}
