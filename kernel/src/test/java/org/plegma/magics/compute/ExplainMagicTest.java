package org.plegma.magics.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.MagicTest;

class ExplainMagicTest extends MagicTest {

    @BeforeEach
    void kernel() throws Exception {
        magics.execute("%%opencl\nkernel void twice(global float *x) {\n  local float t[16];\n"
                + "  int i = get_local_id(0);\n  t[i] = x[i];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                + "  x[get_global_id(0)] *= t[15 - i];\n}\nkernel void other(global int *y) { *y = 0; }");
    }

    private String text(String cell) throws Exception {
        return Renderers.render(magics.execute(cell)).get(MimeBundle.TEXT);
    }

    @Test
    void aKernelIsShownWithItsSourceAndNeeds() throws Exception {
        String text = text("%explain twice");
        assertTrue(text.contains("twice(float[] x)"), text);
        assertTrue(text.contains("local float t[16]"), text);
        assertTrue(text.contains("64 B"), text);
    }

    @Test
    void anAmdTargetIsCompiledFor() throws Exception {
        String text = text("%explain twice --target gfx90a,gfx1100");
        List<String> rows = text.lines().filter(line -> line.startsWith("gfx")).toList();
        assertEquals(2, rows.size(), text);
        assertTrue(rows.get(0).matches("gfx90a +twice .* 64 B .*"), text);
        text("%explain twice --target gfx906 --assembly");
        MimeBundle assembly = host.shown.values().stream().reduce((a, b) -> b).orElseThrow();
        assertTrue(assembly.get(MimeBundle.TEXT).startsWith("Assembly for gfx906"));
    }

    /** With one device nothing is waited for; the tests of slabs have several. */
    @Test
    void aPlanOfSlabsTellsHowLongItsDevicesWait() throws Exception {
        magics.execute("%%stencil heat\nu[x] = u + 0.1*(u[x-1] + u[x+1] - 2*u)");
        magics.execute("var all = org.plegma.device.Session.open();"
                + " var slabs = org.plegma.stencil.SlabPlan.open(heat.on(all), 40);");
        String text = text("%explain slabs");
        magics.execute("slabs.close(); all.close();");
        assertTrue(text.contains("waits, predicted"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(".*40 planes .* 0 % .*")), text);
    }

    @Test
    void aProductOnAllDevicesTellsHowLongTheyWait() throws Exception {
        magics.execute(
                "var session = org.plegma.device.Session.open(); var all = org.plegma.gemm.Gemm.of(session).onAll();"
                        + " var a = all.share(org.plegma.array.Grid.floats(40, 40));"
                        + " var b = session.upload(org.plegma.array.Grid.floats(40, 40));"
                        + " all.multiply(1, a, b, org.plegma.gemm.product.Op.N, 0, all.allocate(a.type(), 40, 40));");
        String text = text("%explain all");
        magics.execute("session.close();");
        assertTrue(text.lines().anyMatch(line -> line.matches(".*40 rows .* 0 % .*")), text);
    }

    @Test
    void wrongUseIsExplained() throws Exception {
        assertEquals("There is no variable twise. Did you mean twice?", message("%explain twise"));
        magics.execute("%lsmagic\nint n = 3;");
        assertTrue(message("%explain n").contains("of type Integer"), message("%explain n"));
        assertTrue(message("%explain twice --assembly").contains("needs a --target"));
        assertTrue(message("%explain twice --target gfx1").contains("gfx1"));
    }

    @Test
    void namesAndTargetsAreCompleted() {
        assertEquals(
                List.of("twice"),
                magics.complete("%explain tw", 11).orElseThrow().matches());
        String cell = "%explain twice --target gfx90a,gfx11";
        assertEquals(
                List.of("gfx90a,gfx1100"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
    }
}
