package org.plegma.convolve.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;

/** What lies beyond the edges, also of lines of more than 2^30 cells, of which two do not fit an int. */
class FoldTest {
    private static final String KERNEL =
            """
            kernel void folded(global const int *places, global const int *sizes, int count, global int *cells) {
                int i = get_global_id(0);
                if (i < count) {
                    cells[i] = fold(places[i], sizes[i]);
                }
            }
            """;

    @Test
    void placesBeyondTheEdgesOfAnySizeAreThoseOfTheBoundary() {
        List<int[]> all = new ArrayList<>();
        for (int size : new int[] {1, 2, 3, 7, 64, 1 << 29, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, 1_500_000_000}) {
            for (int beyond = 1; beyond <= 300; beyond += beyond < 20 ? 1 : 31) {
                all.add(new int[] {-beyond, size});
                all.add(new int[] {size - 1 + beyond, size});
            }
            all.add(new int[] {size / 2, size});
            all.add(new int[] {Integer.MAX_VALUE, size});
            all.add(new int[] {Integer.MIN_VALUE, size});
        }
        int[] places = all.stream().mapToInt(pair -> pair[0]).toArray();
        int[] sizes = all.stream().mapToInt(pair -> pair[1]).toArray();
        int[] cells = new int[places.length];
        try (Session session = Session.open()) {
            for (Boundary boundary :
                    List.of(Boundary.ZERO, Boundary.PERIODIC, Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST)) {
                int fold = Window.of(Mode.SAME, false, new int[0], new int[] {9}, new int[] {3}, boundary)
                        .fold();
                try (Program program = session.compile(Workshop.source("fold.cl") + KERNEL, "-DFOLD=" + fold)) {
                    program.kernel("folded").global(cells.length).call(places, sizes, cells.length, cells);
                }
                for (int i = 0; i < cells.length; i++) {
                    assertEquals(
                            boundary.fold(places[i], sizes[i]),
                            cells[i],
                            boundary + ": " + places[i] + " of " + sizes[i] + " cells");
                }
            }
        }
    }
}
