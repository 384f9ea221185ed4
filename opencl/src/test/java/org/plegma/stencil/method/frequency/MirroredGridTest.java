package org.plegma.stencil.method.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.device.OnDevice;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.plan.StencilPlan;

/** Grids with reflecting edges, which their mirror images make periodic. */
class MirroredGridTest extends OnDevice {
    /** The same to either side along every axis, but not along all axes alike. The magnitudes of the weights sum to 1. */
    static final String[] EVEN = {
        "param a = 0.3\nu[x] = 0.5*u + a*(u[x-2] + u[x+2])/2 - 0.1*(u[x+1] + u[x-1])",
        "param a = 0.3\nu[x,y] = 0.2*u + a*(u[x-1,y] + u[x+1,y])/2 - 0.125*(u[x,y+2] + u[x,y-2])"
                + " + 0.0625*(u[x-1,y-1] + u[x-1,y+1] + u[x+1,y-1] + u[x+1,y+1])",
        "param a = 0.3\nu[x,y,z] = 0.2*u + a*(u[x-1,y,z] + u[x+1,y,z])/2 - 0.125*(u[x,y+2,z] + u[x,y-2,z])"
                + " + 0.125*(u[x,y,z-1] + u[x,y,z+1])"
    };

    private static FrequencyGrid grid(Stencil stencil, int steps, int[] shape, Boundary... boundaries) {
        StencilInstance instance = new StencilInstance(
                stencil.spec(),
                List.of(boundaries),
                ElementType.FLOAT,
                shape,
                session.device(),
                Variant.of(session.device()));
        return FrequencyGrid.of(instance, FrequencyForm.of(stencil.spec(), steps), steps);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void mirrorImagesMakeReflectedGridsPeriodic(int rank) {
        Stencil even = Stencil.parse(EVEN[rank - 1]);
        for (int side : new int[] {1, 2, 3, 14}) {
            int[] shape = new int[rank];
            Arrays.setAll(shape, axis -> side + axis);
            for (Boundary last : new Boundary[] {Boundary.REFLECT, Boundary.MIRROR, Boundary.PERIODIC}) {
                Boundary[] boundaries = new Boundary[rank];
                Arrays.fill(boundaries, Boundary.MIRROR);
                boundaries[0] = Boundary.REFLECT;
                boundaries[rank - 1] = last;
                boolean mirrored = rank > 1 || last != Boundary.PERIODIC;
                assertEquals(mirrored, grid(even, 40, shape, boundaries).isMirrored());
                for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                    // As many squares of all images as there are.
                    FrequencyCheck.check(
                            even.on(session).boundary(boundaries), 40, 47, 8, FrequencyCheck.random(even, type, shape));
                }
            }
        }
        Boundary[] reflect = new Boundary[rank];
        Arrays.fill(reflect, Boundary.REFLECT);
        int[] shape = new int[rank];
        Arrays.fill(shape, 14);
        assertFalse(
                grid(Stencil.parse(FrequencyCheck.LINEAR[rank - 1]), 40, shape, reflect)
                        .isMirrored(),
                "not even");
        Arrays.fill(shape, 300);
        assertFalse(grid(even, 1, shape, reflect).isMirrored(), "strips are faster");
    }

    @Test
    void aPlanSaysWhereStepsAreTaken() {
        Stencil even = Stencil.parse(EVEN[1]);
        for (Map.Entry<String, String> one : Map.of(
                        "zero", "fft(40) (edges reach all cells: steps one by one) on ",
                        "reflect", "fft(40) (on the grid with its mirror images, [28, 30]) on ",
                        "periodic", "fft(40) on ")
                .entrySet()) {
            try (StencilPlan plan =
                    even.on(session).boundary(one.getKey()).method("fft(40)").plan(14, 15)) {
                assertTrue(plan.toString().contains(one.getValue()), plan::toString);
            }
        }
    }

    @Test
    void anAxisWithImagesBesideOneWithStrips() {
        Stencil even = Stencil.parse(EVEN[1]);
        for (Boundary other : new Boundary[] {Boundary.ZERO, Boundary.NEAREST, Boundary.constant(-1.5)}) {
            FrequencyGrid grid = grid(even, 20, new int[] {900, 13}, other, Boundary.REFLECT);
            assertEquals("[900, 26]", Arrays.toString(grid.shape()));
            assertEquals(List.of(0), grid.open(List.of(other, Boundary.REFLECT)));
            FrequencyCheck.check(
                    even.on(session).boundary(other, Boundary.REFLECT),
                    20,
                    33,
                    2,
                    FrequencyCheck.random(even, ElementType.FLOAT, 900, 13));
        }
        Stencil wave = Stencil.parse("param c = 0.5\nu[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + c^2*lap(u) + 0.001");
        FrequencyCheck.check(
                wave.on(session).boundary("mirror"),
                30,
                37,
                160,
                FrequencyCheck.random(wave, ElementType.DOUBLE, 14, 15));
    }
}
