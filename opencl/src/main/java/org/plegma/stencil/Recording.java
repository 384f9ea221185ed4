package org.plegma.stencil;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.plegma.array.Grid;
import org.plegma.measure.progress.Progress;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/**
 * A run that is looked at: at the start, after every so many steps, and at the end. What is kept of the fields has the
 * attributes of the grids that it began with.
 *
 * @param every steps from one look to the next
 */
record Recording(BoundStencil settings, Map<String, Grid> grids, long steps, long every) {
    Recording {
        State.requirePositive("The distance of snapshots", every);
    }

    /** Hands over the steps done and the fields, each time. */
    void each(BiConsumer<Long, Map<String, Grid>> look) {
        try (StencilPlan plan = plan()) {
            run(plan, look);
        }
    }

    void save(Path file) {
        SnapshotFile snapshots = new SnapshotFile(settings, file);
        try (StencilPlan plan = plan()) {
            snapshots.requireRoom(count(), grids.values().iterator().next().length(), plan.type());
            run(plan, snapshots::add);
            snapshots.save(every, plan);
        }
    }

    Animation animate(String field) {
        Animation.requireFrames(count(), settings.stencil().spec().rank());
        Animation.Recorder recorder = new Animation.Recorder();
        try (StencilPlan plan = plan();
                Progress progress = Progress.start("Animation of " + field, steps)) {
            run(plan, (step, fields) -> {
                progress.preview(recorder.add(step, Objects.requireNonNull(fields.get(field))));
                progress.step(step - progress.done());
            });
        }
        return recorder.animation();
    }

    private StencilPlan plan() {
        return settings.planFor(grids, Math.min(steps, every));
    }

    private void run(StencilPlan plan, BiConsumer<Long, Map<String, Grid>> look) {
        plan.load(grids)
                .run(steps, every, (step, fields) -> look.accept(step, BoundStencil.withAttributes(fields, grids)));
    }

    private long count() {
        return steps / every + (steps % every == 0 ? 1 : 2);
    }
}
