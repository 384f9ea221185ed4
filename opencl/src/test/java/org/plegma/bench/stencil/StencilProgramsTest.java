package org.plegma.bench.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.Session;
import org.plegma.stencil.Stencil;

/** What is written for a profiler launches the kernels with the right arguments, and tells right cells. */
class StencilProgramsTest {
    private static final int SIDE = 16;

    private static double start(int i) {
        return (i * 0x9e3779b1 >>> 8) * 0x1p-24;
    }

    /** One of the steps of the formula below, far from all edges. */
    private static double step(int i, int steps) {
        return steps == 0
                ? start(i)
                : 0.5 * step(i, steps - 1)
                        + 0.25 * step(i + SIDE * SIDE, steps - 1)
                        - 0.125 * step(i - SIDE, steps - 1)
                        + 0.0625 * step(i + 1, steps - 1);
    }

    @Test
    void launchesAndCellsAreThoseOfTheFormula(@TempDir Path folder) throws IOException {
        Stencil stencil =
                Stencil.parse("u[x,y,z] = 0.5*u[x,y,z] + 0.25*u[x+1,y,z] - 0.125*u[x,y-1,z] + 0.0625*u[x,y,z+1]");
        try (Session session = Session.open()) {
            StencilPrograms programs = new StencilPrograms(session, folder, SIDE);
            programs.add("mine", stencil, "direct composed(2)");
            programs.write();
        }
        List<String> lines = Files.readAllLines(folder.resolve("launches.csv"));
        assertEquals(3, lines.size());
        for (int steps : new int[] {1, 2}) {
            String file = steps == 1 ? "mine1-direct" : "mine1-composed(2)";
            String[] fields = lines.get(steps).split(",");
            assertEquals(lines.get(0).split(",").length, fields.length);
            assertEquals(file, fields[0]);
            assertTrue(fields[fields.length - 1].startsWith("out in i16 i16 i16"), lines.get(steps));
            assertTrue(Files.exists(folder.resolve(file + ".ptx")));
            List<String> cells = Files.readAllLines(folder.resolve(file + ".cells"));
            assertEquals(64, cells.size());
            for (String cell : cells) {
                String[] pair = cell.split(" ");
                assertEquals(step(Integer.parseInt(pair[0]), steps), Double.parseDouble(pair[1]), 1e-6, cell);
            }
        }
    }
}
