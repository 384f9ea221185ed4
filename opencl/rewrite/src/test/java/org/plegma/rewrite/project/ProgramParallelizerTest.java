package org.plegma.rewrite.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.rewrite.project.ParallelProgram.Row;

/** Whole programs: what is written is compiled by javac and prints the bits of the program that it was. */
class ProgramParallelizerTest {
    private static final ProgramParallelizer.Options USUAL = new ProgramParallelizer.Options(false, false);

    @TempDir
    Path folder;

    private Path numbers;

    @BeforeEach
    void write() throws IOException {
        numbers = folder.resolve("in").resolve("Numbers.java");
        Files.createDirectories(numbers.getParent());
        Files.writeString(numbers, resource("Numbers.java.txt"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ProgramParallelizerTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private record Ran(String output, String errors) {}

    /** Compiles and runs a program in a process of its own. */
    private Ran run(Path sources, String main, String... arguments) throws Exception {
        Path classes = Files.createTempDirectory(folder, "classes");
        assertEquals(List.of(), ProgramRun.compile(sources, classes, ""));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        Path errors = classes.resolve("errors");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), () -> output + errors);
        return new Ran(output, Files.readString(errors));
    }

    private static String verdicts(ParallelProgram program) {
        return program.rows().stream()
                .map(row -> row.method() + " " + (row.taken() ? "yes" : "no"))
                .collect(Collectors.joining(", "));
    }

    private static String reasons(ParallelProgram program, String method) {
        return program.rows().stream()
                .filter(row -> row.method().equals(method))
                .map(Row::reason)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void aFileComesOutWithKernelsAndTheSameBits() throws Exception {
        ParallelProgram program = ProgramRun.compiled(numbers, USUAL, Optional.empty(), "");
        assertEquals(
                "sort yes, multiply yes, escape no, mandelbrot yes, mandelbrot no, blur yes, blur no, blur no,"
                        + " prefix no, prefix no, prefix no, twice no, main no",
                verdicts(program));
        assertTrue(reasons(program, "sort").contains("the work grows faster than the data"));
        assertTrue(reasons(program, "blur").contains("'sum' of real numbers is added in another order"));
        assertTrue(reasons(program, "prefix").contains("writes what 'x[i - 1]' reads"));
        assertTrue(reasons(program, "prefix").contains("Math.exp may differ"));
        assertTrue(reasons(program, "twice").contains("copying it takes longer"));
        String before = Files.readString(numbers);
        Path out = folder.resolve("out");
        program.write(out);
        assertEquals(before, Files.readString(numbers));
        String text = Files.readString(out.resolve("Numbers.java"));
        assertTrue(text.contains("PlegmaLoops.open();"), text);
        String kernels = Files.readString(out.resolve("PlegmaLoops.cl"));
        assertTrue(kernels.contains("kernel void multiply("), kernels);
        Ran java = run(numbers.getParent(), "Numbers", "7");
        Ran device = run(out, "Numbers", "7");
        assertEquals(java.output(), device.output());
        assertEquals("", java.errors());
        assertTrue(device.errors().contains("multiply (Numbers.java:36) ran in Java"), device.errors());
        assertTrue(device.errors().contains("mandelbrot (Numbers.java:61) ran in Java"), device.errors());
        assertFalse(device.errors().contains("sort"), device.errors());
        assertThrows(IllegalArgumentException.class, () -> program.write(out));
        assertThrows(IllegalArgumentException.class, () -> ProgramParallelizer.of(out, USUAL, Optional.empty()));
    }

    @Test
    void aProfileChoosesAmongTheLoops() throws Exception {
        String busy =
                """
                public class Busy {
                    static void hot(double[] x, double[] y) {
                        for (int i = 0; i < y.length; i++) {
                            double t = 0;
                            for (int k = 0; k < x.length; k++) { t = t * 0.5 + x[k] / (i + 1); }
                            y[i] = t;
                        }
                    }
                    static void cold(double[] x, double[] y) {
                        for (int i = 0; i < y.length; i++) {
                            for (int k = 0; k < 40 + x.length / 1000; k++) { y[i] = y[i] * 0.5 + x[k]; }
                        }
                    }
                    public static void main(String[] args) {
                        double[] x = new double[20000];
                        double[] y = new double[20000];
                        x[3] = 1;
                        hot(x, y);
                        cold(x, y);
                        System.out.println(y[0]);
                    }
                }
                """;
        Path file = folder.resolve("Busy.java");
        Files.writeString(file, busy);
        Path recording = ProgramRun.record(file, null, List.of(), "");
        ParallelProgram program = ProgramParallelizer.of(file, USUAL, Optional.of(recording));
        Row hot = program.rows().get(0);
        assertTrue(hot.taken() && hot.share() > 0.5, hot.toString());
        assertTrue(hot.reason().contains(" % of the time"), hot.reason());
        assertEquals("work n^2, data n, 4 operations", hot.growth());
        Row cold = program.rows().get(1);
        assertFalse(cold.taken(), cold.toString());
        assertTrue(cold.reason().contains("less than 5 % of the time"), cold.reason());
    }

    @Test
    void aProjectOfMavenComesOutWhole() throws Exception {
        Path project = folder.resolve("project");
        Path main = project.resolve("src/main/java/org/example");
        Files.createDirectories(main.resolve("grid"));
        Files.createDirectories(project.resolve("target"));
        Files.createDirectories(project.resolve("src/test/java"));
        Files.writeString(project.resolve("target/old.txt"), "built");
        Files.writeString(
                project.resolve("src/test/java/SomeTest.java"),
                "class SomeTest { void t(int[] a) { for (int i = 0; i < 9; i++) { for (int j = 0; j < 9; j++) { a[i] += j; } } } }");
        String pom = "<project><!-- kept --><modelVersion>4.0.0</modelVersion><dependencyManagement><dependencies/>"
                + "</dependencyManagement></project>";
        Files.writeString(project.resolve("pom.xml"), pom);
        Files.writeString(
                main.resolve("App.java"),
                """
                package org.example;

                import org.example.grid.Field;

                public final class App {
                    public static void main(String... args) {
                        Field field = new Field(12);
                        field.steps(5);
                        System.out.println(field.bits());
                    }
                }
                """);
        Files.writeString(
                main.resolve("grid/Field.java"),
                """
                package org.example.grid;

                public final class Field {
                    private double[] u;
                    private double[] v;
                    private final int n;
                    private int steps;

                    public Field(int n) {
                        this.n = n;
                        u = new double[n * n];
                        v = new double[n * n];
                        u[n + 1] = 1e10;
                    }

                    double mean(double[] x, int at) {
                        return 0.25 * (x[at - 1] + x[at + 1] + x[at - n] + x[at + n]);
                    }

                    static void put(double[] x, double[] y, int at, int n) {
                        y[at] = 0.25 * (x[at - 1] + x[at + 1] + x[at - n] + x[at + n]);
                    }

                    public void steps(int count) {
                        for (int t = 0; t < count; t++) {
                            for (int i = 1; i < n - 1; i++) {
                                for (int j = 1; j < n - 1; j++) {
                                    put(u, v, i * n + j, n);
                                }
                            }
                            double[] w = u;
                            u = v;
                            v = w;
                            steps++;
                        }
                    }

                    public String bits() {
                        long hash = steps;
                        for (double each : u) {
                            hash = hash * 31 + Double.doubleToLongBits(each);
                        }
                        return Long.toHexString(hash);
                    }
                }
                """);
        ParallelProgram program = ProgramRun.compiled(project, USUAL, Optional.empty(), "");
        assertEquals(1, program.taken(), program.table().printAll());
        Path out = folder.resolve("parallel");
        assertThrows(IllegalArgumentException.class, () -> program.write(project.resolve("inside")));
        program.write(out);
        assertFalse(Files.exists(out.resolve("target")));
        assertTrue(Files.exists(out.resolve("src/test/java/SomeTest.java")));
        String written = Files.readString(out.resolve("pom.xml"));
        assertTrue(written.contains("<!-- kept -->") && written.contains("lib/plegma.jar"), written);
        assertTrue(written.contains("<dependencyManagement><dependencies/></dependencyManagement>"), written);
        assertEquals(
                run(project.resolve("src/main"), "org.example.App").output(),
                run(out.resolve("src/main"), "org.example.App").output());
        assertTrue(Files.readString(out.resolve("src/main/java/org/example/App.java"))
                .contains("org.plegma.rewrite.parallel.ProgramLoop.open();"));
    }

    @Test
    void whatIsNoProgramIsRefused() throws Exception {
        Path wrong = folder.resolve("Wrong.java");
        Files.writeString(wrong, "class Wrong { int x = ; }");
        for (Path input : List.of(folder.resolve("nowhere"), wrong, Files.createDirectories(folder.resolve("empty")))) {
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> ProgramParallelizer.of(input, USUAL, Optional.empty()))
                    .getMessage();
            assertTrue(message.contains(input.getFileName().toString()), message);
        }
    }
}
