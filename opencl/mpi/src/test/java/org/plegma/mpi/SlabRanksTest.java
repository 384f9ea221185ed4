package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.RandomStencils;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.SlabOptions;

/** Random stencils on 1 to 4 ranks, against one process, bit for bit: by Open MPI and by MPICH each boundary on two numbers of ranks. */
class SlabRanksTest {
    /** Of the first axis, one for each case in turn: of the others they are drawn. */
    private static final List<Boundary> FIRST = List.of(
            Boundary.PERIODIC,
            Boundary.REFLECT,
            Boundary.FIXED,
            Boundary.MIRROR,
            Boundary.ZERO,
            Boundary.NEAREST,
            Boundary.constant(-1.5));

    @ParameterizedTest
    @CsvSource({"mpirun.openmpi, 8, 0", "mpirun.mpich, 7, 1000"})
    void slabsOfRanksGiveWhatOneProcessGives(String launcher, int cases, int seed) {
        String output = MpiRun.run(launcher, 4, SlabRanksTest.class, "" + cases, "" + seed)
                .assertSuccess()
                .output();
        assertTrue(output.contains("all " + cases + " are well"), output);
    }

    /** A rank. */
    public static void main(String[] arguments) {
        int cases = Integer.parseInt(arguments[0]);
        Ranks.run(ranks -> {
            int done = 0;
            for (long seed = Long.parseLong(arguments[1]); done < cases; seed++) {
                // On 2 to 4 ranks, other ones for another seed; the eighth on one.
                int count = done < FIRST.size() ? 2 + (int) ((done + seed / 1000) % 3) : 1;
                done += tried(ranks, seed, count, FIRST.get(done % FIRST.size())) ? 1 : 0;
            }
            if (ranks.rank() == 0) {
                System.out.println("all " + done + " are well, by " + ranks.library());
            }
        });
    }

    /** All ranks draw the same, so that all leave out the same. */
    private static boolean tried(Ranks all, long seed, int count, Boundary first) {
        RandomStencils random = new RandomStencils(seed);
        String formula =
                List.of(random.linear(), random.coupled(), random.general()).get((int) (seed % 3));
        Stencil stencil = Stencil.parse(formula);
        Random more = new Random(seed);
        int together = 1 + more.nextInt(2);
        int between = together * (1 + more.nextInt(2));
        int halo = between * stencil.spec().footprint().radius(0);
        boolean overlapped = more.nextBoolean();
        int[] shape = random.shape();
        shape[0] = count * Math.max(1, overlapped ? 2 * halo : halo) + more.nextInt(4);
        if (shape[0] > (random.rank() == 3 ? 50 : 200)) {
            return false;
        }
        Boundary[] boundaries = random.boundaries();
        boundaries[0] = first;
        ElementType type = more.nextBoolean() ? ElementType.FLOAT : ElementType.DOUBLE;
        Map<String, Grid> start = new LinkedHashMap<>();
        for (String key : State.keys(stencil.spec())) {
            start.put(key, Grid.random(type, more.nextLong(), shape));
        }
        int steps = 1 + more.nextInt(2 * between + 2);
        SlabOptions options = SlabOptions.usual().between(between).overlapped(overlapped);
        String what = "seed " + seed + ", " + formula + ", " + Arrays.toString(boundaries) + " "
                + Arrays.toString(shape) + ", " + steps + " steps";
        boolean[] left = {false};
        all.first(count).ifPresent(ranks -> {
            try (ranks;
                    Session session = ranks.session()) {
                BoundStencil bound = stencil.on(session)
                        .boundary(boundaries)
                        .type(type)
                        .method(together == 1 ? "direct" : "blocked(" + together + ")");
                try (SlabPlan plan = SlabPlan.open(bound, options.over(ranks.transport()), shape)) {
                    plan.load(start).run(steps);
                    Optional<Map<String, Grid>> found = ranks.gather(plan);
                    if (found.isPresent()) {
                        try (StencilPlan one = bound.plan(shape)) {
                            requireSameBits(one.load(start).run(steps).result(), found.get(), what + ", " + plan);
                        }
                    }
                } catch (IllegalArgumentException e) {
                    left[0] = true; // a method that cannot do it: before any message, on all ranks
                }
            }
        });
        return all.max(left[0] ? 1 : 0) == 0;
    }

    private static void requireSameBits(Map<String, Grid> expected, Map<String, Grid> found, String what) {
        assertEquals(expected.keySet(), found.keySet(), what);
        expected.forEach((key, grid) -> {
            Grid other = found.get(key);
            assertArrayEquals(grid.shape(), other.shape(), what);
            IntStream.range(0, (int) grid.length())
                    .filter(i -> Double.doubleToLongBits(grid.at(i)) != Double.doubleToLongBits(other.at(i)))
                    .findFirst()
                    .ifPresent(i -> {
                        throw new AssertionError(
                                what + ": " + key + " at " + i + " is " + other.at(i) + ", expected " + grid.at(i));
                    });
        });
    }
}
