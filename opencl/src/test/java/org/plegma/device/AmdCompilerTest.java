package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.source.AmdCompiler;
import org.plegma.device.source.AmdReport;
import org.plegma.device.source.KernelSource;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.ChildJvm;

class AmdCompilerTest {
    private static final String TWO_KERNELS =
            """
            kernel void scale(float a, global float *y) { y[get_global_id(0)] *= a; }
            kernel void reverse(global float *y) {
                local float tile[SIZE];
                int l = get_local_id(0);
                tile[l] = y[get_global_id(0)];
                barrier(CLK_LOCAL_MEM_FENCE);
                y[get_global_id(0)] = sin(tile[SIZE - 1 - l]);
            }
            """;

    @BeforeEach
    void installed() {
        assumeTrue(AmdCompiler.find().isPresent(), "clang and libclc are not installed");
    }

    @Test
    void tellsWhatEachKernelNeedsOnEachTarget() {
        AmdCompiler compiler = AmdCompiler.find().orElseThrow();
        for (String target : AmdCompiler.TARGETS) {
            AmdReport report = compiler.compile(TWO_KERNELS, target, "-DSIZE=256 -cl-fast-relaxed-math");
            assertEquals(target, report.target());
            assertEquals(
                    List.of("scale", "reverse"),
                    report.kernels().stream().map(AmdReport.Usage::name).toList());
            AmdReport.Usage scale = report.kernels().get(0);
            AmdReport.Usage reverse = report.kernels().get(1);
            assertEquals(0, scale.ldsBytes());
            assertEquals(1024, reverse.ldsBytes());
            assertTrue(scale.vgprs() > 0 && scale.sgprs() > 0 && scale.occupancy() >= 8);
            assertTrue(report.assembly().contains("s_endpgm"));
            assertEquals(List.of(), report.diagnostics());
        }
    }

    @Test
    void seesSpillsAndScratch() {
        String spilling =
                """
                kernel void spill(global float *y, int n) {
                    float a[600];
                    for (int i = 0; i < 600; i++) a[i] = y[i];
                    for (int k = 0; k < n; k++) y[k] = a[(k * 7919) % 600];
                }
                """;
        AmdReport report = AmdCompiler.find().orElseThrow().compile(spilling, "gfx90a");
        assertTrue(report.kernels().get(0).scratchBytes() >= 2400);
        assertThrows(AssertionError.class, () -> AmdTargets.assertFits(spilling));
    }

    @Test
    void buildErrorsHavePlaces() {
        var error = assertThrows(BuildException.class, () -> AmdCompiler.find()
                .orElseThrow()
                .compile("kernel void k(global int *a) {\n  a[0] = nothere;\n}\n", "gfx90a", "-DA=1"));
        assertEquals(
                new Diagnostic(2, 10, Diagnostic.Severity.ERROR, "use of undeclared identifier 'nothere'"),
                error.diagnostics().get(0));
        assertEquals(List.of("-DA=1"), error.options());
    }

    @Test
    void refusesWhatIsNoTarget() {
        var compiler = AmdCompiler.find().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> compiler.compile(TWO_KERNELS, "-o/etc/passwd"));
        assertThrows(BuildException.class, () -> compiler.compile(TWO_KERNELS, "gfx123", "-DSIZE=1"));
    }

    /** Prints whether the compiler is found. */
    static final class Finds {
        public static void main(String[] arguments) {
            System.out.println(AmdCompiler.find().isPresent());
        }
    }

    @Test
    void isAbsentWithoutClang() {
        String output = ChildJvm.of(Finds.class)
                .environment("PATH", "/nonexistent")
                .run()
                .assertSuccess()
                .output();
        assertFalse(Boolean.parseBoolean(output.strip()));
    }

    @Test
    void theFillKernelFits() {
        String source = KernelSource.resource(FillKernel.class, "fill.cl");
        AmdTargets.assertFits(source);
        AmdTargets.assertFits(source, "-DTYPE=double");
    }
}
