package org.plegma.particles;

import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;

/**
 * A step in double, the slow obvious way, from a state in float; with a bound of what the rounding of a step in float may do.
 *
 * <p>One step: V += Δt (F + G) and X = X₀ + Δt V; so many iterations, each of which adds to each X the mean over its neighbours of
 * λ (X_j − X_i) / |X_j − X_i|, where λ = C / (α/Δt² + 2) and C = |X_j − X_i| − D; then V = (X − X₀) / Δt; at last, whatever is
 * outside of the box is put back to its wall, and its velocity along that axis reversed and damped.
 *
 * <p><b>Bounds.</b> Each operation in float rounds by 2⁻²⁴ of its result. A correction of a pair carries the errors of both of its
 * ends, turned by at most the sum of both over the distance; a mean carries the mean of these and, for |M| summands, |M| times the
 * rounding of their mean size. Constraints in colours depend on each other in long chains, for which that bound says nothing: there it
 * is estimated by runs with random roundings. Not thread-safe.
 */
public final class ParticleReference {
    private static final double ROUNDING = 0x1p-24;
    /** Roundings of one pair: three differences, the square of the length, its root, the division, the factors. */
    private static final double PAIR = 12 * ROUNDING;

    private static final int TRIALS = 4;
    /** Of the largest deviation of the trials, for more cases than were tried. */
    private static final double SAFETY = 16;

    private final SoftBody body;
    private final Solver solver;
    private final double pair;
    private final CubeLattice lattice;
    private final int n;
    /** Rest lengths by the squared length of the offset, in places. */
    private final double[] rests;

    private double[] x = {};
    private double[] bound = {};
    private double[] velocity = {};
    private double[] velocityBound = {};
    private boolean[] isAtWall = {};

    /** With roots that are rounded as usual. */
    public ParticleReference(SoftBody body, Solver solver) {
        this(body, solver, 0);
    }

    /** @param rootError the relative error of roots and divisions that a variant allows itself, beyond rounding */
    public ParticleReference(SoftBody body, Solver solver, double rootError) {
        this.body = Preconditions.notNull(body, "body");
        this.solver = Preconditions.notNull(solver, "solver");
        this.pair = PAIR + 2 * rootError;
        this.lattice = body.lattice();
        this.n = lattice.particles();
        this.rests = new double[3 * lattice.reach() * lattice.reach() + 1];
        for (int squares = 0; squares < rests.length; squares++) {
            rests[squares] = body.distance() * Math.sqrt(squares);
        }
    }

    /** One step. */
    public ReferenceStep step(ParticleState state) {
        Preconditions.notNull(state, "state");
        if (state.particles() != n) {
            throw new IllegalArgumentException(
                    "The body has " + n + " particles, the state has " + state.particles() + ".");
        }
        x = doubles(state.position());
        bound = new double[3 * n];
        velocity = doubles(state.velocity());
        velocityBound = new double[3 * n];
        isAtWall = new boolean[3 * n];
        if (solver == Solver.SUBSTEPS) {
            int parts = Math.max(1, body.iterations());
            for (int part = 0; part < parts; part++) {
                part(body.timeStep() / parts, Math.min(1, body.iterations()));
            }
        } else {
            part(body.timeStep(), body.iterations());
        }
        double energy = 0;
        for (int i = 0; i < n; i++) {
            double potential = body.gravity() * (x[n + i] - body.low());
            double kinetic =
                    body.kinetic() * (square(velocity[i]) + square(velocity[n + i]) + square(velocity[2 * n + i]));
            energy += potential + kinetic;
        }
        return new ReferenceStep(x, velocity, bound, velocityBound, isAtWall, energy);
    }

    private static double[] doubles(float[] values) {
        double[] result = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = values[i];
        }
        return result;
    }

    private static double square(double value) {
        return value * value;
    }

    /** A step, or a part of one that is divided into shorter steps. */
    private void part(float timeStep, int iterations) {
        double[] start = x.clone();
        double[] startBound = bound.clone();
        double[] force = {
            body.force().x(),
            body.force().y() - (double) body.gravity(),
            body.force().z()
        };
        for (int c = 0; c < 3 * n; c++) {
            velocity[c] += timeStep * force[c / n];
            velocityBound[c] += 3 * ROUNDING * (Math.abs(velocity[c]) + Math.abs(timeStep * force[c / n]));
            x[c] = start[c] + timeStep * velocity[c];
            bound[c] +=
                    timeStep * velocityBound[c] + 2 * ROUNDING * (Math.abs(x[c]) + Math.abs(timeStep * velocity[c]));
        }
        double stiffness = (double) body.compliance() / ((double) timeStep * timeStep);
        if (solver == Solver.COLOURED) {
            coloured(iterations, stiffness);
        } else {
            double[] lambda = new double[solver == Solver.ACCUMULATED ? (int) lattice.constraints() : 0];
            double[] lambdaBound = new double[lambda.length];
            for (int iteration = 0; iteration < iterations; iteration++) {
                jacobi(stiffness, lambda, lambdaBound);
            }
        }
        for (int c = 0; c < 3 * n; c++) {
            velocity[c] = (x[c] - start[c]) / timeStep;
            velocityBound[c] = (bound[c] + startBound[c]) / timeStep + 4 * ROUNDING * Math.abs(velocity[c]);
            wall(c);
        }
    }

    private void wall(int c) {
        double low = body.low();
        double high = body.high();
        isAtWall[c] |= Math.abs(x[c] - low) <= bound[c] || Math.abs(x[c] - high) <= bound[c];
        if (x[c] < low || x[c] > high) {
            x[c] = x[c] < low ? low : high;
            bound[c] = 0;
            velocity[c] *= -body.damping();
            velocityBound[c] += ROUNDING * Math.abs(velocity[c]);
        }
    }

    /** All corrections from the old positions, and their mean added; with λ added up if there is room for it. */
    private void jacobi(double stiffness, double[] lambda, double[] lambdaBound) {
        double[] next = x.clone();
        double[] nextBound = bound.clone();
        double[] largest = new double[n];
        for (int i = 0; i < n; i++) {
            largest[i] = Math.sqrt(square(bound[i]) + square(bound[n + i]) + square(bound[2 * n + i]));
        }
        int[] first = new int[n];
        for (int i = 1; i < n; i++) {
            first[i] = first[i - 1] + lattice.neighbours(i - 1);
        }
        // Each writes to places of its own.
        IntStream.range(0, n)
                .parallel()
                .forEach(i -> corrected(i, first[i], stiffness, largest, lambda, lambdaBound, next, nextBound));
        x = next;
        bound = nextBound;
    }

    /** @param first the place of the particle's first λ */
    private void corrected(
            int i,
            int first,
            double stiffness,
            double[] largest,
            double[] lambda,
            double[] lambdaBound,
            double[] next,
            double[] nextBound) {
        int constraint = first;
        double[] sum = new double[3];
        double size = 0;
        double carried = 0;
        int neighbours = lattice.neighbours(i);
        int atX = lattice.x(i);
        int atY = lattice.y(i);
        int atZ = lattice.z(i);
        for (int z = lattice.from(atZ); z <= lattice.to(atZ); z++) {
            for (int y = lattice.from(atY); y <= lattice.to(atY); y++) {
                int squares = (z - atZ) * (z - atZ) + (y - atY) * (y - atY);
                for (int k = lattice.from(atX); k <= lattice.to(atX); k++) {
                    int j = lattice.index(k, y, z);
                    if (j == i) {
                        continue;
                    }
                    double length = length(i, j);
                    double rest = rests[squares + (k - atX) * (k - atX)];
                    double before = lambda.length == 0 ? 0 : lambda[constraint];
                    double change = (length - rest - stiffness * before) / (stiffness + 2);
                    double error = largest[i] + largest[j];
                    double changeBound = (2 * error
                                    + pair * (length + rest + stiffness * Math.abs(before))
                                    + (lambda.length == 0 ? 0 : stiffness * lambdaBound[constraint]))
                            / (stiffness + 2);
                    if (lambda.length > 0) {
                        lambda[constraint] += change / neighbours;
                        lambdaBound[constraint] += changeBound / neighbours + 2 * ROUNDING * Math.abs(before + change);
                    }
                    constraint++;
                    for (int axis = 0; axis < 3; axis++) {
                        sum[axis] += change * (x[axis * n + j] - x[axis * n + i]) / length;
                    }
                    size += Math.abs(change);
                    carried += changeBound + Math.abs(change) * (2 * error / length + pair);
                }
            }
        }
        assert lambda.length == 0 || constraint - first == neighbours;
        for (int axis = 0; axis < 3; axis++) {
            int c = axis * n + i;
            next[c] += sum[axis] / neighbours;
            nextBound[c] += carried / neighbours + ROUNDING * (size + Math.abs(next[c]) + 2 * size / neighbours);
        }
    }

    /** Constraints one after the other: all pairs of an offset whose lower ends are in even blocks, then those in odd ones. */
    private void coloured(int iterations, double stiffness) {
        double[] before = x.clone();
        double[][] trials = new double[TRIALS][];
        for (int trial = 0; trial < TRIALS; trial++) {
            x = before.clone();
            colours(iterations, stiffness, new Random(trial));
            trials[trial] = x;
        }
        x = before;
        colours(iterations, stiffness, null);
        double most = 0;
        for (double[] trial : trials) {
            for (int c = 0; c < 3 * n; c++) {
                most = Math.max(most, Math.abs(trial[c] - x[c]));
            }
        }
        for (int c = 0; c < 3 * n; c++) {
            bound[c] += SAFETY * most;
        }
    }

    private void colours(int iterations, double stiffness, @Nullable Random roundings) {
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (Colour colour : Colour.all(lattice.reach())) {
                for (int i = 0; i < n; i++) {
                    if (colour.has(lattice, i)) {
                        int j = colour.other(lattice, i);
                        double length = length(i, j);
                        double factor = (length - rest(i, j)) / (stiffness + 2) / length;
                        for (int axis = 0; axis < 3; axis++) {
                            int a = axis * n + i;
                            int b = axis * n + j;
                            double move = factor * (x[b] - x[a]);
                            x[a] = rounded(x[a] + move, roundings);
                            x[b] = rounded(x[b] - move, roundings);
                        }
                    }
                }
            }
        }
    }

    private static double rounded(double value, @Nullable Random roundings) {
        return roundings == null ? value : value * (1 + 4 * ROUNDING * (2 * roundings.nextDouble() - 1));
    }

    private double length(int i, int j) {
        return Math.sqrt(square(x[j] - x[i]) + square(x[n + j] - x[n + i]) + square(x[2 * n + j] - x[2 * n + i]));
    }

    private double rest(int i, int j) {
        int dx = lattice.x(j) - lattice.x(i);
        int dy = lattice.y(j) - lattice.y(i);
        int dz = lattice.z(j) - lattice.z(i);
        return rests[dx * dx + dy * dy + dz * dz];
    }
}
