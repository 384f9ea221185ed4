package org.plegma.coursework;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.plegma.array.Preconditions;
import org.plegma.coursework.inspection.SimulatorFaults;
import org.plegma.coursework.inspection.SourceRules;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.particles.ParticleProbe;
import org.plegma.coursework.particles.StepComparison;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.isolated.KernelCrashException;
import org.plegma.measure.progress.Progress;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.particles.variant.ParticlePlan;
import org.plegma.particles.variant.ParticleVariant;
import org.plegma.process.WorkLimit;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Judges a variant of the soft cube, stage by stage: steps from states of the judge's own, of bodies whose settings leave out all stages
 * but one, are compared with the reference within a bound for their rounding. Trajectories are chaotic and are not compared; of many
 * steps momentum is.
 *
 * <p>Kernels of a student's are simulated first, for small cubes, and run in a process of their own. Of a GPU no kernel can be
 * ended, so there they run on the processor first: who is not right there does not come to the GPU.
 */
public final class ParticleJudge {
    private static final int SIMULATION_SECONDS = 20;
    /** Of a launch, far more than that of any right kernel takes. */
    private static final WorkLimit LIMIT = new WorkLimit(Duration.ofSeconds(20), Duration.ofSeconds(60));

    private static final int SEEDS = 1_000_000;
    /** The smallest, one that no group divides, the longest reach, and more than one group of all variants. */
    private static final List<CubeLattice> CUBES = List.of(
            new CubeLattice(2, 1),
            new CubeLattice(3, 2),
            new CubeLattice(4, 1),
            new CubeLattice(4, 3),
            new CubeLattice(5, 2),
            new CubeLattice(9, 1),
            new CubeLattice(9, 3));

    /** Particles of a cube that is simulated. */
    private static final int MOST_SIMULATED = 27;

    private final Session session;
    private final ParticleVariant variant;
    private final Optional<? extends ArgumentCheck> simulation;
    private final long seed;

    private ParticleJudge(
            Session session, ParticleVariant variant, Optional<? extends ArgumentCheck> simulation, long seed) {
        this.session = session;
        this.variant = variant;
        this.simulation = simulation;
        this.seed = seed;
    }

    /** Judges a variant on cubes of all kinds, with values of any seed. */
    public static Verdict check(Session session, ParticleVariant variant) {
        return check(session, variant, Judging.anySeed());
    }

    /** With values of a seed, as a verdict tells it. */
    public static Verdict check(Session session, ParticleVariant variant, long seed) {
        return check(session, variant, CUBES, seed, OclgrindCheck.ifInstalled(SIMULATION_SECONDS), LIMIT);
    }

    static Verdict check(
            Session session,
            ParticleVariant variant,
            List<CubeLattice> cubes,
            long seed,
            Optional<? extends ArgumentCheck> simulation,
            WorkLimit limit) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(variant, "variant");
        Judging.awaitEarlier(session);
        Device device = session.device();
        Optional<Device> processor = Stream.concat(Stream.of(device), Devices.all().stream())
                .filter(Session::canIsolate)
                .findFirst();
        if (variant.foreignSource().isPresent() && processor.isPresent()) {
            try (Session apart = Session.openLimited(limit, processor.get())) {
                Verdict verdict = new ParticleJudge(apart, variant, simulation, seed).verdict(cubes);
                if (device == processor.get() || !verdict.isRight()) {
                    return verdict;
                }
            }
        }
        return new ParticleJudge(session, variant, simulation, seed).verdict(cubes);
    }

    private Verdict verdict(List<CubeLattice> cubes) {
        StringColumn sizes = StringColumn.create("side, reach");
        StringColumn verdicts = StringColumn.create("verdict");
        String caption = variant.foreignSource().isPresent() && simulation.isEmpty()
                ? " (not simulated: the command oclgrind-kernel is missing, which apt-get install oclgrind brings)"
                : "";
        Table table = Table.create(variant.name() + caption, sizes, verdicts);
        Optional<SubmissionFault> refused = variant.foreignSource().flatMap(SourceRules::fault);
        int right = 0;
        Optional<SubmissionFault> first = refused;
        for (CubeLattice cube : refused.isPresent() ? List.<CubeLattice>of() : cubes) {
            Optional<SubmissionFault> fault = caught(cube);
            sizes.append(cube.toString());
            verdicts.append(fault.map(each -> each.text().lines().findFirst().orElse(""))
                    .orElse("right"));
            right += fault.isEmpty() ? 1 : 0;
            first = first.isPresent() ? first : fault;
            if (fault.isPresent() && fault.get().kind().isFatal()) {
                first = fault;
                break;
            }
        }
        boolean isFatal = first.isPresent() && first.get().kind().isFatal();
        return new Verdict(
                variant.name(),
                table,
                isFatal ? 0 : (double) right / cubes.size(),
                first.map(SubmissionFault::kind).orElse(FaultKind.NONE),
                first.map(SubmissionFault::text).orElse("right"),
                OptionalLong.of(seed),
                session.device().name(),
                Double.NaN,
                variant.foreignSource().filter(SourceRules::usesLocalMemory).isPresent(),
                Optional.empty());
    }

    /** What is wrong with a cube, whatever the kernels do. */
    private Optional<SubmissionFault> caught(CubeLattice cube) {
        try {
            if (variant.foreignSource().isPresent() && simulation.isPresent() && cube.particles() <= MOST_SIMULATED) {
                simulate(variant.withCheck(simulation.get()), cube);
            }
            return judge(cube);
        } catch (KernelFaultException e) {
            return Optional.of(new SubmissionFault(
                    SimulatorFaults.of(SimulatorFaults.told(e)), "wrong: " + SimulatorFaults.told(e)));
        } catch (KernelCrashException e) {
            return Optional.of(new SubmissionFault(
                    e.isEndless() ? FaultKind.ENDLESS : FaultKind.CRASH, "wrong: " + e.getMessage()));
        } catch (CancellationException e) {
            throw e;
        } catch (OpenClException | IllegalArgumentException | IllegalStateException | UnsupportedOperationException e) {
            return Optional.of(new SubmissionFault(FaultKind.LAUNCH, "cannot be launched: " + e.getMessage()));
        }
    }

    /** Two iterations, as the second reads what the first wrote. */
    private void simulate(ParticleVariant checked, CubeLattice cube) {
        ParticleProbe probe = ParticleProbe.all(cube, new Random(seed)).get(ParticleProbe.WHOLE);
        try (ParticlePlan plan = checked.plan(session, probe.body())) {
            plan.start(probe.state());
            plan.step();
            plan.finish();
        } catch (LaunchLimitException e) { // too large for the simulator, which is no fault
            return;
        }
    }

    private Optional<SubmissionFault> judge(CubeLattice cube) {
        for (ParticleProbe probe : ParticleProbe.all(cube, new Random(seed))) {
            Optional<String> refusal = variant.refusal(session.device(), probe.body());
            if (refusal.isPresent()) {
                return Optional.empty(); // it says so itself
            }
            try (ParticlePlan plan = variant.plan(session, probe.body())) {
                Optional<SubmissionFault> fault = steps(plan, probe);
                if (fault.isPresent()) {
                    return fault;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<SubmissionFault> steps(ParticlePlan plan, ParticleProbe probe) {
        StepComparison comparison = new StepComparison(probe.body(), variant.solver(), variant.rootError());
        ParticleState before = probe.state();
        plan.start(before);
        for (int step = 1; step <= probe.steps(); step++) {
            plan.step();
            ParticleState after = plan.finish();
            // From where it came itself: what it did wrong before is no fault of this step.
            Optional<SubmissionFault> fault = comparison.fault(before, after, plan.energy());
            if (fault.isPresent()) {
                String which = step == 1 ? "" : " of step " + step;
                return Optional.of(new SubmissionFault(
                        fault.get().kind(),
                        "wrong in " + probe.stage() + which + ": " + fault.get().text()));
            }
            before = after;
        }
        return probe.isFree() ? momentum(plan, probe, before, comparison) : Optional.empty();
    }

    /** Without walls, and with all particles neighbours of all, corrections cancel: momentum changes by the forces alone. */
    private Optional<SubmissionFault> momentum(
            ParticlePlan plan, ParticleProbe probe, ParticleState before, StepComparison comparison) {
        int steps = 20;
        for (int step = 0; step < steps; step++) {
            plan.step();
        }
        ParticleState after = plan.finish();
        SoftBody body = probe.body();
        double[] force = {
            body.force().x(),
            body.force().y() - (double) body.gravity(),
            body.force().z()
        };
        double bound = 16 * steps * comparison.momentumBound();
        for (int axis = 0; axis < 3; axis++) {
            double expected = before.momentum()[axis] + steps * body.timeStep() * force[axis] * after.particles();
            double found = after.momentum()[axis];
            if (!(Math.abs(found - expected) <= bound)) {
                return Optional.of(new SubmissionFault(
                        FaultKind.VALUES,
                        String.format(
                                Locale.ROOT,
                                "wrong after %d steps: momentum along %s should be %.6g, is %.6g, and may be off by"
                                        + " %.1g: does a step leave anything for the next one?",
                                steps,
                                "xyz".charAt(axis),
                                expected,
                                found,
                                bound)));
            }
        }
        return Optional.empty();
    }

    /** A list of variants, each with its verdict on the same values. */
    public static Table table(Session session, List<? extends ParticleVariant> variants) {
        Preconditions.notNull(variants, "variants");
        StringColumn names = StringColumn.create("variant");
        StringColumn verdicts = StringColumn.create("verdict");
        long seed = Math.floorMod(Judging.anySeed(), SEEDS);
        List<Verdict> all = new ArrayList<>();
        try (Progress progress = Progress.start("Judging variants", variants.size())) {
            for (ParticleVariant each : variants) {
                all.add(check(session, each, seed));
                progress.step(1);
            }
        }
        for (Verdict each : all) {
            names.append(each.task());
            verdicts.append(each.reason().lines().findFirst().orElse(""));
        }
        return Table.create("variants", names, verdicts);
    }
}
