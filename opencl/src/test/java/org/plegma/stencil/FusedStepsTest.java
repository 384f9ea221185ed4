package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.Boundary;

/** Methods that do several steps together, where chance would not look. */
class FusedStepsTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        assertEquals(0, session.memoryInUse());
        session.close();
    }

    @Test
    void tilesTooLargeForLocalMemoryAreInMemoryThatIsCounted() {
        Stencil stencil = Stencil.parse("u[x,y,z] = 0.5*u[x-2,y,z] + 0.3*u[x,y+2,z] + 0.2*u[x,y,z-2]*u");
        int[] shape = {13, 11, 7};
        Map<String, Grid> start = Map.of("u", Grid.random(ElementType.DOUBLE, 3, shape));
        Boundary[] boundaries = {Boundary.PERIODIC, Boundary.REFLECT, Boundary.PERIODIC};
        BoundStencil bound = stencil.on(session).boundary(boundaries).method("blocked(8)");
        for (Variant variant : Variant.values()) {
            long before = session.memoryInUse();
            try (StencilPlan plan = new StencilPlan(bound, ElementType.DOUBLE, shape, Map.of(), variant)) {
                assertTrue(plan.source().contains("global double *room"), plan.source());
                assertEquals(before + plan.bytes(), session.memoryInUse());
                assertTrue(plan.bytes() > 13 * 11 * 7 * 2 * 8);
                Map<String, Grid> result = plan.load(start).run(17).result();
                new Oracle(stencil.spec(), boundaries, new LinkedHashMap<>(), shape)
                        .check(start, result, 17, ElementType.DOUBLE);
            }
        }
    }
}
