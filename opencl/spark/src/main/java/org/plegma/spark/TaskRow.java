package org.plegma.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plegma.measure.campaign.Campaign;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Where and when a case was measured: a row of the table {@value #TABLE} of a record.
 *
 * @param device the index of the device among those of the host
 * @param started when the task had the device, in milliseconds since 1970
 * @param ended when it gave it back
 */
record TaskRow(String host, String executor, int device, long started, long ended) {

    static final String TABLE = "tasks";

    static TaskRow of(TrialOutcome outcome) {
        return new TaskRow(
                outcome.host(), outcome.executor(), outcome.deviceIndex(), outcome.started(), outcome.ended());
    }

    /** A row for each measurement whose task is known. */
    static Table table(List<Integer> places, Map<Integer, TaskRow> tasks) {
        IntColumn measurement = IntColumn.create("measurement");
        StringColumn host = StringColumn.create("host");
        StringColumn executor = StringColumn.create("executor");
        IntColumn device = IntColumn.create("device");
        LongColumn started = LongColumn.create("started");
        LongColumn ended = LongColumn.create("ended");
        for (int i = 0; i < places.size(); i++) {
            TaskRow task = tasks.get(places.get(i));
            if (task != null) {
                measurement.append(i);
                host.append(task.host);
                executor.append(task.executor);
                device.append(task.device);
                started.append(task.started);
                ended.append(task.ended);
            }
        }
        return Table.create(TABLE, measurement, host, executor, device, started, ended);
    }

    /** The rows of a record by the positions of their measurements. */
    static Map<Integer, TaskRow> read(Campaign record) {
        Map<Integer, TaskRow> rows = new HashMap<>();
        if (record.tables().containsKey(TABLE)) {
            for (Row row : record.tables().get(TABLE)) {
                rows.put(
                        row.getInt("measurement"),
                        new TaskRow(
                                row.getString("host"),
                                row.getString("executor"),
                                row.getInt("device"),
                                row.getLong("started"),
                                row.getLong("ended")));
            }
        }
        return rows;
    }
}
