package org.plegma.stencil.method.partialsums;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.plegma.stencil.method.partialsums.ColumnPieces.Piece;

/** Pieces as a device would do them, each by the group that is free first. */
class StaggeredColumnsTest {
    @Property(tries = 300)
    void allPlanesOfAllColumnsOnce(@ForAll long seed) {
        Random random = new Random(seed);
        int columns = 1 + random.nextInt(60);
        int planes = 1 + random.nextInt(40);
        int groups = 1 + random.nextInt(30);
        int parts = 1 + random.nextInt(6);
        StaggeredColumns staggered = new StaggeredColumns(columns, planes, groups, parts);
        int[][] times = new int[columns][planes];
        List<Piece> pieces = staggered.inOrder();
        for (Piece piece : pieces) {
            assertTrue(piece.planes() > 0, staggered + ": " + piece);
            for (int plane = piece.first(); plane < piece.end(); plane++) {
                assertEquals(1, ++times[piece.column()][plane], staggered + ": " + piece);
            }
        }
        long all = pieces.stream().mapToLong(Piece::planes).sum();
        assertEquals(columns <= groups || planes < parts ? 0 : (long) columns * planes, all, staggered::toString);
        assertTrue(end(pieces, groups) <= (long) (columns + groups - 1) / groups * planes, staggered::toString);
    }

    /** A quarter of a cube of 1024 on each of four H200, a star of radius 4: a third of the groups, and those 16 that have one column. */
    @Example
    void fewGroupsSendAtATime() {
        List<Piece> pieces = new StaggeredColumns(512, 256, 264, 3).inOrder();
        List<int[]> begun = begun(pieces, 264);
        for (int time = 0; time < 512; time++) {
            int now = time;
            long below =
                    begun.stream().filter(b -> b[1] == 0 && sends(b[0], now)).count();
            long above = begun.stream()
                    .filter(b -> b[2] == 256 && sends(b[0] + b[2] - b[1] - 4, now))
                    .count();
            assertTrue(below <= 88 + 16 && above <= 88 + 16, now + ": " + below + " and " + above);
        }
    }

    private static boolean sends(int from, int now) {
        return from <= now && now < from + 4;
    }

    private static int end(List<Piece> pieces, int groups) {
        return begun(pieces, groups).stream()
                .mapToInt(b -> b[0] + b[2] - b[1])
                .max()
                .orElse(0);
    }

    /** When a piece is begun, and its planes. */
    private static List<int[]> begun(List<Piece> pieces, int groups) {
        PriorityQueue<Integer> free = new PriorityQueue<>();
        for (int group = 0; group < groups; group++) {
            free.add(0);
        }
        List<int[]> begun = new ArrayList<>();
        for (Piece piece : pieces) {
            int at = free.remove();
            begun.add(new int[] {at, piece.first(), piece.end()});
            free.add(at + piece.planes());
        }
        return begun;
    }
}
