package org.plegma.coursework;

import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.plegma.array.Preconditions;
import org.plegma.coursework.apart.ApartRunner;
import org.plegma.coursework.apart.HereRunner;
import org.plegma.coursework.apart.LaunchRunner;
import org.plegma.coursework.verdict.Attempts;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.LongWaits;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.measure.Ceilings;

/**
 * How a judge works.
 *
 * @param simulation of launches; none where there is no simulator
 * @param runner of the launches that are judged
 * @param ceilings of the session's device, against which a right kernel is timed there; none if that is not wanted
 * @param seed of sizes and values
 * @param attempts where a student's own are kept; none for whoever grades
 */
record Judging(
        Optional<? extends ArgumentCheck> simulation,
        LaunchRunner runner,
        Optional<Function<Session, Ceilings>> ceilings,
        long seed,
        Optional<Attempts> attempts) {
    /** Without keeping what was tried. */
    Judging(
            Optional<? extends ArgumentCheck> simulation,
            LaunchRunner runner,
            Optional<Function<Session, Ceilings>> ceilings,
            long seed) {
        this(simulation, runner, ceilings, seed, Optional.empty());
    }

    /** Set by whoever grades: the same seed for all submissions, and no time on the session's own device. */
    static final String SEED = "PLEGMA_GRADING_SEED";

    private static final int SIMULATION_SECONDS = 20;
    private static final int SEEDS = 1_000_000;

    /** The seed of the one who grades, else another one each time. */
    static long anySeed() {
        String given = System.getenv(SEED);
        return given == null ? new Random().nextInt(SEEDS) : Long.parseLong(given);
    }

    static Judging standard() {
        return standard(anySeed());
    }

    static Judging standard(long seed) {
        boolean isGrading = System.getenv(SEED) != null;
        return new Judging(
                OclgrindCheck.ifInstalled(SIMULATION_SECONDS),
                new ApartRunner(),
                isGrading ? Optional.empty() : Optional.of(Ceilings::of),
                seed,
                isGrading ? Optional.empty() : Optional.of(Attempts.mine()));
    }

    /**
     * Waits for what earlier cells have launched, but not for long: a judge that waits for a kernel without end would never say so.
     *
     * @throws IllegalStateException if it still runs
     */
    static void awaitEarlier(Session session) {
        Preconditions.notNull(session, "session");
        LongWaits.earlier(session).ifPresent(running -> {
            throw new IllegalStateException(running
                    + " The check needs the device. Run it again when that has ended; if it has no end, %device --reset gives"
                    + " the device up, or the notebook's kernel has to be restarted. With %%opencl --check such a kernel is not"
                    + " launched.");
        });
    }

    /** Keeps a verdict without times among the student's own; not for whoever grades. */
    static void keep(Verdict verdict) {
        if (System.getenv(SEED) == null) {
            Attempts.mine().add(verdict, Double.NaN, Double.NaN);
        }
    }

    LaunchRunner timing(Session session) {
        return new HereRunner(session);
    }
}
