package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.array.VirtualHdf5;
import org.plegma.device.Session;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.testing.Patience;

/** A rank that is killed, and one that fails: the job ends, and another goes on from the checkpoint with the same bits. */
class KilledRankTest {
    private static final int[] SHAPE = {24, 10};
    private static final int EVERY = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"mpirun.openmpi, 2, 3", "mpirun.mpich, 3, 2"})
    void anotherJobGoesOnFromTheCheckpointOfAKilledOne(String launcher, int before, int after) throws Exception {
        Path file = folder.resolve("wave.h5");
        MpiRun endless = MpiRun.start(launcher, before, KilledRankTest.class, file.toString(), "" + Long.MAX_VALUE);
        Patience.until(() -> step(file) >= 2 * EVERY || !endless.process().isAlive(), "two checkpoints");
        Matcher last =
                Pattern.compile("rank " + (before - 1) + " is process (\\d+)").matcher(endless.output());
        assertTrue(last.find(), endless::output);
        ProcessHandle.of(Long.parseLong(last.group(1))).orElseThrow().destroyForcibly();
        MpiRun.Result killed = endless.await();
        assertNotEquals(0, killed.exitCode());
        assertTrue(killed.output().matches("(?s).*(signal 9|EXIT CODE: 9).*"), killed.output());

        long step = step(file);
        long steps = step + 4;
        String output = MpiRun.run(launcher, after, KilledRankTest.class, file.toString(), "" + steps)
                .assertSuccess()
                .output();
        assertTrue(output.contains("Going on from step " + step), output);
        try (Session session = Session.open()) {
            Map<String, Grid> expected = wave(session).run(start(), steps);
            assertEquals(expected, Hdf5.load(file));
            String folder = VirtualHdf5.layout(file).folder();
            MpiRun.run(launcher, after, KilledRankTest.class, file.toString(), "" + steps, "again")
                    .assertSuccess();
            assertEquals(folder + "-again", VirtualHdf5.layout(file).folder());
            assertEquals(expected, Hdf5.load(file));
        }
        MpiRun.Result other = MpiRun.run(launcher, after, KilledRankTest.class, file.toString(), "" + steps, "nearest");
        assertNotEquals(0, other.exitCode());
        assertTrue(
                other.output().contains("is of other work: boundary periodic, mirror, now periodic, nearest."),
                other.output());
    }

    private static long step(Path file) {
        return file.toFile().exists()
                ? Long.parseLong(VirtualHdf5.layout(file).attributes().get("step"))
                : -1;
    }

    @ParameterizedTest
    @CsvSource({"mpirun.openmpi", "mpirun.mpich"})
    void aRankThatFailsEndsAll(String launcher) {
        MpiRun.Result result = MpiRun.run(launcher, 2, KilledRankTest.class);
        assertNotEquals(0, result.exitCode());
        assertTrue(
                result.output()
                        .contains("Rank 1 of 2 failed, and all ranks end: java.lang.IllegalStateException: enough"),
                result.output());
    }

    private static BoundStencil wave(Session session) {
        return Stencil.parse(
                        "field c\nu[t+1,x,y] = 2*u - u[t-1,x,y] + c*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)")
                .on(session)
                .boundary("periodic", "mirror")
                .method("direct");
    }

    private static Map<String, Grid> start() {
        return Map.of(
                "u",
                Grid.random(ElementType.FLOAT, 1, SHAPE),
                "u[t-1]",
                Grid.random(ElementType.FLOAT, 2, SHAPE),
                "c",
                Grid.generate(ElementType.FLOAT, i -> 0.1 + 0.01 * i[0], SHAPE));
    }

    /** A rank: with a file and a number of steps it runs, with neither rank 1 fails; then {@code again} or another boundary. */
    public static void main(String[] arguments) {
        Ranks.run(ranks -> {
            if (arguments.length == 0) {
                if (ranks.rank() == 1) {
                    throw new IllegalStateException("enough");
                }
                ranks.barrier();
            }
            System.out.println("rank " + ranks.rank() + " is process "
                    + ProcessHandle.current().pid());
            Session session = ranks.session();
            String more = arguments.length > 2 ? arguments[2] : "";
            BoundStencil wave = more.equals("nearest") ? wave(session).boundary("periodic", more) : wave(session);
            try (SlabPlan plan = SlabPlan.open(wave, SlabOptions.usual().over(ranks.transport()), SHAPE)) {
                SlabFile file = new SlabFile(ranks, Path.of(arguments[0]));
                file.run(plan, KilledRankTest::part, Long.parseLong(arguments[1]), EVERY);
                if (more.equals("again")) {
                    file.save(plan, Long.parseLong(arguments[1]));
                }
            }
        });
    }

    private static Map<String, Grid> part(SlabPlan plan) {
        Map<String, Grid> parts = new java.util.LinkedHashMap<>(start());
        parts.replaceAll(
                (key, grid) -> grid.region(new int[] {plan.firstPlane(), 0}, new int[] {plan.planes(), SHAPE[1]}));
        return parts;
    }
}
