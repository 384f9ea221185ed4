package org.plegma.bench.particles;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.plegma.array.Preconditions;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.campaign.Figures;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.particles.variant.ParticlePlan;
import org.plegma.particles.variant.ParticleVariant;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Where the time of a run goes: start, steps, finish.
 *
 * @param variant its name
 * @param steps how many
 * @param prepare seconds until it was started: buffers, compilation, copies to the device
 * @param kernels seconds of the device's clock that commands of the steps took; of Java, those of the steps
 * @param readBack seconds of reading where particles are at the end
 * @param whole seconds of all of it
 */
public record ParticleTimes(String variant, int steps, double prepare, double kernels, double readBack, double whole) {

    /** Runs a variant once for so many steps. */
    public static ParticleTimes of(Session session, ParticleVariant variant, SoftBody body, int steps) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(variant, "variant");
        Preconditions.notNull(body, "body");
        long begun = System.nanoTime();
        try (ParticlePlan plan = variant.plan(session, body)) {
            plan.start(ParticleState.atRest(body));
            session.finish();
            long started = System.nanoTime();
            List<Event> events = new ArrayList<>();
            for (int step = 0; step < steps; step++) {
                events.addAll(plan.step());
            }
            session.finish();
            long stepped = System.nanoTime();
            plan.finish();
            long ended = System.nanoTime();
            double kernels = variant.isOnDevice()
                    ? events.stream().mapToDouble(Event::seconds).sum()
                    : 1e-9 * (stepped - started);
            return new ParticleTimes(
                    variant.name(),
                    steps,
                    1e-9 * (started - begun),
                    kernels,
                    1e-9 * (ended - stepped),
                    1e-9 * (ended - begun));
        }
    }

    /** A row for each run, in milliseconds. */
    public static Table table(List<ParticleTimes> runs) {
        Preconditions.notNull(runs, "runs");
        return Figures.of(Table.create(
                "times of " + runs.stream().mapToInt(ParticleTimes::steps).max().orElse(0) + " steps",
                StringColumn.create(
                        "variant", runs.stream().map(ParticleTimes::variant).toList()),
                milliseconds("prepare (ms)", runs, ParticleTimes::prepare),
                milliseconds("kernels (ms)", runs, ParticleTimes::kernels),
                milliseconds("read back (ms)", runs, ParticleTimes::readBack),
                milliseconds("whole (ms)", runs, ParticleTimes::whole)));
    }

    private static DoubleColumn milliseconds(
            String name, List<ParticleTimes> runs, ToDoubleFunction<ParticleTimes> seconds) {
        return DoubleColumn.create(
                name,
                runs.stream()
                        .mapToDouble(run -> 1e3 * seconds.applyAsDouble(run))
                        .toArray());
    }
}
