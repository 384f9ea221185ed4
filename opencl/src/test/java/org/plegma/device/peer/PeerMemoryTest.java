package org.plegma.device.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.errors.ClosedException;

/** Two contexts, of two NVIDIA devices or else of one, use the same memory. Elsewhere the refusal says why not. */
class PeerMemoryTest {
    private static final String PLUS = "kernel void plus(global int* x, int v) { x[get_global_id(0)] += v; }";

    private static List<Device> devices() {
        Device chosen = Devices.preferred();
        Optional<Device> other = Devices.all().stream()
                .filter(device -> device != chosen && device.isNvidia())
                .findFirst();
        return List.of(chosen, other.orElse(chosen));
    }

    @Test
    void kernelsOfTwoContextsWriteTheSameMemoryOrAreRefusedByName() {
        List<Device> devices = devices();
        Device.Kind kind = devices.get(0).kind();
        if (!devices.get(0).isNvidia()) {
            otherDriversAreRefused();
        }
        if (devices.get(0).isNvidia() || kind == Device.Kind.CPU) {
            twoContextsWrite(devices);
        }
    }

    private static void twoContextsWrite(List<Device> devices) {
        int n = 1_000_003;
        try (Session home = Session.open(devices.get(0));
                Session other = Session.open(devices.get(1))) {
            assertEquals(
                    devices.get(0).isNvidia(),
                    PeerMemory.refusal(List.of(home, other)).isEmpty());
            long before = home.memoryInUse();
            try (PeerMemory memory = PeerMemory.allocate(List.of(home, other), ElementType.INT, n)) {
                DeviceArray here = memory.on(home);
                DeviceArray there = memory.on(other);
                here.upload(IntStream.range(0, n).toArray());
                other.compile(PLUS).kernel("plus").global(n).call(there, 5).await();
                home.compile(PLUS).kernel("plus").global(n).call(here, 70).await();
                int[] expected = IntStream.range(75, n + 75).toArray();
                int[] found = new int[n];
                there.download(found);
                assertArrayEquals(expected, found);
                here.download(found);
                assertArrayEquals(expected, found);
                memory.close();
                assertThrows(ClosedException.class, () -> memory.on(home));
                assertTrue(here.isClosed() && there.isClosed());
            }
            assertEquals(before, home.memoryInUse());
        }
    }

    private static void otherDriversAreRefused() {
        try (Session one = Session.open();
                Session two = Session.open()) {
            String why = PeerMemory.refusal(List.of(one, two)).orElseThrow();
            assertTrue(why.startsWith("Device 0 (" + one.device().name() + ") cannot import memory: only NVIDIA"), why);
        }
        if (Session.canIsolate(Devices.preferred())) {
            try (Session one = Session.openIsolated(Devices.preferred());
                    Session two = Session.open()) {
                Exception refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> PeerMemory.allocate(List.of(one, two), ElementType.FLOAT, 8));
                assertEquals(PeerMemory.refusal(List.of(one, two)).orElseThrow(), refused.getMessage());
            }
        }
    }
}
