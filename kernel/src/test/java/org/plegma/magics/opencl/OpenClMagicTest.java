package org.plegma.magics.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.Devices;
import org.plegma.device.Kernel;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.display.Renderers;
import org.plegma.display.page.ErrorView;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.MagicException;
import org.plegma.magics.MagicTest;
import org.plegma.magics.NotebookSession;

class OpenClMagicTest extends MagicTest {
    private static final String SCALE =
            "%%opencl -DSCALE=2\nkernel void scale(global float *x) { x[get_global_id(0)] *= SCALE; }";

    private Kernel kernel(String name) {
        return (Kernel) host.variable(name).orElseThrow();
    }

    @Test
    void kernelsBecomeVariablesThatJavaCalls() throws Exception {
        String shown = Renderers.render(magics.execute(SCALE)).get(MimeBundle.TEXT);
        assertTrue(shown.contains("scale"), shown);
        assertTrue(shown.contains("float[] x"), shown);
        assertTrue(shown.contains("-DSCALE=2"), shown);
        magics.execute("%lsmagic\nfloat[] x = {1, 2, 3};\nscale.global(3).call(x);");
        assertArrayEquals(new float[] {2, 4, 6}, (float[]) host.variable("x").orElseThrow());
    }

    @Test
    void theNotebookTellsWhereKernelsPrint() throws Exception {
        String cell = "%%opencl\nkernel void tell(global float *x) { /* printf(x) */ @ }";
        String note = "What printf writes is in the terminal of Jupyter";
        assertTrue(text(cell.replace("@", "printf(\"%f\", x[0]);")).contains(note));
        assertFalse(text(cell.replace("@", "x[0] = 1;")).contains(note));
    }

    private String text(String cell) throws Exception {
        return Renderers.render(magics.execute(cell)).get(MimeBundle.TEXT);
    }

    @Test
    void anUnchangedCellKeepsItsKernelsAndAChangedOneClosesTheOldProgram() throws Exception {
        magics.execute(SCALE);
        Kernel first = kernel("scale");
        magics.execute(SCALE);
        assertSame(first, kernel("scale"));
        magics.execute(SCALE.replace("SCALE=2", "SCALE=3"));
        assertNotSame(first, kernel("scale"));
        assertThrows(ClosedException.class, () -> first.global(1).call(new float[1]));
        float[] x = {1};
        kernel("scale").global(1).call(x);
        assertEquals(3, x[0]);
    }

    @Test
    void anUnchangedCellIsCompiledAnewIfItIncludesAFile(@TempDir Path folder) throws Exception {
        String cell = "%%opencl -I " + folder + "\n#include \"value.h\"\nkernel void k(global int *x) { *x = VALUE; }";
        for (int value = 1; value < 3; value++) {
            Files.writeString(folder.resolve("value.h"), "#define VALUE " + value);
            magics.execute(cell);
            int[] x = {0};
            kernel("k").global(1).call(x);
            assertEquals(value, x[0]);
        }
    }

    @Test
    void aProgramLivesAsLongAsOneOfItsKernelsIsBound() throws Exception {
        magics.execute("%%opencl\nkernel void a(global int *x) { *x = 1; }\nkernel void b(global int *x) { *x = 2; }");
        Kernel b = kernel("b");
        magics.execute("%%opencl\nkernel void a(global int *x) { *x = 3; }");
        int[] x = {0};
        b.global(1).call(x);
        assertEquals(2, x[0]);
        magics.execute("%%opencl\nkernel void b(global int *x) { *x = 4; }");
        assertThrows(ClosedException.class, () -> b.global(1).call(x));
    }

    @Test
    void aVariableThatTheUserChangedIsBoundAgain() throws Exception {
        magics.execute(SCALE);
        magics.execute("%lsmagic\nscale = null;");
        magics.execute(SCALE);
        assertEquals("scale", kernel("scale").name());
    }

    @Test
    void compileErrorsStandAtTheLinesOfTheCell() {
        String cell = "//| label: a\n\n%%opencl -DTILE=16\nkernel void f(global float *x) {\n    x[0] = foo;\n}";
        MagicException e = assertThrows(MagicException.class, () -> magics.execute(cell));
        assertTrue(e.getMessage().lines().findFirst().orElseThrow().contains("-DTILE=16"), e.getMessage());
        List<String> lines = e.getMessage().lines().toList();
        int faulty = lines.indexOf("  5 │     x[0] = foo;");
        assertTrue(faulty > 0, e.getMessage());
        assertEquals(lines.get(faulty).indexOf("foo"), lines.get(faulty + 1).indexOf('^'), e.getMessage());
        assertTrue(lines.get(faulty + 1).contains("foo"), e.getMessage());
        assertTrue(host.variables().isEmpty());
    }

    @Test
    void checkedLaunchesDoNotReachTheDevice() throws Exception {
        String cell = "kernel void f(global int *x) { x[get_global_id(0)] = 1; }";
        Object shown = magics.execute("%%opencl --check\n" + cell);
        assertTrue(Renderers.render(shown).get(MimeBundle.TEXT).contains("launches are checked"));
        int[] x = new int[3];
        Kernel checked = kernel("f");
        String message = assertThrows(
                        KernelFaultException.class, () -> checked.global(4).call(x))
                .getMessage();
        assertTrue(
                message.startsWith("f: write of x[3] by work-item (3, 0, 0), line 2, column ")
                        && message.contains(", but x has 3 elements"),
                message);
        assertArrayEquals(new int[3], x);
        magics.execute("%device " + magics.notebook().open().device().index());
        kernel("f").global(3).call(x);
        assertArrayEquals(new int[] {1, 1, 1}, x);
        KernelFaultException elsewhere = assertThrows(
                KernelFaultException.class, () -> kernel("f").global(4).call(x));
        assertEquals(2, elsewhere.diagnostic().line(), "compiled anew for the device");
        magics.execute("//| label: a\n\n%%opencl --check\n\n" + cell);
        KernelFaultException lower = assertThrows(
                KernelFaultException.class, () -> kernel("f").global(4).call(x));
        assertTrue(lower.getMessage().contains(", line 5, column "), lower.getMessage());
        assertTrue(
                ErrorView.of(lower).render().get(MimeBundle.TEXT).contains("\n  5 │ kernel void f"),
                () -> ErrorView.of(lower).render().get(MimeBundle.TEXT));
        assertTrue(
                Renderers.render(kernel("f")).get(MimeBundle.TEXT).contains("\n  5 │ kernel void f"),
                () -> Renderers.render(kernel("f")).get(MimeBundle.TEXT));
        magics.execute("%%opencl\n" + cell);
        assertNotSame(checked, kernel("f"));
    }

    /** Without a guard this ends the whole test run on a processor. */
    @Test
    void aDivisionByZeroLeavesTheNotebookAlive() throws Exception {
        magics.execute("%%opencl\nkernel void share(global int *x) { x[1] = 12 / x[0] + 12 % x[0]; }");
        kernel("share").global(1).call(new int[2]);
        int[] x = {5, 0};
        kernel("share").global(1).call(x);
        assertEquals(4, x[1]);
    }

    @Test
    void warningsAreShown() throws Exception {
        magics.execute("%%opencl\nkernel void f(global int *x) {\n  int unused_value = *x;\n#warning look here\n}");
        String shown = host.shown.get("#0").get(MimeBundle.TEXT);
        assertTrue(shown.contains("look here"), shown);
        assertTrue(shown.contains("  4 │ #warning"), shown);
    }

    @Test
    void sourceIsShownOnDemand() throws Exception {
        magics.execute(SCALE.replace("%%opencl", "%%opencl --show"));
        String html = host.shown.get("#0").get(MimeBundle.HTML);
        assertTrue(html.contains("scale"), html);
        assertTrue(host.shown.get("#0").get(MimeBundle.TEXT).startsWith("  2 │ kernel void"));
    }

    @Test
    void optionsReachTheCompiler() throws Exception {
        magics.execute("%%opencl -D N=3 -DT=uint -cl-fast-relaxed-math\nkernel void f(global T *x) { *x = N; }");
        assertEquals(
                List.of("-DN=3", "-DT=uint", "-cl-fast-relaxed-math"),
                kernel("f").program().options());
        assertTrue(message("%%opencl '-DT=unsigned int'\nkernel void f() {}").contains("holds a blank"));
        assertTrue(message("%%opencl --shwo\nkernel void f() {}").contains("no option --shwo. Did you mean --show?"));
        assertTrue(message("%%opencl TILE=16\nkernel void f() {}").contains("no option TILE=16"));
        assertTrue(message("%%opencl\n  ").contains("no OpenCL C"));
        assertTrue(message("%%opencl\nint f() { return 1; }").contains("no kernel"));
    }

    @Test
    void namesHaveToBeFreeAndLegalInJava() throws Exception {
        assertTrue(message("%%opencl\nkernel void synchronized(global int *x) {}")
                .contains("a word of the Java language"));
        magics.execute("%lsmagic\nint total = 3;");
        String message = message("%%opencl\nkernel void total(global int *x) {}");
        assertTrue(message.contains("variable total of type int"), message);
        assertEquals(3, host.variable("total").orElseThrow());
    }

    @Test
    void devicesAreListedAndChosen() throws Exception {
        String table = Renderers.render(magics.execute("%devices")).get(MimeBundle.TEXT);
        assertTrue(table.contains(Devices.all().get(0).name()), table);
        assertFalse(magics.notebook().isOpen(), "listing opens no session");
        magics.execute("%device");
        assertEquals("In use: " + Devices.preferred(), host.printed().strip());
        magics.execute("%device 0");
        assertEquals("In use: " + Devices.all().get(0), host.printed().strip());
        assertTrue(message("%device nosuch").contains("nosuch"));
        assertTrue(message("%%opencl --device nosuch\nkernel void f() {}").contains("nosuch"));
        assertTrue(magics.complete("%device ", 8).orElseThrow().matches().contains("0"));
        assertTrue(magics.complete("%%opencl --device ", 18)
                .orElseThrow()
                .matches()
                .contains("0"));
        assertEquals(
                List.of("-cl-mad-enable"),
                magics.complete("%%opencl -DA=1 -cl-m", 20).orElseThrow().matches());
    }

    @Test
    void openClIsCompletedInTheBody() {
        String cell = "%%opencl\nkernel void f(global float *xs) {\n  int i = get_global_i";
        assertEquals(
                List.of("get_global_id"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        cell = "%%opencl\nkernel void f(global float *elements) {\n  elem";
        assertEquals(
                List.of("elements"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        cell = "%%opencl\n#def";
        assertEquals(
                List.of("#define"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
    }

    @Test
    void kernelsMoveWithTheSession() throws Exception {
        magics.execute(SCALE);
        Kernel first = kernel("scale");
        NotebookSession.session().upload(new float[] {1, 2});
        magics.notebook().use(List.of(), false);
        magics.notebook().open().close(); // as %device does for another device
        OpenClKernels.of(magics.notebook()).recompile(host, magics.notebook());
        float[] x = {1};
        kernel("scale").global(1).call(x);
        assertEquals(2, x[0]);
        assertThrows(ClosedException.class, () -> first.global(1).call(new float[1]));
    }

    @Test
    void theSessionOpensOnUseAndClosesWithTheNotebook() {
        assertFalse(magics.notebook().isOpen());
        var session = NotebookSession.session();
        assertSame(session, NotebookSession.session());
        assertEquals(List.of(Devices.preferred()), session.devices());
        magics.close();
        assertTrue(session.isClosed());
    }

    @Test
    void examplesRunAsTheyStand() throws Exception {
        for (String name : List.of("devices", "device", "opencl")) {
            magics.execute(magics.notebook().registry().create(name).example());
        }
        assertEquals("scale", kernel("scale").name());
    }
}
