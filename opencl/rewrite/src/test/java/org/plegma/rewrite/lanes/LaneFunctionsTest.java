package org.plegma.rewrite.lanes;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.vectors.Faulty;
import org.plegma.device.vectors.VectorFunction;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Access;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Launch;
import org.plegma.rewrite.term.Code;

/** What a device computes wrongly for vectors is called lane by lane, with all arguments. */
@Tag("optimized")
class LaneFunctionsTest {
    private static final String SOURCE =
            """
            kernel void each(int n, global const double *a, global double *to) {
                int i = get_global_id(0);
                if (i >= n) {
                    return;
                }
                to[i] = floor(a[i]) + fma(a[i], 3.0, 1.0);
            }
            """;

    private static String vectors(VectorFunction wrong, int width) {
        KernelProgram program = KernelProgram.of(
                SOURCE,
                "each",
                Launch.of(List.of("n"), List.of()),
                new Argument.Scalar("n", ElementType.INT),
                new Argument.Array("a", ElementType.DOUBLE, Access.IN, Terms.name("n")),
                new Argument.Array("to", ElementType.DOUBLE, Access.OUT, Terms.name("n")));
        LaneKernel lanes =
                LaneKernel.of(program, new LaneWidths(width, width), Faulty.with(wrong, ElementType.DOUBLE, 4));
        return Code.print(lanes.program().unit());
    }

    @Test
    void onlyTheWrongFunctionOfTheWrongWidth() {
        String floor = vectors(VectorFunction.FLOOR, 4);
        assertTrue(floor.contains("(floor(a.s0), floor(a.s1), floor(a.s2), floor(a.s3))"), floor);
        assertFalse(floor.contains("fma(a.s0"), floor);
        String fma = vectors(VectorFunction.FMA, 4);
        assertTrue(fma.contains("fma(a.s3, b.s3, c.s3)"), fma);
        assertFalse(vectors(VectorFunction.FLOOR, 8).contains("floor(a.s0)"));
    }
}
