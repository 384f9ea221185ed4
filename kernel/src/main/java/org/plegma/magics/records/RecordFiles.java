package org.plegma.magics.records;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plegma.array.DataFiles;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.display.page.Sheet;
import org.plegma.magics.HostValues;
import org.plegma.magics.MagicCall;
import org.plegma.magics.VariableNames;
import org.plegma.measure.Measurement;
import org.plegma.measure.campaign.Campaign;
import tech.tablesaw.api.Table;

/** What {@code %hdf5} does with tables, measurements and whole records, which plain HDF5 arrays cannot hold. */
final class RecordFiles {

    private static final String MEASUREMENTS = "measurements";

    private RecordFiles() {}

    /** Whether a value needs a record: a table, measurements or a campaign. */
    static boolean needsRecord(Object value) {
        return value instanceof Table
                || value instanceof Campaign
                || !measurements(value).isEmpty();
    }

    /** Saves variables as a record with the provenance of this notebook; a campaign alone is saved as it is. */
    static void save(MagicCall call, Path file, Map<String, Object> values) {
        if (values.size() == 1 && values.values().iterator().next() instanceof Campaign campaign) {
            campaign.save(file);
            return;
        }
        Campaign campaign = new Campaign(String.join(", ", values.keySet()))
                .provenance(ProvenanceMagic.capture(call.notebook(), 1));
        values.forEach((name, value) -> {
            if (value instanceof Campaign) {
                throw call.error(name + " is a record of its own: save it to a file of its own.");
            } else if (value instanceof Table table) {
                campaign.table(name, table);
            } else if (!measurements(value).isEmpty()) {
                campaign.measurements(measurements(value));
            } else if (value instanceof String text) {
                campaign.source(name, text);
            } else {
                campaign.array(
                        name,
                        HostValues.grid(value)
                                .orElseThrow(() -> call.error("The variable " + name + " of type "
                                        + value.getClass().getSimpleName()
                                        + " cannot be saved in a record: expected a Table,"
                                        + " measurements, text, or an array.")));
            }
        });
        campaign.save(file);
    }

    /**
     * Binds the contents of a record to variables: arrays as Grid, tables as Table, and {@code measurements}.
     *
     * @param names which; empty for all
     * @param as the variable for the record as a whole; null to bind its contents
     */
    static Sheet load(MagicCall call, Path file, List<String> names, @Nullable String as) throws Exception {
        Campaign campaign = Campaign.load(file);
        Map<String, Object> found = new LinkedHashMap<>();
        if (as != null) {
            found.put(as, campaign);
        } else {
            found.putAll(contents(campaign));
            for (String name : names) {
                if (!found.containsKey(name)) {
                    throw call.error("There is no " + name + " in " + file + "; it holds " + found.keySet() + ".");
                }
            }
            found.keySet().removeIf(name -> !names.isEmpty() && !names.contains(name));
        }
        Sheet sheet = new Sheet(campaign.title()).text("variable").text("type").text("contents");
        for (Map.Entry<String, Object> entry : found.entrySet()) {
            VariableNames.check(call.host(), VariableNames.legal(entry.getKey()), type(entry.getValue()), "entry");
        }
        for (Map.Entry<String, Object> entry : found.entrySet()) {
            String variable = VariableNames.legal(entry.getKey());
            Object value = entry.getValue();
            String type = value instanceof List
                    ? "java.util.List<" + Measurement.class.getName() + ">"
                    : type(value).getName();
            call.host().bind(variable, type, value);
            sheet.row(variable, type(value).getSimpleName(), contents(value));
        }
        campaign.provenance().flatMap(p -> p.fact("date")).ifPresent(date -> sheet.note("recorded " + date));
        return sheet;
    }

    /** What a file, record or not, can be asked for by name. */
    static List<String> names(Path file) {
        return List.copyOf((Campaign.isRecord(file) ? contents(Campaign.load(file)) : Hdf5.load(file)).keySet());
    }

    /** What a file holds that it would not, were these values all that it holds. */
    static Set<String> lost(Path file, Map<String, Object> values) {
        Set<String> lost = new TreeSet<>(
                Campaign.isRecord(file)
                        ? DataFiles.glance(
                                file, () -> contents(Campaign.load(file)).keySet())
                        : Hdf5.names(file));
        lost.removeAll(values.keySet());
        for (Object value : values.values()) {
            if (value instanceof Campaign campaign) {
                lost.removeAll(contents(campaign).keySet());
            } else if (!measurements(value).isEmpty()) {
                lost.remove(MEASUREMENTS);
            }
        }
        return lost;
    }

    private static Map<String, Object> contents(Campaign campaign) {
        Map<String, Object> contents = new LinkedHashMap<>();
        contents.putAll(campaign.arrays());
        contents.putAll(campaign.tables());
        contents.putAll(campaign.sources());
        if (!campaign.measurements().isEmpty()) {
            contents.put(MEASUREMENTS, new ArrayList<>(campaign.measurements()));
        }
        return contents;
    }

    private static Class<?> type(Object value) {
        return value instanceof List ? List.class : value.getClass();
    }

    private static String contents(Object value) {
        if (value instanceof Table table) {
            return table.rowCount() + " rows, " + table.columnCount() + " columns";
        } else if (value instanceof List<?> list) {
            return list.size() + " measurements";
        } else if (value instanceof String text) {
            return text.lines().count() + " lines";
        }
        return value instanceof Grid || value instanceof Campaign ? value.toString() : "";
    }

    private static List<Measurement> measurements(Object value) {
        Collection<?> all = value instanceof Collection<?> several ? several : List.of(value);
        return all.stream().allMatch(Measurement.class::isInstance)
                ? all.stream().map(Measurement.class::cast).toList()
                : List.of();
    }
}
