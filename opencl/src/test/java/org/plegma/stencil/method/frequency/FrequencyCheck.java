package org.plegma.stencil.method.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Inside;
import org.plegma.stencil.LinearOracle;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/** Steps as one product in frequency beside the plain definition. */
final class FrequencyCheck {
    /** All that steps in frequency know. */
    static final Boundary[] BOUNDARIES = {
        Boundary.ZERO,
        Boundary.constant(-1.5),
        Boundary.FIXED,
        Boundary.PERIODIC,
        Boundary.REFLECT,
        Boundary.MIRROR,
        Boundary.NEAREST
    };

    /** Without any symmetry, so that no axis or direction can be taken for another. The magnitudes of the weights sum to 1. */
    static final String[] LINEAR = {
        "param a = 0.3\nu[x] = 0.5*u + a*u[x-2] - 0.2*u[x+1]",
        "param a = 0.3\nu[x,y] = 0.2*u + a*u[x-1,y] + 0.25*u[x,y+1] - 0.125*u[x+1,y-1] + 0.125*u[x,y-1]",
        "param a = 0.3\nu[x,y,z] = 0.2*u + a*u[x-1,y,z] + 0.25*u[x,y+1,z] - 0.125*u[x,y-1,z+1] + 0.125*u[x,y,z-1]"
    };

    private FrequencyCheck() {}

    /**
     * Compares with the formula in double precision. A transform's error is a part, growing with the logarithm of the size, of
     * the root of the sum of all squares; {@code amplification} is by how much the steps may make values larger.
     */
    static void check(BoundStencil bound, int together, int steps, double amplification, Map<String, Grid> start) {
        Grid any = start.values().iterator().next();
        try (StencilPlan plan =
                bound.type(any.type()).method("fft(" + together + ")").plan(any.shape())) {
            check(plan, bound, steps, amplification, start);
        }
    }

    static void check(StencilPlan plan, BoundStencil bound, int steps, double amplification, Map<String, Grid> start) {
        Map<String, Grid> found = plan.load(start).run(steps).result();
        assertEquals(steps, plan.steps());
        check(found, bound, steps, amplification, start);
    }

    static void check(
            Map<String, Grid> found, BoundStencil bound, int steps, double amplification, Map<String, Grid> start) {
        Grid any = start.values().iterator().next();
        String formula = bound.stencil().spec().formula();
        Map<String, double[]> expected = LinearOracle.run(
                bound.stencil().spec(),
                Inside.settings(bound).boundaries().toArray(Boundary[]::new),
                Inside.settings(bound).parameters(),
                start,
                steps);
        double squares = 0;
        for (Grid grid : start.values()) {
            for (int i = 0; i < grid.length(); i++) {
                squares += grid.at(i) * grid.at(i);
            }
        }
        double unit = any.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double log = Math.log(any.length() + 1) / Math.log(2);
        double bounded = 1.5 * unit * (8 * log + 8 * steps) * amplification * (Math.sqrt(squares) + 4);
        for (String key : found.keySet()) {
            for (int i = 0; i < any.length(); i++) {
                if (!(Math.abs(found.get(key).at(i) - expected.get(key)[i]) <= bounded)) {
                    fail(key + " at " + i + " of " + Arrays.toString(any.shape()) + " after " + steps
                            + " steps: expected "
                            + expected.get(key)[i] + " ± " + bounded + ", found "
                            + found.get(key).at(i) + "\n" + formula + "\n" + bound);
                }
            }
        }
    }

    static Map<String, Grid> random(Stencil stencil, ElementType type, int... shape) {
        Map<String, Grid> start = new LinkedHashMap<>();
        State.keys(stencil.spec()).forEach(key -> start.put(key, Grid.random(type, 31 + key.hashCode(), shape)));
        return start;
    }
}
