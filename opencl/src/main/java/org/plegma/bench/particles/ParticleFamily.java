package org.plegma.bench.particles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Event;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;
import org.plegma.particles.variant.ParticlePlan;
import org.plegma.particles.variant.ParticleVariant;
import org.plegma.particles.variant.ParticleVariants;

/**
 * The bench family {@code particles}: one step of a soft cube by each variant, with what cells added. Timed are all its stages, steps
 * following one another; a step from the state at the beginning is compared with the reference, as a part of the bound for its
 * rounding. Its cells are constraints, each counted once an iteration.
 */
public final class ParticleFamily implements BenchFamily {
    private static final int SEED = 1;
    /** Three differences, their squares' sum, root, subtraction, product, quotient, three products and sums. */
    static final int FLOPS = 18;
    /** Positions and velocities of a particle, read and written. */
    static final int FLOATS = 12;
    /** More constraints than this take a second a step on a processor. */
    private static final long MOST_ON_HOST = 200_000_000;

    /** With more constraints than this a step takes so long there that one run says enough: 0.05 to 0.3 seconds on two cores. */
    private static final long MOST_REPEATED_ON_PROCESSOR = 33_554_432;

    @Override
    public String name() {
        return "particles";
    }

    @Override
    public String description() {
        return "A step of a soft cube, by every variant.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean isProcessor = device.kind() == Kind.CPU;
        List<CubeLattice> cubes = isProcessor
                ? List.of(new CubeLattice(8, 1), new CubeLattice(8, 3), new CubeLattice(8, 7))
                : List.of(
                        new CubeLattice(32, 1),
                        new CubeLattice(32, 3),
                        new CubeLattice(16, 15),
                        new CubeLattice(32, 31));
        return cases("particles", device, cubes, ParticleVariants.all());
    }

    @Override
    public List<BenchCase> cases(List<Device> devices) {
        Preconditions.notNull(devices, "devices");
        return devices.size() == 1 ? cases(devices.get(0)) : DeviceCubes.of(devices);
    }

    /** A case of one iteration for each of these cubes and each variant that can compute it on the device. */
    static List<BenchCase> cases(
            String family, Device device, List<CubeLattice> cubes, List<? extends ParticleVariant> variants) {
        List<BenchCase> cases = new ArrayList<>();
        Expected expected = new Expected();
        for (CubeLattice cube : cubes) {
            SoftBody body = SoftBody.cube(cube.side(), cube.reach()).withIterations(1);
            cases.addAll(cases(family, device, body, variants, expected));
        }
        return cases;
    }

    /** A case for each of these variants that can compute the body on the device. */
    public static List<BenchCase> cases(Device device, SoftBody body, List<? extends ParticleVariant> variants) {
        Preconditions.notNull(device, "device");
        Preconditions.notNull(body, "body");
        Preconditions.notNull(variants, "variants");
        return cases("particles", device, body, variants, new Expected());
    }

    private static List<BenchCase> cases(
            String family, Device device, SoftBody body, List<? extends ParticleVariant> variants, Expected expected) {
        long constraints = body.lattice().constraints() * Math.max(1, body.iterations());
        int side = body.lattice().side();
        List<BenchCase> cases = new ArrayList<>();
        for (ParticleVariant variant : variants) {
            boolean isTooLong = !variant.isOnDevice() && device.kind() != Kind.CPU && constraints > MOST_ON_HOST;
            if (variant.refusal(device, body).isEmpty() && !isTooLong) {
                BenchCase.Builder one = BenchCase.of(family, "step", variant.name())
                        .parameter("reach", body.lattice().reach())
                        .type(ElementType.FLOAT)
                        .shape(side, side, side)
                        .cells(constraints)
                        .flops((double) FLOPS * constraints)
                        .bytes((double) FLOATS * Float.BYTES * body.lattice().particles())
                        .tolerance(1)
                        .inCache();
                boolean isOnce = device.kind() == Kind.CPU && constraints > MOST_REPEATED_ON_PROCESSOR;
                if (isOnce) {
                    one.once();
                }
                cases.add(one.prepare(buffers -> {
                    Run run = new Run(buffers, body, variant, expected);
                    if (isOnce && isCompiledInFirstStep(variant)) {
                        run.warmUp();
                    }
                    return run;
                }));
            }
        }
        return cases;
    }

    /** Of others the host's clock counts Java alone, and the device's clock does not count the compiler. */
    private static boolean isCompiledInFirstStep(ParticleVariant variant) {
        return variant.name().equals("parallel");
    }

    /** The first step of the body that was asked for last, computed when it is first needed, for each solver and error of roots. */
    private static final class Expected {
        private final Map<List<Object>, ReferenceStep> steps = new HashMap<>();
        private Optional<SoftBody> last = Optional.empty();

        synchronized ReferenceStep of(SoftBody body, Solver solver, double rootError) {
            if (!last.equals(Optional.of(body))) {
                steps.clear();
                last = Optional.of(body);
            }
            return steps.computeIfAbsent(
                    List.of(solver, rootError),
                    key -> new ParticleReference(body, solver, rootError).step(start(body)));
        }

        static ParticleState start(SoftBody body) {
            return ParticleState.disturbed(body, SEED);
        }
    }

    private static final class Run implements Trial {
        private final ParticlePlan plan;
        private final SoftBody body;
        private final ParticleVariant variant;
        private final Expected expected;
        /** Since the start. */
        private int steps;

        Run(Buffers buffers, SoftBody body, ParticleVariant variant, Expected expected) {
            this.body = body;
            this.variant = variant;
            this.expected = expected;
            plan = variant.plan(buffers.session(), body);
            plan.start(Expected.start(body));
        }

        void warmUp() {
            plan.step();
            plan.start(Expected.start(body));
        }

        @Override
        public List<Event> run() {
            steps++;
            return plan.step();
        }

        @Override
        public double error() {
            if (steps != 1) {
                plan.start(Expected.start(body));
                plan.step();
                steps = 1;
            }
            ReferenceStep step = expected.of(body, variant.solver(), variant.rootError());
            // Its own part of the energy is as far off as its velocities may be.
            double energy = Math.abs(plan.energy() - step.energy()) / (1e-3 * Math.abs(step.energy()));
            return Math.max(step.error(plan.finish()), energy);
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
