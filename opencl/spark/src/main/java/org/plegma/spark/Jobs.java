package org.plegma.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/** Spark jobs whose results are taken as they arrive. */
final class Jobs {

    /** The property of a job that has a bar of progress of its own: its title. */
    static final String TITLE = "plegma.title";

    private Jobs() {}

    /**
     * Runs a task for each value, and hands over what they return, each result once, on this thread.
     *
     * @param taker gets the results that have arrived since it was last called, at least one
     * @throws CancellationException if this thread is interrupted, or the taker throws it; the job is cancelled
     */
    static <T, R> void forEach(
            JavaSparkContext context, String title, List<T> values, Function<T, R> task, Consumer<List<R>> taker) {
        BlockingQueue<Arrival<R>> arrived = new LinkedBlockingQueue<>();
        String group = "plegma-" + UUID.randomUUID();
        Thread job = new Thread(
                () -> {
                    try {
                        context.setJobGroup(group, title, true);
                        context.setLocalProperty(TITLE, title);
                        run(context, context.parallelize(values, values.size()).map(task), arrived);
                        arrived.add(new Arrival<>(null, true, null));
                    } catch (Throwable e) {
                        arrived.add(new Arrival<>(null, true, e));
                    }
                },
                group);
        job.setDaemon(true);
        job.start();
        boolean over = false;
        try {
            while (!over) {
                List<Arrival<R>> batch = new ArrayList<>(List.of(arrived.take()));
                arrived.drainTo(batch);
                Arrival<R> last = batch.get(batch.size() - 1);
                over = last.isEnd;
                List<R> results =
                        batch.stream().filter(a -> !a.isEnd).map(a -> a.result).toList();
                if (!results.isEmpty()) {
                    taker.accept(results);
                }
                if (last.failure != null) {
                    throw new IllegalStateException(last.failure);
                }
            }
        } catch (InterruptedException e) {
            throw new CancellationException("'" + title + "' was interrupted.");
        } finally {
            if (!over) {
                context.cancelJobGroup(group);
            }
        }
    }

    /** The first lines of what made a job fail, without those that tell only where. */
    static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String text = String.valueOf(deepest.getMessage()).strip();
        return text.split("\n\tat |\nDriver stacktrace|\n\n")[0];
    }

    private static <R> void run(JavaSparkContext context, JavaRDD<R> results, BlockingQueue<Arrival<R>> arrived) {
        Function1<Iterator<R>, R> only = (Function1<Iterator<R>, R> & Serializable) Iterator::next;
        // Spark calls it once for each partition, whatever it had to do again. It waits meanwhile, so nothing is done
        // here.
        Function2<Object, R, BoxedUnit> handler = (partition, result) -> {
            arrived.add(new Arrival<>(result, false, null));
            return BoxedUnit.UNIT;
        };
        context.sc().runJob(results.rdd(), only, handler, ClassTag$.MODULE$.apply(Object.class));
    }

    private record Arrival<R>(@Nullable R result, boolean isEnd, @Nullable Throwable failure) {}
}
