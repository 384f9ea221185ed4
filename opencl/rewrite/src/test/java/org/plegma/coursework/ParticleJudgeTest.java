package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;
import org.plegma.particles.variant.ParticleKernels;
import org.plegma.particles.variant.ParticlePlan;
import org.plegma.particles.variant.ParticleVariant;
import org.plegma.particles.variant.ParticleVariants;
import org.plegma.particles.variant.Stages;
import org.plegma.particles.variant.StudentVariant;
import org.plegma.particles.variant.VariantCode;
import org.plegma.process.WorkLimit;

/** Variants that come with Plegma are right for small cubes; wrong ones are told from them, with their stage. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParticleJudgeTest {
    private static final WorkLimit LIMIT = new WorkLimit(Duration.ofSeconds(20), Duration.ofSeconds(60));

    private Session session;

    @BeforeAll
    void open() {
        session = Session.open();
    }

    @AfterAll
    void close() {
        session.close();
    }

    /** The smallest, the longest reaches, a halo of two, and more than a group of each variant. */
    static List<CubeLattice> cubes() {
        return List.of(
                new CubeLattice(2, 1),
                new CubeLattice(3, 2),
                new CubeLattice(4, 3),
                new CubeLattice(5, 2),
                new CubeLattice(9, 1));
    }

    static List<ParticleVariant> builtIn() {
        return ParticleVariants.BUILT_IN;
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    void everyVariantIsRight(ParticleVariant variant) {
        boolean copiesEachStep = variant.name().equals("parallel");
        List<CubeLattice> cubes = variant.solver() == Solver.JACOBI && !copiesEachStep
                ? cubes()
                : List.of(new CubeLattice(3, 2), new CubeLattice(5, 1));
        Verdict verdict = ParticleJudge.check(session, variant, cubes, 5, Optional.empty(), LIMIT);
        assertTrue(verdict.isRight(), verdict::toString);
        assertEquals(cubes.size(), verdict.table().rowCount());
        assertEquals(0, session.memoryInUse(), "what a plan made is freed");
    }

    /** As a student would write it. */
    private static class Rows implements VariantCode {
        Kernel iterate;

        @Override
        public void prepare(Stages s) {
            iterate = s.kernel("rows").global(Kernel.roundUp(s.particles(), 64)).local(64);
        }

        @Override
        public void iterate(Stages s) {
            s.launch(iterate, s.side(), s.reach(), s.body().distance(), s.weight(), s.from(), s.to());
            s.swap();
        }
    }

    private static Arguments wrong(FaultKind kind, String told, String from, String to) {
        String source = ParticleKernels.source("rows.cl");
        if (!source.contains(from)) {
            throw new IllegalArgumentException("rows.cl has no " + from);
        }
        return Arguments.of(kind, told, source.replace(from, to), new Rows());
    }

    private static Arguments steps(FaultKind kind, String told, VariantCode code) {
        return Arguments.of(kind, told, ParticleKernels.source("rows.cl"), code);
    }

    static Stream<Arguments> wrongVariants() {
        String iteration =
                "wrong in an iteration: particle \\d+ at \\(\\d, \\d, \\d\\), position [xyz] should be .*, is .*";
        return Stream.of(
                wrong(FaultKind.VALUES, iteration + "not divided by", " / neighbours(x, y, z, reach, side));", ");"),
                wrong(FaultKind.VALUES, iteration + "one more than", "            - 1;", "            ;"),
                wrong(FaultKind.VALUES, iteration + "sign is wrong", "mine + sum", "mine - sum"),
                wrong(
                        FaultKind.VALUES,
                        iteration + "at offset \\(",
                        "if (j != i)",
                        "if (j != i && !(a - x == 1 && b == y && c == z))"),
                wrong(FaultKind.VALUES, iteration + "as if α was 0", "weight * (length_of_d", "0.5f * (length_of_d"),
                wrong(FaultKind.VALUES, iteration, "weight * (length_of_d", "0.9999f * weight * (length_of_d"),
                wrong(FaultKind.VALUES, iteration + "rest length of all", "ROOT((float)(x * x + y * y + z * z))", "1"),
                wrong(FaultKind.NAN, "wrong in .*own neighbour", "if (j != i)", "if (true)"),
                wrong(
                        FaultKind.VALUES,
                        iteration + "what its [xyz] should be|" + iteration + "are x and z swapped",
                        "(array)[GUARD + n + (i)] = stored.y",
                        "(array)[GUARD + n + (i)] = stored.x"),
                wrong(
                        FaultKind.VALUES,
                        iteration + "lie in planes, all x, then all y",
                        "(float3)((array)[GUARD + (i)], (array)[GUARD + n + (i)], (array)[GUARD + 2 * n + (i)])",
                        "(float3)((array)[3 * (i)], (array)[3 * (i) + 1], (array)[3 * (i) + 2])"),
                steps(FaultKind.VALUES, "wrong in an iteration: .*at the distance S", new Rows() {
                    @Override
                    public void iterate(Stages s) {
                        int reach = Math.min(s.reach(), s.side() - 2);
                        s.launch(iterate, s.side(), reach, s.body().distance(), s.weight(), s.from(), s.to());
                        s.swap();
                    }
                }),
                wrong(FaultKind.BOUNDS, "wrong: rows: ", "i < side * side * side", "i < side * side * side + 1"),
                wrong(
                        FaultKind.VALUES,
                        iteration.replace("\\d+", "26"),
                        "i < side * side * side",
                        "i < side * side * side - 1"),
                steps(FaultKind.VALUES, "wrong in several iterations: .*", new Rows() {
                    @Override
                    public void iterate(Stages s) {
                        s.launch(iterate, s.side(), s.reach(), s.body().distance(), s.weight(), s.from(), s.to());
                        s.launch(iterate, s.side(), s.reach(), s.body().distance(), s.weight(), s.from(), s.to());
                        s.swap();
                    }

                    @Override
                    public void step(Stages s) {
                        s.predict();
                        if (s.body().iterations() > 0) {
                            iterate(s);
                        }
                        s.settle();
                        s.sumEnergy();
                    }
                }),
                steps(
                        FaultKind.VALUES,
                        "wrong in an iteration: .*where it was before|wrong in an iteration: .*not moved",
                        new Rows() {
                            @Override
                            public void iterate(Stages s) {
                                s.launch(
                                        iterate,
                                        s.side(),
                                        s.reach(),
                                        s.body().distance(),
                                        s.weight(),
                                        s.from(),
                                        s.to());
                            }
                        }),
                steps(FaultKind.VALUES, "wrong in forces and velocities: .*position", new Rows() {
                    @Override
                    public void step(Stages s) {
                        s.settle();
                        s.sumEnergy();
                    }
                }),
                steps(FaultKind.VALUES, "wrong in forces and velocities: the energy of what was computed", new Rows() {
                    @Override
                    public void step(Stages s) {
                        s.predict();
                        for (int k = 0; k < s.body().iterations(); k++) {
                            iterate(s);
                        }
                        s.settle();
                    }
                }),
                steps(FaultKind.LAUNCH, "cannot be launched: .*rows", new Rows() {
                    @Override
                    public void iterate(Stages s) {
                        s.launch(iterate, s.side(), s.reach(), s.from(), s.to());
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("wrongVariants")
    void wrongOnesAreTold(FaultKind kind, String told, String source, VariantCode code) {
        StudentVariant variant = new StudentVariant("mine", source, List.of(), () -> code);
        // A store beyond the array must not reach this process; all else is quicker here.
        boolean isSimulated = kind == FaultKind.BOUNDS;
        ParticleVariant judged = isSimulated ? variant : new Here(variant);
        Verdict verdict = ParticleJudge.check(
                session,
                judged,
                List.of(new CubeLattice(3, 2), new CubeLattice(3, 1)),
                7,
                isSimulated ? OclgrindCheck.ifInstalled(20) : Optional.empty(),
                LIMIT);
        assertTrue(Pattern.compile(told).matcher(verdict.reason()).lookingAt(), verdict::toString);
        assertEquals(kind, verdict.fault(), verdict::toString);
        assertTrue(verdict.share() < 1, verdict::toString);
        assertEquals(0, session.memoryInUse(), "the notebook goes on");
    }

    /** A student's variant that is trusted. */
    private record Here(StudentVariant variant) implements ParticleVariant {
        @Override
        public String name() {
            return variant.name();
        }

        @Override
        public String description() {
            return variant.description();
        }

        @Override
        public ParticlePlan plan(Session on, SoftBody body) {
            return variant.plan(on, body);
        }

        @Override
        public Optional<String> refusal(Device device, SoftBody body) {
            return variant.refusal(device, body);
        }
    }

    @Test
    void coloursOfALongReachAreRefused() {
        ParticleVariant coloured = ParticleVariants.named("coloured");
        assertEquals(Optional.empty(), coloured.refusal(session.device(), SoftBody.cube(16, 9)));
        assertEquals(
                Optional.of(
                        "coloured launches its kernel once for each of 9260 colours in an iteration: its reach is at"
                                + " most 9, found 10."),
                coloured.refusal(session.device(), SoftBody.cube(16, 10)));
    }
}
