package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.timeline.LaunchMarker;
import org.plegma.device.timeline.LaunchMarker.LastLaunch;

class LaunchMarkerTest extends OnDevice {
    @Test
    void itTellsTheLastLaunchAndWhetherItEnded(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("marker");
        LaunchMarker.keepIn(file);
        assertEquals(new LastLaunch("", false), LaunchMarker.read(file));
        LaunchMarker.begin("long_name_of_a_kernel");
        long first = LaunchMarker.latest();
        assertEquals(new LastLaunch("long_name_of_a_kernel", true), LaunchMarker.read(file));
        LaunchMarker.begin("f");
        LaunchMarker.end(first);
        assertEquals(new LastLaunch("f", true), LaunchMarker.read(file));
        LaunchMarker.end(LaunchMarker.latest());
        assertEquals(new LastLaunch("f", false), LaunchMarker.read(file));
        String longest = "k".repeat(2000);
        LaunchMarker.begin(longest);
        assertTrue(longest.startsWith(LaunchMarker.read(file).kernel()));
        assertTrue(LaunchMarker.read(file).kernel().length() > 300);
        Files.write(file, new byte[] {1, 2, 3});
        assertEquals("", LaunchMarker.read(file).kernel());
    }

    @Test
    void launchesOnAProcessorAreNoted(@TempDir Path folder) throws IOException {
        boolean processor = session.device().kind() == Device.Kind.CPU;
        Path file = folder.resolve("marker");
        LaunchMarker.keepIn(file);
        Program program = session.compile(
                "kernel void one(global int *x) { x[0] = 1; } kernel void two(global int *x) { x[0] = 2; }");
        try (DeviceArray x = session.upload(new int[1])) {
            Event event = program.kernel("one").global(1).call(x);
            assertEquals(processor ? "one" : "", LaunchMarker.read(file).kernel());
            event.await();
            assertEquals(new LastLaunch(processor ? "one" : "", false), LaunchMarker.read(file));
            program.kernel("two").global(1).enqueue(session.compute(), x);
            assertEquals(new LastLaunch(processor ? "two" : "", processor), LaunchMarker.read(file));
            session.finish();
            assertEquals(new LastLaunch(processor ? "two" : "", false), LaunchMarker.read(file));
        }
    }
}
