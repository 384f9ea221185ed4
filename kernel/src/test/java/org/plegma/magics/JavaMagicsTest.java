package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.measure.Timeit;

/** The magics that need no device: times, class path, help. */
class JavaMagicsTest extends MagicTest {
    @Test
    void timeGivesTheValueAndPrintsTheTime() throws Exception {
        assertEquals(7, magics.execute("int a = 3;\n%time a + 4"));
        assertTrue(host.printed().matches("(?s)Wall time: \\S+ \\S+ with compiling \\(CPU time in all: .*\\)\\R"));
        magics.execute("%%time\nint b = 5;\nint c = b + 1;");
        assertEquals(6, host.variable("c").orElseThrow());
        assertTrue(message("%time").contains("no code to time"));
        assertTrue(message("%%time x\ny").contains("no code on its own line"));
    }

    @Test
    void timeTellsRunningFromCompilingWhereTheHostCan() throws Exception {
        long[] nanos = {0};
        Host knowing = new ForwardingHost(host) {
            @Override
            public Object evaluate(String source, int firstLine) throws Exception {
                nanos[0] += 2_000_000_000L;
                return super.evaluate(source, firstLine);
            }

            @Override
            public long runNanos() {
                return nanos[0];
            }
        };
        try (Magics other = new Magics(knowing)) {
            other.execute("%time 1 + 1");
        }
        assertTrue(host.printed().startsWith("Wall time: 2.00 s, and 0 s to compile"));
    }

    @Test
    void failuresOfTimedCodeComeThroughAndAreTimedToo() {
        Exception e = assertThrows(Exception.class, () -> magics.execute("%time Integer.parseInt(\"x\")"));
        assertFalse(e instanceof MagicException);
        assertTrue(host.printed().startsWith("Wall time:"));
    }

    @Test
    void timeitLoopsOverExpressionsAndStatements() throws Exception {
        Timeit.Result result =
                assertInstanceOf(Timeit.Result.class, magics.execute("int[] n = {0};\n%timeit -n 10 -r 3 n[0]++"));
        assertEquals(10, result.loops());
        assertEquals(3, result.seconds().length);
        assertEquals(30, ((int[]) host.variable("n").orElseThrow())[0]);
        magics.execute("%timeit -n 2 -r 1 int k = 4; n[0] += k;");
        assertEquals(38, ((int[]) host.variable("n").orElseThrow())[0]);
        magics.execute("%%timeit -n 5 -r 2 int s = 100\nn[0] += s;\nn[0] -= 1;");
        assertEquals(38 + 10 * 99, ((int[]) host.variable("n").orElseThrow())[0]);
    }

    /** The time of code that nothing uses would be that of an empty loop. */
    @Test
    void timeitSaysThatNothingIsLeftOfTheCode() {
        assertTrue(
                new Timeit.Result(1000, new double[] {2e-10, 4e-10}).toString().contains("has removed the code"));
        assertTrue(
                new Timeit.Result(1000, new double[] {4e-10, 5e-10}).toString().startsWith("0.45 ns ± "));
    }

    @Test
    void timeitUsesWhatTheCodeDeclares() throws Exception {
        magics.execute("%%timeit -n 1000 -r 1\ndouble sum = 0;\nint not;\nfor (int i = 0; i < 9; i++) sum += i;\n"
                + "int a = 1; Object b = new int[2]");
        String program = host.evaluated.get(host.evaluated.size() - 1);
        for (String used : List.of("sum", "a", "b")) {
            assertTrue(program.contains("Timeit.use(" + used + ");"), program);
        }
        assertTrue(!program.contains("Timeit.use(not)") && !program.contains("Timeit.use(i)"), program);
    }

    @Test
    void timeitChoosesEnoughLoops() throws Throwable {
        assertEquals(10, Timeit.measure(0, 1, loops -> loops * 20_000_000).loops());
        assertEquals(1, Timeit.measure(0, 1, loops -> loops * 200_000_000).loops());
        Timeit.Result result = (Timeit.Result) magics.execute("%timeit -r 1 Thread.sleep(20)");
        assertTrue(result.best() >= 0.02, result.toString());
        assertTrue(result.loops() <= 10, result.toString());
        assertTrue(result.toString().contains("(mean ± standard deviation of 1 run, "), result.toString());
    }

    @Test
    void timeitsStatisticsAreThoseOfTheRuns() {
        Timeit.Result result = new Timeit.Result(1000, new double[] {1e-3, 3e-3});
        assertEquals(2e-3, result.mean(), 1e-18);
        assertEquals(1e-3, result.deviation(), 1e-18);
        assertEquals(1e-3, result.best());
        assertEquals(
                "2.00 ms ± 1.00 ms per loop, best 1.00 ms (mean ± standard deviation of 2 runs, 1,000 loops each)",
                result.toString());
    }

    @Test
    void timeitFailsOnceOnCodeThatThrows() throws Exception {
        magics.execute("int[] n = {0};\n%lsmagic");
        Exception e = assertThrows(
                Exception.class,
                () -> magics.execute("%timeit if (n[0]++ >= 0) throw new IllegalStateException(\"mine\");"));
        assertTrue(e.getMessage().contains("mine"), e.toString());
        assertEquals(1, ((int[]) host.variable("n").orElseThrow())[0]);
        assertThrows(Exception.class, () -> magics.execute("%timeit no_such_thing()"));
        assertTrue(message("%timeit -n -1 1+1").contains("positive"));
        assertTrue(message("%timeit").contains("no code to time"));
    }

    @Test
    void timeitKeepsTheCodesLineAndColumn() throws Exception {
        magics.execute("int a = 1;\n  %timeit -n 1 -r 1 a + 1");
        String program = host.evaluated.get(host.evaluated.size() - 1);
        assertTrue(program.startsWith("1: "), program);
        assertEquals(" ".repeat(20) + "a + 1", program.lines().toList().get(1));
    }

    @Test
    void usedObjectsMayBeKept() {
        Object value = new Object();
        for (int i = 0; i < 1 << 20 && Timeit.kept() != value; i++) {
            Timeit.use(value);
        }
        assertSame(value, Timeit.kept());
        Timeit.use(1.0);
        Timeit.use(2L);
        Timeit.use(true);
    }

    @Test
    void timeitCanBeInterrupted() {
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> Timeit.measure(1, 1, loops -> 0));
        assertFalse(Thread.interrupted());
    }

    @Test
    void classpathAddsAndLists(@TempDir Path folder) throws Exception {
        for (String name : List.of("a.jar", "b.jar")) {
            new JarOutputStream(Files.newOutputStream(folder.resolve(name)), new Manifest()).close();
        }
        magics.execute("%classpath");
        assertTrue(host.printed().startsWith("Nothing"));
        magics.execute("%classpath " + folder + "/*.jar " + folder);
        assertEquals(List.of(folder.resolve("a.jar"), folder.resolve("b.jar"), folder), host.classpath());
        host.printed();
        magics.execute("%classpath");
        assertEquals(3, host.printed().lines().count());
        assertTrue(message("%classpath no/such.jar").contains("no file or folder no/such.jar"));
        assertTrue(message("%classpath " + folder + "/*.zip").contains("No file goes with the pattern"));
        var completions = magics.complete(
                        "%classpath " + folder + "/", 12 + folder.toString().length())
                .orElseThrow();
        assertEquals(List.of(folder + "/a.jar", folder + "/b.jar"), completions.matches());
    }

    @Test
    void helpNamesEveryMagicAndExplainsEach() throws Exception {
        String overview = ((MimeBundle) magics.execute("%help")).get(MimeBundle.TEXT);
        for (String name : magics.notebook().registry().names()) {
            assertTrue(overview.contains("%" + name), name);
            String help = ((MimeBundle) magics.execute("%help %" + name)).get(MimeBundle.TEXT);
            assertTrue(help.contains("Example:"), help);
            assertFalse(help.contains("null"), help);
        }
        assertTrue(message("%help tiem").contains("Did you mean %time, %%time?"));
        assertEquals(
                List.of("time", "timeit"),
                magics.complete("%help ti", 8).orElseThrow().matches());
        assertEquals(
                List.of("%%time", "%%timeit"),
                magics.complete("%help %%ti", 10).orElseThrow().matches());
    }

    @Test
    void xmodeAsksTheHost() throws Exception {
        magics.execute("%xmode");
        assertEquals("Errors show: plain", host.printed().strip());
        assertTrue(message("%xmode trace").contains("decides itself"));
        assertTrue(
                message("%xmode loud").contains("%xmode: expected plain or trace, got 'loud'."),
                message("%xmode loud"));
    }

    static List<String> names() {
        return MagicRegistry.of(Magics.class.getClassLoader()).names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyMagicHasASummaryAndDescribesItsArguments(String name) {
        MagicHelp help = new MagicHelp(magics.notebook().registry().create(name));
        assertTrue(help.summary().endsWith("."), name);
        var spec = MagicRegistry.parserOf(magics.notebook().registry().create(name))
                .getCommandSpec();
        spec.args().forEach(argument -> assertTrue(argument.description().length > 0, name + " " + argument));
    }
}
