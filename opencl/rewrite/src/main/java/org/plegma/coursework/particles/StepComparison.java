package org.plegma.coursework.particles;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;

/** Compares a step with the reference, number by number. */
public final class StepComparison {
    private static final double ROUNDING = 0x1p-24;

    private final SoftBody body;
    private final Solver solver;
    private final ParticleReference reference;
    private double momentumBound;

    public StepComparison(SoftBody body, Solver solver, double rootError) {
        this.body = body;
        this.solver = solver;
        this.reference = new ParticleReference(body, solver, rootError);
    }

    /** How far off the momentum after the last step may be. */
    public double momentumBound() {
        return momentumBound;
    }

    /** What is wrong with a step; empty if nothing is. */
    public Optional<SubmissionFault> fault(ParticleState before, ParticleState after, double energy) {
        ReferenceStep step = reference.step(before);
        momentumBound = Arrays.stream(step.velocityBound()).sum();
        int n = before.particles();
        for (int i = 0; i < n; i++) {
            for (int axis = 0; axis < 3; axis++) {
                int c = axis * n + i;
                double position = after.position()[c];
                double velocity = after.velocity()[c];
                if (step.isAtWall()[c] && isEitherSideOfTheWall(step, c, position, velocity)) {
                    continue;
                }
                if (!(Math.abs(position - step.position()[c]) <= step.positionBound()[c])) {
                    return Optional.of(new SubmissionFault(
                            Double.isNaN(position) ? FaultKind.NAN : FaultKind.VALUES,
                            place(i, "position", axis, step.position()[c], position, step.positionBound()[c])
                                    + positionHint(before, i, axis, step, position)));
                }
                if (!(Math.abs(velocity - step.velocity()[c]) <= step.velocityBound()[c])) {
                    return Optional.of(new SubmissionFault(
                            Double.isNaN(velocity) ? FaultKind.NAN : FaultKind.VALUES,
                            place(i, "velocity", axis, step.velocity()[c], velocity, step.velocityBound()[c])
                                    + velocityHint(before, i, axis, step, velocity)));
                }
            }
        }
        return energyFault(after, energy);
    }

    /** Rounding decides whether it is put back; both are right, the position is there within the bound. */
    private boolean isEitherSideOfTheWall(ReferenceStep step, int c, double position, double velocity) {
        double near = Math.abs(step.position()[c] - body.low()) < Math.abs(step.position()[c] - body.high())
                ? body.low()
                : body.high();
        double speed = Math.abs(step.velocity()[c]);
        double bound = 2 * step.velocityBound()[c] / Math.max(body.damping(), 0.1);
        return Math.abs(position - near) <= 2 * step.positionBound()[c] + ROUNDING * Math.abs(near)
                && (near(velocity, speed, bound)
                        || near(velocity, speed * body.damping(), bound)
                        || near(velocity, speed / body.damping(), bound));
    }

    private static boolean near(double velocity, double speed, double bound) {
        return Math.abs(Math.abs(velocity) - speed) <= bound;
    }

    private String place(int i, String what, int axis, double expected, double found, double bound) {
        return String.format(
                Locale.ROOT,
                "particle %d at (%d, %d, %d), %s %s should be %.7g, is %.7g, and may be off by %.1g",
                i,
                body.lattice().x(i),
                body.lattice().y(i),
                body.lattice().z(i),
                what,
                "xyz".charAt(axis),
                expected,
                found,
                bound);
    }

    private String positionHint(ParticleState before, int i, int axis, ReferenceStep step, double found) {
        int c = axis * before.particles() + i;
        double bound = Math.max(step.positionBound()[c], ROUNDING);
        if (Double.isNaN(found)) {
            return ": is a particle its own neighbour, at distance 0?";
        }
        if (found == 0) {
            return ": was it written?";
        }
        if (step.position()[c] == body.low() || step.position()[c] == body.high()) {
            return found < body.low() || found > body.high() ? ": it is outside of the box, and not put back" : "";
        }
        if (body.iterations() > 0 && Math.abs(found - predicted(before, c)) <= bound) {
            return ": that is where it was before the iterations: is what they wrote read at the end?";
        }
        if (found == before.position()[c]) {
            return ": it has not moved";
        }
        boolean isIterationAlone = body.iterations() == 1 && solver == Solver.JACOBI && body.gravity() == 0;
        if (isIterationAlone) {
            return new IterationHints(body, before.position()).hint(i, axis, step.position()[c], found, 4 * bound);
        }
        if (body.iterations() > 1 && isAfter(before, body.iterations() - 1, c, found, bound)) {
            return ": that is after one iteration less: are the arrays swapped after each of them?";
        }
        return body.iterations() > 1 && isAfter(before, 1, c, found, bound)
                ? ": that is after one iteration: does the next one read what it wrote?"
                : "";
    }

    private boolean isAfter(ParticleState before, int iterations, int c, double found, double bound) {
        ReferenceStep fewer = new ParticleReference(body.withIterations(iterations), solver).step(before);
        return Math.abs(fewer.position()[c] - found) <= bound;
    }

    private double predicted(ParticleState before, int c) {
        int axis = c / before.particles();
        double force = axis == 0
                ? body.force().x()
                : axis == 1
                        ? body.force().y() - (double) body.gravity()
                        : body.force().z();
        double velocity = before.velocity()[c] + body.timeStep() * force;
        return before.position()[c] + body.timeStep() * velocity;
    }

    private String velocityHint(ParticleState before, int i, int axis, ReferenceStep step, double found) {
        int c = axis * before.particles() + i;
        double expected = step.velocity()[c];
        double bound = Math.max(2 * step.velocityBound()[c], ROUNDING);
        boolean isPutBack = step.position()[c] == body.low() || step.position()[c] == body.high();
        if (isPutBack && body.damping() > 0) {
            if (Math.abs(found - expected / body.damping()) <= bound / body.damping()) {
                return ": it is reversed at the wall, but not damped";
            }
            if (Math.abs(found + expected) <= bound
                    || Math.abs(found + expected / body.damping()) <= bound / body.damping()) {
                return ": it is not reversed at the wall";
            }
        }
        if (found == before.velocity()[c]) {
            return ": it is as before the step";
        }
        return Math.abs(found - expected * body.timeStep()) <= bound
                ? ": it is the way of a step, and not divided by Δt"
                : "";
    }

    /** Of where particles are and how fast they move, as they were read. */
    private Optional<SubmissionFault> energyFault(ParticleState after, double found) {
        int n = after.particles();
        double potential = 0;
        double kinetic = 0;
        double size = 0;
        for (int i = 0; i < n; i++) {
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
                square += (double) after.velocity()[axis * n + i] * after.velocity()[axis * n + i];
            }
            double height = (double) after.position()[n + i] - body.low();
            potential += body.gravity() * height;
            kinetic += body.kinetic() * square;
            size += body.gravity() * (Math.abs(height) + Math.abs(after.position()[n + i])) + body.kinetic() * square;
        }
        double bound = (n + 8) * ROUNDING * size;
        double expected = potential + kinetic;
        if (Math.abs(found - expected) <= bound) {
            return Optional.empty();
        }
        String hint = Math.abs(found - potential) <= bound
                ? ": that is without the part of motion"
                : Math.abs(found - kinetic) <= bound
                        ? ": that is without the part of height"
                        : Math.abs(found - potential - 2 * kinetic) <= bound
                                ? ": |V|² is taken whole, where the body asks for " + body.kinetic() + " of it"
                                : Math.abs(found) < Math.abs(expected) - bound ? ": are some particles not added?" : "";
        return Optional.of(new SubmissionFault(
                FaultKind.VALUES,
                String.format(
                        Locale.ROOT,
                        "the energy of what was computed should be %.7g, is %.7g, and may be off by %.1g%s",
                        expected,
                        found,
                        bound,
                        hint)));
    }
}
