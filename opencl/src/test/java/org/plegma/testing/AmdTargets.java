package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.device.source.AmdCompiler;
import org.plegma.device.source.AmdReport;

/** Compiles kernels for the usual AMD devices, which need not be present. */
public final class AmdTargets {
    private static final int LOCAL_MEMORY = 64 << 10;

    private AmdTargets() {}

    /**
     * Fails the test unless the source compiles without a warning, without spilled registers, without scratch memory and
     * within the local memory that AMD devices have: for one target with waves of 64 and one with waves of 32 of
     * {@link AmdCompiler#TARGETS}. Which of the two there are of each is decided by the source, so that all targets have their
     * turn and a test takes half of the time.
     */
    public static void assertFits(String source, String... options) {
        assertFits(source, Map.of(), options);
    }

    /**
     * The same, but for kernels of which it is known that they spill. Then for all targets, so that no other spill is left to chance.
     *
     * @param known how many vector registers at most, by kernel and target: {@code NAME on TARGET}; and how many scalar ones, which go to
     *     lanes of vector registers and not to memory: {@code NAME on TARGET, scalar}
     */
    public static void assertFits(String source, Map<String, Integer> known, String... options) {
        Optional<AmdCompiler> compiler = AmdCompiler.find();
        assumeTrue(compiler.isPresent(), "clang and libclc are not installed");
        int turn = Math.floorMod((source + List.of(options)).hashCode(), 2);
        List<String> targets = known.isEmpty()
                ? List.of(AmdCompiler.TARGETS.get(turn), AmdCompiler.TARGETS.get(2 + turn))
                : AmdCompiler.TARGETS;
        for (String target : targets) {
            AmdReport report = compiler.orElseThrow().compile(source, target, options);
            assertTrue(!report.kernels().isEmpty(), "the source has no kernel");
            // The compilers of other devices are of the same family: NVIDIA's writes to stderr how many there are.
            assertEquals(List.of(), report.diagnostics(), target + ": warnings");
            for (AmdReport.Usage kernel : report.kernels()) {
                String name = kernel.name() + " on " + target;
                String where = name + ": ";
                int spills = known.getOrDefault(name, 0);
                assertAll(
                        () -> assertTrue(
                                kernel.vgprSpills() <= spills,
                                where + kernel.vgprSpills() + " spilled vector registers"),
                        () -> assertTrue(
                                kernel.sgprSpills() <= known.getOrDefault(name + ", scalar", 0),
                                where + kernel.sgprSpills() + " spilled scalar registers"),
                        () -> assertTrue(
                                spills > 0 || kernel.scratchBytes() == 0,
                                where + kernel.scratchBytes() + " scratch bytes"),
                        () -> assertTrue(kernel.ldsBytes() <= LOCAL_MEMORY, where + kernel.ldsBytes() + " of LDS"));
            }
        }
    }
}
