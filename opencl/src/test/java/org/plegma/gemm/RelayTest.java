package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Chains of one to three hops on one device, over arrays that pieces divide, do not divide, or that are shorter than one. */
class RelayTest {
    @Test
    void eachDeviceOfTheChainHasTheArray() {
        try (Session session = Session.open()) {
            for (int hops = 1; hops <= 3; hops++) {
                for (int length : new int[] {1, 4, 5, 8, 11, 36}) {
                    for (int piece : new int[] {1, 4, 7}) {
                        relayed(session, hops, length, piece);
                    }
                }
            }
        }
    }

    private static void relayed(Session session, int count, int length, int piece) {
        int[] values = new int[length];
        for (int i = 0; i < length; i++) {
            values[i] = 3 * i + 1;
        }
        List<DeviceArray> arrays = new ArrayList<>(List.of(session.upload(values)));
        List<DeviceArray> boxes = new ArrayList<>();
        List<Relay.Hop> hops = new ArrayList<>();
        try {
            for (int h = 0; h < count; h++) {
                DeviceArray box = session.allocate(ElementType.INT, 2 * piece);
                DeviceArray to = session.allocate(ElementType.INT, length);
                to.fill(-1).await();
                hops.add(new Relay.Hop(session.download(), arrays.get(h), box, session.upload(), box, to));
                boxes.add(box);
                arrays.add(to);
            }
            Relay.run(hops);
            for (DeviceArray array : arrays) {
                assertArrayEquals(
                        values, array.download().ints(), count + " hops, " + length + " elements, pieces of " + piece);
            }
        } finally {
            arrays.forEach(DeviceArray::close);
            boxes.forEach(DeviceArray::close);
        }
    }
}
