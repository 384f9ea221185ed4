package org.plegma.neighbours;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;

/** The tree searched by warps, on devices without them too. */
class TreeOfWarpsTest {
    private static Grid points(ElementType type, int n, int axes, DoubleSupplier coordinate) {
        return Grid.generate(type, index -> coordinate.getAsDouble(), n, axes);
    }

    private static void check(Session session, String what, Grid points, Grid queries, int k, double radius) {
        SpaceCode code = WarpCode.of(session, points.type(), points.size(1));
        try (NeighbourIndex index = new NeighbourIndex(code, points.size(0), "tree", 3)) {
            index.update(points);
            PlainSearch plain = new PlainSearch(points, queries);
            plain.assertNearest(index, what, k);
            plain.assertWithin(index, what, radius);
        }
    }

    @Test
    void pointsOfAllKinds() {
        Random random = new Random(5);
        // Clouds of very different widths, and a few points far off.
        DoubleSupplier clouds = () -> random.nextInt(3) + Math.pow(10, -random.nextInt(7)) * random.nextGaussian();
        DoubleSupplier even = () -> random.nextDouble() * 4 - 1;
        DoubleSupplier few = () -> random.nextInt(4);
        DoubleSupplier one = () -> 2.5;
        try (Session session = Session.open()) {
            ElementType type = ElementType.FLOAT;
            for (int n : new int[] {1, 8, 9, 300, 3001}) {
                check(session, n + " points", points(type, n, 3, even), points(type, 70, 3, even), 1, 0.3);
            }
            // Many at equal distances: the lowest index of all.
            check(session, "few places", points(type, 900, 3, few), points(type, 40, 3, few), 1, 1);
            check(session, "one place", points(type, 500, 3, one), points(type, 40, 3, one), 1, 0);
            check(session, "flat clouds", points(type, 2500, 2, clouds), points(type, 70, 2, clouds), 3, 0.01);
            ElementType wide = ElementType.DOUBLE;
            check(session, "double", points(wide, 2500, 3, clouds), points(wide, 70, 3, clouds), 3, 0.01);
        }
    }
}
