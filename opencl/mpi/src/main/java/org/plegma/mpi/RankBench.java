package org.plegma.mpi;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
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
import org.plegma.stencil.slabs.SlabOptions;

/**
 * A program for ranks that measures what {@link org.plegma.stencil.slabs.ScalingModel} needs, and a stencil to compare it with:
 * {@code plegma mpi -n 4 org.plegma.mpi.RankBench 1024 1024}. Rank 0 prints a line for each value: its name, a space, the value. Each
 * is the least of several, as other work on the machine can only make it larger. The stencil's result is checked against one rank's.
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

    /** @param arguments rows and columns of the grid */
    public static void main(String[] arguments) {
        int[] shape = {Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])};
        Ranks.run(ranks -> new RankBench(ranks).measure(shape));
    }

    private void measure(int[] shape) {
        Grid start = Grid.random(ElementType.FLOAT, 1, shape);
        Session session = ranks.session();
        BoundStencil heat = Stencil.parse(HEAT).on(session).boundary("periodic").method("direct");
        tell("ranks", ranks.size());
        if (ranks.size() > 1) {
            double small = pingPong(Double.BYTES, 50);
            int large = 1 << 21;
            tell("latency", small);
            tell("bytesPerSecond", large / Math.max(1e-12, pingPong(large, 2) - small));
        }
        Grid expected = null;
        if (ranks.rank() == 0) {
            // One rank computes, the others wait and take no time.
            double launch = alone(heat, Grid.floats(16, 16));
            double whole = alone(heat, start);
            tell("launchSeconds", launch);
            tell("cellsPerSecond", start.length() / Math.max(1e-12, whole - launch));
            tell("copyBytesPerSecond", copies(session));
            try (StencilPlan one = heat.plan(shape)) {
                expected = one.load(start).run(STEPS).grid();
            }
        }
        ranks.barrier();
        for (boolean overlapped : new boolean[] {false, true}) {
            SlabOptions options = SlabOptions.usual().over(ranks.transport()).overlapped(overlapped);
            try (SlabPlan plan = SlabPlan.open(heat, options, shape)) {
                Optional<Map<String, Grid>> found =
                        ranks.gather(plan.load(start).run(STEPS));
                if (found.isPresent() && !found.get().get("u").equals(expected)) {
                    throw new IllegalStateException("The slabs of " + plan + " are not what one rank computes.");
                }
                tell(overlapped ? "overlappedStep" : "plainStep", steps(plan));
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

    /** Of one step of a plan that nobody shares, from the launch until the host knows of its end. */
    private static double alone(BoundStencil heat, Grid grid) {
        double best = Double.POSITIVE_INFINITY;
        try (StencilPlan plan = heat.plan(grid.shape())) {
            plan.load(grid).run(STEPS);
            for (int repeat = 0; repeat < STEPS * REPEATS; repeat++) {
                long began = System.nanoTime();
                plan.run(1);
                best = Math.min(best, (System.nanoTime() - began) * 1e-9);
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

    /** Of the slowest rank, of one step. */
    private double steps(SlabPlan plan) {
        double best = Double.POSITIVE_INFINITY;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            ranks.barrier();
            long began = System.nanoTime();
            plan.run(STEPS);
            best = Math.min(best, ranks.max((System.nanoTime() - began) * 1e-9 / STEPS));
        }
        return best;
    }
}
