package org.plegma.device.shared;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.ChildJvm;

/** Each device writes a number that others read after a meeting; which of them comes last differs from time to time. */
class PeerMeetingTest {
    private static final int TIMES = 40;

    /** What takes some milliseconds on the device that is late, or on none. */
    private static final String SOURCE =
            """
            kernel void say(int number, uint late, volatile global int *own) {
                uint x = number;
                for (uint i = 0; i < late; i++) {
                    x = x*1664525 + 1013904223;
                }
                own[0] = x == 0 && late > 0 ? 0 : number;
            }

            kernel void hear(int number, uint devices, global const ulong *addresses, global int *misheard) {
                for (uint i = 0; i < devices; i++) {
                    misheard[i] += *(volatile global int *)addresses[i] != number;
                }
            }
            """;

    @Test
    void whatWasWrittenBeforeAMeetingIsReadAfterIt() {
        for (ChildJvm child : ChildJvm.onDevices(4, PeerMeetingTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all have met"), output);
        }
    }

    @Test
    void fitsAmdDevices() {
        AmdTargets.assertFits(KernelSource.resource(PeerMeeting.class, "meeting.cl"));
    }

    /** The child. */
    public static void main(String[] arguments) {
        try (Session session = Session.open(ChildJvm.devices(4))) {
            List<Session> sessions = session.devices().stream().map(session::on).toList();
            for (int count = 1; count <= 4; count++) {
                meet(sessions.subList(0, count));
            }
        }
        System.out.println("all have met");
    }

    private static void meet(List<Session> sessions) {
        int devices = sessions.size();
        List<Runnable> owned = new ArrayList<>();
        try (PeerMeeting meeting = new PeerMeeting(sessions, PeerChannel::refusalOtherThanCores);
                PieceMemory values = new PieceMemory(sessions, ElementType.INT, 1, 1)) {
            List<Kernel> say = new ArrayList<>();
            List<Kernel> hear = new ArrayList<>();
            List<DeviceArray> addresses = new ArrayList<>();
            List<DeviceArray> misheard = new ArrayList<>();
            for (int device = 0; device < devices; device++) {
                int seer = device;
                Session session = sessions.get(device);
                Program program = session.compile(SOURCE);
                say.add(program.kernel("say").global(1).local(1));
                hear.add(program.kernel("hear").global(1).local(1));
                addresses.add(session.upload(IntStream.range(0, devices)
                        .mapToLong(home -> values.address(seer, home, 0))
                        .toArray()));
                misheard.add(session.upload(new int[devices]));
                owned.add(program::close);
                owned.add(addresses.get(device)::close);
                owned.add(misheard.get(device)::close);
            }
            for (int turn = 0; turn < 2; turn++) {
                int first = turn * TIMES;
                meeting.run(() -> {
                    for (int time = first; time < first + TIMES; time++) {
                        for (int device = 0; device < devices; device++) {
                            int late = time % (devices + 1) == device ? 3_000_000 : 0;
                            say.get(device).call(time, late, values.own(device, 0));
                        }
                        meeting.enqueue();
                        for (int device = 0; device < devices; device++) {
                            hear.get(device).call(time, devices, addresses.get(device), misheard.get(device));
                        }
                        meeting.enqueue();
                    }
                });
            }
            for (DeviceArray each : misheard) {
                int[] found = new int[devices];
                each.download(found);
                assertArrayEquals(new int[devices], found);
            }
        } finally {
            owned.forEach(Runnable::run);
        }
    }
}
