package org.plegma.mpi;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.ScalingModel;
import org.plegma.stencil.slabs.SlabOptions;

/**
 * A program for ranks that measures what {@link ScalingModel} needs, and a stencil to compare it with, with so many rows, columns and
 * steps between exchanges: {@code plegma mpi -n 4 org.plegma.mpi.RankBench 4096 4096 8}. Rank 0 prints a line for each value: its name, a
 * space, the value. Each is the least of several, as other work on the machine can only make it larger. The stencil's result is checked
 * against one rank's.
 *
 * <p>{@code cellsPerSecond} is that of one rank while the others wait, {@code cellsPerSecondTogether} that of each while all compute: less
 * where ranks share cores or a device. With that one and these ranks, the model predicts {@code plainStepPredicted}.
 */
public final class RankBench {
    private static final int TAG = 32_100;
    private static final int REPEATS = 15;
    private static final int STEPS = 4;
    private static final String HEAT = "u[x,y] = u + 0.1*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)";

    private final Ranks ranks;

    private RankBench(Ranks ranks) {
        this.ranks = ranks;
    }

    /** @param arguments rows and columns of the grid, and steps between exchanges, one if they are left out */
    public static void main(String[] arguments) {
        int[] shape = {Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])};
        int between = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        Ranks.run(ranks -> new RankBench(ranks).measure(shape, between));
    }

    private void measure(int[] shape, int between) {
        Grid start = Grid.random(ElementType.FLOAT, 1, shape);
        Session session = ranks.session();
        BoundStencil heat = Stencil.parse(HEAT).on(session).boundary("periodic").method("direct");
        tell("ranks", ranks.size());
        double latency = 0;
        double bytes = Double.MAX_VALUE;
        if (ranks.size() > 1) {
            latency = pingPong(Double.BYTES, 50);
            int large = 1 << 21;
            bytes = large / Math.max(1e-12, pingPong(large, 2) - latency);
            tell("latency", latency);
            tell("bytesPerSecond", bytes);
        }
        int steps = STEPS * between;
        Grid expected = null;
        double launch = 0;
        double copied = 0;
        if (ranks.rank() == 0) {
            // One rank computes, the others wait and take no time.
            launch = steps(heat, Grid.floats(16, 16), 1);
            copied = copies(session);
            tell("launchSeconds", launch);
            tell("copyBytesPerSecond", copied);
            tell("cellsPerSecond", start.length() / steps(heat, start, between));
            try (StencilPlan one = heat.plan(shape)) {
                expected = one.load(start).run(steps).grid();
            }
        }
        ranks.barrier();
        Grid part = Grid.random(ElementType.FLOAT, 2, Math.max(1, shape[0] / ranks.size()), shape[1]);
        double together = part.length() / together(heat, part, between);
        tell("cellsPerSecondTogether", together);
        for (boolean overlapped : new boolean[] {false, true}) {
            SlabOptions options =
                    SlabOptions.usual().over(ranks.transport()).between(between).overlapped(overlapped);
            try (SlabPlan plan = SlabPlan.open(heat, options, shape)) {
                Optional<Map<String, Grid>> found =
                        ranks.gather(plan.load(start).run(steps));
                if (found.isPresent() && !Objects.equals(found.get().get("u"), expected)) {
                    throw new IllegalStateException("The slabs of " + plan + " are not what one rank computes.");
                }
                String name = overlapped ? "overlappedStep" : "plainStep";
                tell(name, steps(plan, steps));
                if (ranks.rank() == 0) {
                    ScalingModel model = new ScalingModel(latency, bytes, together, launch, copied, ranks.size());
                    ScalingModel.Problem problem =
                            new ScalingModel.Problem(shape, 1, 1, Float.BYTES, between, overlapped);
                    tell(name + "Predicted", model.slabs(problem, ranks.size()));
                }
            }
        }
    }

    private void tell(String name, double value) {
        if (ranks.rank() == 0) {
            System.out.printf(Locale.ROOT, "%s %.6g%n", name, value);
        }
    }

    /** Half of the time that a message takes from rank 0 to 1 and back. */
    private double pingPong(int bytes, int rounds) {
        ByteBuffer message = Ranks.memory(bytes);
        double best = Double.POSITIVE_INFINITY;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            ranks.barrier();
            long began = System.nanoTime();
            for (int i = 0; i < rounds && ranks.rank() < 2; i++) {
                for (int sender = 0; sender < 2; sender++) {
                    if (ranks.rank() == sender) {
                        ranks.calls()
                                .send(ranks.communicator(), message, 1 - sender, TAG)
                                .await();
                    } else {
                        ranks.calls()
                                .receive(ranks.communicator(), message, sender, TAG)
                                .await();
                    }
                }
            }
            best = Math.min(best, (System.nanoTime() - began) * 1e-9 / (2 * rounds));
        }
        return best;
    }

    /** Of one step of a plan of one rank's own, from the first launch until the host knows of the end. */
    private double steps(BoundStencil heat, Grid grid, int count) {
        double best = Double.POSITIVE_INFINITY;
        try (StencilPlan plan = heat.plan(grid.shape())) {
            plan.load(grid).run(count);
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                long began = System.nanoTime();
                plan.run(count);
                best = Math.min(best, (System.nanoTime() - began) * 1e-9 / count);
            }
        }
        return best;
    }

    private static double copies(Session session) {
        int count = 1 << 21;
        double best = Double.POSITIVE_INFINITY;
        try (DeviceArray array = session.allocate(ElementType.FLOAT, count);
                HostBuffer host = session.pinned(ElementType.FLOAT, count)) {
            array.uploadAsync(session.upload(), host).await();
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                long began = System.nanoTime();
                array.downloadAsync(session.download(), host).await();
                best = Math.min(best, (System.nanoTime() - began) * 1e-9);
            }
        }
        return (double) count * Float.BYTES / best;
    }

    /** The same while all ranks do so, of the slowest. */
    private double together(BoundStencil heat, Grid grid, int count) {
        try (StencilPlan plan = heat.plan(grid.shape())) {
            plan.load(grid).run(count);
            return slowest(() -> plan.run(count)) / count;
        }
    }

    /** Of a step on slabs. */
    private double steps(SlabPlan plan, int count) {
        return slowest(() -> plan.run(count)) / count;
    }

    private double slowest(Runnable work) {
        double best = Double.POSITIVE_INFINITY;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            ranks.barrier();
            long began = System.nanoTime();
            work.run();
            best = Math.min(best, ranks.max((System.nanoTime() - began) * 1e-9));
        }
        return best;
    }
}
