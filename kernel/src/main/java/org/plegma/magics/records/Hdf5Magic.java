package org.plegma.magics.records;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.magics.Candidates;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.HostValues;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.Surroundings;
import org.plegma.magics.VariableNames;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.campaign.CampaignException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %hdf5}: arrays, tables and measurements from files and into files. */
@Command(
        name = "hdf5",
        description =
                "Loads the arrays of an HDF5 file into variables of type Grid, all or those named, or saves variables"
                        + " into a file. Grids, device arrays and Java arrays of float, double, int or long can be saved; with a"
                        + " Table, measurements or a Campaign among them, the file is a record with provenance, which loads"
                        + " as what it was.")
public final class Hdf5Magic implements Magic {

    /** The direction. */
    enum Action {
        LOAD,
        SAVE
    }

    @Parameters(index = "0", paramLabel = "load|save", description = "What to do.")
    private Action action;

    @Parameters(index = "1", paramLabel = "FILE", completionCandidates = HdfFiles.class, description = "The HDF5 file.")
    private Path file;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = Names.class,
            description = "Datasets to load, or variables to save.")
    private List<String> names = List.of();

    @Option(
            names = "--as",
            paramLabel = "VARIABLE",
            description =
                    "Loads one dataset into a variable of this name, or a record as a whole into one of type Campaign,"
                            + " for Campaign.compare.")
    private @Nullable String as;

    @Option(names = "--replace", description = "Saves to a file that holds something else, too, which is lost.")
    private boolean replace;

    /** Enough for degrees to a few centimetres; the file has them all. */
    private static final int DIGITS = 9;

    static final class HdfFiles extends FileCandidates {
        HdfFiles() {
            super(List.of(".h5", ".hdf5", ".hdf", ".he5", ".nc"));
        }
    }

    static final class Names extends Candidates {
        @Override
        protected List<String> values(Request request) {
            List<String> before = request.before();
            return before.get(0).equalsIgnoreCase("load")
                    ? RecordFiles.names(Surroundings.of(request.notebook()).place(Path.of(before.get(1))))
                    : new Variables().values(request);
        }
    }

    @Override
    public String example() {
        return """
                Grid ramp = Grid.of(new float[][] {{0, 1, 2}, {3, 4, 5}});
                %hdf5 save ramp.h5 ramp
                %hdf5 load ramp.h5""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        file = Surroundings.of(call.notebook()).place(file);
        return action == Action.LOAD ? load(call) : save(call);
    }

    private Object load(MagicCall call) throws Exception {
        if (Files.isDirectory(file)) {
            throw call.error(file + " is a folder. Say which file of it: %hdf5 load " + file.resolve("NAME.h5"));
        }
        if (!Files.isRegularFile(file)) {
            throw call.error("There is no file " + file + " (from "
                    + Surroundings.of(call.notebook()).folder() + ").");
        }
        if (Campaign.isRecord(file)) {
            return RecordFiles.load(call, file, names, as);
        }
        Map<String, Grid> grids = new LinkedHashMap<>();
        if (names.isEmpty()) {
            Hdf5.Contents contents = Hdf5.contents(file);
            grids.putAll(contents.grids());
            contents.skipped()
                    .forEach((path, kind) -> call.host().out().println("Not loaded: " + path + " is " + kind + "."));
        } else {
            names.forEach(name -> grids.put(name, Hdf5.load(file, name)));
        }
        if (grids.isEmpty()) {
            throw call.error("There is no numeric dataset in " + file + ".");
        }
        if (as != null && grids.size() > 1) {
            throw call.error("--as names one variable, and there are " + grids.size() + " datasets: "
                    + String.join(", ", grids.keySet()) + ". Say which: %hdf5 load " + file + " "
                    + grids.keySet().iterator().next() + " --as " + as);
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (String dataset : grids.keySet()) {
            String variable = as == null ? VariableNames.legal(dataset) : as;
            String other = variables.put(variable, dataset);
            if (other != null) {
                throw call.error("The datasets " + other + " and " + dataset + " would both be called " + variable
                        + ". Load them one by one by their names.");
            }
            VariableNames.check(call.host(), variable, Grid.class, "dataset");
        }
        Sheet sheet = new Sheet(null)
                .text("variable")
                .text("dataset")
                .text("type")
                .text("shape")
                .text("attributes");
        for (Map.Entry<String, String> entry : variables.entrySet()) {
            Grid grid = Objects.requireNonNull(grids.get(entry.getValue()));
            call.host().bind(entry.getKey(), Grid.class.getName(), grid);
            sheet.row(entry.getKey(), entry.getValue(), grid.type().javaName(), shape(grid), attributes(grid));
        }
        return sheet;
    }

    private static String shape(Grid grid) {
        return Arrays.stream(grid.shape()).mapToObj(Integer::toString).collect(Collectors.joining(" × "));
    }

    private static String attributes(Grid grid) {
        return grid.attributes().entrySet().stream()
                .map(attribute -> attribute.getKey() + " = " + text(attribute.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** A value as text, with the elements if it is an array. */
    private static String text(Object value) {
        if (value instanceof double[] numbers) {
            return Arrays.stream(numbers)
                    .mapToObj(number -> Numbers.significant(number, DIGITS))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Double || value instanceof Float) {
            return Numbers.significant(((Number) value).doubleValue(), DIGITS);
        }
        String inBrackets = Arrays.deepToString(new Object[] {value});
        return inBrackets.substring(1, inBrackets.length() - 1);
    }

    private @Nullable Object save(MagicCall call) throws Exception {
        if (names.isEmpty()) {
            throw call.error("There is nothing to save. Name variables after the file: %hdf5 save FILE a b");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name : names) {
            values.put(name, call.require(name));
        }
        if (!replace) {
            refuseToLose(call, values);
        }
        if (values.values().stream().anyMatch(RecordFiles::needsRecord)) {
            RecordFiles.save(call, file, values);
        } else {
            Map<String, Grid> grids = new LinkedHashMap<>();
            values.forEach((name, value) -> grids.put(name, grid(name, value)));
            Hdf5.save(file, grids);
        }
        call.host()
                .out()
                .println("Saved " + String.join(", ", names) + " to " + file + " (" + Numbers.bytes(Files.size(file))
                        + ").");
        return null;
    }

    /** A file is written as a whole, so that what is not named is gone. */
    private void refuseToLose(MagicCall call, Map<String, Object> values) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) == 0) {
            return;
        }
        Set<String> lost;
        try {
            lost = RecordFiles.lost(file, values);
        } catch (IllegalArgumentException | CampaignException e) {
            throw call.error(
                    file + " is there already, and is no HDF5 file that can be read. Name another file, or --replace.");
        }
        if (!lost.isEmpty()) {
            throw call.error(
                    file + " holds " + String.join(", ", lost)
                            + ", which would be lost, as it is written anew. Save that along, name another file, or --replace.");
        }
    }

    private static Grid grid(String name, Object value) {
        return HostValues.grid(value)
                .orElseThrow(() -> new MagicException(
                        "The variable " + name + " of type " + value.getClass().getSimpleName()
                                + " cannot be saved: expected a Grid, a DeviceArray, or an array of float, double or int in up to three"
                                + " dimensions."));
    }
}
