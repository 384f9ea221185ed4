package org.plegma.magics.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.Kernel;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.MagicTest;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.result.TuningResult;

class TuneMagicTest extends MagicTest {
    private static final String SAXPY =
            """
            %%opencl -DWIDTH=2 -cl-mad-enable
            kernel void saxpy(int n, float a, global const float *x, global float *y, local float *buffer, int last) {
                int first = get_global_id(0) * WIDTH;
                for (int i = first; i < min(first + WIDTH, n); i++)
                    if (WIDTH < 8 || i < last)
                        y[i] += a * x[i];
            }""";

    @TempDir
    Path folder;

    @BeforeEach
    void define() throws Exception {
        magics.execute(SAXPY);
        magics.execute("%lsmagic\nint n = 1000; float[] x = new float[n], y = new float[n];"
                + " java.util.Arrays.fill(x, 3); java.util.Arrays.fill(y, 1);");
        host.shown.clear();
    }

    private TuningResult tune(String arguments) throws Exception {
        return (TuningResult) magics.execute("%tune saxpy --store " + folder + " " + arguments);
    }

    @Test
    void aKernelOfANotebookIsTuned() throws Exception {
        TuningResult result = tune("WIDTH=1,2,4,8,4096 --where \"WIDTH <= n\" --where \"WIDTH != 4\" --global n/WIDTH"
                + " --local 4 --args \"n, 2f, x, y, WIDTH, n - 1 + 0*WIDTH\" --into tuned");
        assertEquals(Map.of(Status.OK, 2, Status.WRONG_RESULT, 1), result.statuses(), result::summary);
        assertEquals(
                Map.of("WIDTH <= n", 1L, "WIDTH != 4", 1L), result.pruning().byRule());
        assertEquals("WIDTH=2", result.trials().get(0).configuration().toString());
        assertEquals(result, host.variable("tuned").orElseThrow());
        MimeBundle shown = Renderers.render(result);
        assertTrue(
                shown.get(MimeBundle.TEXT).contains("WIDTH=2 takes ")
                        || shown.get(MimeBundle.TEXT).contains("WIDTH=1 takes "),
                shown::toString);
        assertTrue(shown.get(MimeBundle.TEXT).contains("wrong result"), shown::toString);
        assertTrue(shown.get(MimeBundle.HTML).contains("<img class=\"plegma-chart\" width=\"800\""), shown::toString);
        assertTrue(shown.get(MimeBundle.HTML).contains("<table"), shown::toString);
        assertEquals(1f, ((float[]) host.variable("y").orElseThrow())[0], "the notebook's array stays as it is");
        assertEquals(
                3,
                tune("WIDTH=1,2,4,8,4096 --where \"WIDTH <= n\" --where \"WIDTH != 4\" --global n/WIDTH"
                                + " --local 4 --args \"n, 2f, x, y, WIDTH, n - 1 + 0*WIDTH\"")
                        .course()
                        .reused());
    }

    @Test
    void theWinnerIsAppliedAndTheTrialsExported() throws Exception {
        Path t4 = folder.resolve("trials.json");
        TuningResult result = tune("WIDTH=1,4 --global ceilDiv(x.length,WIDTH) --args \"n, 2, x, y, 1, n\" --apply"
                + " --over WIDTH --t4 " + t4);
        Kernel saxpy = (Kernel) host.variable("saxpy").orElseThrow();
        assertTrue(
                host.shown.values().stream().anyMatch(b -> b.data().containsKey(MimeBundle.PNG)),
                "the chart over WIDTH");
        String winner = "-D" + result.winner().configuration();
        assertEquals(List.of("-cl-mad-enable", winner), saxpy.program().options());
        assertTrue(host.printed().contains("saxpy is now compiled with -cl-mad-enable " + winner), host::printed);
        assertTrue(Files.readString(t4).contains("\"invalidity\": \"correct\""));
        float[] y = {1, 2};
        saxpy.global(2).call(2, 2f, new float[] {1, 1}, y, org.plegma.device.memory.LocalMemory.floats(1), 2);
        assertArrayEquals(new float[] {3, 4}, y);
    }

    @Test
    void itsFilesBeginAtTheFolderOfCd() throws Exception {
        magics.execute(
                "%cd \"" + folder + "\"\n%tune saxpy --store tried --t4 trials.json WIDTH=1 --global n/WIDTH --local 4"
                        + " --args \"n, 2f, x, y, WIDTH, n\"");
        try (Stream<Path> tried = Files.list(folder.resolve("tried"))) {
            assertEquals(1, tried.count());
        }
        assertTrue(Files.readString(folder.resolve("trials.json")).contains("WIDTH"));
    }

    @Test
    void argumentsAreTheVariablesOfTheParametersNamesUnlessTold() throws Exception {
        magics.execute(
                "%lsmagic\nfloat a = 2; int last = n; var buffer = org.plegma.device.memory.LocalMemory.floats(8);");
        assertEquals(2, tune("WIDTH=4 --global n/WIDTH").statuses().get(Status.OK)); // 2 is what it is compiled with
    }

    @Test
    void whatIsExpectedDecides() throws Exception {
        String arguments = " --global n/WIDTH --args \"n, 2f, x, y, 1, n\" --expect";
        magics.execute("%lsmagic\nfloat[] right = new float[n]; java.util.Arrays.fill(right, 7);");
        assertEquals(2, tune("WIDTH=2,4" + arguments + " y=right").statuses().get(Status.OK));
        assertTrue(message("%tune saxpy --store " + folder + " WIDTH=2,4" + arguments + " y=x")
                .contains("No configuration of saxpy is valid: 2 wrong result"));
    }

    @Test
    void misuseIsExplained() throws Exception {
        magics.execute("%lsmagic\nint three = 3;");
        assertTrue(message("%tune sxpy WIDTH=1,2").contains("There is no variable sxpy"));
        assertTrue(message("%tune three WIDTH=1,2").contains("three is a Integer"));
        assertTrue(message("%tune saxpy --global n").contains("nothing to tune"));
        assertTrue(message("%tune saxpy TILE=1,2 --global n --args \"n, 2, x, y, 1, n\"")
                .contains("mentions TILE"));
        assertTrue(message("%tune saxpy WIDTH=1,2").contains("--global"));
        assertTrue(message("%tune saxpy WIDTH --global n").contains("TILE=8,16,32"));
        assertTrue(message("%tune saxpy WIDTH=1 --global n").contains("no variable a for the parameter a"));
        assertTrue(
                message("%tune saxpy WIDTH=1 --global n --args n,2").contains("holds 2 arguments, and saxpy takes 6"));
        assertTrue(message("%tune saxpy WIDTH=1 --args n, 2, new float[64], y --global n")
                .contains("quote the whole: --args \"n, 2, new float[64], y\""));
        assertTrue(message("%tune saxpy --where WIDTH <= n WIDTH=1 --global n")
                .contains("quote the whole: --where \"WIDTH <= n\""));
        assertTrue(message("%tune saxpy --fresh WIDTH --global n").contains("TILE=8,16,32"));
        assertTrue(message("%tune saxpy WIDTH=1 --global m --args \"n, 2, x, y, 1, n\"")
                .contains("m is neither"));
        assertTrue(message("%tune saxpy WIDTH=1 --global n --where \"m > 1\" --args \"n, 2, x, y, 1, n\"")
                .contains("m is neither"));
        assertTrue(message("%tune saxpy WIDTH=1 --global n --expect y --args \"n, 2, x, y, 1, n\"")
                .contains("PARAMETER=EXPRESSION"));
        assertTrue(message("%tune saxpy WIDTH=1 --global n --expect y=null --args \"n, 2, x, y, 1, n\"")
                .contains("the expression gives null"));
    }

    @Test
    void argumentsAreDividedAtTopLevelCommasOnly() {
        assertEquals(
                List.of("f(a, b)", "new int[] {1, 2}", "\",\"", "','", "c"),
                TuneArguments.split("f(a, b), new int[] {1, 2}, \",\", ',', c"));
        assertEquals(List.of(), TuneArguments.split(" "));
        assertEquals(List.of("a", ""), TuneArguments.split("a,"));
    }

    @Test
    void theExampleRunsAsItStands() throws Exception {
        host.evaluate("import org.plegma.device.Kernel; import static org.plegma.magics.NotebookSession.session;", 1);
        TuningResult result = (TuningResult) magics.execute(new TuneMagic().example() + " --store " + folder);
        assertTrue(result.best().isPresent());
    }
}
