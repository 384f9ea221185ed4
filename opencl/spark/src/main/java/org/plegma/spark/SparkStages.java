package org.plegma.spark;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.plegma.measure.campaign.Figures;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Remembers the stages that have ended. */
final class SparkStages extends SparkListener {
    private static final int MOST = 200;

    private final Deque<Stage> stages = new ArrayDeque<>();
    private final Map<Integer, Integer> failures = new HashMap<>();

    private record Stage(int id, String name, int tasks, int failed, double seconds, double busy, String state) {}

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        failures.merge(end.stageId(), end.reason() == Success$.MODULE$ ? 0 : 1, Integer::sum);
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
        StageInfo stage = completed.stageInfo();
        boolean timed =
                stage.submissionTime().isDefined() && stage.completionTime().isDefined();
        double seconds = timed
                ? ((Long) stage.completionTime().get()
                                - (Long) stage.submissionTime().get())
                        * 1e-3
                : Double.NaN;
        stages.add(new Stage(
                stage.stageId(),
                stage.name(),
                stage.numTasks(),
                failures.getOrDefault(stage.stageId(), 0),
                seconds,
                stage.taskMetrics().executorRunTime() * 1e-3,
                stage.failureReason().isDefined() ? "failed" : "done"));
        failures.remove(stage.stageId());
        if (stages.size() > MOST) {
            stages.remove();
        }
    }

    /** Columns: stage, name, tasks, tasks that failed and were tried again, seconds, seconds of all executors, state. */
    synchronized Table table() {
        IntColumn id = IntColumn.create("stage");
        StringColumn name = StringColumn.create("name");
        IntColumn tasks = IntColumn.create("tasks");
        IntColumn failed = IntColumn.create("failed");
        DoubleColumn seconds = DoubleColumn.create("seconds");
        DoubleColumn busy = DoubleColumn.create("executor_seconds");
        StringColumn state = StringColumn.create("state");
        for (Stage stage : stages) {
            id.append(stage.id);
            name.append(stage.name);
            tasks.append(stage.tasks);
            failed.append(stage.failed);
            seconds.append(stage.seconds);
            busy.append(stage.busy);
            state.append(stage.state);
        }
        return Figures.of(Table.create("stages", id, name, tasks, failed, seconds, busy, state));
    }
}
