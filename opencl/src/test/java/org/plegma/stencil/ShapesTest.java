package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.tree.Footprint;

/** The shapes have the points, the radius and the stability that they promise. */
class ShapesTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 16", "2, 5", "3, 3"})
    void shapesHaveTheirPoints(int rank, int radius) {
        assertShape(Shapes.star(rank, radius), 2 * rank * radius + 1, radius);
        assertShape(Shapes.box(rank, radius), (int) Math.pow(2 * radius + 1, rank), radius);
        assertShape(Shapes.fluxSum(rank, radius), rank * radius + 1, radius);
        assertShape(Shapes.diagonal(rank, radius), 2 * radius, radius);
        int quarter = (int) Math.max(2, Math.round(0.25 * Math.pow(2 * radius + 1, rank)));
        assertShape(Shapes.random(rank, radius, 0.25, 7), quarter, radius);
    }

    /** Whose points are counted in a box: the distance along axes is at most what is said. */
    @ParameterizedTest
    @CsvSource({"1, 3, 3, 7", "2, 2, 2, 13", "2, 2, 3, 21", "2, 2, 4, 25", "3, 1, 1, 7", "3, 1, 2, 19", "3, 2, 3, 57"})
    void cutBoxesHaveTheCellsNearEnough(int rank, int radius, int steps, int points) {
        assertShape(Shapes.cut(rank, radius, steps), points, radius);
    }

    private static void assertShape(Stencil stencil, int points, int radius) {
        Footprint footprint = stencil.spec().footprint();
        assertEquals(points, footprint.points(), stencil::toString);
        assertEquals(radius, footprint.radius());
        LinearForm form = stencil.spec().linear().orElseThrow().forms().get("u");
        double sum = form.taps().values().stream()
                .mapToDouble(c ->
                        Math.abs(c.toExpr() instanceof org.plegma.expr.tree.Expr.Num n ? n.toDouble() : Double.NaN))
                .sum();
        assertTrue(sum > 0.99 && sum <= 1, "the sum of the absolute values is " + sum);
    }

    @Test
    void sparseShapesStaySparseWhenFolded() {
        int[] points = {4, 10, 20, 35, 56, 84, 120, 165};
        for (int k = 1; k <= points.length; k++) {
            assertEquals(
                    points[k - 1],
                    Shapes.fluxSum(3, 1).fused(k).spec().footprint().points());
        }
        assertEquals(
                "u[x,y] = 0.5*u[x,y] + 0.25*(u[x,y+1] + u[x+1,y])",
                Shapes.fluxSum(2, 1).formula().text().strip());
        assertEquals(9, Shapes.diagonal(3, 1).fused(8).spec().footprint().points());
        assertEquals(
                "u[x,y] = -0.5*(u[x-1,y-1] - u[x+1,y+1])",
                Shapes.diagonal(2, 1).formula().text().strip());
    }

    @Test
    void theSameSeedGivesTheSameStencil() {
        assertEquals(
                Shapes.random(2, 3, 0.4, 5).formula(),
                Shapes.random(2, 3, 0.4, 5).formula());
        assertTrue(!Shapes.random(2, 3, 0.4, 5)
                .formula()
                .equals(Shapes.random(2, 3, 0.4, 6).formula()));
        assertEquals(49, Shapes.random(2, 3, 1, 5).spec().footprint().points());
    }

    @Test
    void whatIsNoShapeIsRefused() {
        for (int steps : new int[] {1, 5}) {
            assertEquals(
                    "A box of radius 2 with 2 axes is cut at a distance from 2 to 4, found " + steps + ".",
                    assertThrows(IllegalArgumentException.class, () -> Shapes.cut(2, 2, steps))
                            .getMessage());
        }
        assertEquals(
                "The radius must be from 1 to 16, found 17.",
                assertThrows(IllegalArgumentException.class, () -> Shapes.star(2, 17))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> Shapes.box(4, 1));
        assertThrows(IllegalArgumentException.class, () -> Shapes.random(2, 1, 0, 1));
    }
}
