package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** A process that is killed while it writes leaves a whole campaign: the old one or the new one. */
class CampaignKillTest {

    private static final int KILLS = 50;

    /** Replaces one file for ever, by campaigns that say how often it was replaced. */
    static final class Writer {
        public static void main(String[] arguments) {
            Path file = Path.of(arguments[0]);
            for (int generation = Integer.parseInt(arguments[1]); ; generation++) {
                campaign(generation).save(file);
                System.out.println(generation);
            }
        }
    }

    @Test
    void theFileIsWholeAfterEveryKill(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("campaign.h5");
        campaign(0).save(file);
        Random random = new Random(11);
        int interrupted = 0;
        int generation = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Process child = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Xshare:auto",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            file.toString(),
                            Integer.toString(generation + 1))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            int confirmed;
            try (BufferedReader out = new BufferedReader(new InputStreamReader(child.getInputStream()))) {
                String first = out.readLine();
                assertEquals(Integer.toString(generation + 1), first, "the writer does not write");
                TimeUnit.MICROSECONDS.sleep(random.nextInt(30_000));
                // By its handle: Process.destroyForcibly would close the stream that is still to be read.
                child.toHandle().destroyForcibly();
                child.waitFor();
                confirmed = Integer.parseInt(out.lines().reduce((a, b) -> b).orElse(first));
            }
            Campaign found = Campaign.load(file);
            generation = (Integer) found.settings().get("generation");
            assertTrue(
                    generation == confirmed || generation == confirmed + 1,
                    "found generation " + generation + " after " + confirmed + " was confirmed");
            assertTrue(Arrays.equals(
                    campaign(generation).arrays().get("data").doubles(),
                    found.arrays().get("data").doubles()));
            try (var files = Files.list(folder)) {
                interrupted += files.count() > 1 ? 1 : 0;
            }
        }
        // Otherwise the kills came between the writes, and the test shows nothing.
        assertTrue(interrupted > KILLS / 10, interrupted + " of " + KILLS + " kills hit a write");
        campaign(0).save(file);
        assertEquals(1, folder.toFile().list().length, "parts of killed writers are removed by the next write");
    }

    private static Campaign campaign(int generation) {
        return new Campaign("killed")
                .setting("generation", generation)
                .array("data", Grid.random(ElementType.DOUBLE, generation, 200, 300));
    }
}
