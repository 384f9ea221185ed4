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

/**
 * A process that is killed while it writes leaves a whole campaign: the old one or the new one. What it would leave is also seen
 * where it is stopped, as often as one likes.
 */
class CampaignKillTest {

    private static final int KILLS = 5;
    private static final int STOPS = 50;

    @TempDir
    private Path folder;

    @TempDir
    private Path other;

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
    void theFileIsWholeAfterEveryStopAndKill() throws Exception {
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
            for (int stop = 0; stop < STOPS && child.process().isAlive(); stop++) {
                TimeUnit.MICROSECONDS.sleep(random.nextInt(30_000));
                signal("STOP", child.process());
                while (child.process().isAlive() && !isStopped(child.process())) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
                interrupted += assertWhole(file, count);
                signal("CONT", child.process());
            }
            child.process().destroyForcibly();
            String errors = child.await().errors();
            assertTrue(Files.size(count) > 0, errors);
            interrupted += assertWhole(file, count);
            generation = (Integer) Campaign.load(file).settings().get("generation");
        }
        // Otherwise the stops came between the writes, and the test shows nothing.
        assertTrue(interrupted > KILLS * STOPS / 10, interrupted + " hit a write");
        campaign(0).save(file);
        assertEquals(1, folder.toFile().list().length, "parts of killed writers are removed by the next write");
    }

    /** Whether a write was under way, as 1 or 0. */
    private int assertWhole(Path file, Path count) throws IOException {
        String counted = Files.readString(count);
        int end = counted.lastIndexOf('\n');
        int confirmed = Integer.parseInt(counted.substring(counted.lastIndexOf('\n', end - 1) + 1, end));
        Campaign found = Campaign.load(file);
        int generation = (Integer) found.settings().get("generation");
        assertTrue(
                generation == confirmed || generation == confirmed + 1,
                "found generation " + generation + " after " + confirmed + " was confirmed");
        assertTrue(Arrays.equals(
                campaign(generation).arrays().get("data").doubles(),
                found.arrays().get("data").doubles()));
        return folder.toFile().list().length > 1 ? 1 : 0;
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private static boolean isStopped(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    }

    private static Campaign campaign(int generation) {
        return new Campaign("killed")
                .setting("generation", generation)
                .array("data", Grid.random(ElementType.DOUBLE, generation, 200, 300));
    }
}
