package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.code.ReductionWriter;
import org.plegma.rewrite.program.KernelProgram;

/** Reductions in as many groups as a GPU takes, run on the device that there is. */
class MoreGroupsTest {

    @Test
    void theyGatherTheSame() {
        int n = 300_001; // more than 4096 groups of 64
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = i % 1000 - 500;
        }
        ParallelCode code = ParallelCode.of(
                "gather",
                "double s = 0; int at = 0; double m = -1e9;"
                        + " for (int i = 0; i < x.length; i++) { s += x[i]; if (x[i] > m) { m = x[i]; } at += i; }",
                Map.of("x", "double[]"));
        KernelProgram few = code.programs().get(0);
        KernelProgram many = ReductionWriter.onGpu(few);
        Map<String, Object> values = new HashMap<>(Map.of("x", x, "x_length", n, "s", 0.0, "at", 0, "m", -1e9));
        assertEquals(List.of(256L * 64), sizes(few, values));
        assertEquals(List.of(4096L * 64), sizes(many, values));
        Map<String, Object> expected = new HashMap<>(values);
        try (Session session = Session.open()) {
            few.run(session, expected);
            many.run(session, values);
        }
        for (String name : List.of("s", "at", "m")) {
            assertEquals(expected.get(name), values.get(name), name);
        }
        assertEquals(499.0, values.get("m"));
        assertTrue(((Integer) values.get("at")) != 0);
    }

    private static List<Long> sizes(KernelProgram program, Map<String, Object> values) {
        return program.launch().global().stream()
                .map(size -> KernelProgram.size(size, values))
                .toList();
    }
}
