package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.display.page.MimeBundle;

/** {@code %device} between two devices: a child process in which PoCL offers itself twice. */
class TwoDevicesTest {
    private static final String SCALE =
            "%%opencl -DSCALE=2\nkernel void scale(global float *x) { x[get_global_id(0)] *= SCALE; }";

    @Test
    void kernelsFollowTheDeviceAndArraysDoNot(@TempDir Path folder) throws Exception {
        List<String> lines = ChildProcess.run(folder, TwoDevicesTest.class, Map.of("POCL_DEVICES", "pthread pthread"));
        assertTrue(lines.contains("all is well"), () -> String.join("\n", lines));
    }

    /** The child. */
    public static void main(String[] arguments) throws Exception {
        JShellHost host = new JShellHost();
        try (host;
                Magics magics = new Magics(host)) {
            magics.execute(SCALE);
            magics.execute("var old = org.plegma.magics.NotebookSession.session().upload(new float[] {1});\n%lsmagic");
            magics.execute("%device 1");
            String printed = host.printed();
            assertTrue(printed.contains("The arrays on the device before (4 B) are closed."), printed);
            assertTrue(printed.contains("Compiled for it: scale"), printed);
            assertTrue(printed.contains("In use: 1: "), printed);
            magics.execute("%lsmagic\nfloat[] x = {1, 2};\nscale.global(2).call(x);\nboolean gone = old.isClosed();");
            assertEquals(4f, ((float[]) host.variable("x").orElseThrow())[1]);
            assertEquals(true, host.variable("gone").orElseThrow());
            magics.execute("%device 1,0");
            assertEquals(
                    List.of(1, 0),
                    NotebookSession.session().devices().stream()
                            .map(d -> d.index())
                            .toList());
            productsAreDealtOut(host, magics);
            transformsAreDealtOut(host, magics);
            magics.execute(SCALE.replace("%%opencl", "%%opencl --device 0"));
            magics.execute("%lsmagic\nint index = scale.program().device().index();");
            assertEquals(0, host.variable("index").orElseThrow());
            magics.execute("%device 1");
            host.printed();
            try {
                magics.execute(SCALE.replace("%%opencl", "%%opencl --device 0"));
            } catch (MagicException e) {
                assertTrue(e.getMessage().contains("%device 1,0 takes both"), e.getMessage());
                System.out.println("all is well");
            }
        }
    }

    private static void transformsAreDealtOut(JShellHost host, Magics magics) throws Exception {
        magics.execute("var u = org.plegma.array.Grid.floats(3, 4).fill(at -> at[0] + 10*at[1]);\n%fft S = rfft(u)");
        magics.execute("%fft again = irfft(S)\nfloat sum = (float) S.get(0, 0, 0), value = (float) again.get(2, 3);");
        assertEquals(192f, host.variable("sum").orElseThrow());
        assertEquals(32f, (float) host.variable("value").orElseThrow(), 1e-4);
        magics.execute("float[] line = {1, 2, 3, 4};\n%fft L = rfft(line)\nfloat all = (float) L.get(0, 0);");
        assertEquals(10f, host.variable("all").orElseThrow());
    }

    private static void productsAreDealtOut(JShellHost host, Magics magics) throws Exception {
        magics.execute(
                "float[][] A = {{1, 2}, {3, 4}, {5, 6}}, B = {{1, 0}, {1, 1}};\n%gemm C = 0.5*A*B'\nfloat last = C[2][1];");
        assertEquals(5.5f, host.variable("last").orElseThrow());
        magics.execute("float[] v = {1, 2};\n%gemm w = A*v\nfloat end = w[2];");
        assertEquals(17f, host.variable("end").orElseThrow());
        magics.execute(
                "var s = org.plegma.array.Grid.floats(4, 3, 2).fill(1);\n%gemm T = s*B + A\nfloat sum = (float) T.get(3, 2, 0);");
        assertEquals(7f, host.variable("sum").orElseThrow());
        Object table = magics.execute("%devices");
        String devices = ((MimeBundle) table).data().get(MimeBundle.TEXT).toString();
        assertTrue(devices.contains("Between these devices arrays go through the host's memory. Device 1 ("), devices);
        String printed = host.printed();
        assertTrue(printed.contains("C: 3x2 float, on 2 devices, "), printed);
        assertTrue(printed.contains("T: 4 of 3x2 float, on 2 devices, "), printed);
        magics.execute(
                "var onOne = org.plegma.magics.NotebookSession.session().upload(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);\n%gemm E = onOne*B");
        printed = host.printed();
        assertTrue(printed.contains(" on the device"), printed);
    }
}
