package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.method.State;

/** The bounds of results say something of nearly every cell, and hold what the definition gives. */
class ErrorBoundTest {
    @Test
    void nearlyEveryCellHasABound() {
        Oracle.Checked checked = Oracle.Checked.NONE;
        for (int seed = 1; seed <= 300; seed++) {
            RandomStencils random = new RandomStencils(seed);
            Stencil stencil = Stencil.parse(random.general());
            Boundary[] boundaries = random.strangeBoundaries();
            int[] shape = random.shape();
            ElementType type = seed % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE;
            Map<String, Double> params = Map.of("global", random.parameter());
            Map<String, Grid> start = new LinkedHashMap<>();
            for (String key : State.keys(stencil.spec())) {
                start.put(key, Grid.generate(type, i -> random.startValue(), shape));
            }
            Map<String, Grid> found = new LinkedHashMap<>();
            LinearOracle.run(stencil.spec().simplified(), boundaries, params, start, 1)
                    .forEach((key, values) -> found.put(key, Grid.of(values, shape)));
            Oracle oracle = new Oracle(stencil.spec(), boundaries, params, shape);
            checked = checked.plus(oracle.check(start, found, 1, type));
        }
        assertTrue(checked.cells() > 50_000 && checked.vacuous() * 50 <= checked.cells(), checked.toString());
    }

    @Test
    void kindsAreToldApart() {
        Enclosure near = new Enclosure(1, 1.1, false);
        assertTrue(near.contains(1.05));
        assertFalse(near.contains(1.2) || near.contains(Double.NaN) || near.contains(Double.POSITIVE_INFINITY));
        assertTrue(Enclosure.NAN.contains(Double.NaN));
        assertFalse(Enclosure.NAN.contains(0) || Enclosure.NAN.contains(Double.NEGATIVE_INFINITY));
        assertFalse(Enclosure.exact(Double.POSITIVE_INFINITY).contains(Double.NEGATIVE_INFINITY));
        assertTrue(Enclosure.ANY.isVacuous(1) && near.orNan(true).isVacuous(1));
        assertFalse(near.isVacuous(0)
                || Enclosure.NAN.isVacuous(0)
                || Enclosure.exact(0).isVacuous(0));
        assertTrue(new Enclosure(-1, 1, false).isVacuous(0.5));
    }

    @Test
    void whatIsUndefinedAtAllCornersMayBeANumberBetweenThem() {
        Enclosure any = new Enclosure(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        Enclosure product = Enclosure.corners(Enclosure.exact(0), any, (x, y) -> x * y);
        assertTrue(product.contains(0) && product.contains(Double.NaN) && !product.contains(1));
        Enclosure infinite = Enclosure.exact(Double.POSITIVE_INFINITY);
        assertTrue(
                Enclosure.corners(Enclosure.exact(0), infinite, (x, y) -> x * y).isNan());
    }
}
