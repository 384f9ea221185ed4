package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.device.OnDevice;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;
import org.plegma.testing.OtherPrograms;

class SnapshotsTest extends OnDevice {
    private static final Stencil HEAT = Stencil.parse("param alpha = 0.1\nu[x,y] = u + alpha*lap(u)");
    private static final Stencil TWO = Stencil.parse("u[x,y] = 0.5*u + 0.5*v[x-1,y]\nv[x,y] = 0.25*(u + v[x,y+1])\n");
    private static final Stencil WAVE = Stencil.parse("u[t+1,x] = 2*u - u[t-1,x] + 0.25*lap(u)");

    @TempDir
    Path folder;

    @Test
    void h5pyReadsTheSeriesAndTheSettings() throws IOException, InterruptedException {
        Path file = folder.resolve("new/run.h5");
        Grid start = Grid.random(ElementType.FLOAT, 1, 7, 5).withAttribute("units", "K");
        BoundStencil run = HEAT.on(session)
                .boundary("reflect", "periodic")
                .param("alpha", 0.2)
                .method("direct");
        run.save(file, start, 10, 4);
        List<Grid> expected = run.snapshots(start, 10, 4);
        assertEquals(4, expected.size());

        StringBuilder sums = new StringBuilder();
        for (Grid grid : expected) {
            double sum = 0;
            for (float value : grid.floats()) {
                sum += value;
            }
            sums.append(String.format(java.util.Locale.ROOT, "%.6f ", sum));
        }
        assertEquals(
                String.join(
                        "\n",
                        "(4, 7, 5) float32 [0, 4, 8, 10] b'K'",
                        "[b'step', b'x', b'y']",
                        sums.toString().strip(),
                        "0.2 10 4 b'reflect, periodic' b'direct' b'asked for'"),
                OtherPrograms.python(
                                """
                                import sys, h5py
                                f = h5py.File(sys.argv[1])
                                u = f["u"]
                                print(u.shape, u.dtype, list(f["step"]), u.attrs["units"])
                                print(list(u.attrs["axes"]))
                                print(" ".join("%.6f" % s for s in u[...].astype("f8").sum(axis=(1, 2))))
                                a = f.attrs
                                print(a["param alpha"], a["steps"], a["every"], a["boundary"], a["method"], a["why"])
                                assert b"lap" in a["formula"] or b"u[x" in a["formula"], a["formula"]
                                """,
                                file)
                        .strip());
        Grid u = Hdf5.load(file, "u");
        for (int i = 0; i < 4; i++) {
            assertEquals(expected.get(i), u.slice(0, i));
        }
    }

    @Test
    void everyUpdatedFieldHasItsSeriesAndLevelsNeedNone() {
        Map<String, Grid> start =
                Map.of("u", Grid.random(ElementType.DOUBLE, 1, 4, 6), "v", Grid.random(ElementType.DOUBLE, 2, 4, 6));
        Path file = folder.resolve("two.h5");
        TWO.on(session).save(file, start, 3, 2);
        Map<String, Grid> loaded = Hdf5.load(file);
        assertEquals(java.util.Set.of("step", "u", "v"), loaded.keySet());
        Map<String, Grid> end = TWO.on(session).run(start, 3);
        assertEquals(end.get("v"), loaded.get("v").slice(0, 2));
        assertEquals(end.get("u"), loaded.get("u").slice(0, 2));

        Grid pulse = Grid.floats(30).fill(i -> i[0] == 9 ? 1 : 0);
        Path waves = folder.resolve("wave.h5");
        WAVE.on(session).save(waves, Map.of("u", pulse, "u[t-1]", pulse), 6, 3);
        assertEquals(java.util.Set.of("step", "u"), Hdf5.load(waves).keySet());
        assertEquals(
                WAVE.on(session).run(Map.of("u", pulse, "u[t-1]", pulse), 6).get("u"),
                Hdf5.load(waves, "u").slice(0, 2));
    }

    @Test
    void whereNoFileCanBeIsToldBeforeTheRun() throws IOException {
        Grid start = Grid.random(ElementType.FLOAT, 1, 8, 8);
        Path file = Files.createFile(folder.resolve("file"));
        for (Path wrong : List.of(folder, file.resolve("run.h5"), file.resolve("deeper/run.h5"))) {
            // No run of so many steps ends.
            UncheckedIOException told = assertThrows(
                    UncheckedIOException.class, () -> HEAT.on(session).save(wrong, start, 1L << 60, 1L << 60));
            assertTrue(told.getMessage().startsWith("Cannot write " + wrong + ": "), told.getMessage());
        }
    }

    @Test
    void aRunThatIsBrokenOffLeavesNoFileAndKeepsTheOldOne() throws IOException {
        Grid start = Grid.random(ElementType.FLOAT, 1, 64, 64);
        Path fresh = folder.resolve("fresh.h5");
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> HEAT.on(session).save(fresh, start, 1000, 10));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
        HEAT.on(session).save(fresh, start, 20, 10);
        long size = Files.size(fresh);
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> HEAT.on(session).save(fresh, start, 1000, 10));
        assertFalse(Thread.interrupted());
        assertEquals(size, Files.size(fresh));
    }

    @Test
    void snapshotsBeyondMemoryAreRefusedBeforeTheRun() {
        Grid start = Grid.floats(100, 100);
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY); // has a decimal comma
        try {
            Exception refused = assertThrows(IllegalArgumentException.class, () -> HEAT.on(session)
                    .save(folder.resolve("x.h5"), start, 1L << 40, 1));
            assertTrue(
                    refused.getMessage().matches("1099511627777 snapshots of \\[u\\] need up to [0-9]+\\.[0-9] MiB .*"),
                    refused.getMessage());
        } finally {
            Locale.setDefault(before);
        }
        assertThrows(IllegalArgumentException.class, () -> HEAT.on(session).save(folder.resolve("x.h5"), start, 5, 0));
    }

    @Test
    void anAnimationHasTheFramesOfTheRun() {
        Grid start = Grid.random(ElementType.FLOAT, 3, 12, 9).withAttribute("title", "Heat");
        Animation film = HEAT.on(session).boundary("periodic").animate(start, 7, 3);
        assertEquals(HEAT.on(session).boundary("periodic").snapshots(start, 7, 3), film.frames());
        assertEquals(List.of("step 0", "step 3", "step 6", "step 7"), film.labels());
        assertEquals("Heat", film.frames().get(2).attribute("title"));
        assertEquals("Animation of 4 frames, step 0 to step 7, of a grid of float 12 × 9", film.toString());

        Map<String, Grid> two =
                Map.of("u", Grid.random(ElementType.FLOAT, 1, 4, 6), "v", Grid.random(ElementType.FLOAT, 2, 4, 6));
        assertEquals(
                TWO.on(session).run(two, 5).get("v"),
                TWO.on(session).animate(two, "v", 5, 5).frames().get(1));
        assertThrows(IllegalArgumentException.class, () -> TWO.on(session).animate(two, "w", 5, 5));
    }

    @Test
    void largeFramesBecomeMeansAndOfThreeAxesTheMiddlePlane() {
        Grid large = Grid.random(ElementType.FLOAT, 5, 3, 1000, 300).withAttribute("spacing", new double[] {1, 2, 3});
        Animation film = Animation.of(List.of(large), List.of("one"));
        assertEquals(large.slice(0, 1).coarsen(3, 1), film.frames().get(0));
        assertEquals("float 3 × 1000 × 300", film.source());
    }

    @Test
    void tooManyFramesAndOtherShapesAreRefused() {
        Grid start = Grid.floats(4, 4);
        assertEquals(300, HEAT.on(session).animate(start, 299, 1).frames().size());
        Exception refused = assertThrows(
                IllegalArgumentException.class, () -> HEAT.on(session).animate(start, 300, 1));
        assertTrue(refused.getMessage().contains("at most 300 frames, this would have 301"), refused.getMessage());
        Grid line = Grid.floats(4);
        assertThrows(IllegalArgumentException.class, () -> WAVE.on(session)
                .animate(Map.of("u", line, "u[t-1]", line), "u", 2, 1));
        assertThrows(IllegalArgumentException.class, () -> Animation.of(List.of(), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> Animation.of(List.of(start, Grid.floats(4, 5)), List.of("a", "b")));
    }

    @Test
    void theNewestFrameIsThePreviewOfTheProgress() {
        List<Object> previews = new ArrayList<>();
        List<String> counts = new ArrayList<>();
        ProgressReporter before = Progress.reporter(new ProgressReporter() {
            @Override
            public void started(Progress progress) {}

            @Override
            public void updated(Progress progress) {}

            @Override
            public void finished(Progress progress) {
                previews.add(progress.preview().orElseThrow());
                counts.add(progress.toString());
            }
        });
        try {
            Animation film = HEAT.on(session).animate(Grid.random(ElementType.FLOAT, 1, 8, 8), 5, 2);
            assertEquals(List.of(film.frames().get(3)), previews);
            assertEquals(List.of("5/5"), counts);
        } finally {
            Progress.reporter(before);
        }
    }
}
