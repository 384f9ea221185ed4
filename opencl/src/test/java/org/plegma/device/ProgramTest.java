package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jocl.CL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.source.ResourceUsage;

@Tag("optimized")
class ProgramTest extends OnDevice {
    /** It was compiled once for a source and its options, whatever its files held. */
    @Test
    void includedFilesAreReadAnew(@TempDir Path folder) throws IOException {
        String source = "#include \"value.h\"\nkernel void k(global int *x) { *x = VALUE; }";
        int[] x = new int[1];
        for (int value = 1; value < 4; value++) {
            Files.writeString(folder.resolve("value.h"), "#define VALUE " + value);
            for (Program program :
                    List.of(session.compile(source, "-I" + folder), session.compileGuarded(source, "-I" + folder))) {
                program.kernel("k").global(1).call(x);
                assertEquals(value, x[0]);
            }
        }
    }

    @Test
    void buildErrorsHavePlacesOptionsAndTheSource() {
        String source = "kernel void k(global int *a) {\n  a[0] = nothere;\n  a[1] = 2\n}\n";
        var error = assertThrows(BuildException.class, () -> session.compile(source, "-DTILE=16", "-cl-mad-enable"));
        List<Diagnostic> errors = error.diagnostics().stream()
                .filter(d -> d.severity() == Diagnostic.Severity.ERROR)
                .toList();
        assertEquals(2, errors.get(0).line());
        assertEquals(10, errors.get(0).column());
        assertTrue(errors.get(0).message().contains("undeclared identifier 'nothere'"), error.log());
        assertEquals(3, errors.get(1).line());
        assertEquals(List.of("-DTILE=16", "-cl-mad-enable"), error.options());
        assertEquals(source, error.source());
        assertTrue(error.getMessage().contains("with options -DTILE=16 -cl-mad-enable"), error.getMessage());
        assertTrue(error.getMessage().contains("line 2, column 10: error: use of undeclared"), error.getMessage());
    }

    @Test
    void aBuildErrorIsReportedAgainTheNextTime() {
        String source = "kernel void k(global int *a) { a[0] = nothere; }";
        assertThrows(BuildException.class, () -> session.compile(source));
        assertThrows(BuildException.class, () -> session.compile(source));
    }

    @Test
    void buildErrorsAreTheSameWhenOthersHaveSwitchedExceptionsOn() {
        CL.setExceptionsEnabled(true);
        assertThrows(BuildException.class, () -> session.compile("kernel void k(global int *a) { a[0] = gone; }"));
    }

    @Test
    void warningsAreKept() {
        String source =
                """
                #warning "slow on purpose"
                kernel void k(global int *a) { a[0] = 1; }
                """;
        Program program = session.compile(source);
        assertTrue(program.buildLog().contains("slow on purpose"), program.buildLog());
        Diagnostic warning = program.diagnostics().get(0);
        assertEquals(Diagnostic.Severity.WARNING, warning.severity());
        assertEquals(1, warning.line());
    }

    @Test
    void optionsReachTheCompiler() {
        int[] a = new int[1];
        session.compile("kernel void k(global int *a) { a[0] = TILE; }", "-DTILE=16")
                .kernel("k")
                .global(1)
                .call(a);
        assertEquals(16, a[0]);
    }

    @Test
    void badOptionsAreBuildErrors() {
        assertThrows(
                OpenClException.class, () -> session.compile("kernel void k(global int *a) {}", "-no-such-option"));
    }

    @Test
    void namesItsKernels() {
        Program program = session.compile("kernel void one(global int *a) {} kernel void two(float x) {}");
        assertEquals(
                List.of("one", "two"), program.kernelNames().stream().sorted().toList());
        var error = assertThrows(IllegalArgumentException.class, () -> program.kernel("three"));
        assertTrue(error.getMessage().startsWith("The program has no kernel 'three'; it has ["), error.getMessage());
        assertTrue(program.resources("three").isEmpty());
        assertTrue(program.resources("one").orElseThrow().maxWorkGroupSize() > 0);
    }

    @Test
    void aProgramWithoutKernelsIsNoError() {
        assertEquals(
                List.of(), session.compile("int helper(int x) { return x; }").kernelNames());
    }

    @Test
    void tellsLocalMemoryAndRequiredSizes() {
        ResourceUsage usage = session.compile(
                        """
                        kernel __attribute__((reqd_work_group_size(8, 2, 1))) void k(global float *a) {
                            local float tile[100];
                            tile[get_local_id(0)] = a[0];
                            barrier(CLK_LOCAL_MEM_FENCE);
                            a[get_local_id(0)] = tile[7 - get_local_id(0)];
                        }
                        """)
                .kernel("k")
                .resources();
        assertEquals(List.of(8L, 2L, 1L), usage.requiredWorkGroupSize());
        assertTrue(usage.localBytes() >= 32, usage.toString());
        assertTrue(usage.preferredMultiple() >= 1);
        assertEquals(session.device().isNvidia(), usage.registers().isPresent(), usage.toString());
    }

    @Test
    void givesItsBinary() {
        byte[] binary = session.compile(KernelTest.SAXPY).binary().orElseThrow();
        assertTrue(new String(binary, StandardCharsets.ISO_8859_1).contains("saxpy"));
    }

    @Test
    void theSameSourceIsCompiledOnceInASession() {
        String source = "kernel void k(global int *a) { a[0] = 1; } // the same";
        Program first = session.compile(source);
        Program second = session.compile(source);
        Kernel k = second.kernel("k").global(1);
        first.close();
        int[] a = new int[1];
        k.call(a);
        assertEquals(1, a[0]);
        second.close();
        session.compile(source).kernel("k").global(1).call(a);
    }

    @Test
    void programsMayBeCompiledByManyThreads() {
        List<Integer> results = java.util.stream.IntStream.range(0, 12)
                .parallel()
                .mapToObj(i -> {
                    int[] a = new int[1];
                    session.compile("kernel void k(global int *a) { a[0] = N; }", "-DN=" + i / 2)
                            .kernel("k")
                            .global(1)
                            .call(a);
                    return a[0];
                })
                .toList();
        assertEquals(List.of(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5), results);
    }

    @Test
    void moreProgramsThanAreKeptIdle() {
        List<Kernel> kernels = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            try (Program program = session.compile("kernel void k(global int *a) { a[0] = N; }", "-DN=" + i)) {
                kernels.add(program.kernel("k"));
            }
        }
        assertThrows(ClosedException.class, () -> kernels.get(0).global(1).call(new int[1]));
        assertFalse(session.compile("kernel void k(global int *a) { a[0] = N; }", "-DN=0")
                .kernelNames()
                .isEmpty());
    }

    @Test
    void whoIsInterruptedLeavesTheCompilerAndFindsItsResultLater() {
        String source = "kernel void k(global int *a) { a[0] = " + System.nanoTime() % 1000 + "; }";
        Thread.currentThread().interrupt();
        String message = assertThrows(CancellationException.class, () -> session.compile(source))
                .getMessage();
        assertTrue(message.startsWith("Interrupted while a program was compiled."), message);
        assertFalse(Thread.interrupted());
        int[] a = {-1};
        session.compile(source).kernel("k").global(1).call(a);
        assertTrue(a[0] >= 0);
    }

    @Test
    void aBuildErrorThatNobodyWaitedForIsReportedTheNextTime() {
        String source = "kernel void k(global int *a) { a[0] = unknown" + System.nanoTime() + "; }";
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> session.compile(source));
        assertThrows(BuildException.class, () -> session.compile(source));
    }

    @Test
    void aSessionMayBeClosedWhileACompilerIsLeftBehind() {
        try (Session other = Session.open()) {
            Thread.currentThread().interrupt();
            assertThrows(
                    CancellationException.class, () -> other.compile("kernel void late(global int *a) { a[0] = 1; }"));
        }
        assertEquals(
                List.of("k"), session.compile("kernel void k(global int *a) {}").kernelNames());
    }

    @Test
    void anInterruptCountsIfTheProgramIsThereAlready() {
        String source = "kernel void there(global int *a) { a[0] = 1; }";
        try (Program there = session.compile(source)) {
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> session.compile(source));
            assertEquals(List.of("there"), there.kernelNames());
        }
    }

    @Test
    void aBuildErrorHasTheFramesOfWhoAsked() {
        BuildException e = assertThrows(BuildException.class, () -> session.compile("kernel void k("));
        assertTrue(Arrays.stream(e.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(getClass().getName())));
    }
}
