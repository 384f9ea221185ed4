package org.plegma.magics.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.MagicException;
import org.plegma.magics.MagicTest;
import org.plegma.measure.Measurement;

class BenchMagicTest extends MagicTest {

    @Test
    void expressionsAreTimedAndCompared() throws Exception {
        magics.execute("double[] x = {1, 2, 3};");
        String text = text(magics.execute("%%bench --time 0.02 --into r\n" + "sum: Arrays.stream(x).sum()\n"
                + "x[0] + x[1] + x[2]\n" + "wrong: x[0] + x[1]"));
        assertTrue(text.contains("x[0] + x[1] + x[2]"), "the code is the label of a case without one: " + text);
        List<Measurement> r = measurements("r");
        assertEquals(
                List.of(true, true, false), r.stream().map(Measurement::valid).toList());
        assertEquals(0.5, r.get(2).error(), "3 for 6");
        assertTrue(r.get(2).seconds().isEmpty());
        assertTrue(r.get(0).deviceSeconds().isEmpty());
    }

    @Test
    void kernelsAreTimedByTheDeviceAndTheirResultsCompared() throws Exception {
        magics.execute("%%opencl\n" + "kernel void twice(global const float *x, global float *y) {\n"
                + "    y[get_global_id(0)] = 2 * x[get_global_id(0)];\n" + "}\n"
                + "kernel void odd(global const float *x, global float *y) {\n"
                + "    if (get_global_id(0) % 2) y[get_global_id(0)] = 2 * x[get_global_id(0)];\n" + "}");
        magics.execute(
                "var s = org.plegma.magics.NotebookSession.session(); float[] in = new float[64]; Arrays.fill(in, 3f);\n"
                        + "var x = s.upload(in); var y = s.upload(new float[64]);");
        magics.execute("%%bench --time 0.02 --result y --bytes 64*8 --into r\n" + "all: twice.global(64).call(x, y)\n"
                + "// a comment\n" + "odd: odd.global(64).call(x, y);");
        List<Measurement> r = measurements("r");
        assertTrue(r.get(0).valid(), r.get(0).problem());
        assertTrue(r.get(0).deviceSeconds().isPresent());
        assertEquals(512, r.get(0).work().bytes());
        assertEquals(
                "32 of 64 elements of output 0 were not written, the first at index 0",
                r.get(1).problem());
    }

    @Test
    void aSweepRunsTheSetupForEachSizeAndDrawsCharts() throws Exception {
        Object result = magics.execute("%%bench --over n=16,32 --time 0.01 --baseline loop --flops 2.0*n --into r\n"
                + "setup: double[] x = new Random(n).doubles(n).toArray();\n" + "setup: double scale = 2\n"
                + "stream: Arrays.stream(x).map(v -> scale * v).sum()\n"
                + "loop: java.util.stream.IntStream.range(0, n).mapToDouble(i -> scale * x[i]).sum()");
        List<Measurement> r = measurements("r");
        assertEquals(
                List.of("loop 16", "stream 16", "loop 32", "stream 32"),
                r.stream()
                        .map(m -> m.work().method() + " " + m.work().shapeText())
                        .toList());
        assertTrue(r.stream().allMatch(Measurement::valid));
        assertEquals(64, r.get(3).work().flops());
        assertEquals(32, r.get(3).work().cells());
        assertEquals(
                2,
                host.shown.values().stream()
                        .filter(b -> b.get(MimeBundle.PNG) != null)
                        .count());
        assertTrue(text(result).contains("speed-up"), text(result));
    }

    @Test
    void twoVariablesGiveAllPairsAsMaps() throws Exception {
        Object result =
                magics.execute("%%bench --over a=3,4, b=1..4 --where b<a --time 0.001 --baseline rows --flops 1.0*a*b"
                        + " --cells a*b --into r\n" + "rows: java.util.stream.IntStream.range(0, a).map(i -> b).sum()\n"
                        + "product: a * b");
        List<Measurement> r = measurements("r");
        assertEquals(
                List.of(
                        "rows 3x1",
                        "product 3x1",
                        "rows 3x2",
                        "product 3x2",
                        "rows 4x1",
                        "product 4x1",
                        "rows 4x2",
                        "product 4x2"),
                r.stream()
                        .map(m -> m.work().method() + " " + m.work().shapeText())
                        .toList());
        assertTrue(r.stream().allMatch(Measurement::valid));
        assertEquals(8, r.get(7).work().cells());
        assertEquals(
                3, // each case, and one beside the other
                host.shown.values().stream()
                        .filter(b -> b.get(MimeBundle.PNG) != null)
                        .count());
        assertTrue(text(result).contains("speed-up"), text(result));
    }

    @Test
    void statementsCanBeTimedButNotChecked() throws Exception {
        magics.execute("int[] y = new int[4];");
        magics.execute("%%bench --time 0.01 --into r\nfill: Arrays.fill(y, 7)");
        assertEquals(Measurement.NOT_CHECKED, measurements("r").get(0).problem());
        magics.execute("%%bench --time 0.01 --result y --in-place --into r\n"
                + "add: for (int i = 0; i < 4; i++) y[i] += i\n" + "again: for (int i = 3; i >= 0; i--) y[i] += i");
        assertTrue(measurements("r").stream().allMatch(m -> m.valid() && m.error() == 0));
    }

    @Test
    void wrongUseIsExplained() {
        assertMessage("There is nothing to measure.", "%%bench\n\n// nothing");
        assertMessage("Two cases have the label 'a'.", "%%bench\na: 1\na: 2");
        assertMessage("Set-up comes before the first case.", "%%bench\na: 1\nsetup: int b = 2;");
        assertMessage("No case has the label 'c'; there are [a].", "%%bench --baseline c\na: 1");
        assertMessage("Cannot read the sizes 'n=..'.", "%%bench --over n=..\na: 1");
        assertMessage("--over names the variable 'n' twice.", "%%bench --over n=1 n=2\na: 1");
        assertMessage("--over goes through one variable or two, found 3: a, b, c.", "%%bench --over a=1,b=2,c=3\na: 1");
        assertMessage("--where n>5 leaves no sizes of --over n=1,2.", "%%bench --over n=1,2 --where n>5\na: n");
        assertMessage("--result is to name an array", "%%bench --result 5\na: 1");
        assertMessage("The array that 'a' fills was to be zz, which is no variable", "%%bench --result zz\na: 5");
        assertMessage("The array that 'a' fills was to be zz, which is no variable", "%%bench\na -> zz: 5");
        assertMessage("There is no code after 'a:'.", "%%bench\na:\nb: 1");
        assertMessage("A bracket of the case 'a' is still open. Close it.", "%%bench\na: Math.abs(1\nb: 1");
        assertMessage("A bracket of the case 'for (;;) {' is still open.", "%%bench\nfor (;;) {");
        assertMessage("'class' cannot stand for a size", "%%bench --over class=1\na: 1");
        assertMessage("--tolerance is 0 or more, not -1.0.", "%%bench --tolerance -1\na: 1");
        assertMessage("--type is one of double, float, int, not 'half'.", "%%bench --type half\na: 1");
        assertMessage("--flops zz*n is no expression here: ", "%%bench --over n=1 --flops zz*n\na: n");
        assertMessage("--where n<zz is no expression here: ", "%%bench --over n=1 --where n<zz\na: n");
        assertMessage("The flops of a run must not be negative: -5.0.", "%%bench --flops -5\na: 1");
    }

    @Test
    void errorsOfTheCodeAreThoseOfItsKind() {
        Exception e = assertThrows(Exception.class, () -> magics.execute("%%bench\nok: 1\nbad: nothing + 1"));
        assertFalse(e instanceof MagicException, "an error of the user's code");
        assertTrue(
                e.getMessage().contains("cannot find symbol"), "not only that it is no statement: " + e.getMessage());
        Exception statement = assertThrows(Exception.class, () -> magics.execute("%%bench\nbad: for (;;) nothing++"));
        assertTrue(statement.getMessage().contains("cannot find symbol"), statement.getMessage());
        assertTrue(host.evaluated.get(host.evaluated.size() - 1).startsWith("1: "), "the body starts in line 2");
        Exception thrown = assertThrows(
                Exception.class,
                () -> magics.execute("%%bench --time 0.02\nbad: throw new IllegalStateException(\"x\")"));
        assertEquals("x", thrown.getMessage(), "what follows a throw may not be reached");
    }

    @Test
    void codeMayGoOnInTheNextLine() throws Exception {
        magics.execute("double[] x = {1, 2, 3};");
        magics.execute("%%bench --time 0.02 --into r\n"
                + "setup: double[] y = Arrays.stream(x)\n    .map(v -> 2 * v)\n    .toArray();\n"
                + "sum: Arrays.stream(y)\n    .sum()\n"
                + "Math.max(\n    y[0] + y[1],\n\n    x[2]) + y[2]\n"
                + "block: { // of (\n    String s = \"(\" + y[0];\n    s.length();\n}\n");
        List<Measurement> r = measurements("r");
        assertEquals(
                List.of("sum", "Math.max( y[0] + y[1], x[2]) + y[2]", "block"),
                r.stream().map(m -> m.work().method()).toList());
        assertTrue(r.stream().allMatch(Measurement::valid), r.toString());
        assertThrows(
                Exception.class, () -> magics.execute("%%bench\nsetup: int a = (1\n    + 1);\nb: Math.abs(\n    zz)"));
        String compiled = host.evaluated.get(host.evaluated.size() - 1);
        assertEquals("    zz)", compiled.lines().toList().get(4), "its place in the cell");
        assertEquals("a( \n  b); c;", BenchBody.java("a( \n  b)\n c\n"));
    }

    /** As a number of devices, where all compute the same cells. */
    @Test
    void chartsAreOverTheVariableWhateverTheCells() throws Exception {
        magics.execute("%%bench --over d=1,2 --cells 1000 --time 0.001 --baseline a\na: 1\nb: 1");
        List<String> charts = host.shown.values().stream()
                .map(each -> each.get(MimeBundle.TEXT))
                .filter(text -> text != null && text.contains("XYChart"))
                .toList();
        assertEquals(2, charts.size());
        charts.forEach(chart -> assertTrue(chart.contains("a: x 1 to 2,"), chart));
    }

    @Test
    void whatTheSetUpOpensIsClosedLastFirst() throws Exception {
        magics.execute("StringBuilder log = new StringBuilder();");
        magics.execute("%%bench --over n=1,2 --time 0.001\n"
                + "setup: AutoCloseable first = buffers.closing((AutoCloseable) () -> log.append(\"first\" + n + \" \"));\n"
                + "setup: buffers.closing((AutoCloseable) () -> log.append(\"second\" + n + \" \"));\n"
                + "a: n");
        assertEquals(
                "second1 first1 second2 first2",
                host.variable("log").orElseThrow().toString().strip());
    }

    /** 2*2000*2000*2000 is beyond the ints. */
    @Test
    void countsDoNotOverflow() throws Exception {
        magics.execute(
                "%%bench --over n=2000 --flops 2*n*n*n --cells Integer.bitCount(n)*n --time 0.001 --into r\na: n");
        assertEquals(16e9, measurements("r").get(0).work().flops());
        assertEquals(12000, measurements("r").get(0).work().cells());
    }

    /** For completion: the sizes are declared first, in place of the magic's line, as far as it has room. */
    @Test
    void codeIsCompletedWithTheSizes() {
        assertEquals("int nn;              \n   nn", magics.javaOf("%%bench --over nn=1,2\na: nn"));
        assertTrue(magics.javaOf("%%bench --over nn=1,2,4,8,16,32,64,128,256,512\na: nn")
                .startsWith("int nn;org.plegma.measure.Buffers buffers; "));
        assertTrue(magics.javaOf("%%bench --over nn=\na: nn").startsWith("int nn; "));
    }

    @Test
    void sizesCanBeListedDoubledOrStepped() {
        assertEquals(List.of(10, 30, 20), SizeSweep.parse("n=10, 30,20").values());
        assertEquals(
                List.of(1024, 2048, 4096), SizeSweep.parse("size = 2^10..2^12").values());
        assertEquals("size", SizeSweep.parse("size = 2^10..2^12").variable());
        assertEquals(List.of(2, 1), SizeSweep.parse("n=2,1,2").values());
        assertEquals(List.of(1, 4, 16), SizeSweep.parse("n=1..16*4").values());
        assertEquals(1000, SizeSweep.parse("n=1..1000+1").values().size());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> SizeSweep.parse("n=1..1001+1"))
                .getMessage()
                .contains("more than 1000 sizes"));
        assertEquals(List.of(1000, 1500), SizeSweep.parse("n=1_000..1_999+500").values());
        for (String wrong :
                List.of("", "n", "n=", "n=0", "n=2^99", "n=5..1", "n=1..9*1", "n=1..9+0", "3=1", "n=a..b")) {
            assertThrows(IllegalArgumentException.class, () -> SizeSweep.parse(wrong), wrong);
        }
    }

    private void assertMessage(String start, String cell) {
        String message =
                assertThrows(MagicException.class, () -> magics.execute(cell)).getMessage();
        assertTrue(message.startsWith(start), message);
    }

    @SuppressWarnings("unchecked") // the magic binds a list of measurements
    private List<Measurement> measurements(String variable) {
        return (List<Measurement>) host.variable(variable).orElseThrow();
    }

    private static String text(Object value) {
        return Renderers.render(value).get(MimeBundle.TEXT);
    }
}
