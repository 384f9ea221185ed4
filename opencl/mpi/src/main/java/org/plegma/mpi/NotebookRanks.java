package org.plegma.mpi;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.timeline.Timeline;
import org.plegma.mpi.library.StandardError;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.slabs.SlabOptions;

/**
 * The ranks of the job that {@code plegma mpi -n N NOTEBOOK} starts, as the notebook sees them: the variable {@code ranks}. Cells run on rank
 * 0, in this process. What they compute by this class runs on all ranks, each with a slab of the grid on its device.
 *
 * <pre>{@code
 * Grid later = ranks.run(heat, grid, 1000);      // heat of a cell %%stencil heat
 * }</pre>
 *
 * <p>Grids come from this process and return to it, so they must fit into its memory; a program for all ranks ({@link Ranks}) has no such
 * limit. If a rank is lost or fails, the whole job ends, this process too.
 */
public final class NotebookRanks {
    private static @Nullable NotebookRanks running;

    private final Ranks ranks;
    private final SharedPlans plans;
    /** Makes all calls to MPI. The cell's thread may be interrupted at any time, and other ranks would wait for what it broke off. */
    private final ExecutorService leader = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "plegma-ranks");
        thread.setDaemon(true);
        return thread;
    });

    private final List<String> described;
    private int opened;

    private NotebookRanks() {
        this.ranks = await(leader.submit(Ranks::join));
        if (ranks.rank() != 0) {
            throw new IllegalStateException("A notebook is rank 0 of its job, but this is " + ranks + ".");
        }
        this.plans = new SharedPlans(ranks);
        this.described = lead(new Order.Describe(), plans::describe);
    }

    /** Those of this process's job; at the first call it joins them. Without a job it is the only rank. */
    public static synchronized NotebookRanks start() {
        if (running == null) {
            running = new NotebookRanks();
        }
        return running;
    }

    /** Ends all ranks but this process, if they run. */
    public static synchronized void stop() {
        if (running != null) {
            NotebookRanks ended = running;
            running = null;
            ended.lead(new Order.End(), () -> {
                ended.plans.close();
                ended.ranks.end();
                return true;
            });
            ended.leader.shutdown();
        }
    }

    /** Number of ranks, this process included. */
    public int size() {
        return ranks.size();
    }

    /** The field after so many steps on all ranks, as {@link org.plegma.stencil.BoundStencil#run(Grid, long)} on one device. */
    public Grid run(Stencil stencil, Grid grid, long steps) {
        Preconditions.notNull(stencil, "stencil");
        Preconditions.notNull(grid, "grid");
        try (RankPlan plan = plan(stencil.type().orElse(grid.type()), stencil, SlabOptions.usual(), grid.shape())) {
            return plan.load(grid).run(steps).grid().withAttributes(grid.attributes());
        }
    }

    /** The updated fields after so many steps on all ranks, as {@link org.plegma.stencil.BoundStencil#run(Map, long)}. */
    public Map<String, Grid> run(Stencil stencil, Map<String, Grid> grids, long steps) {
        Preconditions.notNull(stencil, "stencil");
        Preconditions.notNull(grids, "grids");
        if (grids.isEmpty()) {
            throw new IllegalArgumentException("Expected a grid for each field and level, found none.");
        }
        Grid any = grids.values().iterator().next();
        if (stencil.type().isEmpty() && grids.values().stream().anyMatch(grid -> grid.type() != any.type())) {
            throw new IllegalArgumentException(
                    "The grids are of several types. Convert them, or choose one by --type or withType.");
        }
        try (RankPlan plan = plan(stencil.type().orElse(any.type()), stencil, SlabOptions.usual(), any.shape())) {
            Map<String, Grid> results = plan.load(grids).run(steps).result();
            results.replaceAll((key, grid) -> grid.withAttributes(
                    Objects.requireNonNull(grids.get(key), key).attributes()));
            return results;
        }
    }

    /** A plan whose slabs lie on the ranks, as {@link org.plegma.stencil.SlabPlan}: for several runs and looks in between. */
    public RankPlan plan(Stencil stencil, int... shape) {
        return plan(stencil, SlabOptions.usual(), shape);
    }

    /** The same with options; their transport is that of the ranks. */
    public RankPlan plan(Stencil stencil, SlabOptions options, int... shape) {
        Preconditions.notNull(stencil, "stencil");
        Preconditions.notNull(options, "options");
        Preconditions.notNull(shape, "shape");
        return plan(stencil.type().orElse(ElementType.FLOAT), stencil, options, shape);
    }

    private RankPlan plan(ElementType type, Stencil stencil, SlabOptions options, int... shape) {
        if (stencil.hasOwnSource()) {
            throw new IllegalArgumentException("Source of one's own does not run on several devices: use the formula.");
        }
        Order.Open order = new Order.Open(
                opened++,
                stencil.spec().formula(),
                type,
                stencil.boundary().stream().map(Object::toString).toList(),
                stencil.parameters(),
                stencil.method().toString(),
                options.rates(size()),
                options.betweenFor(stencil.method().orDirect().steps()),
                options.overlapped().stream().toList(),
                shape);
        lead(order, () -> {
            plans.open(order);
            return true;
        });
        return new RankPlan(this, order.plan(), stencil.spec(), plans.plan(order.plan()));
    }

    /** Begins to record this rank's messages and commands anew, or ends to. */
    public void recordTimeline(boolean on) {
        await(leader.submit(() -> {
            ranks.recordTimeline(on);
            return true;
        }));
    }

    /** Commands and messages of this rank, as {@link Ranks#timeline}. */
    public Timeline timeline() {
        return await(leader.submit(ranks::timeline));
    }

    /** Sends an order to the other ranks, and carries it out here. */
    <T> T lead(Order order, Callable<T> own) {
        return await(leader.submit(() -> {
            boolean agreed = order instanceof Order.Open; // all ranks know of its failure
            try {
                ranks.broadcast(Order.written(order), 0);
                return own.call();
            } catch (Throwable e) {
                if (!agreed) {
                    StandardError.printAndWait(
                            "Rank 0, the notebook's, failed in " + order + ", and all ranks end: " + e);
                    ranks.calls().abort(1);
                }
                throw e;
            }
        }));
    }

    SharedPlans plans() {
        return plans;
    }

    /** Waits to the end even if the thread is interrupted, which it then still is. */
    private static <T> T await(Future<T> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(Objects.requireNonNull(e.getCause()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String toString() {
        return size() + " ranks of " + ranks.library() + "\n" + String.join("\n", described);
    }
}
