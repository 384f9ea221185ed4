package org.plegma.spark;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import org.apache.spark.sql.SparkSession;
import org.plegma.array.Preconditions;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;

/**
 * Campaigns of measurements on the executors of a Spark session. Each case is a task, which claims a device for itself and
 * measures as {@code plegma bench} does, with the same checks.
 *
 * <pre>{@code
 * Campaign record = Campaigns.on(spark).record(Path.of("stencils.h5")).run("stencil");
 * }</pre>
 *
 * <p>The cases are measured on devices of one model. A case whose executor is lost is measured by another executor; one that
 * takes executors down as often as Spark retries a task is a wrong result, as one that fails. The record is written as
 * results arrive. It has the provenance of each machine, and a table {@code tasks} that tells where and when each case was
 * measured. Immutable.
 */
public final class Campaigns {
    private final SparkSession spark;
    private final String device;
    private final Predicate<Work> wanted;
    private final TrialSettings settings;
    private final Optional<Path> file;
    private final boolean resume;

    private Campaigns(
            SparkSession spark,
            String device,
            Predicate<Work> wanted,
            TrialSettings settings,
            Optional<Path> file,
            boolean resume) {
        this.spark = spark;
        this.device = device;
        this.wanted = wanted;
        this.settings = settings;
        this.file = file;
        this.resume = resume;
    }

    /** All cases, on the device that the executors prefer, with the seed 1 and a second a case, without a file. */
    public static Campaigns on(SparkSession spark) {
        Preconditions.notNull(spark, "spark");
        return new Campaigns(spark, "", work -> true, TrialSettings.USUAL, Optional.empty(), false);
    }

    /** Measures on devices of this name or a part of it, where executors have different ones. */
    public Campaigns device(String name) {
        Preconditions.notNull(name, "name");
        return new Campaigns(spark, name, wanted, settings, file, resume);
    }

    /** Measures only these cases. */
    public Campaigns where(Predicate<Work> condition) {
        Preconditions.notNull(condition, "condition");
        return new Campaigns(spark, device, wanted.and(condition), settings, file, resume);
    }

    /** The seed of random inputs. */
    public Campaigns seed(long value) {
        return new Campaigns(spark, device, wanted, settings.seeded(value), file, resume);
    }

    /** The longest time of a case's timed runs, and how long it is warmed up before, in seconds. */
    public Campaigns seconds(double timeLimit, double warmUp) {
        if (!(timeLimit > 0 && warmUp >= 0)) {
            throw new IllegalArgumentException(
                    "Expected a time limit above 0 and a warm-up of 0 or more seconds, found " + timeLimit + " and "
                            + warmUp + ".");
        }
        return new Campaigns(spark, device, wanted, settings.timed(timeLimit, warmUp), file, resume);
    }

    /** Writes the record to an HDF5 file as results arrive, in at most a tenth of the time, and replaces what is there. */
    public Campaigns record(Path target) {
        Preconditions.notNull(target, "target");
        return new Campaigns(spark, device, wanted, settings, Optional.of(target), false);
    }

    /** As {@link #record}, but measures only what the file does not hold yet. */
    public Campaigns resume(Path target) {
        Preconditions.notNull(target, "target");
        return new Campaigns(spark, device, wanted, settings, Optional.of(target), true);
    }

    /**
     * Measures the cases of bench families, by their names as {@code plegma bench} has them.
     *
     * @throws CancellationException if interrupted; what was measured is in the file
     * @throws IllegalArgumentException if there is no such family or device, no case is left, executors prefer devices of
     *     different models, or the file to be completed has another commit, device or seed
     * @throws IllegalStateException if executors cannot go on; what was measured is in the file
     */
    public Campaign run(String... families) {
        Preconditions.notNull(families, "families");
        return run("campaign of " + String.join(" ", families), CaseSource.families(families));
    }

    /**
     * Measures cases that the executors make; they must have the class of the source. Throws as {@link #run(String...)}.
     *
     * @param title of the record
     */
    public Campaign run(String title, CaseSource source) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(source, "source");
        CampaignRun run = CampaignRun.survey(spark, title, settings.of(source), device, wanted);
        if (resume) {
            run.resume(file.orElseThrow());
        }
        return run.measure(file);
    }
}
