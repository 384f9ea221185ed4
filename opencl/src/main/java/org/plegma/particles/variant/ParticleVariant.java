package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;

/** A way to compute steps of a soft cube. */
public interface ParticleVariant {

    /** Its name in tables and charts, for example {@code local-cubes-8}. */
    String name();

    /** What it does, in a sentence. */
    String description();

    /** How it meets constraints. */
    default Solver solver() {
        return Solver.JACOBI;
    }

    /** The relative error of roots and divisions that it allows itself, beyond rounding. */
    default double rootError() {
        return 0;
    }

    /** Whether kernels on the session's device do the work, not Java. */
    default boolean isOnDevice() {
        return true;
    }

    /** The text of kernels that did not come with Plegma, so that nobody knows what they do; empty if there is none. */
    default Optional<String> foreignSource() {
        return Optional.empty();
    }

    /** The same, with each launch of kernels that did not come with Plegma checked first. */
    default ParticleVariant withCheck(ArgumentCheck launchCheck) {
        return this;
    }

    /** Why it cannot compute this body on this device, in a sentence; empty if it can. */
    default Optional<String> refusal(Device device, SoftBody body) {
        return Optional.empty();
    }

    /**
     * Makes all ready: buffers, kernels, tables.
     *
     * @throws IllegalArgumentException if it {@linkplain #refusal cannot}
     */
    ParticlePlan plan(Session session, SoftBody body);

    /** The states of so many steps, the first before them. */
    default List<ParticleState> run(Session session, SoftBody body, ParticleState start, int steps) {
        List<ParticleState> states = new ArrayList<>(List.of(start));
        try (ParticlePlan plan = plan(session, body)) {
            plan.start(start);
            for (int step = 0; step < steps; step++) {
                plan.step();
                states.add(plan.finish());
            }
        }
        return states;
    }
}
