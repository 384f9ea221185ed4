package org.plegma.particles;

/** A Jacobi step in double by all pairs of particles, of which each decides itself whether it is a constraint. */
final class ParticleOracle {
    private ParticleOracle() {}

    /** Positions and velocities after a step: {@code [particle][x, y, z, vx, vy, vz]}. */
    static double[][] step(SoftBody body, ParticleState state) {
        int n = state.particles();
        int side = body.lattice().side();
        double dt = body.timeStep();
        double[] pull = {
            body.force().x(),
            body.force().y() - (double) body.gravity(),
            body.force().z()
        };
        double[][] old = new double[n][6];
        double[][] now = new double[n][6];
        for (int i = 0; i < n; i++) {
            for (int part = 0; part < 6; part++) {
                old[i][part] = state.value(i, part);
            }
            for (int axis = 0; axis < 3; axis++) {
                now[i][axis] = old[i][axis] + dt * (old[i][3 + axis] + dt * pull[axis]);
            }
        }
        for (int k = 0; k < body.iterations(); k++) {
            double[][] next = new double[n][6];
            for (int i = 0; i < n; i++) {
                double[] sum = new double[3];
                int count = 0;
                for (int j = 0; j < n; j++) {
                    int[] offset = {
                        j % side - i % side, j / side % side - i / side % side, j / side / side - i / side / side
                    };
                    int far = Math.max(Math.abs(offset[0]), Math.max(Math.abs(offset[1]), Math.abs(offset[2])));
                    if (far > 0 && far <= body.lattice().reach()) {
                        count++;
                        double rest = body.distance() * Math.hypot(Math.hypot(offset[0], offset[1]), offset[2]);
                        double length = Math.hypot(
                                Math.hypot(now[j][0] - now[i][0], now[j][1] - now[i][1]), now[j][2] - now[i][2]);
                        double lambda = (length - rest) / (body.compliance() / (dt * dt) + 2);
                        for (int axis = 0; axis < 3; axis++) {
                            sum[axis] += lambda * (now[j][axis] - now[i][axis]) / length;
                        }
                    }
                }
                for (int axis = 0; axis < 3; axis++) {
                    next[i][axis] = now[i][axis] + sum[axis] / count;
                }
            }
            now = next;
        }
        for (int i = 0; i < n; i++) {
            for (int axis = 0; axis < 3; axis++) {
                double v = (now[i][axis] - old[i][axis]) / dt;
                if (now[i][axis] < body.low()) {
                    now[i][axis] = body.low();
                    v = -v * body.damping();
                } else if (now[i][axis] > body.high()) {
                    now[i][axis] = body.high();
                    v = -v * body.damping();
                }
                now[i][3 + axis] = v;
            }
        }
        return now;
    }
}
