package org.plegma.mpi;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.progress.Progress;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.method.State;

/**
 * A stencil of a notebook on all ranks, see {@link NotebookRanks#plan}. It does what a {@link SlabPlan} does in one process. Interrupting the
 * cell ends a run after some exchange, and the fields are then at {@link #steps}. Not thread-safe. Close it to free its memory on all ranks.
 */
public final class RankPlan implements AutoCloseable {
    /** An order to run lasts at least so long if there is enough to do: ranks are told seldom, and a cell can be interrupted. */
    private static final long ORDER_NANOS = 50_000_000;

    private final NotebookRanks ranks;
    private final int number;
    private final StencilSpec spec;
    /** This rank's. */
    private final SlabPlan own;

    private boolean loaded;
    private boolean closed;

    RankPlan(NotebookRanks ranks, int number, StencilSpec spec, SlabPlan own) {
        this.ranks = ranks;
        this.number = number;
        this.spec = spec;
        this.own = own;
    }

    /** Starts anew from grids of the whole, one for each field by its name, and one for each older level, {@code u[t-1]}. */
    public RankPlan load(Map<String, Grid> grids) {
        Preconditions.notNull(grids, "grids");
        requireOpen();
        State.requireKeys(spec, grids.keySet());
        grids.forEach((key, grid) -> {
            if (!Arrays.equals(grid.shape(), own.shape())) {
                throw new IllegalArgumentException("The field '" + key + "' must be " + Arrays.toString(own.shape())
                        + ", found " + Arrays.toString(grid.shape()) + ".");
            }
        });
        Order.Load order = new Order.Load(number, List.copyOf(grids.keySet()));
        ranks.lead(order, () -> {
            ranks.plans().load(order, grids);
            return true;
        });
        loaded = true;
        return this;
    }

    /** Starts anew from the grid of a stencil with one field and one level. */
    public RankPlan load(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return load(Map.of(State.onlyField(spec), grid));
    }

    /** Does so many steps on all ranks, and returns when they are done. */
    public RankPlan run(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("The number of steps must not be negative: " + count);
        }
        requireLoaded();
        long together = own.stepsBetweenExchanges();
        try (Progress progress = Progress.startQuietly("Stencil on " + ranks.size() + " ranks", count)) {
            for (long done = 0; done < count; ) {
                Order.Run order = new Order.Run(number, Math.min(together, count - done));
                long began = System.nanoTime();
                ranks.lead(order, () -> {
                    ranks.plans().run(order);
                    return true;
                });
                together *= System.nanoTime() - began < ORDER_NANOS ? 2 : 1;
                done += order.steps();
                progress.step(order.steps());
            }
        }
        return this;
    }

    /** The updated fields of the whole grid as they are now, with their older levels. */
    public Map<String, Grid> result() {
        requireLoaded();
        Order.Gather order = new Order.Gather(number);
        return ranks.lead(order, () -> ranks.plans().gather(order).orElseThrow());
    }

    /** The updated field of a stencil that has one, as it is now. */
    public Grid grid() {
        if (spec.updates().size() != 1) {
            throw new IllegalStateException("The stencil updates " + spec.updatedFields()
                    + ": which of them shall be the grid? Call result(), which gives all by their names.");
        }
        return Objects.requireNonNull(
                result().get(spec.updatedFields().iterator().next()));
    }

    /** Steps done since {@link #load}. */
    public long steps() {
        return own.steps();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The plan is closed: make another by ranks.plan.");
        }
    }

    private void requireLoaded() {
        requireOpen();
        if (!loaded) {
            throw new IllegalStateException("The plan has no data: call load.");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Order.Close order = new Order.Close(number);
            ranks.lead(order, () -> {
                ranks.plans().close(number);
                return true;
            });
        }
    }

    @Override
    public String toString() {
        return own.toString();
    }
}
