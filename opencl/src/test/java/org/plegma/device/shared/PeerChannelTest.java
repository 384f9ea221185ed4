package org.plegma.device.shared;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/**
 * The kernels of a channel, both on one device: planes arrive in their places and nowhere else, each group counts once, and a counter
 * may overflow. That they order two devices, {@code plegma bench stencil --devices 0,1} sees, which compares bits.
 */
class PeerChannelTest {
    private static final int GROUP = 256;

    @Test
    void planesArriveAndAreCounted() {
        Main.main(new String[0]);
    }

    @Test
    void cleanOnOclgrind() throws IOException {
        assertTrue(Oclgrind.assertClean(Main.class).contains("all arrived"));
    }

    @Test
    void fitsAmdDevices() {
        AmdTargets.assertFits(KernelSource.resource(PeerChannel.class, "channel.cl"));
    }

    @Test
    void endsOnOneDeviceAreRefused() {
        try (Session first = Session.open();
                Session second = Session.open()) {
            assertTrue(PeerChannel.refusal(first, second).orElseThrow().startsWith("Both ends are on device"));
        }
    }

    /** Under Oclgrind, too. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (int count : new int[] {1, 7, GROUP, 3 * GROUP + 5}) {
                    for (int groups : new int[] {1, 3}) {
                        exchanged(session, count, groups);
                        turned(session, count, 2 * groups, 2);
                        turned(session, count, groups, 1);
                    }
                }
            }
            System.out.println("all arrived");
        }

        private static void exchanged(Session session, int count, int groups) {
            Program program = PeerChannel.program(session, "double");
            double[] kept = new double[count + 4];
            for (int i = 0; i < kept.length; i++) {
                kept[i] = i + 1;
            }
            int begun = -groups; // the counter's overflow is one exchange away
            try (DeviceArray planes = session.upload(kept);
                    DeviceArray box = session.upload(new double[2 * count]);
                    DeviceArray ghosts = session.upload(new double[count + 6]);
                    DeviceArray counter = session.upload(new int[] {begun})) {
                for (int times = 1; times <= 2; times++) {
                    long half = times % 2 == 0 ? 0 : count;
                    program.kernel("give")
                            .global((long) groups * GROUP)
                            .local(GROUP)
                            .call(count, 4L - times, half, planes, box, counter);
                    assertEquals(begun + times * groups, counter.download().ints()[0], "groups that counted");
                    program.kernel("take")
                            .global((long) groups * GROUP)
                            .local(GROUP)
                            .call(count, half, 5L, begun + times * groups, box, ghosts, counter);
                    double[] expected = new double[count + 6];
                    System.arraycopy(kept, 4 - times, expected, 5, count);
                    assertArrayEquals(expected, ghosts.download().doubles(), "ghosts of " + count);
                }
                double[] boxes = new double[2 * count];
                System.arraycopy(kept, 2, boxes, 0, count);
                System.arraycopy(kept, 3, boxes, count, count);
                assertArrayEquals(boxes, box.download().doubles(), "both halves of the box");
            }
        }

        /** A turn takes what its neighbours have told of, each from its place, and tells each of them once or not at all. */
        private static void turned(Session session, int count, int groups, int sides) {
            Program program = PeerChannel.program(session, "float");
            float[] expected = new float[2 * count + 9];
            int number = -1; // the counter's overflow is one turn away
            List<DeviceArray> told = new ArrayList<>();
            List<DeviceArray> boxes = new ArrayList<>();
            try (DeviceArray planes = session.upload(expected);
                    DeviceArray counter = session.upload(new int[] {0})) {
                for (int side = 0; side < sides; side++) {
                    told.add(session.upload(new int[] {7}));
                    boxes.add(session.upload(box(side, count)));
                }
                for (int says = 1; says >= 0; says--) {
                    List<Object> arguments = new ArrayList<>(
                            List.of(count, 2L + says, Integer.toUnsignedLong(number + says), says, planes));
                    for (int side = 0; side < sides; side++) {
                        int to = 4 + side * (count + 1);
                        arguments.addAll(List.of((long) to, boxes.get(side), counter, told.get(side)));
                        System.arraycopy(box(side, count), 2 + says, expected, to, count);
                    }
                    program.kernel(sides == 2 ? "turn_of_two" : "turn")
                            .global((long) groups * GROUP)
                            .local(GROUP)
                            .call(arguments.toArray());
                    assertArrayEquals(expected, planes.download().floats(), "planes of " + count);
                    told.forEach(each -> assertEquals(8, each.download().ints()[0], "what a neighbour is told"));
                }
            } finally {
                told.forEach(DeviceArray::close);
                boxes.forEach(DeviceArray::close);
            }
        }

        private static float[] box(int side, int count) {
            float[] box = new float[count + 3];
            for (int i = 0; i < box.length; i++) {
                box[i] = 1000 * side + i + 1;
            }
            return box;
        }
    }
}
