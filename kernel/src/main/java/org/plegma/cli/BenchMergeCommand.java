package org.plegma.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plegma.array.AtomicFile;
import org.plegma.display.results.MeasureViews;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.campaign.CampaignException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes one record of several. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = {
            "Make one record of several: of shards, or of the same cases on several devices.",
            "It has the provenance of each, and tells of each measurement where it was made.",
            "Exit code 1 if a result in them is wrong."
        })
final class BenchMergeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE.h5", description = "Records of plegma bench.")
    private List<Path> files;

    @Option(names = "--record", paramLabel = "FILE.h5", required = true, description = "The record to write.")
    private Path record = Path.of("");

    @Option(
            names = "--runs",
            paramLabel = "N",
            description =
                    "Keep so many runs of each case, an odd number: quantiles at even distances, so that medians stay.")
    private @Nullable Integer runs;

    @Option(names = "--json", paramLabel = "FILE", description = "Write one JSON object a case, in an array.")
    private @Nullable Path json;

    @Option(names = "--replace", description = "Write the files of --record and --json anew if they are there already.")
    private boolean replace;

    @Override
    public Integer call() {
        Campaign merged = merge();
        if (!replace) {
            BenchFiles.refuseToReplace(spec.commandLine(), "", record, json);
        }
        merged.save(record);
        if (json != null) {
            AtomicFile.replace(json, file -> Files.writeString(file, Measurements.json(merged.measurements())));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(MeasureViews.measurements(merged.measurements()));
        out.flush();
        return merged.measurements().stream().allMatch(Measurement::valid) ? 0 : 1;
    }

    private Campaign merge() {
        try {
            Map<String, Campaign> parts = new LinkedHashMap<>();
            for (Path file : files) {
                parts.put(file.toString(), Campaign.load(file));
            }
            Campaign merged = Campaign.merge(parts);
            checkDrivers(parts);
            return runs == null ? merged : merged.thinned(runs);
        } catch (IllegalArgumentException | CampaignException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    /** Times of a device by one driver are not those by another. */
    private static void checkDrivers(Map<String, Campaign> parts) {
        Map<String, String> drivers = new HashMap<>();
        Map<String, String> holders = new HashMap<>();
        parts.forEach((file, part) -> part.provenance().orElseThrow().nodes().forEach(node -> {
            for (int i = 0; node.fact("device." + i + ".name").isPresent(); i++) {
                String device = node.fact("device." + i + ".name").orElseThrow();
                String driver = node.fact("device." + i + ".driver").orElse("not known");
                String before = drivers.putIfAbsent(device, driver);
                String holder = holders.putIfAbsent(device, file);
                if (before != null && !before.equals(driver)) {
                    throw new IllegalArgumentException("These were not measured alike, the driver of " + device
                            + " differs: " + before + " in " + holder + ", " + driver + " in " + file + ".");
                }
            }
        }));
    }
}
