package org.plegma.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.JobSucceeded$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.plegma.measure.progress.Progress;
import scala.collection.Iterator;

/** A bar of progress for each job that has none of its own, as {@code Campaigns} and {@code Images} have; its steps are tasks. */
final class SparkBars extends SparkListener {
    private final Map<Integer, Progress> ofJobs = new HashMap<>();
    private final Map<Integer, Progress> ofStages = new HashMap<>();

    @Override
    public synchronized void onJobStart(SparkListenerJobStart start) {
        if (start.properties() != null && start.properties().containsKey(Jobs.TITLE)) {
            return;
        }
        int tasks = 0;
        for (Iterator<?> stages = start.stageInfos().iterator(); stages.hasNext(); ) {
            tasks += ((StageInfo) stages.next()).numTasks();
        }
        Progress bar = Progress.startQuietly("Spark job " + start.jobId(), tasks);
        ofJobs.put(start.jobId(), bar);
        for (Iterator<Object> ids = start.stageIds().iterator(); ids.hasNext(); ) {
            ofStages.put((Integer) ids.next(), bar);
        }
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        Progress bar = ofStages.get(submitted.stageInfo().stageId());
        if (bar != null) {
            bar.note(submitted.stageInfo().name());
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        Progress bar = ofStages.get(end.stageId());
        if (bar != null && end.reason() == Success$.MODULE$) {
            bar.step();
        }
    }

    @Override
    public synchronized void onJobEnd(SparkListenerJobEnd end) {
        Progress bar = ofJobs.remove(end.jobId());
        if (bar != null) {
            ofStages.values().removeIf(other -> other == bar);
            if (end.jobResult() == JobSucceeded$.MODULE$) { // stages whose results were there already had no tasks
                bar.step(Math.max(0, bar.total() - bar.done()));
            }
            bar.close();
        }
    }
}
