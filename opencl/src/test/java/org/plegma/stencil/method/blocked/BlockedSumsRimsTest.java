package org.plegma.stencil.method.blocked;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Exact;
import org.plegma.stencil.Inside;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Grids so low that rows near both rims meet, of even and odd sizes, and higher ones: rows between the rims have a loop of their own,
 * which must end at the right one.
 */
class BlockedSumsRimsTest {
    private static final Boundary[] BOUNDARIES = {
        Boundary.ZERO,
        Boundary.MIRROR,
        Boundary.FIXED,
        Boundary.constant(2),
        Boundary.PERIODIC,
        Boundary.REFLECT,
        Boundary.NEAREST
    };

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 3", "3, 2"})
    void everyBoundaryAtEveryHeight(int rank, int steps) {
        Stencil stencil = Stencil.parse(
                rank == 2
                        ? "u[x,y] = u - 2*u[x-1,y] + 3*u[x+1,y+1] + u[x,y-1] - u[x-1,y+1] + 1"
                        : "u[x,y,z] = u - 2*u[x-1,y,z] + 3*u[x+1,y+1,z] + u[x,y-1,z+1] - u[x-1,y,z-1] + u[x+1,y,z+1] + 1");
        Random random = new Random(rank);
        for (int i = 0; i < BOUNDARIES.length; i++) {
            Boundary[] boundaries = new Boundary[rank];
            int first = i;
            Arrays.setAll(boundaries, axis -> BOUNDARIES[(first * (axis + 1) + 3 * axis) % BOUNDARIES.length]);
            ElementType type = i % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE;
            BoundStencil bound = stencil.on(session).boundary(boundaries).method(new Method("blocked", steps));
            for (int height : new int[] {3, steps + 3, steps + 4, steps + 5, steps + 6, 29, 30}) {
                int[] shape = rank == 2 ? new int[] {height, 68 - 4 * i} : new int[] {height, 14 + i, 36};
                Grid start = Exact.small(random, type, shape);
                try (StencilPlan plan = Inside.plan(bound, type, shape, Variant.GPU)) {
                    Map<String, Grid> found =
                            plan.load(Map.of("u", start)).run(steps).result();
                    Exact.check(stencil.spec(), boundaries, Map.of("u", start), found, steps, "blocked");
                }
            }
        }
    }
}
