package org.plegma.ijava;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.spencerpark.ijava.IJava;
import io.github.spencerpark.ijava.JavaKernel;
import io.github.spencerpark.jupyter.kernel.display.DisplayData;
import io.github.spencerpark.jupyter.kernel.display.mime.MIMEType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlegmaForIJavaTest {
    private final JavaKernel kernel = new JavaKernel();

    @BeforeEach
    void install() throws Exception {
        IJava.start(kernel);
        kernel.eval("org.plegma.ijava.PlegmaForIJava.install();"); // the one line, as a cell says it
    }

    @AfterEach
    void close() {
        IJava.start(null);
        kernel.close();
    }

    private String shown() {
        DisplayData last = kernel.displayed.get(kernel.displayed.size() - 1);
        return (String) last.getData(MIMEType.TEXT_PLAIN);
    }

    @Test
    void magicsRunAndShow() throws Exception {
        kernel.eval("%lsmagic");
        assertTrue(shown().contains("%%opencl"));
        DisplayData last = kernel.displayed.get(0);
        assertTrue(((String) last.getData(MIMEType.TEXT_HTML)).contains("%%opencl"));
    }

    @Test
    void kernelsOfACellAreVariablesOfTheNotebook() throws Exception {
        kernel.eval("%%opencl -DSCALE=3\nkernel void scale(global float *x) {\n  x[get_global_id(0)] *= SCALE;\n}");
        assertTrue(shown().contains("scale"));
        kernel.eval("float[] x = {1, 2};");
        kernel.eval("scale.global(2).call(x);");
        assertArrayEquals(new float[] {3, 6}, (float[]) kernel.evalRaw("x"));
        assertTrue((Boolean) kernel.evalRaw("session().isClosed() == false"));
    }

    @Test
    void javaWithPercentSignsIsLeftAsItIs() throws Exception {
        kernel.eval("int a = 7, b = 4;\n%lsmagic\nint c = a\n  %b;");
        assertEquals(3, kernel.evalRaw("c"));
    }

    @Test
    void bodiesLongerThanALiteralAreRun() throws Exception {
        String comment = "// 0123456789012345678901234567890123456789\n".repeat(3000);
        kernel.eval("%%opencl\n" + comment + "kernel void late(global int *x) { *x = 5; }");
        kernel.eval("int[] y = {0};");
        kernel.eval("late.global(1).call(y);");
        assertEquals(5, kernel.evalRaw("y[0]"));
    }

    @Test
    void aLongBodyOfAnotherMagicIsRefusedAndTheSessionLives() throws Exception {
        kernel.getMagics().registerCellMagic("other", (words, body) -> body.length());
        assertEquals(3, kernel.evalRaw("%%other\nabc"));
        Exception e = assertThrows(Exception.class, () -> kernel.eval("%%other\n" + "x".repeat(60_000)));
        assertTrue(e.getMessage().contains("at most 49000 bytes"), e.getMessage());
        assertEquals(2, kernel.evalRaw("1 + 1"));
    }

    @Test
    void magicsOfTheKernelAndOfPlegmaMix() throws Exception {
        kernel.getMagics().registerLineMagic("jars", List::size);
        kernel.eval("%jars a b\n%xmode");
        assertEquals(2, kernel.evalRaw("int n = 0; n = 2; n"));
    }

    @Test
    void errorsSayWhatIsWrong() {
        Exception e = assertThrows(Exception.class, () -> kernel.eval("%%opencl\nkernel void f( {}"));
        assertTrue(e.getMessage().contains("does not compile"), e.getMessage());
    }

    @Test
    void installingAgainChangesNothingAndWithoutIJavaItIsTold() {
        PlegmaForIJava.install();
        IJava.start(null);
        IllegalStateException e = assertThrows(IllegalStateException.class, PlegmaForIJava::install);
        assertTrue(e.getMessage().contains("has not started"), e.getMessage());
    }
}
