package org.plegma.device.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.testing.ChildJvm;

/** A matrix that is passed along chains of two, three and four devices, each element its own number. */
class PeerChainTest {
    @Test
    void eachDeviceOfTheChainHasTheMatrix() {
        for (ChildJvm child : ChildJvm.onDevices(4, PeerChainTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all have it"), output);
        }
    }

    /** The child. */
    public static void main(String[] arguments) {
        try (Session session = Session.open(ChildJvm.devices(4))) {
            List<Session> sessions = session.devices().stream().map(session::on).toList();
            for (int count = 2; count <= 4; count++) {
                passed(sessions.subList(0, count), 7, 1, 64);
                passed(sessions.subList(0, count), 7, 2, 10_000);
                passed(sessions.subList(0, count), 7, 4, 1);
                // Pieces of more elements than the items of a group have under way at once.
                passed(sessions.subList(0, count), 2001, 1, 20_000);
            }
        }
        System.out.println("all have it");
    }

    /** Twice by the same chain, the first columns apart; the second time two parts of rows, of which one is empty. */
    private static void passed(List<Session> sessions, int rows, int multiple, int piece) {
        int columns = 5 * multiple;
        int first = 2 * multiple;
        try (PeerChain chain = new PeerChain(sessions, ElementType.FLOAT, multiple, piece)) {
            passed(
                    chain,
                    sessions,
                    rows,
                    columns,
                    new PeerChain.Part(0, first, rows),
                    new PeerChain.Part(first, columns - first, rows));
            passed(
                    chain,
                    sessions,
                    rows,
                    columns,
                    new PeerChain.Part(0, columns, 0),
                    new PeerChain.Part(0, columns, rows));
            passed(
                    chain,
                    sessions,
                    rows,
                    columns,
                    new PeerChain.Part(0, columns, 3),
                    new PeerChain.Part(3 * columns, columns, rows - 3));
        }
    }

    private static void passed(
            PeerChain chain,
            List<Session> sessions,
            int rows,
            int columns,
            PeerChain.Part first,
            PeerChain.Part second) {
        Grid matrix = Grid.generate(ElementType.FLOAT, index -> 1 + index[0] * columns + index[1], rows, columns);
        List<DeviceArray> matrices = new ArrayList<>();
        try {
            for (Session session : sessions) {
                matrices.add(
                        session.upload(matrices.isEmpty() ? matrix : Grid.zeros(ElementType.FLOAT, rows, columns)));
            }
            chain.pass(matrices, columns, first, second);
            for (int device = 0; device < sessions.size(); device++) {
                chain.await(sessions.get(device), 0, sessions.get(device).compute());
                chain.await(sessions.get(device), 1, sessions.get(device).compute());
                sessions.get(device).compute().finish();
                assertEquals(matrix, matrices.get(device).download(), "device " + device + " of " + sessions.size());
            }
        } finally {
            matrices.forEach(DeviceArray::close);
        }
    }
}
