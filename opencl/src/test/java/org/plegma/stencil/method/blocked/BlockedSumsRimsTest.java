package org.plegma.stencil.method.blocked;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.OnDevice;
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
class BlockedSumsRimsTest extends OnDevice {
    private static final Boundary[] BOUNDARIES = {
        Boundary.ZERO,
        Boundary.MIRROR,
        Boundary.FIXED,
        Boundary.constant(2),
        Boundary.PERIODIC,
        Boundary.REFLECT,
        Boundary.NEAREST
    };

    @ParameterizedTest
    @CsvSource({"2, 3", "3, 2"})
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
            for (int height : new int[] {3, steps + 3, steps + 4, steps + 5, 29, 30}) {
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

    /** Outside of two axes or three, the first of them decides which constant is read. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void cornersOfDifferentConstants(int rank) {
        StringBuilder sum = new StringBuilder("u[" + "x,y,z".substring(0, 2 * rank - 1) + "] = 0");
        for (int cell = 0; cell < Math.pow(3, rank); cell++) {
            String third = rank == 2 ? "" : ",z%+d".formatted(cell / 9 - 1);
            sum.append(" + %d*u[x%+d,y%+d%s]".formatted(1 + cell * 5 % 7, cell % 3 - 1, cell / 3 % 3 - 1, third));
        }
        Stencil stencil = Stencil.parse(sum.toString());
        Boundary[] boundaries =
                Arrays.copyOf(new Boundary[] {Boundary.constant(2), Boundary.constant(-1), Boundary.constant(3)}, rank);
        int[] shape = rank == 2 ? new int[] {9, 36} : new int[] {7, 14, 36};
        BoundStencil bound = stencil.on(session).boundary(boundaries).method(new Method("blocked", 2));
        Grid start = Exact.small(new Random(rank), ElementType.DOUBLE, shape);
        try (StencilPlan plan = Inside.plan(bound, ElementType.DOUBLE, shape, Variant.GPU)) {
            Map<String, Grid> found = plan.load(Map.of("u", start)).run(2).result();
            Exact.check(stencil.spec(), boundaries, Map.of("u", start), found, 2, "blocked");
        }
    }
}
