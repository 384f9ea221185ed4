package org.plegma.bench.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.Evaluator;
import org.plegma.stencil.Stencil;

/** The check of benches: right results pass, and one wrong cell in a box, in a corner above all, does not. */
class BoxCheckTest {
    @ParameterizedTest
    @CsvSource({"0, 0, 0, 1", "9, 30, 207, 1", "4, 14, 72, 3", "9, 0, 130, 4"})
    void oneWrongCellIsFound(int x, int y, int z, int steps) {
        int[] shape = {10, 31, 208};
        Stencil stencil = Stencil.parse("u[x,y,z] = u[x-2,y,z] + u[x,y+3,z] + 0.5*u[x,y,z-1]");
        Grid before = Grid.random(ElementType.DOUBLE, 1, shape);
        Grid after =
                Grid.of(Evaluator.of(stencil.spec()).run(shape, before.copy().doubles(), steps), shape);
        try (Session session = Session.open();
                DeviceArray in = session.upload(before);
                DeviceArray out = session.upload(after)) {
            BoxCheck check = new BoxCheck(stencil.spec(), shape, steps);
            assertEquals(0, check.error(in, out));
            after.set(after.get(x, y, z) + after.max(), x, y, z);
            out.upload(after);
            assertTrue(check.error(in, out) > 0.1);
        }
    }
}
