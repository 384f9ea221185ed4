package org.plegma.particles;

import org.plegma.array.Preconditions;

/** How far constraints are from being met: ||X_j − X_i| − D| / D. */
public final class ConstraintErrors {
    private ConstraintErrors() {}

    /** The mean over the neighbours of each particle. */
    public static double[] of(SoftBody body, ParticleState state) {
        Preconditions.notNull(body, "body");
        Preconditions.notNull(state, "state");
        CubeLattice lattice = body.lattice();
        float[] p = state.position();
        int n = lattice.particles();
        double[] errors = new double[n];
        for (int i = 0; i < n; i++) {
            int x = lattice.x(i);
            int y = lattice.y(i);
            int z = lattice.z(i);
            double sum = 0;
            for (int c = lattice.from(z); c <= lattice.to(z); c++) {
                for (int b = lattice.from(y); b <= lattice.to(y); b++) {
                    for (int a = lattice.from(x); a <= lattice.to(x); a++) {
                        int j = lattice.index(a, b, c);
                        if (j != i) {
                            double rest = body.distance() * norm(a - x, b - y, c - z);
                            sum += Math.abs(
                                    norm(p[j] - p[i], p[n + j] - p[n + i], p[2 * n + j] - p[2 * n + i]) / rest - 1);
                        }
                    }
                }
            }
            errors[i] = sum / lattice.neighbours(i);
        }
        return errors;
    }

    /** The mean over all constraints. */
    public static double mean(SoftBody body, ParticleState state) {
        double[] errors = of(body, state);
        double sum = 0;
        for (int i = 0; i < errors.length; i++) {
            sum += errors[i] * body.lattice().neighbours(i);
        }
        return sum / body.lattice().constraints();
    }

    private static double norm(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }
}
