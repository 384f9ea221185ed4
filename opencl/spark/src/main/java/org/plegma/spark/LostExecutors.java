package org.plegma.spark;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.collection.Iterator;

/** Counts how often the executor of a task was lost, by the task's partition, in the jobs of a title. */
final class LostExecutors extends SparkListener implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final JavaSparkContext context;
    private final String title;
    private final Map<Integer, Integer> counts = new HashMap<>();
    private final Set<Integer> jobs = new HashSet<>();
    private final Set<Integer> stages = new HashSet<>();
    private boolean ended;

    private LostExecutors(JavaSparkContext context, String title) {
        this.context = context;
        this.title = title;
    }

    static LostExecutors watch(JavaSparkContext context, String title) {
        LostExecutors watching = new LostExecutors(context, title);
        context.sc().addSparkListener(watching);
        return watching;
    }

    @Override
    public synchronized void onJobStart(SparkListenerJobStart start) {
        if (title.equals(start.properties().getProperty(Jobs.TITLE))) {
            jobs.add(start.jobId());
            for (Iterator<Object> ids = start.stageIds().iterator(); ids.hasNext(); ) {
                stages.add((Integer) ids.next());
            }
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        if (stages.contains(end.stageId()) && end.reason() instanceof ExecutorLostFailure) {
            counts.merge(end.taskInfo().index(), 1, Integer::sum);
        }
    }

    @Override
    public synchronized void onJobEnd(SparkListenerJobEnd end) {
        ended |= jobs.contains(end.jobId());
        notifyAll();
    }

    /**
     * Those of a job's values whose executors were lost so often, when it has failed. Listeners hear of all that later than
     * the job's caller.
     */
    synchronized <T> List<T> by(List<T> values, int most) {
        try {
            while (!ended && !context.sc().isStopped()) {
                wait(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return counts.entrySet().stream()
                .filter(e -> e.getValue() >= most && e.getKey() < values.size())
                .map(e -> values.get(e.getKey()))
                .toList();
    }

    @Override
    public void close() {
        context.sc().removeSparkListener(this);
    }
}
