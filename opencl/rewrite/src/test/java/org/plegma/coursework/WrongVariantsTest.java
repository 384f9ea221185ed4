package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.variant.Stages;
import org.plegma.particles.variant.StudentVariant;
import org.plegma.particles.variant.VariantCode;
import org.plegma.process.WorkLimit;

/** Wrong variants of {@code %%variant}, by the judge of variants: the wrong kernels of the exercise, launched by a class. */
class WrongVariantsTest extends WrongKernelTests {
    private static final List<CubeLattice> CUBES =
            List.of(new CubeLattice(3, 1), new CubeLattice(3, 2), new CubeLattice(5, 1));

    /** As a student would write it. */
    private static final class Code implements VariantCode {
        private Kernel kernel;

        @Override
        public void prepare(Stages s) {
            kernel = s.kernel("k").global(Kernel.roundUp(s.particles(), 64)).local(64);
        }

        @Override
        public void iterate(Stages s) {
            s.launch(kernel, s.side(), s.reach(), s.body().distance(), s.weight(), s.from(), s.to());
            s.swap();
        }
    }

    @Override
    Map<Kind, String> leftOut() {
        return Map.of(
                SIGNATURE, "the class that launches the kernel says what its arguments are: ParticleJudgeTest",
                CHEAT, "no variant has to use local memory");
    }

    /** What is told in other words than by the exercise, which does not judge stages and looks for the smallest size. */
    private static final Map<Kind, String> TOLD = Map.of(
            TRANSPOSED_INDEX,
            "wrong in an iteration: particle 0 at \\(0, 0, 0\\), position y should be .*: that is what its z should be",
            SIZES_THAT_DO_NOT_DIVIDE,
            "wrong in an iteration: particle 64 at \\(4, 2, 2\\), position x should be .*: was it written\\?",
            ONE_ELEMENT,
            "wrong in an iteration: particle 100 at \\(0, 0, 4\\), position x should be ",
            NOT_A_NUMBER,
            "wrong in an iteration: particle 100 at \\(0, 0, 4\\), position x should be .*, is NaN");

    @Override
    List<Wrong> wrong() {
        return new WrongParticlesTest()
                .wrong().stream()
                        .filter(each -> !leftOut().containsKey(each.kind()))
                        .map(each -> new Wrong(
                                each.kind(),
                                each.source(),
                                TOLD.getOrDefault(each.kind(), each.told()),
                                each.isPartlyRight()))
                        .toList();
    }

    /** Stages of a step have none. */
    @Override
    Set<FaultKind> pictured() {
        return Set.of();
    }

    @Override
    Verdict judge(Wrong wrong) {
        session.compile(wrong.source()).close(); // as the magic does, before there is a variant
        StudentVariant variant = new StudentVariant("mine", wrong.source(), List.of(), Code::new);
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(2), Duration.ofSeconds(30));
        Optional<OclgrindCheck> simulation =
                wrong.kind().isDefined() ? Optional.empty() : Optional.of(new OclgrindCheck(3));
        return ParticleJudge.check(session, variant, CUBES, 7, simulation, limit);
    }
}
