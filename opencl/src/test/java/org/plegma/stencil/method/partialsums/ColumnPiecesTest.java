package org.plegma.stencil.method.partialsums;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.plegma.stencil.method.partialsums.ColumnPieces.Piece;

/** Pieces as a device would do them, each by the unit that is free first. */
class ColumnPiecesTest {
    @Property(tries = 300)
    void allPlanesOfAllColumnsOnce(@ForAll long seed) {
        Random random = new Random(seed);
        int columns = 1 + random.nextInt(60);
        int planes = 1 + random.nextInt(40);
        int units = 1 + random.nextInt(20);
        int around = 2 * random.nextInt(9);
        Optional<ColumnPieces> found = ColumnPieces.of(columns, planes, units, around);
        for (int cuts = 0; cuts < 4 && found.isPresent(); cuts++) {
            int[][] times = new int[columns][planes];
            List<Piece> pieces = found.get().inOrder(cuts % 2 > 0, cuts > 1);
            for (Piece piece : pieces) {
                assertTrue(piece.planes() > 0, found + ": " + piece);
                for (int plane = piece.first(); plane < piece.end(); plane++) {
                    assertEquals(1, ++times[piece.column()][plane], found + ": " + piece);
                }
            }
            assertEquals(
                    (long) columns * planes,
                    pieces.stream().mapToLong(Piece::planes).sum(),
                    found::toString);
            assertTrue(units(pieces, units, around) <= found.get().time(), found + " takes longer than it says");
            long chunk = (columns + units - 1) / units * ((long) planes + around);
            assertTrue(found.get().time() < chunk, found + " is no gain");
        }
    }

    /** Half a cube of 1024 on two H200, a star of radius 8: two waves and a third. */
    @Example
    void aThirdOfTheUnitsSendsAtATime() {
        ColumnPieces pieces = ColumnPieces.of(352, 512, 132, 16).orElseThrow();
        assertEquals(2 * 528 + 368, pieces.time());
        List<int[]> above = new ArrayList<>();
        for (boolean below : new boolean[] {true, false}) {
            List<int[]> begun = begun(pieces.inOrder(below, !below), 132, 8);
            int most = 0;
            for (int time = 0; time < 1500; time++) {
                int now = time;
                most = Math.max(most, (int) begun.stream()
                        .filter(b -> below ? b[1] == 0 : b[2] == 512)
                        .filter(b -> {
                            int at = below ? b[0] : b[0] + b[2] - b[1];
                            return at <= now && now < at + 4;
                        })
                        .count());
            }
            assertTrue(most <= 132 / 3, below + ": " + most + " units send at a time");
            above.addAll(begun);
        }
        assertTrue(above.size() > 2 * 352);
    }

    /** When a piece is begun, and its planes. */
    private static List<int[]> begun(List<Piece> pieces, int units, int around) {
        PriorityQueue<Integer> free = new PriorityQueue<>();
        for (int unit = 0; unit < units; unit++) {
            free.add(0);
        }
        List<int[]> begun = new ArrayList<>();
        for (Piece piece : pieces) {
            int at = free.remove();
            begun.add(new int[] {at, piece.first(), piece.end()});
            free.add(at + piece.planes() + around);
        }
        return begun;
    }

    private static long units(List<Piece> pieces, int units, int around) {
        return begun(pieces, units, around).stream()
                .mapToLong(b -> b[0] + b[2] - b[1] + around)
                .max()
                .orElseThrow();
    }
}
