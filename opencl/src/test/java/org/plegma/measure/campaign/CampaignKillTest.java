package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.testing.ChildJvm;

/** A process that is killed while it writes leaves a whole campaign: the old one or the new one. */
class CampaignKillTest {

    private static final int KILLS = 50;

    /** Replaces one file for ever, by campaigns that say how often it was replaced, and keeps count in another. */
    static final class Writer {
        public static void main(String[] arguments) throws IOException {
            for (int generation = Integer.parseInt(arguments[2]); ; generation++) {
                campaign(generation).save(Path.of(arguments[0]));
                Files.writeString(Path.of(arguments[1]), generation + "\n", StandardOpenOption.APPEND);
            }
        }
    }

    @Test
    void theFileIsWholeAfterEveryKill(@TempDir Path folder, @TempDir Path other) throws Exception {
        Path file = folder.resolve("campaign.h5");
        campaign(0).save(file);
        Random random = new Random(11);
        int interrupted = 0;
        int generation = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Path count = Files.createFile(other.resolve("count" + kill));
            ChildJvm.Running child = ChildJvm.of(Writer.class)
                    .option("-XX:+UseSerialGC")
                    .start(file.toString(), count.toString(), Integer.toString(generation + 1));
            while (Files.size(count) == 0 && child.process().isAlive()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            TimeUnit.MICROSECONDS.sleep(random.nextInt(30_000));
            child.process().destroyForcibly();
            String errors = child.await().errors();
            assertTrue(Files.size(count) > 0, errors);
            String counted = Files.readString(count);
            int end = counted.lastIndexOf('\n');
            int confirmed = Integer.parseInt(counted.substring(counted.lastIndexOf('\n', end - 1) + 1, end));
            Campaign found = Campaign.load(file);
            generation = (Integer) found.settings().get("generation");
            assertTrue(
                    generation == confirmed || generation == confirmed + 1,
                    "found generation " + generation + " after " + confirmed + " was confirmed");
            assertTrue(Arrays.equals(
                    campaign(generation).arrays().get("data").doubles(),
                    found.arrays().get("data").doubles()));
            interrupted += folder.toFile().list().length > 1 ? 1 : 0;
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
