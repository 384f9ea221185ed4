package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;

class GridMessagesTest {
    @Test
    void aPartOfAGridIsAMessage() {
        long odd = (1L << 53) + 1;
        for (Grid sent : List.of(
                Grid.of(new float[] {1, 2, 3, 4, 5}),
                Grid.of(new double[] {1, 2, 0.1, 4, 5}),
                Grid.of(new int[] {1, 2, Integer.MIN_VALUE, 4, 5}),
                Grid.of(new long[] {1, 2, odd, Long.MIN_VALUE, 5}))) {
            ByteBuffer piece = ByteBuffer.allocate(3 * sent.type().bytes());
            GridMessages.put(sent, 2, 3, piece);
            Grid received = Grid.zeros(sent.type(), 4);
            GridMessages.get(piece, received, 1, 3);
            assertEquals(sent.region(new int[] {2}, new int[] {3}), received.region(new int[] {1}, new int[] {3}));
            assertEquals(0, received.at(0));
        }
    }
}
